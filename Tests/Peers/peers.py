"""Measures fourcuts beside other programs on the same data and queries, and compares their answers.

    make bench-peers
    python3 Tests/Peers/peers.py --sizes 10000 --booths 10000 --queries 1000 --seconds 1 --rounds 1

Prints tables in Markdown, and writes them to a JSON file and charts to SVG files beside it. It exits with 1 when an
answer differs. Everything runs on this machine, on ports of its own; nothing stays behind.
"""

import argparse
import pathlib
import shutil
import signal
import sys
import time

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parents[1] / "Cluster")]

import charts  # noqa: E402
import imports  # noqa: E402
import indexes  # noqa: E402
import servers  # noqa: E402
from benchmarks import Report, measure  # noqa: E402
from machines import ROOT, Machines  # noqa: E402
from plain_postgresql import PROGRAMS, PostgreSQL  # noqa: E402

TOOLS = ("wrk", "setpriv", "openssl", "sqlite3", "nginx", "redis-server", "redis-cli", f"{PROGRAMS}/postgres",
         f"{PROGRAMS}/pgbench")
PARTS = (indexes.indexes, imports.imports, servers.servers)


class Bench:
    """What the parts share: where things are, and the files of `fourcuts-bench points`."""

    def __init__(self, machines, postgresql, options):
        self.machines, self.postgresql, self.options = machines, postgresql, options
        self.tools = pathlib.Path(options.tools).resolve()
        self.directories = {}
        self.differences = []

    @property
    def rounds(self):
        return range(self.options.rounds)

    def points(self, count):
        """Starts the program that writes the files for so many points and measures on request; see `Program`."""
        directory = self.machines.make_directory(f"points-{count}")
        program = indexes.Program(
            [f"{self.machines.program}-bench", "points", "--count", count, "--queries", self.options.queries, "--to",
             directory])
        self.directories[count] = directory
        return program

    def files(self, count):
        if count not in self.directories:
            self.points(count).end()
        return self.directories[count]

    def compare(self, peer, compared, different):
        """Keeps that answers differ. The run goes on, and fails at its end."""
        if different:
            self.differences.append(f"{peer}: {different:,} of {compared:,} answers differ.")


def main():
    options = parse()
    path = "/usr/bin:/usr/sbin"
    if missing := [tool for tool in TOOLS if not shutil.which(tool, path=path)]:
        sys.exit(f"{', '.join(missing)}: not installed. 'make setup-bench-peers' installs all that is needed.")
    # So that everything is stopped and removed by the same way as after Ctrl-C.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("terminated"))
    started, report = time.monotonic(), Report()
    with Machines(str(pathlib.Path(options.program).resolve())) as machines:
        postgresql = PostgreSQL(machines, "postgresql")
        try:
            postgresql.make()
            postgresql.start()
            bench = Bench(machines, postgresql, options)
            # Servers serve what was imported.
            needed = [imports.imports] if options.only in servers.servers.__name__ else []
            failed = measure(bench, options.only, report, PARTS, needed)
        finally:
            postgresql.stop()
    report.write(options, time.monotonic() - started)
    for file in charts.draw(report.tables, pathlib.Path(options.json).parent):
        print(f"Chart: {file}")
    problems = [f"Not measured: {', '.join(failed)}."] if failed else []
    if problems := problems + bench.differences:
        sys.exit("\n".join(problems))


def parse():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", default=str(ROOT / ".build/release/fourcuts"))
    parser.add_argument("--tools", default=str(ROOT / ".build/peers"), help="where the Makefile builds the harness")
    parser.add_argument("--sizes", type=numbers, default=[10_000, 100_000, 1_000_000], help="points, with commas")
    parser.add_argument("--booths", type=int, default=1_000_000, help="of imports and servers")
    parser.add_argument("--queries", type=int, default=50_000, help="for the nearest; fewer of the others")
    parser.add_argument("--seconds", type=int, default=4, help="of each server in a round")
    parser.add_argument("--rounds", type=int, default=5, help="of which medians are taken")
    parser.add_argument("--only", default="", help="parts whose name contains this, and what they need")
    parser.add_argument("--json", default=str(ROOT / ".build/peers/benchmarks.json"), help="the file to write")
    return parser.parse_args()


def numbers(text):
    return [int(word) for word in text.split(",")]


if __name__ == "__main__":
    main()
