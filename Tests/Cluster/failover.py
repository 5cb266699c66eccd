"""The primary database is killed while it is written to.

Nothing that was acknowledged is lost, and all goes on by itself.
"""

import collections
import itertools
import threading
import time

import psycopg2

from databases import Databases
from fronts import HAProxy
from machines import PASSWORD, PROXY, Machines

WRITERS = 4
# Patroni's lease and its round, as in the file, and some time for the promotion on a busy machine.
MAX_OUTAGE = 20 + 5 + 20


class Acknowledged:
    """What writers were told is written, and when."""

    def __init__(self):
        self.lock = threading.Lock()
        self.keys, self.times = [], []

    def add(self, key):
        with self.lock:
            self.keys.append(key)
            self.times.append(time.monotonic())

    def count(self):
        with self.lock:
            return len(self.keys)

    def longest_gap(self):
        """Seconds between two acknowledgements, at most."""
        with self.lock:
            return max((after - before for before, after in itertools.pairwise(sorted(self.times))), default=0)


class Writers:
    """Threads that write until they are stopped. Each repeats what failed, with the same key."""

    def __init__(self, write):
        """`write(writer, number)` returns the key of what was acknowledged, or None if it is not known whether it was
        written and cannot be repeated. If it raises, it is called again."""
        self.acknowledged, self.errors, self.stopping = Acknowledged(), collections.Counter(), threading.Event()
        self.threads = [
            threading.Thread(target=self.run, args=(write, writer), daemon=True) for writer in range(WRITERS)]

    def __enter__(self):
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *_):
        self.stopping.set()
        for thread in self.threads:
            thread.join(120)

    def run(self, write, writer):
        number = 0
        while not self.stopping.is_set():
            try:
                key = write(writer, number)
                number += 1
                if key is not None:
                    self.acknowledged.add(key)
            except Exception as error:
                self.errors[str(error)[:200]] += 1
                time.sleep(0.2)

    def wait_for(self, count, seconds):
        """Whether so many more were acknowledged in time."""
        goal, end = self.acknowledged.count() + count, time.monotonic() + seconds
        while self.acknowledged.count() < goal and time.monotonic() < end:
            time.sleep(0.05)
        return self.acknowledged.count() >= goal


def connect(port=5432):
    return psycopg2.connect(
        host=PROXY, port=port, user="fourcuts", password=PASSWORD, dbname="fourcuts", sslmode="require",
        channel_binding="require", connect_timeout=2)


class SQLWriter:
    """Writes rows, each in a transaction, over a connection per thread. Numbers begin with `first`."""

    def __init__(self, first=0):
        self.first, self.connections = first, {}

    def __call__(self, writer, number):
        try:
            if writer not in self.connections:
                self.connections[writer] = connect()
            connection = self.connections[writer]
            with connection, connection.cursor() as cursor:
                row = (writer, self.first + number)
                cursor.execute("INSERT INTO written VALUES (%s, %s) ON CONFLICT DO NOTHING", row)
            return row
        except psycopg2.Error:
            self.connections.pop(writer, None)
            raise


def failover_of_the_database(program):
    with Machines(program) as machines:
        databases = Databases(machines)
        started = time.monotonic()
        databases.start()
        yield ("databases: from nothing to a synchronous replica", "by itself",
               f"{time.monotonic() - started:.0f} s", True)
        databases.make_database()
        HAProxy(machines)
        databases.psql("fourcuts", "CREATE TABLE written (writer int, number int, PRIMARY KEY (writer, number)); "
                                   "ALTER TABLE written OWNER TO fourcuts")
        # The first checks of the proxy.
        time.sleep(3)
        yield from kill_the_primary(databases, "databases", SQLWriter(), rows_written)
        yield from replica_serves(databases)
        yield from lose_the_replica(databases)
        yield from lose_etcd(databases)


