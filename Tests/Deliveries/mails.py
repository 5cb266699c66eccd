"""Kills the server while it hands mails to a relay, and compares the times of answers for known and unknown addresses:
python3 Tests/Deliveries/mails.py --program fourcuts --kills 200 --pairs 2000

Exit code 1 if a mail is missing, if two different mails arrive for one request, or if the times differ.
"""

import argparse
import collections
import concurrent.futures
import email
import itertools
import math
import random
import signal
import socket
import statistics
import sys
import tempfile
import time

from aiosmtpd.controller import Controller

from server import ROOT, Server, call

# How long a mail is leased by a server that was killed, and some time to send it then.
LAST_LEASE = 200


class Relay:
    """Accepts mails, each after a moment in which the server may be killed."""

    def __init__(self, numbers, slowest):
        self.numbers, self.slowest = numbers, slowest
        self.messages = collections.defaultdict(collections.Counter)
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.controller = Controller(self, hostname="127.0.0.1", port=self.port)
        self.controller.start()

    async def handle_DATA(self, server, session, envelope):
        time.sleep(self.numbers.uniform(0, self.slowest))
        message = email.message_from_bytes(envelope.content)
        self.messages[envelope.rcpt_tos[0]][message["Message-ID"]] += 1
        return "250 accepted"


def serve(program, relay, folder):
    return Server(program, folder, "--smtp-url", f"smtp://127.0.0.1:{relay.port}", "--mail-from", "mail@booths.example")


def request(server, name, source):
    return call(server.port, "POST", "/api/password-reset-mails", {"email": f"{name}@example.com"}, source=source)


def sources():
    """Addresses of this machine, each another network for the limits."""
    return (f"127.{a}.{b}.{c}" for a, b, c in itertools.product(range(1, 255), repeat=3))


def kill(program, kills, numbers):
    """Whether each acknowledged mail arrived, as one mail."""
    expected, networks = collections.Counter(), sources()
    relay = Relay(numbers, slowest=0.02)
    with tempfile.TemporaryDirectory(prefix="fourcuts-mail-") as folder:
        server = serve(program, relay, folder)
        for number in range(kills):
            server.start()
            name, source = f"person{number}", next(networks)
            # One mail confirms the address, another sets a password.
            if server.sign_up(name, source).status == 201:
                expected[f"{name}@example.com"] += 1
                time.sleep(numbers.uniform(0, 0.02))
                expected[f"{name}@example.com"] += request(server, name, source).status == 204
            time.sleep(numbers.uniform(0, 0.06))
            server.end(signal.SIGKILL)
        server.start()
        end = time.monotonic() + LAST_LEASE
        while missing(expected, relay) and time.monotonic() < end:
            time.sleep(1)
        server.end()
    relay.controller.stop()
    lost = missing(expected, relay)
    counts = [count for messages in relay.messages.values() for count in messages.values()]
    more = sum(max(0, len(relay.messages[address]) - count) for address, count in expected.items())
    print(f"{kills} kills, {sum(expected.values())} mails acknowledged: {lost} missing, {more} more than asked for, "
          f"{sum(count > 1 for count in counts)} accepted again with the same Message-ID")
    return lost == 0 and more == 0


def missing(expected, relay):
    return sum(max(0, count - len(relay.messages[address])) for address, count in expected.items())


def compare(program, pairs, numbers):
    """Whether nothing tells a known address by the time of the answer."""
    networks = sources()
    relay = Relay(numbers, slowest=0)
    with tempfile.TemporaryDirectory(prefix="fourcuts-mail-") as folder:
        server = serve(program, relay, folder)
        server.start()
        # An address gets three mails in an hour: the first one confirms it.
        people = [f"person{number}" for number in range((pairs + 1) // 2)]
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            list(pool.map(lambda name: server.sign_up(name, next(networks)), people))
        time.sleep(3)
        times = {True: [], False: []}
        for number in range(pairs):
            order = [True, False]
            numbers.shuffle(order)
            for is_known in order:
                name = people[number // 2] if is_known else f"nobody{number}"
                begin = time.perf_counter()
                reply = request(server, name, next(networks))
                times[is_known].append((time.perf_counter() - begin) * 1000)
                if reply.status != 204:
                    raise RuntimeError(f"{name} gave {reply.status}: {reply.body[:200]}")
                # What the request has set off is over.
                time.sleep(0.02)
        server.end()
    relay.controller.stop()
    return judge(times[True], times[False])


def judge(known, unknown):
    """Mann and Whitney's test: how often a known address takes longer, which is half of the time by chance."""
    ranked = sorted([(value, True) for value in known] + [(value, False) for value in unknown])
    ranks = sum(rank for rank, (_, is_known) in enumerate(ranked, start=1) if is_known)
    (count, other) = (len(known), len(unknown))
    share = (ranks - count * (count + 1) / 2) / (count * other)
    score = (share - 0.5) / math.sqrt((count + other + 1) / (12 * count * other))
    print(f"{count} pairs: median {statistics.median(known):.3f} ms for known, {statistics.median(unknown):.3f} ms for "
          f"unknown addresses; a known one takes longer in {share * 100:.1f} % of comparisons (z = {score:.2f})")
    return abs(score) < 3.3


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", default=str(ROOT / ".build/release/fourcuts"))
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--pairs", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=20261129)
    options = parser.parse_args()
    numbers = random.Random(options.seed)
    held = [kill(options.program, options.kills, numbers), compare(options.program, options.pairs, numbers)]
    return 0 if all(held) else 1


if __name__ == "__main__":
    sys.exit(main())
