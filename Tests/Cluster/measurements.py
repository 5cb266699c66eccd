"""The parts of the benchmarks. Rounds are interleaved, so that a change of the machine's load falls on all alike.

Each part yields tables: a title, the names of columns, and rows of cells (see `benchmarks.Report`).
"""

import base64
import http.client
import json
import random
import sqlite3
import subprocess
import time

from loads import CORES, Requests, Server
from plain_postgresql import PROGRAMS, SynchronousReplica

PASSWORD = "Four-cuts-at-9pm!"
CENTRES = [(37.56, 126.98), (37.50, 127.03), (35.18, 129.08), (35.87, 128.60), (37.46, 126.71), (36.35, 127.38),
           (35.16, 126.85), (35.54, 129.31), (37.26, 127.03), (33.50, 126.53)]
WRITERS = 16
JSON = {"Content-Type": "application/json"}


class Bench:
    """What the parts share: the databases, two nodes on PostgreSQL (`a`, `b`), and one process on SQLite (`s`)."""

    def __init__(self, machines, primary, options):
        self.machines, self.primary, self.options = machines, primary, options
        self.random = random.Random(20261123)
        self.key = machines.write(machines.directory / "fourcuts.key", "k" * 43 + "\n")
        address = primary.address("fourcuts")
        self.a = Server(machines, "a", 18181, address, self.key)
        self.b = Server(machines, "b", 18182, address, self.key)
        self.s = Server(machines, "s", 18183)

    @property
    def rounds(self):
        return range(self.options.rounds)

    def coordinate(self):
        latitude, longitude = self.random.choice(CENTRES)
        return latitude + self.random.gauss(0, 0.06), longitude + self.random.gauss(0, 0.08)

    def call(self, server, method, path, document=None, token=None):
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
        try:
            headers = {**JSON, **(authorization(token) if token else {})}
            connection.request(method, path, json.dumps(document) if document is not None else None, headers)
            response = connection.getresponse()
            body = response.read()
        finally:
            connection.close()
        if response.status not in (200, 201):
            raise RuntimeError(f"{method} {path}: {response.status} {body[:300]}")
        return json.loads(body)

    def sign_up(self, server, name):
        document = {"email": f"{name}@example.com", "password": PASSWORD, "nickname": name}
        return self.call(server, "POST", "/api/accounts", document)["tokens"]["access_token"]


def authorization(token):
    return {"Authorization": f"Bearer {token}"}


def ratio(values, base):
    """Round by round."""
    return [value / other for value, other in zip(values, base)]


def imports(bench):
    """Imports into an empty database beside COPY of the same rows and columns into a table without an index."""
    primary, machines, count = bench.primary, bench.machines, bench.options.booths
    coordinates = (bench.coordinate() for _ in range(count))
    file = machines.write(machines.directory / "booths.csv", booths_csv(coordinates))
    rows = machines.directory / "primary" / "rows"
    program, copies = [], []
    # Two rounds are enough: each is long.
    rounds = min(bench.options.rounds, 2)
    for number in range(rounds):
        database = "fourcuts" if number == rounds - 1 else f"import_{number}"
        primary.make_database(database)
        environment = {"FOURCUTS_DATABASE": primary.address(database), "FOURCUTS_KEY_FILE": str(bench.key),
                       "FOURCUTS_DATA_DIR": str(machines.make_directory(f"import-{number}"))}
        primary.psql("postgres", "CHECKPOINT")
        command = [machines.program, "import", "--source", "bench", "--quiet", file]
        program.append(count / timed(lambda: run(machines, f"import-{number}-run", command, environment)))
        if (stored := int(primary.psql(database, "SELECT COUNT(*) FROM booth"))) != count:
            raise RuntimeError(f"Of {count} rows {stored} were imported.")
        primary.psql(database, f"COPY booth TO '{rows}'", "CREATE TABLE bare AS TABLE booth WITH NO DATA", "CHECKPOINT")
        copies.append(count / timed(lambda: primary.psql(database, f"\\copy bare FROM '{rows}'")))
        primary.psql(database, "DROP TABLE bare", "VACUUM ANALYZE")
        if database != "fourcuts":
            primary.psql("postgres", f"DROP DATABASE {database}")
    yield (f"Import of {count:,} booths into an empty PostgreSQL database", ["", "rows/s", "of COPY"], [
        ["`fourcuts import`", program, ratio(program, copies)],
        ["`\\copy` of the same rows and columns into a table without an index", copies, "1"]])


