"""The machines of the databases: etcd, Patroni and the PostgreSQL that it runs."""

import contextlib
import json
import os
import pathlib
import subprocess

from machines import APPS, DATABASES, PASSWORD, descendants, kill_all, settings_of, status


class DatabaseMachine:
    """etcd, Patroni and the PostgreSQL that Patroni runs."""

    def __init__(self, machines, name):
        self.machines, self.name, self.address = machines, name, DATABASES[name]
        self.directory = machines.make_directory(name)
        self.data = self.directory / "data"
        self.etcd = EtcdMember(machines, name, self.address)
        machines.cleanups.append(self.kill_postgresql)
        certificate, key, _ = machines.certificate
        socket_directory = machines.make_directory(f"{name}-socket")
        user = machines.user or os.environ["USER"]
        self.settings = machines.write(self.directory / "patroni.yml", machines.deployment_file("patroni", {
            "name: db1": f"name: {name}", "10.0.0.21:8008": f"{self.address}:8008",
            "10.0.0.21:5432": f"{self.address}:5432", "10.0.0.0/24": "127.0.0.0/8",
            "/var/lib/postgresql/15/main": self.data, "/var/lib/postgresql/.patroni.pgpass": self.directory / "pgpass",
            "/var/run/postgresql": socket_directory, "/etc/ssl/certs/ssl-cert-snakeoil.pem": certificate,
            "/etc/ssl/private/ssl-cert-snakeoil.key": key, "username: postgres": f"username: {user}",
            "local all postgres peer": f"local all {user} peer",
            # Never the watchdog of the machine that runs the tests.
            "mode: automatic": "mode: off"}))

    def start(self):
        self.etcd.start()
        self.patroni = self.machines.start(f"{self.name}-patroni", ["patroni", self.settings])

    def kill(self):
        """Kills everything on the machine at once, as a power failure would."""
        self.patroni.kill()
        self.kill_postgresql()
        self.etcd.process.kill()

    def kill_postgresql(self):
        """It is not among the processes below Patroni, so that it outlives Patroni's end."""
        with contextlib.suppress(FileNotFoundError):
            postmaster = int((self.data / "postmaster.pid").read_text().split()[0])
            command = pathlib.Path(f"/proc/{postmaster}/cmdline").read_bytes()
            if str(self.data).encode() in command:
                kill_all(descendants(postmaster))

    def state(self):
        """What Patroni's REST interface says of this member; empty if it does not answer."""
        text = status(self.address, 8008, "/patroni")[1]
        return json.loads(text) if text else {}

    def is_primary(self):
        return status(self.address, 8008, "/primary")[0] == 200

    def is_synchronous_replica(self):
        return status(self.address, 8008, "/sync")[0] == 200 and not self.is_primary()


class EtcdMember:
    def __init__(self, machines, name, address):
        self.machines, self.name = machines, name
        directory = machines.make_directory(f"{name}-etcd")
        text = machines.deployment_file("etcd", {
            "ETCD_NAME=db1": f"ETCD_NAME={name}", "URLS=http://10.0.0.21": f"URLS=http://{address}",
            "/var/lib/etcd/default": directory})
        self.environment = settings_of(text)

    def start(self):
        self.process = self.machines.start(f"{self.name}-etcd", ["etcd"], self.environment)


class Databases:
    """Two machines, one of which is the primary, and the third member of etcd."""

    def __init__(self, machines):
        self.machines = machines
        self.members = [DatabaseMachine(machines, name) for name in DATABASES]
        self.witness = EtcdMember(machines, "app1", APPS["app1"])

    def start(self):
        """Until the replica confirms every commit."""
        self.witness.start()
        for member in self.members:
            member.start()
        self.wait_until_synchronous(120)

    def wait_until_synchronous(self, seconds):
        self.members[0].patroni.wait_until(
            lambda: self.primary() and self.replica(), seconds, "primary with a synchronous replica")

    def primary(self):
        return next((member for member in self.members if member.is_primary()), None)

    def replica(self):
        return next((member for member in self.members if member.is_synchronous_replica()), None)

    def make_database(self):
        """As the article does, on the primary."""
        self.psql("postgres", f"CREATE ROLE fourcuts LOGIN PASSWORD '{PASSWORD}'")
        self.psql("postgres", "CREATE DATABASE fourcuts OWNER fourcuts TEMPLATE template0 ENCODING UTF8 LOCALE 'C'")

    def psql(self, database, statement):
        """The values of a statement that the primary's superuser runs."""
        machines, name = self.machines, self.primary().name
        switch = ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups"] if machines.user else []
        result = subprocess.run(
            [*switch, "psql", "-XqAt", "-v", "ON_ERROR_STOP=1", "-h", machines.directory / f"{name}-socket",
             "-d", database, "-c", statement], check=True, capture_output=True, text=True, cwd="/")
        return result.stdout.strip()
