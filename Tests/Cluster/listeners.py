"""Many event streams of a channel, which reconnect as clients do."""

import asyncio
import collections
import json
import random
import threading
import time

from machines import HOST, HTTPS_PORT, PROXY


class Listener:
    """One stream. It counts what it receives, and reconnects with its last revision."""

    def __init__(self, path, token, context):
        self.path, self.token, self.context = path, token, context
        self.revision, self.is_subscribed, self.breaks = None, False, 0
        self.received = collections.Counter()

    async def run(self):
        while True:
            try:
                await self.listen()
            except (OSError, EOFError, ValueError, asyncio.IncompleteReadError):
                pass
            self.breaks += self.is_subscribed
            self.is_subscribed = False
            # As clients should: not all at once.
            await asyncio.sleep(random.uniform(0.2, 1))

    async def listen(self):
        reader, writer = await asyncio.open_connection(PROXY, HTTPS_PORT, ssl=self.context, server_hostname=HOST)
        try:
            last = "" if self.revision is None else f"Last-Event-ID: {self.revision}\r\n"
            writer.write((
                f"GET {self.path} HTTP/1.1\r\nHost: {HOST}\r\nAccept: text/event-stream\r\n"
                f"Authorization: Bearer {self.token}\r\n{last}\r\n").encode())
            head = await reader.readuntil(b"\r\n\r\n")
            if b" 200 " not in head.split(b"\r\n")[0]:
                return
            pending = b""
            while chunk := await read_chunk(reader):
                *events, pending = (pending + chunk).split(b"\n\n")
                for event in events:
                    self.take(event.decode())
        finally:
            writer.close()

    def take(self, event):
        """An event has lines `event: …`, `id: …` and `data: …`; a comment has none of them."""
        fields = dict(line.split(": ", 1) for line in event.split("\n") if ": " in line and not line.startswith(":"))
        if "id" in fields:
            self.revision = int(fields["id"])
        if fields.get("event") == "subscribed":
            self.is_subscribed = True
        elif fields.get("event") == "messages":
            self.received.update(message["id"] for message in json.loads(fields["data"])["messages"])


async def read_chunk(reader):
    """A chunk of a body with `Transfer-Encoding: chunked`; empty at its end."""
    size = int((await reader.readuntil(b"\r\n")).split(b";")[0], 16)
    return (await reader.readexactly(size + 2))[:-2]


class Listeners:
    """They run on an event loop in a thread of their own."""

    def __init__(self, context, path, token, count):
        self.all = [Listener(path, token, context) for _ in range(count)]
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)

    def __enter__(self):
        self.thread.start()
        self.tasks = [asyncio.run_coroutine_threadsafe(listener.run(), self.loop) for listener in self.all]
        return self

    def __exit__(self, *_):
        for task in self.tasks:
            task.cancel()
        # Their sockets are closed before the loop ends.
        asyncio.run_coroutine_threadsafe(asyncio.sleep(0.5), self.loop).result()
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()

    def subscribed(self):
        return sum(listener.is_subscribed for listener in self.all)

    def all_subscribed(self):
        return self.subscribed() == len(self.all)

    def wait_until_subscribed(self, seconds):
        """How many are, once all are or the time is over."""
        end = time.monotonic() + seconds
        while not self.all_subscribed() and time.monotonic() < end:
            time.sleep(0.1)
        return self.subscribed()

    def wait_for_breaks(self, seconds):
        """How many lost their connection, once one has and a second has passed."""
        end = time.monotonic() + seconds
        while not any(listener.breaks for listener in self.all) and time.monotonic() < end:
            time.sleep(0.05)
        time.sleep(1)
        return sum(listener.breaks > 0 for listener in self.all)

    def have(self, expected):
        return not self.missed(expected)

    def missed(self, expected):
        """Messages that a listener did not get, of all listeners together."""
        return sum(len(expected - listener.received.keys()) for listener in self.all)

    def repeated(self, expected):
        return sum(listener.received[message] > 1 for listener in self.all for message in expected)
