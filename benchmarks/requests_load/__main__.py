"""`make load`: a crowd at the systems' real processes, what it came to, and its picture.

A bare process of the web framework first; then a burst, which shows the highest rate of intake; a
crowd that comes evenly, at two thirds of that; a burst while processes are killed; the same on
another implementation of DynamoDB. Whatever is measured, every run is checked: exactly
the first have the places, nothing is lost.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from benchmarks import goals
from benchmarks.disk import watched_disk
from benchmarks.measuring import MISSED, mark
from benchmarks.requests_load import phases
from benchmarks.requests_load.picture import draw_run
from benchmarks.requests_load.run import Plan, Report
from tests.reference.installation import Unavailable

PARTS = ("bare", "burst", "steady", "killed", "dynoxide")
FIRST_SECONDS = 2.0
"""What comes first is shown by itself: whether a server is warm when it says that it is ready."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run, print, draw; 1 if anything is wrong, or a goal is missed."""
    args = _parser().parse_args(argv)
    plan = Plan(
        people=args.people,
        places=args.places,
        duplicates=args.duplicates,
        kills=args.kills,
        seconds=args.seconds,
        rate=args.rate,
        workers=args.workers,
        seed=args.seed,
    )
    parts = [one for one in PARTS if one in args.only.split(",")]
    return _Load(plan, args.picture, args.store, args.highest).run(parts)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.requests_load")
    parser.add_argument("--only", default=",".join(PARTS), help=f"of {', '.join(PARTS)}")
    parser.add_argument("--people", type=int, default=20_000)
    parser.add_argument("--places", type=int, default=500)
    parser.add_argument("--duplicates", type=int, default=2_000)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=900.0, help="a run ends after this time")
    parser.add_argument("--rate", type=float, default=0.0, help="of `killed`; 0 for all they can")
    parser.add_argument("--highest", type=float, default=0.0, help="a second, if no burst shows it")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--store", help="of `killed`: dynamodb://REGION/PREFIX-*?endpoint=…")
    parser.add_argument("--picture", type=Path, default=Path("load.svg"))
    parser.add_argument("--seed", type=int, default=1)
    return parser


class _Load:
    """One call of `make load`."""

    def __init__(self, plan: Plan, picture: Path, store: str | None, highest: float) -> None:
        self._plan = plan
        self._picture = picture
        self._store = store
        self._highest = highest
        self._is_right = True

    def run(self, parts: Sequence[str]) -> int:
        """Run the parts; 1 if anything is wrong, or a goal is missed."""
        for part in parts:
            getattr(self, f"_{part}")()
        return 0 if self._is_right and not MISSED else 1

    def _say(self, title: str, found: Report) -> None:
        self._is_right = self._is_right and not found.outcome.wrong
        print("\n".join([title, *(f"  {line}" for line in lines_of(found) if line)]), flush=True)

    def _draw(self, found: Report, part: str) -> None:
        path = self._picture.with_stem(f"{self._picture.stem}-{part}")
        path.write_text(draw_run(found))
        print(f"  picture       {path}", flush=True)

    def _bare(self) -> None:
        found = phases.measure_bare(self._plan)
        print("A bare process of the web framework, which only answers")
        print(f"  answered      {found.rate:,.0f} a second")
        print(f"  202 after     {percentiles(found.seconds)}", flush=True)

    def _burst(self) -> None:
        plan = phases.burst_of(self._plan)
        found = phases.run_in_file(plan)
        self._highest = len(found.accepted) / (found.applied - found.began)
        self._say(f"A burst of {plan.people:,}, on the embedded store", found)
        _judge("all final", found.ended - found.began, goals.BURST_SECONDS * plan.people / 20_000)
        self._draw(found, "burst")

    def _steady(self) -> None:
        if not self._highest:
            print("A steady crowd: give --highest, or run the burst first.")
            return
        plan = phases.steady_of(self._plan, self._highest)
        with tempfile.TemporaryDirectory() as folder, watched_disk(Path(folder)) as syncs:
            found = phases.run_in_file(plan)
        self._say(f"A steady crowd of {plan.people:,}, {plan.rate:,.0f} a second", found)
        print(f"  disk alone    {percentiles(syncs)}, longest {1000 * max(syncs):,.0f} ms")
        first = [took for when, took in found.accepted if when < found.began + FIRST_SECONDS]
        print(f"  202 at first  {percentiles(first)}, within {FIRST_SECONDS:g} s of the first")
        took = [one for _, one in found.accepted]
        _judge("202, p99", percentile(took, 0.99), goals.ACCEPTED_P99_SECONDS)
        _judge("final, p95", percentile(found.outcome.delays, 0.95), goals.FINAL_P95_SECONDS)
        self._draw(found, "steady")

    def _killed(self) -> None:
        plan = self._plan
        found = phases.run_on(plan, self._store) if self._store else phases.run_in_file(plan)
        where = "on the given store" if self._store else "on the embedded store"
        self._say(f"A burst of {plan.people:,} while processes are killed, {where}", found)
        self._draw(found, "killed")

    def _dynoxide(self) -> None:
        plan = self._plan
        try:
            found = phases.run_on_dynoxide(plan)
        except Unavailable as why:
            print(f"On dynoxide: not run. {why}")
            return
        self._say(f"A burst of {plan.people:,} while processes are killed, on dynoxide", found)
        self._draw(found, "dynoxide")


def _judge(name: str, found: float, most: float) -> None:
    shown = mark(name, is_met=found <= most)
    print(f"  goal {shown}        {name}: {found:.2f} s (at most {most:g} s)", flush=True)


def lines_of(found: Report) -> list[str]:
    """Say in lines what a run came to."""
    took = [one for _, one in found.accepted]
    intake = found.applied - found.began
    return [
        f"accepted      {len(took):,} in {intake:.1f} s, {len(took) / intake:,.0f} a second",
        f"202 after     {percentiles(took)}",
        f"final after   {percentiles(found.outcome.delays)}",
        f"all final     {found.ended - found.began:.1f} s after the first was sent",
        f"killed        {len(found.kills)} processes; {found.retries:,} requests sent again",
        f"CPU           {_cpu(found)}",
        f"refused       {found.refusals or 'none'}",
        f"results       {dict(sorted(found.outcome.by_result.items()))}",
        *(f"WRONG         {one}" for one in found.outcome.wrong),
        ""
        if found.outcome.wrong
        else "right         places, order, one request each, nothing lost",
    ]


def _cpu(found: Report) -> str:
    """Milliseconds of each accepted request, by what the process is."""
    count = max(1, len(found.accepted))
    kinds: dict[str, float] = {}
    for name, seconds in found.cpu.items():
        kind = name.partition("-")[0]
        kinds[kind] = kinds.get(kind, 0.0) + seconds
    return ", ".join(f"{kind} {1000 * one / count:.2f} ms" for kind, one in kinds.items())


def percentile(values: Sequence[float], share: float) -> float:
    """Return the value that a share of all does not exceed."""
    ordered = sorted(values) or [0.0]
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


def percentiles(values: Sequence[float]) -> str:
    """Say p50, p95 and p99 in milliseconds."""
    shares = {"p50": 0.5, "p95": 0.95, "p99": 0.99}
    found = {name: 1000 * percentile(values, share) for name, share in shares.items()}
    return ", ".join(f"{name} {value:,.0f} ms" for name, value in found.items())


if __name__ == "__main__":
    sys.exit(main())
