"""Measures nodes on PostgreSQL beside one process on SQLite, prints a table in Markdown, and writes JSON.

    make bench-cluster
    python3 Tests/Cluster/benchmarks.py --booths 20000 --seconds 1 --rounds 1

Everything runs on this machine, the load as well: each table says what the load took. Nothing stays behind.
"""

import argparse
import json
import os
import pathlib
import platform
import shutil
import signal
import statistics
import sys
import time
import traceback

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import measurements  # noqa: E402
from machines import ROOT, Machines  # noqa: E402
from plain_postgresql import PROGRAMS, PostgreSQL  # noqa: E402

TOOLS = ("wrk", "setpriv", "openssl", f"{PROGRAMS}/postgres", f"{PROGRAMS}/pgbench")


def main():
    options = parse()
    if missing := [tool for tool in TOOLS if not shutil.which(tool, path="/usr/bin:/usr/sbin")]:
        sys.exit(f"{', '.join(missing)}: not installed. 'make setup-cluster' installs all that is needed.")
    # So that everything is stopped and removed by the same way as after Ctrl-C.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("terminated"))
    started, report = time.monotonic(), Report()
    with Machines(str(pathlib.Path(options.program).resolve())) as machines:
        primary = PostgreSQL(machines, "primary")
        try:
            primary.make()
            primary.start()
            bench = measurements.Bench(machines, primary, options)
            failed = measure(bench, options.only, report, measurements.PARTS, measurements.NEEDED)
        finally:
            primary.stop()
    report.write(options, time.monotonic() - started)
    if failed:
        sys.exit(f"Not measured: {', '.join(failed)}.")


def measure(bench, only, report, parts, needed):
    """The names of parts that failed. The others go on."""
    failed = []
    for part in parts:
        if only not in part.__name__ and part not in needed:
            continue
        try:
            for title, columns, rows in part(bench):
                report.add(title, columns, rows)
        except Exception:
            traceback.print_exc()
            failed.append(part.__name__)
    return failed


def parse():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", default=str(ROOT / ".build/release/fourcuts"))
    parser.add_argument("--booths", type=int, default=1_000_000, help="rows to import, and to search in")
    parser.add_argument("--seconds", type=int, default=4, help="of each measurement in a round")
    parser.add_argument("--rounds", type=int, default=3, help="of which medians are taken")
    parser.add_argument("--listeners", type=int, default=1000, help="of the chat, on both nodes together")
    parser.add_argument("--only", default="", help="parts whose name contains this, and what they need")
    parser.add_argument("--json", default=str(ROOT / ".build/cluster-benchmarks.json"), help="the file to write")
    return parser.parse_args()


class Report:
    """Tables of figures. A cell is a text, or the values of all rounds."""

    def __init__(self):
        self.tables = []

    def add(self, title, columns, rows):
        self.tables.append({"title": title, "columns": columns, "rows": rows})
        print(f"\n### {title}\n\n| {' | '.join(columns)} |\n|{'---|' * len(columns)}")
        for row in rows:
            print(f"| {' | '.join(cell_text(cell) for cell in row)} |", flush=True)

    def write(self, options, seconds):
        machine = {
            "cores": len(os.sched_getaffinity(0)), "kernel": platform.release(), "load": os.getloadavg(),
            "seconds": round(seconds)}
        file = pathlib.Path(options.json)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps({"machine": machine, "options": vars(options), "tables": self.tables}, indent=1))
        print(f"\n{seconds:.0f} s, {machine['cores']} cores, load {machine['load'][0]:.1f} at the end. JSON: {file}")


def cell_text(cell):
    """The median, and the smallest and the largest value where there are several."""
    if isinstance(cell, str):
        return cell
    low, middle, high = (number_text(value) for value in (min(cell), statistics.median(cell), max(cell)))
    return middle if low == high else f"{middle} ({low}–{high})"


def number_text(value):
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


if __name__ == "__main__":
    main()
