"""Nearest 10 from servers, with 64 connections that each wait for an answer, beside servers of a fixed file."""

import contextlib
import csv
import http.client
import json
import re
import subprocess
import time

from indexes import SPEED, progress
from loads import CORES, Requests, processor_seconds
from machines import accepts
from measurements import column, ratio
from plain_postgresql import PROGRAMS

CONNECTIONS = 64
REDIS_PORT, NGINX_PORT = 18191, 18192
# As many as wrk can hold as a script.
MAX_QUERIES = 10_000
COMPARED = 200
# Distances on a sphere may differ by as much of themselves; Redis rounds coordinates to 52 bits.
SPHERE, REDIS_METRES = 0.006, 0.5

NGINX = """
daemon off;
worker_processes {workers};
error_log stderr;
pid {directory}/nginx.pid;
events {{ worker_connections 1024; }}
http {{
  access_log off;
  keepalive_requests 1000000000;
  open_file_cache max=10;
  sendfile on;
  tcp_nopush on;
  types {{ application/json json; }}
  client_body_temp_path {directory}/body;
  proxy_temp_path {directory}/proxy;
  fastcgi_temp_path {directory}/fastcgi;
  uwsgi_temp_path {directory}/uwsgi;
  scgi_temp_path {directory}/scgi;
  server {{ listen 127.0.0.1:{port} reuseport backlog=4096; root {directory}; }}
}}
"""
# The query with the number is a table's, so that one prepared statement does for all.
PGBENCH = r"""\set number random(1, {count})
SELECT name, road_address, latitude, longitude, ST_Distance(place, (SELECT place FROM query WHERE number = :number))
FROM booth ORDER BY place <-> (SELECT place FROM query WHERE number = :number) LIMIT 10;
"""
POSTGIS = (
    "CREATE EXTENSION IF NOT EXISTS postgis",
    """CREATE TABLE booth AS SELECT *, ST_SetSRID(ST_MakePoint(longitude, latitude), 4326)::geography AS place
       FROM imported""",
    "CREATE INDEX ON booth USING gist (place)",
    "VACUUM ANALYZE booth",
    "CREATE TABLE query (number int PRIMARY KEY, place geography)",
)


class Running:
    """A server that is measured as a process."""

    def __init__(self, process, port=None):
        self.process, self.port = process, port

    def processor_seconds(self):
        return processor_seconds(self.process)


class RedisRequests(Requests):
    """Of the harness, because redis-benchmark cannot ask for other coordinates each time."""

    def __init__(self, bench, queries):
        self.program = bench.tools / "redis_load"
        lines = "".join(f"{query.longitude} {query.latitude} {query.radius:.3f}\n" for query in queries)
        self.file = bench.machines.write(bench.machines.directory / "redis-queries", lines)

    def start(self, server, connections, seconds, cores):
        return subprocess.Popen(
            [self.program, str(server.port), str(connections), str(seconds), self.file], stdout=subprocess.PIPE,
            text=True, start_new_session=True)