def booths_csv(coordinates):
    lines = ["external_id,name,road_address,latitude,longitude,phone,status"]
    for number, (latitude, longitude) in enumerate(coordinates):
        lines.append(
            f"B-{number:08},샘플네컷 {number}호점,샘플로 {number % 900}길 {number % 97},{latitude:.7f},"
            f"{longitude:.7f},02-{number % 9000 + 1000}-{number % 8999 + 1000},operating")
    return "\n".join(lines) + "\n"


def timed(action):
    started = time.monotonic()
    action()
    return time.monotonic() - started


def run(machines, name, command, environment):
    process = machines.start(name, command, environment)
    if process.process.wait(timeout=600) != 0:
        raise RuntimeError(f"{name} failed: {process.log.read_text()[-1000:]}")


def servers(bench):
    """Starts the nodes, and signs people up."""
    for server in (bench.a, bench.b, bench.s):
        server.start()
    for server in (bench.a, bench.b, bench.s):
        server.wait_until_ready()
    bench.tokens = {
        server: [bench.sign_up(server, f"{server.name}{number}") for number in range(WRITERS)]
        for server in (bench.a, bench.s)}
    yield from ()


def reads(bench):
    """One process on one core, and two on a core each. On two cores the load has to share theirs."""
    paths = [("GET", "/api/booths/near?lat={:.6f}&lon={:.6f}&limit=10".format(*bench.coordinate()), {}, None)
             for _ in range(3000)]
    requests = Requests(bench.machines, "reads", paths)
    first, second = {CORES[0]}, {CORES[-1] if len(CORES) < 3 else CORES[1]}
    rest = set(CORES[2:]) or None
    bench.a.pin(first)
    bench.b.pin(second)
    one, two = [], []
    for number in range(-1, bench.options.rounds):
        seconds = bench.options.seconds if number >= 0 else 1
        figures = [requests.send([bench.a], 64, seconds, rest or second),
                   requests.send([bench.a, bench.b], 32, seconds, rest or set(CORES))]
        # The first round warms up.
        if number >= 0:
            one.append(figures[0])
            two.append(figures[1])
    for server in (bench.a, bench.b):
        server.pin(set(CORES))
    base = column(one, "per_second")
    yield (f"Nearest 10 of {bench.options.booths:,} booths, 64 connections",
           ["", "reads/s", "of one", "p99 ms", "server µs a request", "load µs a request",
               "reads/s of a server's core"],
           [
               [name, column(figures, "per_second"), ratio(column(figures, "per_second"), base),
                column(figures, "p99_ms"), column(figures, "server_us"), column(figures, "load_us"),
                [1e6 / value for value in column(figures, "server_us")]]
               for name, figures in (("1 process, on one core", one), ("2 processes, on a core each", two))])


def column(figures, name):
    return [figure[name] for figure in figures]


def writes(bench):
    """Posts that were acknowledged, of several people at once, and whether all of them are stored."""
    cases = {"SQLite": (bench.s, False), "PostgreSQL": (bench.a, False),
             "PostgreSQL, synchronous replica": (bench.a, True)}
    replica = SynchronousReplica(bench.machines, bench.primary)
    requests = {server: Requests(bench.machines, f"writes-{server.name}", [
        ("POST", "/api/posts", {**JSON, **authorization(token)}, json.dumps({"kind": "feed", "text": f"네컷 {number}"}))
        for number, token in enumerate(bench.tokens[server])]) for server in (bench.s, bench.a)}
    found, lost = {name: [] for name in cases}, 0
    for _ in bench.rounds:
        for name, (server, is_replicated) in cases.items():
            before = count_posts(bench, server)
            if is_replicated:
                with replica:
                    figures = requests[server].send([server], WRITERS, bench.options.seconds)
            else:
                figures = requests[server].send([server], WRITERS, bench.options.seconds)
            lost += max(0, figures["count"] - (count_posts(bench, server) - before))
            found[name].append(figures)
    base = column(found["SQLite"], "per_second")
    yield (f"Posts through HTTP, {WRITERS} writers; acknowledged and not stored: {lost}",
           ["", "posts/s", "of SQLite", "p50 ms", "p99 ms", "server µs a post", "load µs a post"], [
               [name, column(figures, "per_second"), ratio(column(figures, "per_second"), base),
                column(figures, "p50_ms"), column(figures, "p99_ms"), column(figures, "server_us"),
                column(figures, "load_us")] for name, figures in found.items()])


