"""What a call costs the client: ours beside other clients, against one responder of cans.

    python -m benchmarks client [--rounds 25]

Figures are microseconds of this process's CPU (user and system, all threads) per call, medians of
slots in which the clients take turns, with client and responder on one core. A ratio is the median
of the rounds' ratios: a machine that is slower for a while is slower for both sides of it. Clients
that are not installed are named and left out.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median

from rich.console import Console

from benchmarks import contestants, goals
from benchmarks.contestants import ACTIONS, KEY_ID, REGION, SECRET, Contestant
from benchmarks.figures import keep_ratios
from benchmarks.isolation import few_packages, run_python
from benchmarks.local_engines import dynamoxy_python
from benchmarks.measuring import Report, at_least, print_settings
from tests.reference.installation import Unavailable

Samples = dict[str, dict[str, list[float]]]
"""What calls cost, by client, action and round."""

QUERY = ACTIONS[2]
OURS, OURS_ASYNC = "Tavola models", "Tavola models, async"
DYNAMOXY = "dynamoxy, Python 3.13"
PLAIN: Mapping[str, Callable[[str, str | None], Contestant]] = {
    "boto3 client": contestants.boto3_client,
    "PynamoDB": contestants.pynamodb,
    "aiodynamo": contestants.aiodynamo,
    "pydynox": contestants.pydynox,
    OURS: contestants.tavola_models,
    OURS_ASYNC: contestants.tavola_async_models,
    "Tavola store, bytes": contestants.tavola_store,
}
SECURE: Mapping[str, Callable[[str, str | None], Contestant]] = {
    "boto3 client": contestants.boto3_client,
    OURS: contestants.tavola_models,
    OURS_ASYNC: contestants.tavola_async_models,
    "Tavola models, asyncio's loop": contestants.tavola_asyncio_models,
}
FIRST_REPLIES = {
    "boto3": f"""
import boto3
client = boto3.client("dynamodb", region_name="{REGION}", endpoint_url=URL)
client.get_item(TableName="bench", Key={{"pk": {{"S": "USER#ada"}}, "sk": {{"S": "POST#1"}}}})
""",
    "Tavola models": f"""
from benchmarks.client_models import Bench
db = Bench.open(f"dynamodb://{REGION}/bench?endpoint={{URL}}")
db.post.get("ada", "00000001")
""",
}


def main(argv: Sequence[str] = ()) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=25)
    rounds = parser.parse_args(argv).rounds
    stay_on_one_core()
    console = Console()
    print_settings(console, "Client CPU per call")
    with responder() as url:
        ready = connect_all(console, PLAIN, url, None)
        plain = compare(console, "Over HTTP", ready, rounds)
        keep_less("client CPU of a call over HTTP, beside boto3's client", plain, OURS)
        keep_less("the same on asyncio with uvloop", plain, OURS_ASYNC)
        named = [name for name in ("PynamoDB", "aiodynamo", "pydynox") if name in plain]
        row = "client CPU of a query of 100 items, beside other clients"
        keep_ratios(row, {name: ratio(plain, name, OURS, QUERY) for name in named}, "less")
        others = {
            name: (plain, goal) for name, goal in goals.CLIENT_OTHERS.items() if name in plain
        }
        try:
            others[DYNAMOXY] = (measure_dynamoxy(ready, url, rounds), goals.CLIENT_DYNAMOXY)
        except Unavailable as reason:
            console.print(f"dynamoxy is left out: {reason}")
        show_others(console, others)
        show_first_reply(console, url, rounds)
    with responder("--other") as url:
        ready = connect_all(console, SECURE, url, None)
        title = "Over HTTP, another head and segments of 16 KB"
        other = compare(console, title, ready, rounds, has_goals=False)
        keep_less("the same with another head, in segments of 16 KB", other, OURS)
    openssl = shutil.which("openssl")
    if openssl is None:
        console.print("TLS is left out: there is no openssl to make a certificate.")
        return
    with tempfile.TemporaryDirectory() as folder:
        certificate, key = make_certificate(openssl, Path(folder))
        with responder(str(certificate), str(key)) as url:
            ready = connect_all(console, SECURE, url, str(certificate))
            secure = compare(console, "Over TLS", ready, rounds)
            keep_less("the same over TLS", secure, OURS)


def stay_on_one_core() -> None:
    """Keep this process, and the responder that it starts, on one core (see responder.py)."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