class PostgreSQLRequests(Requests):
    """Of pgbench over a Unix socket, whose log has the time of each.

    Each of its connections is a new process, which loads PostGIS. What it does meanwhile does not count.
    """

    LOADING_SECONDS = 2

    def __init__(self, bench, queries):
        self.directory = bench.machines.make_directory("pgbench")
        self.address = bench.postgresql.address("peers")
        self.file = bench.machines.write(self.directory / "nearest.sql", PGBENCH.format(count=len(queries)))

    def start(self, server, connections, seconds, cores):
        process = subprocess.Popen(
            [f"{PROGRAMS}/pgbench", "-n", "-M", "prepared", "-c", str(connections), "-j", "1", "-T",
             str(self.LOADING_SECONDS + seconds), "-l", "-f", self.file, self.address], stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, cwd=self.directory, start_new_session=True)
        time.sleep(self.LOADING_SECONDS)
        self.started = time.time()
        return process

    def figures(self, _):
        log, = self.directory.glob("pgbench_log.*")
        # The client, its number, the microseconds, the script, and when it ended in seconds and microseconds.
        lines = [list(map(int, line.split())) for line in log.read_text().splitlines()]
        log.unlink()
        ended = [(line[4] + line[5] / 1e6, line[2]) for line in lines]
        times = sorted(microseconds for end, microseconds in ended if end > self.started)
        return {"requests": len(times), "microseconds": (max(ended)[0] - self.started) * 1e6, "failed": 0,
                "p50": times[len(times) // 2], "p99": times[len(times) * 99 // 100]}


class Query:
    """One of `nearest.csv`, with the distances of the answer in metres."""

    def __init__(self, row):
        self.latitude, self.longitude = row["latitude"], row["longitude"]
        self.metres = [int(word.split(":")[1]) / 1000 for word in row["answer"].split()]

    @property
    def path(self):
        return f"/api/booths/near?lat={self.latitude}&lon={self.longitude}&limit=10"

    @property
    def radius(self):
        """In which Redis must find the ten, given to it."""
        return self.metres[-1] * (1 + SPHERE) + REDIS_METRES


def servers(bench):
    queries = read_queries(bench)
    progress("starting servers")
    bench.server.start()
    bench.server.wait_until_ready()
    answer = get(bench.server.port, queries[0].path)
    fixed = fixed_path(bench.server.port, len(answer))
    redis, nginx, postgis = start_redis(bench), start_nginx(bench, answer), start_postgis(bench, queries)
    yield ("Answers compared with those of the index", ["", "compared", "different", "largest difference, mm"], [
        compare(bench, name, queries, distances, relative, metres) for name, distances, relative, metres in (
            # In whole centimetres.
            ("fourcuts, `GET /api/booths/near`", lambda: fourcuts_distances(bench, queries), 0, 0.006),
            ("PostGIS, `<->`", lambda: postgis_distances(bench), SPHERE, 0.001),
            ("Redis, `GEOSEARCH`", lambda: redis_distances(queries), SPHERE, REDIS_METRES))])
    near = Requests(bench.machines, "near", [("GET", query.path, {}, None) for query in queries])
    cases = {
        "fourcuts, `GET /api/booths/near`": (near, bench.server),
        f"fourcuts, a script of {len(get(bench.server.port, fixed)):,} bytes": (
            Requests(bench.machines, "fixed", [("GET", fixed, {}, None)]), bench.server),
        f"nginx, a file of {len(answer):,} bytes": (
            Requests(bench.machines, "nginx", [("GET", "/answer.json", {}, None)]), nginx),
        "Redis, `GEOSEARCH` with the radius given": (RedisRequests(bench, queries), redis),
        "PostGIS, `<->` on geography": (PostgreSQLRequests(bench, queries), postgis)}
    found = measure(bench, cases)
    ours = next(iter(found.values()))
    yield (f"Nearest 10 of {bench.options.booths:,} booths, {CONNECTIONS} connections",
           ["", "answers/s", SPEED, "p50 ms", "p99 ms", "server µs an answer",
            "load µs an answer"], [
               [name, column(figures, "per_second"), "–" if figures is ours else speed(ours, figures),
                *(column(figures, key) for key in ("p50_ms", "p99_ms", "server_us", "load_us"))]
               for name, figures in found.items()])


def speed(ours, figures):
    return ratio(column(ours, "per_second"), column(figures, "per_second"))


def measure(bench, cases):
    """The figures of all rounds by server. Each round begins with another one."""
    found, names = {name: [] for name in cases}, list(cases)
    for number in range(-1, bench.options.rounds):
        progress(f"servers, round {number + 1} of {bench.options.rounds}" if number >= 0 else "servers, warming up")
        first = number % len(names)
        for name in names[first:] + names[:first]:
            requests, server = cases[name]
            figures = requests.send([server], CONNECTIONS, bench.options.seconds if number >= 0 else 1)
            if number >= 0:
                found[name].append(figures)
    return found


def read_queries(bench):
    with open(bench.files(bench.options.booths) / "nearest.csv", newline="") as file:
        return [Query(row) for row, _ in zip(csv.DictReader(file), range(MAX_QUERIES))]


def get(port, path, accept="*/*"):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    with contextlib.closing(connection):
        connection.request("GET", path, headers={"Accept": accept})
        response = connection.getresponse()
        if response.status != 200:
            raise RuntimeError(f"{path}: {response.status}")
        return response.read()


def fixed_path(port, size):
    """A file of the web pages, from the server's memory, of about that size."""
    paths = re.findall(r"/web/[0-9a-f]+/[0-9A-Za-z./-]+", get(port, "/", "text/html").decode())
    return min(paths, key=lambda path: abs(len(get(port, path)) - size))


def start_redis(bench):
    directory = bench.machines.make_directory("redis")
    process = bench.machines.start("redis", [
        "redis-server", "--bind", "127.0.0.1", "--port", REDIS_PORT, "--dir", directory, "--save", "", "--appendonly",
        "no"])
    process.wait_until(lambda: accepts("127.0.0.1", REDIS_PORT), 20, "answer")
    with open(bench.files(bench.options.booths) / "points.csv", newline="") as points:
        rows = csv.DictReader(points)
        lines = (f"GEOADD booths {row['longitude']} {row['latitude']} {row['id']}\r\n" for row in rows)
        redis_cli("".join(lines), "--pipe")
    return Running(process, REDIS_PORT)


def redis_cli(text, *arguments):
    return subprocess.run(
        ["redis-cli", "-p", str(REDIS_PORT), *arguments], input=text, capture_output=True, text=True, check=True).stdout


def start_nginx(bench, answer):
    directory = bench.machines.make_directory("nginx")
    file = directory / "answer.json"
    file.write_bytes(answer)
    bench.machines.give(file)
    settings = bench.machines.write(
        directory / "nginx.conf", NGINX.format(workers=len(CORES), directory=directory, port=NGINX_PORT))
    process = bench.machines.start("nginx", ["nginx", "-p", directory, "-c", settings])
    process.wait_until(lambda: accepts("127.0.0.1", NGINX_PORT), 20, "answer")
    return Running(process, NGINX_PORT)


def start_postgis(bench, queries):
    progress("indexing in PostGIS")
    server = bench.postgresql
    # Not while something is measured.
    server.set("autovacuum", "off")
    server.psql("peers", *POSTGIS)
    rows = "".join(f"{number},SRID=4326;POINT({query.longitude} {query.latitude})\n"
                   for number, query in enumerate(queries, 1))
    file = bench.machines.write(bench.machines.directory / "queries.csv", rows)
    server.psql("peers", f"\\copy query FROM '{file}' (FORMAT csv)", "VACUUM ANALYZE query", "CHECKPOINT")
    plan = server.psql("peers", f"EXPLAIN {postgis_query(1)}")
    if "Index Scan using booth_place_idx" not in plan:
        raise RuntimeError(f"PostGIS does not use its index:\n{plan}")
    return Running(server.process)


def postgis_query(number):
    place = f"(SELECT place FROM query WHERE number = {number})"
    return f"SELECT place <-> {place} FROM booth ORDER BY place <-> {place} LIMIT 10"


def compare(bench, name, queries, distances, relative, metres):
    """The distances at each rank: those of the index but for the tolerance."""
    different, largest = 0, 0
    found = distances()
    if len(found) != min(COMPARED, len(queries)):
        raise RuntimeError(f"{name} gave {len(found)} answers.")
    for query, answer in zip(queries, found):
        errors = [abs(one - other) for one, other in zip(answer, query.metres)]
        largest = max([largest, *errors])
        different += len(answer) != len(query.metres) or any(
            error > metres + relative * other for error, other in zip(errors, query.metres))
    bench.compare(name, len(found), different)
    return [name, f"{len(found):,}", f"{different:,}", f"{largest * 1000:,.1f}"]


def fourcuts_distances(bench, queries):
    return [[booth["distance_m"] for booth in json.loads(get(bench.server.port, query.path))["booths"]]
            for query in queries[:COMPARED]]


def postgis_distances(bench):
    return [[float(line) for line in bench.postgresql.psql("peers", postgis_query(number)).splitlines()]
            for number in range(1, COMPARED + 1)]


def redis_distances(queries):
    commands = "".join(
        f"GEOSEARCH booths FROMLONLAT {query.longitude} {query.latitude} BYRADIUS {query.radius:.3f} m ASC COUNT 10 "
        "WITHDIST\nPING\n" for query in queries[:COMPARED])
    # Without a terminal it prints a line for each value: the member, then its distance.
    answers = redis_cli(commands).split("PONG\n")[:-1]
    return [[float(line) for line in answer.splitlines()[1::2]] for answer in answers]
