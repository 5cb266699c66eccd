"""Lets honest, slow and abusive clients use one server for a long time, and prints what it costs the honest ones and
what the server keeps: python3 Tests/Attack/soaking.py --program fourcuts --minutes 60

First come the honest ones alone (the calm), then all together. Every five minutes, and at the end when all but the
honest ones have gone, it prints descriptors and memory. Exit code 1 where an honest request failed, or where more is
kept at the end than the bounds allow. The same seed makes the same choices. Everything runs on this machine.
"""

import argparse
import contextlib
import json
import multiprocessing
import os
import pathlib
import random
import resource
import socket
import struct
import sys
import threading
import time
import zlib

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

from target import PASSWORD, ROOT, Person, Process, Server  # noqa: E402
from wire import Connection, WebSocket, call  # noqa: E402

# Tokens that outlive the run: how a client refreshes them is tested elsewhere.
OPTIONS = ["--rate-limit", "50,1000", "--access-ttl", "86400"]
# Each is slower than its limit allows.
HONEST_PAUSE = 0.1
# What may be more at the end than at the start. Posts, messages and photos are not kept in memory; the caches of the
# database, the blocks in which passwords are hashed and what the allocator keeps are bounded.
LARGEST_DESCRIPTORS = 16
LARGEST_MEGABYTES = 96


class Crowd:
    """Threads that do something again and again until they are told to stop."""

    def __init__(self):
        self.over = threading.Event()
        self.threads = []

    def add(self, work, *arguments):
        thread = threading.Thread(target=self.repeat, args=(work, *arguments), daemon=True)
        self.threads.append(thread)
        thread.start()

    def repeat(self, work, *arguments):
        while not self.over.is_set():
            with contextlib.suppress(OSError, EOFError, ValueError, IndexError, struct.error):
                work(self.over, *arguments)
            self.over.wait(0.05)

    def stop(self):
        self.over.set()
        for thread in self.threads:
            thread.join(timeout=60)


