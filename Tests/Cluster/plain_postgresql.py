"""PostgreSQL without Patroni: a primary, and a replica that can be switched on and off."""

import contextlib
import signal
import subprocess
import time

PROGRAMS = "/usr/lib/postgresql/15/bin"
SETTINGS = """
listen_addresses = ''
max_connections = 100
shared_buffers = 256MB
max_wal_size = 4GB
wal_level = replica
hot_standby = on
log_destination = stderr
"""


class PostgreSQL:
    """A server on a Unix socket, with everything that makes it durable switched on."""

    def __init__(self, machines, name):
        self.machines, self.name = machines, name
        self.directory = machines.make_directory(name)
        self.data = self.directory / "data"
        self.process = None

    def make(self):
        self.command("initdb", "-D", self.data, "-U", "fourcuts", "-A", "trust", "-E", "UTF8", "--locale=C", "-N")
        self.configure()

    def make_replica_of(self, primary):
        self.command("pg_basebackup", "-h", primary.directory, "-U", "fourcuts", "-D", self.data, "-c", "fast", "-R")
        self.configure()

    def configure(self):
        text = (self.data / "postgresql.conf").read_text()
        self.machines.write(
            self.data / "postgresql.conf", f"{text}\n{SETTINGS}unix_socket_directories = '{self.directory}'\n")

    def start(self):
        (self.data / "postmaster.pid").unlink(missing_ok=True)
        self.process = self.machines.start(self.name, [f"{PROGRAMS}/postgres", "-D", self.data])
        self.process.wait_until(self.accepts, 60, "answer")

    def stop(self):
        """Orderly: a server that is killed leaves a segment of shared memory behind."""
        if self.process is None:
            return
        self.process.process.send_signal(signal.SIGINT)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.process.wait(20)
        self.process.kill()
        self.machines.processes.remove(self.process)
        self.process = None

    def accepts(self):
        return self.run(f"{PROGRAMS}/pg_isready", "-q", "-h", self.directory, check=False).returncode == 0

    def address(self, database):
        return f"host={self.directory} user=fourcuts dbname={database}"

    def make_database(self, name):
        self.psql("postgres", f"CREATE DATABASE {name} TEMPLATE template0")

    def psql(self, database, *statements):
        """The values that statements give, each in a transaction of its own."""
        commands = [word for statement in statements for word in ("-c", statement)]
        arguments = ["-XqAt", "-v", "ON_ERROR_STOP=1", "-d", self.address(database), *commands]
        return self.run(f"{PROGRAMS}/psql", *arguments).stdout.strip()

    def set(self, name, value):
        self.psql("postgres", f"ALTER SYSTEM SET {name} = '{value}'", "SELECT pg_reload_conf()")

    def command(self, program, *arguments):
        self.run(f"{PROGRAMS}/{program}", *arguments)

    def run(self, *words, check=True):
        user = self.machines.user
        switch = ["setpriv", f"--reuid={user}", f"--regid={user}", "--init-groups"] if user else []
        result = subprocess.run([*switch, *map(str, words)], capture_output=True, text=True, cwd="/")
        if check and result.returncode != 0:
            raise RuntimeError(f"{words[0]} failed: {result.stderr[-1000:]}")
        return result


class SynchronousReplica:
    """While it is on, a commit returns once the replica has applied it."""

    def __init__(self, machines, primary):
        self.primary, self.replica = primary, PostgreSQL(machines, "replica")
        self.replica.make_replica_of(primary)

    def __enter__(self):
        self.replica.start()
        self.primary.set("synchronous_commit", "remote_apply")
        self.primary.set("synchronous_standby_names", "*")
        end = time.monotonic() + 60
        while self.primary.psql("postgres", "SELECT sync_state FROM pg_stat_replication") != "sync":
            if time.monotonic() > end:
                raise RuntimeError("The replica does not become synchronous within 60 s.")
            time.sleep(0.1)

    def __exit__(self, *_):
        self.primary.set("synchronous_standby_names", "")
        self.primary.set("synchronous_commit", "on")
        self.replica.stop()
