"""Attacks that take connections, memory and time from others. Honest clients ask meanwhile, from an address of their
own."""

import contextlib
import gzip
import os
import resource
import socket
import struct
import threading
import time

from target import PASSWORD, Person, Server
from wire import Connection, WebSocket, ask

HONEST = "127.0.0.200"
LIMITED = ["--rate-limit", "50,1000"]
CATALOGUE_PAGE = "/api/brands"


class Honest:
    """Asks every 20 ms from another address than the attacker, and remembers what came and how long it took."""

    def __init__(self, server):
        self.server, self.times, self.failures = server, [], []
        self.is_over = threading.Event()
        self.thread = threading.Thread(target=self.run)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.is_over.set()
        self.thread.join()

    def run(self):
        # Slower than its rate limit.
        while not self.is_over.wait(0.025):
            begin = time.monotonic()
            try:
                status = ask(self.server.port, "GET", CATALOGUE_PAGE, source=HONEST).status
                if status != 200:
                    self.failures.append(status)
            except (OSError, EOFError) as failure:
                self.failures.append(type(failure).__name__)
            self.times.append(time.monotonic() - begin)

    def outcome(self):
        order = sorted(self.times)
        middle, slow = order[len(order) // 2], order[len(order) * 99 // 100]
        return f"{len(order)} honest, {len(self.failures)} failed, p50 {middle * 1000:.0f} ms, p99 {slow * 1000:.0f} ms"


def descriptors(server):
    return len(os.listdir(f"/proc/{server.process.pid}/fd"))


def played(server, tried, attack, allowed_megabytes=64, settle=25):
    """Runs an attack while honest clients ask; afterwards the server must have its descriptors and memory back."""
    ask(server.port, "GET", CATALOGUE_PAGE)
    time.sleep(1)
    before, memory = descriptors(server), server.resident()
    with Honest(server) as honest:
        time.sleep(0.5)
        came = attack()
        time.sleep(0.5)
    deadline = time.monotonic() + settle
    while descriptors(server) > before and time.monotonic() < deadline:
        time.sleep(0.2)
    left, grown = descriptors(server) - before, (server.resident() - memory) / 1_000_000
    held = came[1] and not honest.failures and left <= 0 and grown < allowed_megabytes
    return (tried, "right answers, honest ones served, nothing left",
            f"{came[0]}; {honest.outcome()}; {left} descriptors left, {grown:.0f} MB grown", held)


def address(number):
    return f"127.0.{1 + number // 200}.{1 + number % 200}"


@contextlib.contextmanager
def many(server, count, per_address=900):
    """Connections from as many addresses as their shares need."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(65_536, resource.getrlimit(resource.RLIMIT_NOFILE)[1]),) * 2)
    connections = []
    try:
        for number in range(count):
            connections.append(Connection(server.port, address(number // per_address)))
        yield connections
    finally:
        for connection in connections:
            connection.close()


def many_idle_connections(_):
    with Server(*LIMITED) as server:
        def attack():
            with many(server, 10_500) as connections:
                time.sleep(3)
                return f"{len(connections)} opened", True
        yield played(server, "10,500 connections that say nothing, for 3 s", attack)


def slow_heads_and_bodies(numbers):
    with Server(*LIMITED) as server:
        def attack():
            with many(server, 1000) as connections:
                for index, connection in enumerate(connections):
                    begun = b"POST /api/sessions HTTP/1.1\r\nHost: x\r\nContent-Length: 999\r\n\r\n{"
                    text = begun if index % 2 else b"GET / HT"
                    connection.socket.sendall(text)
                for _ in range(20):
                    for connection in connections:
                        with contextlib.suppress(OSError):
                            connection.socket.send(bytes([97 + numbers.randrange(26)]))
                    time.sleep(1)
                ended = sum(1 for connection in connections if has_ended(connection))
            return f"{ended} of 1,000 ended within 20 s", ended == 1000
        yield played(server, "1,000 heads and bodies, a byte a second", attack)


def has_ended(connection):
    """Whether the server has answered, or closed the connection."""
    connection.socket.setblocking(False)
    try:
        connection.socket.recv(1)
        return True
    except BlockingIOError:
        return False
    except OSError:
        return True


def half_closed_connections(_):
    with Server(*LIMITED) as server:
        def attack():
            answered = 0
            with many(server, 2000, per_address=450) as connections:
                for index, connection in enumerate(connections):
                    if index % 2:
                        connection.send("GET", CATALOGUE_PAGE)
                    connection.socket.shutdown(socket.SHUT_WR)
                for connection in connections[1::2]:
                    answered += connection.reply().status == 200
            return f"{answered} of 1,000 answered", answered == 1000
        yield played(server, "2,000 connections shut on one side, half with a request", attack)


def pipelined_requests(_):
    # Without the limits, so that each is answered.
    with Server() as server:
        def attack():
            with Connection(server.port) as connection:
                request = f"GET {CATALOGUE_PAGE} HTTP/1.1\r\nHost: x\r\n\r\n".encode()
                sender = threading.Thread(target=connection.socket.sendall, args=(request * 10_000,))
                sender.start()
                time.sleep(1)
                right = sum(connection.reply().status == 200 for _ in range(10_000))
                sender.join()
            return f"{right} answers", right == 10_000
        yield played(server, "10,000 pipelined requests, read after a second", attack)


def floods_of_requests(_):
    with Server(*LIMITED) as server:
        def attack():
            with Connection(server.port) as connection:
                statuses = []
                for _ in range(3000):
                    connection.send("GET", CATALOGUE_PAGE)
                    statuses.append(connection.reply().status)
            refused = statuses.count(429)
            return f"{statuses.count(200)} answered, {refused} refused", refused > 500 and set(statuses) == {200, 429}
        yield played(server, "3,000 requests of one address at 50 a second, 1,000 at most", attack)


def floods_of_logins(_):
    with Server(*LIMITED) as server:
        mina = Person(server)

        def attack():
            statuses = [server.call("POST", "/api/sessions", {"email": mina.email, "password": "wrong"},
                                    source=address(number // 40)).status for number in range(200)]
            refused = statuses.count(429)
            reply = server.call("POST", "/api/sessions", {"email": mina.email, "password": PASSWORD})
            return f"{refused} refused, the owner {reply.status}", refused > 50 and reply.status == 201
        yield played(server, "200 wrong passwords from 5 addresses", attack, allowed_megabytes=256)


def slow_readers(_):
    with Server(*LIMITED) as server:
        def attack():
            connections = [Connection(server.port, address(number), receive_buffer=4096) for number in range(200)]
            for connection in connections:
                connection.socket.sendall(b"GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n" * 4)
            time.sleep(5)
            for connection in connections:
                connection.close()
            return "200 opened", True
        yield played(server, "200 clients that ask for 4 documents and read nothing", attack, allowed_megabytes=256)


def frames_of_a_byte(_):
    with Server(*LIMITED) as server:
        def attack():
            codes = []
            for number in range(50):
                with WebSocket(server.port, "/api/realtime") as talk:
                    fragment = b"\x00\x81\x00\x00\x00\x00a"
                    with contextlib.suppress(OSError):
                        talk.connection.socket.sendall(b"\x01" + fragment[1:] + fragment * 60_000)
                    codes.append(closing_code(talk))
            return f"closed with {sorted(set(codes))}", set(codes) == {1008}
        yield played(server, "50 messages in 60,000 fragments of a byte", attack)


def closing_code(talk):
    with contextlib.suppress(EOFError, OSError):
        while True:
            first, second = talk.connection.take(2)
            payload = talk.connection.take(second & 0x7F)
            if first & 0xF == 8:
                return struct.unpack(">H", payload[:2])[0]
    return None


def floods_of_pings(_):
    with Server(*LIMITED) as server:
        def attack():
            with WebSocket(server.port, "/api/realtime") as talk:
                pings = b"\x89\xfd\x00\x00\x00\x00" + b"p" * 125
                rounds = 0
                talk.connection.socket.settimeout(5)
                with contextlib.suppress(OSError):
                    for rounds in range(1, 2001):
                        talk.connection.socket.sendall(pings * 100)
            return f"cut after {rounds * 100} pings", rounds < 2000
        yield played(server, "200,000 pings whose answers are not read", attack)


def bombs(_):
    with Server(*LIMITED) as server:
        person = Person(server)
        token = {"Authorization": f"Bearer {person.token}"}

        def attack():
            packed = gzip.compress(b"0" * 50_000_000)
            reply = ask(server.port, "POST", "/api/sessions",
                        {"Content-Type": "application/json", "Content-Encoding": "gzip"}, packed)
            part = b'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n'
            form = ask(server.port, "POST", "/api/photos", {"Content-Type": "multipart/form-data; boundary=x", **token},
                       part * 50_000 + b"--x--\r\n")
            nested = call_json(server, b'{"email":' + b"[" * 50_000)
            return f"{reply.status}, {form.status}, {nested.status}", (reply.status, nested.status) == (415,
                400) and form.status in (400, 413)
        yield played(server, "a gzip of 50 MB, a form of 50,000 parts, JSON 50,000 deep", attack)


def call_json(server, body):
    return ask(server.port, "POST", "/api/sessions", {"Content-Type": "application/json"}, body)


ATTACKS = [
    many_idle_connections, slow_heads_and_bodies, half_closed_connections, pipelined_requests, floods_of_requests,
    floods_of_logins, slow_readers, frames_of_a_byte, floods_of_pings, bombs,
]