class Measured:
    """The times of honest requests, by what they ask for."""

    def __init__(self):
        self.lock, self.times, self.failures, self.counts, self.waits = threading.Lock(), {}, [], {}, 0

    def add(self, kind, seconds, failure=None):
        with self.lock:
            times = self.times.setdefault(kind, [])
            self.counts[kind] = self.counts.get(kind, 0) + 1
            # A sample of all of them, so that an hour needs no more memory than a minute.
            if len(times) < 20_000:
                times.append(seconds)
            else:
                place = random.randrange(self.counts[kind])
                if place < len(times):
                    times[place] = seconds
            if failure:
                self.failures.append(f"{kind}: {failure}")

    def table(self):
        rows = []
        for kind, times in sorted(self.times.items()):
            order = sorted(times)
            rows.append((kind, self.counts[kind], order[len(order) // 2] * 1000, order[len(order) * 99 // 100] * 1000))
        return rows


def address(number, network):
    """One of the loopback addresses of a network."""
    return f"127.{network}.{number // 200}.{1 + number % 200}"


class HonestClient:
    """Somebody who uses the service as a person does: over one connection that is kept, and a listener."""

    def __init__(self, server, number, seed, shared):
        self.server, self.source = server, address(number, 10)
        self.numbers = random.Random(f"{seed} honest {number}")
        self.person = Person(server, email=f"honest{number}@example.com", name=f"honest{number}")
        self.shared, self.connection, self.photos = shared, None, []
        shared.admit(self.person)
        # From then on it is known here, and no stranger's guesses keep it out.
        server.call("POST", "/api/sessions", {"email": self.person.email, "password": PASSWORD}, source=self.source)

    def ask(self, measured, kind, method, path, document=None, body=None, headers=None):
        headers = {"Authorization": f"Bearer {self.person.token}", **(headers or {})}
        if document is not None:
            body, headers["Content-Type"] = json.dumps(document).encode(), "application/json"
        begin = time.monotonic()
        try:
            if self.connection is None:
                self.connection = Connection(self.server.port, self.source)
            self.connection.send(method, path, headers, body or b"")
            reply = self.connection.reply(method)
        except (OSError, EOFError) as failure:
            self.close()
            measured.add(kind, time.monotonic() - begin, type(failure).__name__)
            return None
        if reply.status == 429:
            # Hashing and decoding have bounded queues: who is told to wait has lost nothing.
            measured.waits += 1
            return None
        failure = None if reply.status in (200, 201, 204) else f"{reply.status} {reply.body[:120]!r}"
        if reply.headers.get("connection", "").lower() == "close":
            self.close()
        measured.add(kind, time.monotonic() - begin, failure)
        return reply

    def close(self):
        if self.connection:
            self.connection.close()
        self.connection = None

    def run(self, over, measured):
        choice = self.numbers.random()
        lat, lon = self.numbers.uniform(37.4, 37.6), self.numbers.uniform(126.9, 127.1)
        if choice < 0.45:
            self.ask(measured, "near", "GET", f"/api/booths/near?lat={lat:.4f}&lon={lon:.4f}&limit=10")
        elif choice < 0.6:
            self.ask(measured, "feed", "GET", "/api/posts?limit=20")
        elif choice < 0.7:
            self.ask(measured, "post", "POST", "/api/posts",
                     {"kind": "feed", "text": f"{self.numbers.getrandbits(40):x} #soak"})
        elif choice < 0.8:
            self.ask(measured, "message", "POST", f"/api/channels/{self.shared.channel}/messages",
                     {"text": f"{self.numbers.getrandbits(40):x}"})
        elif choice < 0.85:
            self.upload(measured)
        elif choice < 0.9 and self.photos:
            self.ask(measured, "photo", "GET", f"/api/photos/{self.numbers.choice(self.photos)}")
        elif choice < 0.91:
            self.ask(measured, "login", "POST", "/api/sessions", {"email": self.person.email, "password": PASSWORD})
        else:
            self.ask(measured, "health", "GET", "/healthz")
        over.wait(HONEST_PAUSE)

    def upload(self, measured):
        boundary = b"soaksoak"
        body = (b"--" + boundary + b"\r\nContent-Disposition: form-data; name=\"files\"; filename=\"a.png\"\r\n\r\n"
                + picture(self.numbers) + b"\r\n--" + boundary + b"--\r\n")
        reply = self.ask(measured, "upload", "POST", "/api/photos", body=body,
                         headers={"Content-Type": f"multipart/form-data; boundary={boundary.decode()}"})
        if reply and reply.status == 201:
            self.photos = (self.photos + [reply.json["photos"][0]["name"]])[-20:]


def picture(numbers, size=64):
    """A PNG file of one colour."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    row = b"\0" + bytes(numbers.randrange(256) for _ in range(3)) * size
    head = struct.pack(">IIBBBBB", size, size, 8, 2, 0, 0, 0)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(row * size))
            + chunk(b"IEND", b""))


class Shared:
    """The channel in which all honest ones talk."""

    def __init__(self, server):
        self.server, self.channel = server, None
        self.owner = Person(server, email="mina@example.com", name="mina")
        self.workspace = self.owner.made("/api/workspaces", {"name": "soak"})["id"]
        self.channel = self.owner.made(f"/api/workspaces/{self.workspace}/channels",
            {"name": "all", "kind": "open"})["id"]

    def admit(self, person):
        link = self.owner.call("POST", f"/api/workspaces/{self.workspace}/invitation-links").json
        person.made("/api/invitation-links/acceptance", {"code": link["code"]})
        person.call("PUT", f"/api/channels/{self.channel}/membership")


def listen(over, server, person, number, channel):
    """An event stream of the channel, which is opened anew each minute or so."""
    with Connection(server.port, address(number, 11), timeout=5) as connection:
        connection.send("GET", f"/api/channels/{channel}/events", {
            "Authorization": f"Bearer {person.token}", "Accept": "text/event-stream"})
        end = time.monotonic() + 60
        while not over.is_set() and time.monotonic() < end:
            try:
                if not connection.socket.recv(65_536):
                    return
            except (TimeoutError, socket.timeout):
                pass


class Slow:
    """One of the slow: a head, a body or a reading of a byte a second, until the server ends it; then again."""

    def __init__(self, port, number, numbers):
        self.port, self.number, self.numbers, self.connection = port, number, numbers, None

    def step(self):
        kind = self.number % 3
        try:
            if self.connection is None:
                self.connection = Connection(self.port, address(self.number, 12),
                    receive_buffer=4096 if kind == 2 else None)
                self.connection.socket.sendall([
                    b"GET / HT", b"POST /api/sessions HTTP/1.1\r\nHost: x\r\nContent-Length: 9999\r\n\r\n{",
                    b"GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n" * 4][kind])
                self.connection.socket.setblocking(False)
            elif kind < 2:
                self.connection.socket.send(bytes([97 + self.numbers.randrange(26)]))
            if not self.connection.socket.recv(64 if kind == 2 else 4096):
                self.close()
        except BlockingIOError:
            pass
        except OSError:
            self.close()

    def close(self):
        if self.connection:
            self.connection.close()
        self.connection = None


def be_slow(over, port, count, seed):
    """All of the slow, in a process of their own."""
    numbers = random.Random(f"{seed} slow")
    crowd = [Slow(port, number, numbers) for number in range(count)]
    while not over.is_set():
        begin = time.monotonic()
        for client in crowd:
            client.step()
        over.wait(max(0, 1 - (time.monotonic() - begin)))
    for client in crowd:
        client.close()


def be_abusive(over, port, count, seed):
    """All of the abusive, in a process of their own, which leaves the processors to others: theirs would be
    elsewhere."""
    os.nice(5)
    threading.stack_size(256 * 1024)
    crowd = Crowd()
    for number in range(count):
        crowd.add(abuse, port, number, random.Random(f"{seed} abusive {number}"))
    over.wait()
    crowd.stop()


def abuse(over, port, number, numbers):
    """What one of the abusive does: noise, floods, wrong passwords, forms and frames that are too much."""
    source = address(number, 13)
    kind = number % 5
    if kind == 0:
        with Connection(port, source) as connection:
            connection.socket.sendall(bytes(numbers.randrange(256) for _ in range(numbers.randrange(1, 4000))))
            connection.socket.recv(4096)
    elif kind == 1:
        with Connection(port, source) as connection:
            for _ in range(100):
                connection.send("GET", "/api/booths/search?q=" + "%ea%b0%80" * numbers.randrange(1, 40))
                connection.reply()
    elif kind == 2:
        call(port, "POST", "/api/sessions", {"email": "honest0@example.com", "password": f"{numbers.random()}"},
             source=source)
        over.wait(1)
    elif kind == 3:
        with Connection(port, source) as connection:
            part = b'--x\r\nContent-Disposition: form-data; name="files"; filename="a"\r\n\r\n\r\n'
            connection.send("POST", "/api/photos", {"Content-Type": "multipart/form-data; boundary=x"}, part * 5000)
            connection.reply()
    else:
        with WebSocket(port, "/api/realtime") as socket_:
            socket_.connection.socket.sendall(b"\x01\x81\0\0\0\0a" + b"\x00\x81\0\0\0\0a" * 3000)
            socket_.connection.socket.settimeout(5)
            socket_.connection.socket.recv(100)
    over.wait(numbers.random())


def descriptors(server):
    return len(os.listdir(f"/proc/{server.process.pid}/fd"))


def megabytes(server):
    return server.resident() / 1_000_000


def report(server, begin, text):
    print(f"{(time.monotonic() - begin) / 60:6.1f} min  {descriptors(server):6} descriptors  "
        f"{megabytes(server):7.1f} MB  {text}",
          flush=True)


def show(title, measured):
    print(f"\n{title}: {sum(measured.counts.values())} honest requests, {len(measured.failures)} failed, "
          f"{measured.waits} told to wait")
    print("  request      count   p50 ms   p99 ms")
    for kind, count, middle, slow in measured.table():
        print(f"  {kind:9} {count:8} {middle:8.1f} {slow:8.1f}")
    print(flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", default=str(ROOT / ".build/release/fourcuts"))
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--seed", type=int, default=20261123)
    parser.add_argument("--honest", type=int, default=20)
    parser.add_argument("--slow", type=int, default=1000)
    parser.add_argument("--abusive", type=int, default=200)
    options = parser.parse_args()
    Process.program = str(pathlib.Path(options.program).resolve())
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(65_536, resource.getrlimit(resource.RLIMIT_NOFILE)[1]),) * 2)
    threading.stack_size(256 * 1024)
    with Server(*OPTIONS) as server:
        return soak(server, options)


def soak(server, options):
    shared = Shared(server)
    people = [HonestClient(server, number, options.seed, shared) for number in range(options.honest)]
    begin = time.monotonic()

    def honest(seconds):
        """Lets the honest ones, and their listeners, use the server for some time."""
        crowd, measured = Crowd(), Measured()
        for number, person in enumerate(people):
            crowd.add(person.run, measured)
            crowd.add(listen, server, person.person, number, shared.channel)
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            time.sleep(min(300, left))
            report(server, begin, "")
        crowd.stop()
        for person in people:
            person.close()
        return measured

    share = min(300, options.minutes * 60 / 4)
    honest(min(30, share))  # What every server keeps from its first requests on.
    calm = honest(share)
    show("The calm", calm)
    settle(server)
    before = (descriptors(server), megabytes(server))
    report(server, begin, "the start")
    over = multiprocessing.Event()
    crowds = [multiprocessing.Process(target=work, args=(over, server.port, count, options.seed))
              for work, count in ((be_slow, options.slow), (be_abusive, options.abusive))]
    for crowd in crowds:
        crowd.start()
    loaded = honest(options.minutes * 60 - share)
    over.set()
    for crowd in crowds:
        crowd.join(timeout=60)
        crowd.kill()
    show(f"Beside {options.slow} slow and {options.abusive} abusive clients", loaded)
    settle(server, before[0])
    after = (descriptors(server), megabytes(server))
    report(server, begin, "the end, all gone")
    for failure in (calm.failures + loaded.failures)[:20]:
        print(f"failed  {failure}")
    grown = (after[0] - before[0], after[1] - before[1])
    print(f"Grown by {grown[0]} descriptors (at most {LARGEST_DESCRIPTORS}) and {grown[1]:.1f} MB (at most "
        f"{LARGEST_MEGABYTES}); "
          f"seed {options.seed}.")
    held = not calm.failures and not loaded.failures and grown[0] <= LARGEST_DESCRIPTORS and grown[
        1] <= LARGEST_MEGABYTES
    print("It held." if held else "It did not hold.")
    return 0 if held else 1


def settle(server, wanted=0):
    """Lets connections end that nobody uses."""
    end = time.monotonic() + 60
    last = None
    while time.monotonic() < end:
        now = descriptors(server)
        if now <= wanted or now == last and not wanted:
            break
        last = now
        time.sleep(2)
    time.sleep(2)


if __name__ == "__main__":
    sys.exit(main())
