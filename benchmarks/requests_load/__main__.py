"""`make load`: a large run, what it came to, and its picture."""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from benchmarks.requests_load.picture import draw_run
from benchmarks.requests_load.run import Plan, Report, run


def main() -> int:
    """Run, print, draw; 1 if anything is wrong."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.requests_load")
    parser.add_argument("--people", type=int, default=20_000)
    parser.add_argument("--places", type=int, default=500)
    parser.add_argument("--duplicates", type=int, default=2_000)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=900.0, help="it ends after this time")
    parser.add_argument("--rate", type=float, default=0.0, help="a second; 0 for all they can")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--store", help="dynamodb://REGION/PREFIX-*?endpoint=… (default: a file)")
    parser.add_argument("--picture", type=Path, default=Path("load.svg"))
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
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
    with tempfile.TemporaryDirectory() as folder:
        found = run(plan, args.store or f"{folder}/load.db", Path(folder))
    args.picture.write_text(draw_run(found))
    print("\n".join(lines_of(found)))
    print(f"picture: {args.picture}")
    return 1 if found.outcome.wrong else 0


def lines_of(found: Report) -> list[str]:
    """Say in lines what a run came to."""
    took = [one for _, one in found.accepted]
    intake = found.applied - found.began
    return [
        f"accepted      {len(took):,} in {intake:.1f} s, {len(took) / intake:,.0f} a second",
        f"202 after     {_percentiles(took)}",
        f"final after   {_percentiles(found.outcome.delays)}",
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


def _percentiles(values: list[float]) -> str:
    ordered = sorted(values) or [0.0]
    shares = {"p50": 0.5, "p95": 0.95, "p99": 0.99}
    parts = [
        f"{name} {ordered[min(len(ordered) - 1, int(len(ordered) * share))] * 1000:,.0f} ms"
        for name, share in shares.items()
    ]
    return ", ".join(parts)


if __name__ == "__main__":
    sys.exit(main())