def count_posts(bench, server):
    query = "SELECT COUNT(*) FROM post"
    if server is not bench.s:
        return int(bench.primary.psql("fourcuts", query))
    with sqlite3.connect(f"file:{server.data}/fourcuts.sqlite?mode=ro", uri=True) as database:
        return database.execute(query).fetchone()[0]


def chat(bench):
    """Messages that are posted to one node, at listeners of both and of one."""
    count, token = bench.options.listeners, bench.tokens[bench.a][0]
    messages = 50 * max(1, bench.options.seconds)
    workspace = bench.call(bench.a, "POST", "/api/workspaces", {"name": "bench"}, token)["id"]
    cases = {"all at the node of the sender": (bench.a,), "half of them at each node": (bench.a, bench.b)}
    found = {name: [] for name in cases}
    for number in bench.rounds:
        for name, nodes in cases.items():
            path = f"/api/workspaces/{workspace}/channels"
            document = {"name": f"{len(nodes)}-{number}", "kind": "closed"}
            channel = bench.call(bench.a, "POST", path, document, token)["id"]
            found[name].append(deliveries(bench, nodes, channel, messages, token))
    yield (f"Chat, {count:,} listeners, {messages} messages at 50 a second: from the answer to each member; "
        "none missed",
           ["listeners", "deliveries/s", "p50 ms", "p99 ms", "max ms"], [
               [name, *(column(figures, key) for key in ("deliveries_per_second", "p50_ms", "p99_ms", "max_ms"))]
               for name, figures in found.items()])


def deliveries(bench, nodes, channel, messages, token):
    """It fails where a message was missed, repeated or out of order."""
    ports = ",".join(str(node.port) for node in nodes)
    program = str(bench.machines.program) + "-bench"
    words = [program, "deliveries", ports, channel, bench.options.listeners, messages, 20]
    result = subprocess.run(
        [str(word) for word in words], input=token + "\n", capture_output=True, text=True, timeout=300)
    if result.returncode != 0:
        raise RuntimeError(f"Deliveries failed: {result.stderr[-1000:]}")
    return json.loads(result.stdout)


def costs(bench):
    """A cheap request that is authenticated, over each engine, and the same queries without the program."""
    seconds, found = max(1, bench.options.seconds // 2), {}
    cases = {"SQLite": bench.s, "PostgreSQL": bench.a}
    requests = {name: Requests(bench.machines, f"me-{name}", [
        ("GET", "/api/me", authorization(bench.tokens[server][0]), None)]) for name, server in cases.items()}
    script = pgbench_script(bench)
    plain = []
    for _ in bench.rounds:
        for connections in (1, WRITERS):
            for name, server in cases.items():
                figures = requests[name].send([server], connections, seconds)
                found.setdefault((name, connections), []).append(figures)
        plain.append(pgbench(bench, script, seconds))
    rows = [[f"`GET /api/me`, {name}, {connections} connection{'s' * (connections > 1)}",
             *(column(figures, key) for key in ("per_second", "p50_ms", "p99_ms", "server_us"))]
            for (name, connections), figures in found.items()]
    means = [1000 / value for value in plain]
    rows.append(["its two queries by `pgbench`, prepared, 1 connection", plain, means, "", ""])
    yield ("Cost of a request", ["", "a second", "p50 ms (pgbench: mean)", "p99 ms", "server µs a request"], rows)


def pgbench_script(bench):
    payload = bench.tokens[bench.a][0].split(".")[1]
    claims = json.loads(base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4)))
    account = claims["sub"]
    return bench.machines.write(bench.machines.directory / "me.sql", (
        f"SELECT id, account_id FROM session WHERE account_id = '{account}';\n"
        f"SELECT * FROM account WHERE id = '{account}';\n"))


def pgbench(bench, script, seconds):
    """Transactions a second."""
    output = bench.primary.run(
        f"{PROGRAMS}/pgbench", "-n", "-M", "prepared", "-c", "1", "-T", seconds, "-f", script,
        bench.primary.address("fourcuts")).stdout
    return float(next(line for line in output.splitlines() if line.startswith("tps")).split()[2])


PARTS = (imports, servers, reads, writes, chat, costs)
# For the others.
NEEDED = (imports, servers)