@contextmanager
def responder(*files: str) -> Generator[str]:
    """Run the responder of cans while the block runs; gives its URL."""
    process = subprocess.Popen(
        [sys.executable, "-m", "benchmarks.responder", *files],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        port = process.stdout.readline().strip() if process.stdout else ""
        yield f"{'https' if len(files) > 1 else 'http'}://127.0.0.1:{port}"
    finally:
        process.communicate()


def make_certificate(openssl: str, folder: Path) -> tuple[Path, Path]:
    """Make a self-signed certificate for this machine, and its key."""
    certificate, key = folder / "certificate.pem", folder / "key.pem"
    subprocess.run(
        [
            *(openssl, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"),
            *("-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"),
            *("-keyout", key, "-out", certificate),
        ],
        check=True,
        capture_output=True,
    )
    return certificate, key


def connect_all(
    console: Console,
    clients: Mapping[str, Callable[[str, str | None], Contestant]],
    url: str,
    ca_bundle: str | None,
) -> dict[str, Contestant]:
    """Open the clients that are installed."""
    ready: dict[str, Contestant] = {}
    for name, connect in clients.items():
        try:
            ready[name] = connect(url, ca_bundle)
        except ImportError as missing:
            console.print(f"{name} is left out: {missing.name} is not installed.")
    return ready


def keep_less(row: str, samples: Samples, ours: str) -> None:
    """Keep how many times less a call costs ours than boto3."""
    found = {action: ratio(samples, "boto3 client", ours, action) for action in ACTIONS}
    keep_ratios(row, found, "less")


def compare(
    console: Console,
    title: str,
    ready: Mapping[str, Contestant],
    rounds: int,
    *,
    has_goals: bool = True,
) -> Samples:
    """Let clients take turns, and show what each call cost."""
    samples = measure(ready, rounds)
    report = Report(console, title, "µs of CPU per call", *ACTIONS)
    for name, costs in samples.items():
        report.add(name, *(f"{median(costs[action]):,.1f}" for action in ACTIONS))
    for name in (OURS, OURS_ASYNC):
        ratios = (ratio(samples, "boto3 client", name, action) for action in ACTIONS)
        wanted = zip(ratios, goals.CLIENT.values(), strict=True)
        cells = (at_least(found, goal) if has_goals else f"{found:.1f}×" for found, goal in wanted)
        report.add(f"{name}: less than boto3", *cells)
    report.show()
    return samples


def measure(clients: Mapping[str, Contestant], rounds: int) -> Samples:
    """Give what each client's calls cost, round by round."""
    samples: Samples = {name: {action: [] for action in ACTIONS} for name in clients}
    for number in range(rounds + 1):
        for action in ACTIONS:
            for name, client in clients.items():
                cost = _slot(client, action, _calls_for(name, action))
                # The first slot of each warms up: connections, caches, compiled code.
                if number:
                    samples[name][action].append(cost)
    return samples


def ratio(samples: Samples, other: str, ours: str, action: str) -> float:
    """How many times as much another client's call costs as ours."""
    pairs = zip(samples[other][action], samples[ours][action], strict=True)
    return median(theirs / own for theirs, own in pairs)


def _calls_for(name: str, action: str) -> int:
    """So many that all slots take about as long: a short one would tell of cold caches."""
    calls = 1000 if name.startswith("Tavola") else 40
    return calls // 8 if action.startswith("Query") else calls


def _slot(client: Contestant, action: str, calls: int) -> float:
    started = time.process_time()
    client[action](calls)
    return (time.process_time() - started) / calls * 1e6


def measure_dynamoxy(ready: Mapping[str, Contestant], url: str, rounds: int) -> Samples:
    """Give what a page costs dynamoxy, in its own Python, and ours beside it."""
    script = Path(__file__).with_name("dynamoxy_client.py")
    command = [str(dynamoxy_python()), str(script), url, str(rounds // 5 + 1)]
    samples: Samples = {name: {QUERY: []} for name in (DYNAMOXY, OURS, OURS_ASYNC)}
    for _ in range(5):
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        samples[DYNAMOXY][QUERY].append(float(done.stdout))
        for name in (OURS, OURS_ASYNC):
            samples[name][QUERY].append(_slot(ready[name], QUERY, _calls_for(name, QUERY)))
    return samples


def show_others(console: Console, others: Mapping[str, tuple[Samples, float]]) -> None:
    """Show the ratios of a page to the other clients that have a goal."""
    report = Report(console, f"{QUERY}, typed models beside others", "client", "sync", "async")
    for name, (samples, goal) in others.items():
        ratios = (ratio(samples, name, ours, QUERY) for ours in (OURS, OURS_ASYNC))
        report.add(name, *(at_least(found, goal) for found in ratios))
    report.show()


def show_first_reply(console: Console, url: str, rounds: int) -> None:
    """Show how long a new process takes from its first import to its first reply."""
    environment = {"AWS_ACCESS_KEY_ID": KEY_ID, "AWS_SECRET_ACCESS_KEY": SECRET}
    samples: dict[str, list[float]] = {name: [] for name in FIRST_REPLIES}
    with few_packages() as folder:
        for _ in range(rounds + 1):
            for name, program in FIRST_REPLIES.items():
                timed = (
                    "import time; started = time.perf_counter(); URL = "
                    + repr(url)
                    + program
                    + "print(time.perf_counter() - started)"
                )
                samples[name].append(float(run_python(folder, timed, environment)) * 1e3)
    theirs, ours = (samples[name][1:] for name in FIRST_REPLIES)
    report = Report(console, "Import to first reply", "", "ms", "ratio")
    report.add("boto3", f"{median(theirs):.0f}", "")
    found = median(their / own for their, own in zip(theirs, ours, strict=True))
    report.add("Tavola models", f"{median(ours):.0f}", at_least(found, goals.FIRST_REPLY))
    report.show()


if __name__ == "__main__":
    main(sys.argv[1:])