def kill_the_primary(databases, name, write, stored):
    """
    - name: of the scenario, in the rows.
    - write: as for `Writers`.
    - stored: what is stored afterwards, by the same keys.
    """
    old = databases.primary()
    with Writers(write) as writers:
        writers.wait_for(200, 60)
        killed = time.monotonic()
        old.kill()
        promoted = wait_for(lambda: (primary := databases.primary()) and primary is not old, MAX_OUTAGE)
        promotion = time.monotonic() - killed
        writes_again = writers.wait_for(WRITERS + 1, MAX_OUTAGE)
        outage = writers.acknowledged.longest_gap()
        writers.wait_for(200, 60)
    yield f"{name}: power cut of the primary", f"replica promoted within {MAX_OUTAGE} s", f"{promotion:.1f} s", promoted
    yield (f"{name}: until writes are acknowledged again", f"within {MAX_OUTAGE} s", f"{outage:.1f} s",
           writes_again and outage <= MAX_OUTAGE)
    yield from rejoin(databases, old, name)
    acknowledged, found = collections.Counter(writers.acknowledged.keys), collections.Counter(stored())
    lost = [key for key in acknowledged if key not in found]
    repeated = [key for key, count in found.items() if count > 1]
    yield (f"{name}: {len(acknowledged)} acknowledged writes, {sum(writers.errors.values())} failed attempts",
           "none lost, none twice", f"{len(lost)} lost, {len(repeated)} twice", not lost and not repeated)


def wait_for(condition, seconds):
    end = time.monotonic() + seconds
    while not (held := condition()) and time.monotonic() < end:
        time.sleep(0.1)
    return bool(held)


def rejoin(databases, old, name):
    """The killed machine comes back as a replica, without anyone's help."""
    started = time.monotonic()
    old.start()
    databases.wait_until_synchronous(120)
    yield (f"{name}: the killed machine is switched on", "a synchronous replica", f"{time.monotonic() - started:.0f} s",
           databases.replica() is old)


def lose_the_replica(databases):
    """Commits wait for the replica until Patroni stops asking for it."""
    replica = databases.replica()
    with Writers(SQLWriter(first=1_000_000)) as writers:
        writers.wait_for(200, 60)
        replica.kill()
        writes_again = writers.wait_for(200, MAX_OUTAGE)
    gap = writers.acknowledged.longest_gap()
    yield ("databases: power cut of the replica", f"writes go on within {MAX_OUTAGE} s", f"{gap:.1f} s", writes_again)
    yield from rejoin(databases, replica, "databases")


def lose_etcd(databases):
    """With one of three members nobody may be the primary."""
    primary = databases.primary()
    others = [databases.witness, databases.replica().etcd]
    for member in others:
        member.process.kill()
    started = time.monotonic()
    stepped_down = wait_for(lambda: databases.primary() is None, MAX_OUTAGE)
    yield ("databases: two members of etcd are killed", "the primary steps down", f"{time.monotonic() - started:.1f} s",
           stepped_down)
    for member in others:
        member.start()
    started = time.monotonic()
    databases.wait_until_synchronous(120)
    seconds = time.monotonic() - started
    with Writers(SQLWriter(first=2_000_000)) as writers:
        writes_again = writers.wait_for(50, MAX_OUTAGE)
    which = "the same" if databases.primary() is primary else "another"
    yield ("databases: the members are started again", "a primary and its replica, by themselves",
           f"{seconds:.1f} s, {which} primary", writes_again)


def rows_written():
    connection = connect()
    with connection, connection.cursor() as cursor:
        cursor.execute("SELECT writer, number FROM written")
        return cursor.fetchall()


def replica_serves(databases):
    """The reading front leads to the replica, which has all that the primary acknowledged."""
    connection = connect(5433)
    with connection, connection.cursor() as cursor:
        cursor.execute("SELECT pg_is_in_recovery(), count(*) FROM written")
        is_replica, count = cursor.fetchone()
    yield ("databases: the front of the replicas", "a replica with all rows", f"replica: {is_replica}, {count} rows",
           is_replica and count == len(rows_written()))
