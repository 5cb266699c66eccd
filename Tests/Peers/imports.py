"""A file of booths into databases, until the data is on the disk, but for DuckDB, which only parses it."""

import csv
import shutil

from indexes import SPEED, progress
from loads import Server
from measurements import booths_csv, ratio, run, timed

PORT = 18190
COLUMNS = ("external_id", "name", "road_address", "latitude", "longitude", "phone", "status")
# Into memory, with all columns. It prints the seconds, because loading the library is not parsing, and the rows.
DUCKDB = """
import duckdb, sys, time
started = time.monotonic()
duckdb.execute("CREATE TABLE booth AS SELECT * FROM read_csv(?, header = true)", [sys.argv[1]])
seconds = time.monotonic() - started
print(seconds, duckdb.execute("SELECT count(*) FROM booth").fetchone()[0])
"""


def imports(bench):
    """Leaves the server's data, and PostgreSQL with the table `imported`, for the part `servers`."""
    machines, count = bench.machines, bench.options.booths
    progress(f"importing {count:,} booths")
    file = machines.write(machines.directory / "booths.csv", booths_csv(coordinates(bench, count)))
    bench.server = Server(machines, "fourcuts", PORT)
    bench.postgresql.make_database("peers")
    cases = {"`fourcuts import`": fourcuts, "`sqlite3 .import` and an index": sqlite,
             "PostgreSQL `\\copy` and an index": postgresql, "DuckDB `read_csv`, parsing only": duckdb}
    found = {name: [] for name in cases}
    # Each is long.
    for _ in range(min(bench.options.rounds, 3)):
        for name, case in cases.items():
            seconds, rows = case(bench, file)
            if rows != count:
                raise RuntimeError(f"{name}: of {count} rows {rows} were read.")
            found[name].append(count / seconds)
    ours = found["`fourcuts import`"]
    yield (f"Import of {count:,} booths", ["", "rows/s", SPEED], [
        [name, values, "–" if values is ours else ratio(ours, values)] for name, values in found.items()])


def coordinates(bench, count):
    with open(bench.files(count) / "points.csv", newline="") as points:
        for point in csv.DictReader(points):
            yield float(point["latitude"]), float(point["longitude"])


def fourcuts(bench, file):
    shutil.rmtree(bench.server.data)
    bench.server.data.mkdir(mode=0o700)
    bench.machines.give(bench.server.data)
    command = [bench.machines.program, "import", "--source", "bench", "--quiet", file]
    seconds = timed(lambda: run(bench.machines, "import", command, bench.server.environment))
    database = bench.server.data / "booths.sqlite"
    return seconds, int(output(bench, ["sqlite3", database, "SELECT count(*) FROM booth"]))


def sqlite(bench, file):
    database = bench.machines.make_directory("sqlite") / "booths.sqlite"
    command = ["sqlite3", database, ".mode csv", f".import {file} booth",
               "CREATE INDEX booth_external_id ON booth (external_id)"]
    seconds = timed(lambda: run(bench.machines, "sqlite", command, None))
    rows = int(output(bench, ["sqlite3", database, "SELECT count(*) FROM booth"]))
    shutil.rmtree(database.parent)
    return seconds, rows


def postgresql(bench, file):
    types = ", ".join(f"{name} {'float8' if name in ('latitude', 'longitude') else 'text'}" for name in COLUMNS)
    bench.postgresql.psql("peers", "DROP TABLE IF EXISTS imported", f"CREATE TABLE imported ({types})", "CHECKPOINT")
    seconds = timed(lambda: bench.postgresql.psql(
        "peers", f"\\copy imported FROM '{file}' (FORMAT csv, HEADER)", "CREATE INDEX ON imported (external_id)"))
    return seconds, int(bench.postgresql.psql("peers", "SELECT count(*) FROM imported"))


def duckdb(bench, file):
    words = output(bench, [bench.tools / "venv/bin/python", "-c", DUCKDB, file]).split()
    return float(words[0]), int(words[1])


def output(bench, command):
    """Of a program that runs as the user of the files."""
    return bench.postgresql.run(*command).stdout
