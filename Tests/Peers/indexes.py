"""Indexes in the memory of a process, on one thread: the files, the rounds, the comparison of answers."""

import json
import subprocess
import sys

from measurements import ratio

PEERS = {"nanoflann (k-d tree)": "nanoflann", "Boost.Geometry (R-tree)": "boost", "S2 (closest points)": "s2",
         "SQLite R*Tree": "sqlite"}
# One row after the other is inserted into it.
MAX_SQLITE_POINTS = 1_000_000
QUERIES = {"nearest": "Nearest 10, near data", "radius": "Radius, about 50 found",
           "viewport": "Viewport, about 500 found", "build": "Build"}
OURS = "fourcuts"
# A column: the speed of fourcuts divided by that of the row, round by round.
SPEED = "fourcuts, times as fast"


class Program:
    """A process that answers each line with a line of JSON. It is ready when it has written the first."""

    def __init__(self, command):
        self.process = subprocess.Popen(
            [str(word) for word in command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        try:
            self.read()
        except BaseException:
            self.end()
            raise

    def read(self):
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(f"{self.process.args[0]} ended with {self.process.wait()}.")
        return json.loads(line)

    def ask(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        return self.read()

    def end(self):
        self.process.kill()
        self.process.communicate()


def indexes(bench):
    """Nanoseconds for each kind of query, by the number of points."""
    figures, checks = {}, []
    for count in bench.options.sizes:
        progress(f"{count:,} points")
        programs = {OURS: bench.points(count)}
        try:
            for name, peer in PEERS.items():
                if peer != "sqlite" or count <= MAX_SQLITE_POINTS:
                    programs[name] = Program([bench.tools / "harness", peer, bench.directories[count]])
            for name, program in programs.items():
                if name != OURS:
                    checks.append(check(bench, count, name, program))
            figures[count] = measure(bench, programs, count)
        finally:
            for program in programs.values():
                program.end()
    yield ("Answers compared with those of fourcuts",
           ["", "points", "compared", "the same points", "different", "largest difference of a distance, mm"], checks)
    for query, title in QUERIES.items():
        yield table(query, title, figures)


def check(bench, count, name, program):
    found = program.ask("check")
    bench.compare(f"{name}, {count:,} points", found["compared"], found["different"])
    has_distances = program.ask("nearest")["nanoseconds"] is not None
    numbers = [f"{number:,}" for number in (count, found["compared"], found["identical"], found["different"])]
    return [name, *numbers, f"{found['largest_difference_mm']:,.2f}" if has_distances else "–"]


def measure(bench, programs, count):
    """The values of all rounds by query and program. Each round begins with another program."""
    found, names = {query: {} for query in QUERIES}, list(programs)
    for number in range(-1, bench.options.rounds):
        first = number % len(names)
        for query in QUERIES:
            # Builds are long, and need no round to warm up.
            if query == "build" and not 0 <= number < 3:
                continue
            for name in names[first:] + names[:first]:
                nanoseconds = programs[name].ask(query)["nanoseconds"]
                if number >= 0 and nanoseconds is not None:
                    found[query].setdefault(name, []).append(nanoseconds / (count if query == "build" else 1))
    return found


def table(query, title, figures):
    """A row for each program, with a column for each size, and how many times faster fourcuts was at the largest."""
    sizes = list(figures)
    last = figures[sizes[-1]][query]
    rows = []
    for name in (OURS, *PEERS):
        cells = [figures[size][query].get(name, "–") for size in sizes]
        if any(cell != "–" for cell in cells):
            times = "–" if name == OURS or name not in last else ratio(last[name], last[OURS])
            rows.append([name, *cells, times])
    unit = "ns a point" if query == "build" else "ns a query"
    return (f"{title}, {unit}", ["", *(f"{size:,}" for size in sizes), f"{SPEED} at {sizes[-1]:,}"], rows)


def progress(text):
    print(f"… {text}", file=sys.stderr, flush=True)
