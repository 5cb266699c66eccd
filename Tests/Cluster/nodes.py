"""Nodes of the service, and their way to the databases."""

import contextlib
import socket
import threading

from machines import APPS, PROXY, settings_of, status


class Relay:
    """Passes connections on. While it is cut nothing arrives and nothing is refused, as when a cable is pulled."""

    def __init__(self, address, port, target):
        self.target, self.is_passing = target, threading.Event()
        self.is_passing.set()
        self.listener = socket.create_server((address, port))
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        with contextlib.suppress(OSError):
            while True:
                client, _ = self.listener.accept()
                threading.Thread(target=self.connect, args=(client,), daemon=True).start()

    def connect(self, client):
        self.is_passing.wait()
        try:
            server = socket.create_connection(self.target)
        except OSError:
            return client.close()
        for source, sink in ((client, server), (server, client)):
            threading.Thread(target=self.pass_on, args=(source, sink), daemon=True).start()

    def pass_on(self, source, sink):
        with contextlib.suppress(OSError):
            while data := source.recv(1 << 16):
                self.is_passing.wait()
                sink.sendall(data)
        for end in (source, sink):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def close(self):
        self.listener.close()


class Node:
    """`fourcuts serve` with the settings of the environment file. Its way to the databases can be cut."""

    def __init__(self, machines, name, key):
        self.machines, self.name, self.address = machines, name, APPS[name]
        self.relays = [Relay(self.address, port, (PROXY, port)) for port in (5432, 5433)]
        machines.cleanups += [relay.close for relay in self.relays]
        text = machines.deployment_file("environment", {
            "FOURCUTS_ADDRESS=10.0.0.11": f"FOURCUTS_ADDRESS={self.address}", "127.0.0.1": self.address,
            "/etc/fourcuts/fourcuts.key": key})
        settings = settings_of(text)
        # Photos are not what is broken here: each node keeps its own.
        del settings["FOURCUTS_PHOTOS"]
        self.environment = {**settings, "FOURCUTS_DATA_DIR": str(machines.make_directory(name)),
                            "FOURCUTS_RATE_LIMIT": "off", "NO_COLOR": "1"}

    def start(self):
        self.process = self.machines.start(self.name, [self.machines.program, "serve"], self.environment)

    def wait_until_ready(self, seconds=60):
        paths = ("/readyz", "/healthz")
        self.process.wait_until(
            lambda: all(status(self.address, 8080, path)[0] == 200 for path in paths), seconds, "readiness")

    def run(self, *arguments):
        """A command with the node's settings, to its end."""
        process = self.machines.start(f"{self.name}-command", [self.machines.program, *arguments], self.environment)
        if process.process.wait(timeout=120) != 0:
            raise RuntimeError(f"fourcuts {' '.join(map(str, arguments))}: {process.log.read_text()[-2000:]}")

    def cut(self):
        """From the databases."""
        for relay in self.relays:
            relay.is_passing.clear()

    def heal(self):
        for relay in self.relays:
            relay.is_passing.set()
