"""Attacks on memory by photos, and on what photos tell besides the picture."""

import random
import threading
import time

import pictures
from target import PUBLIC, Person, Server
from wire import Connection, ask

WIDTHS = ("", "?width=320", "?width=960")


def upload(server, person, picture, kind):
    reply = server.form("/api/photos", {}, [("files", kind, picture)], token=person.token)
    if reply.status != 201:
        raise RuntimeError(f"The upload gave {reply.status}: {reply.body[:200]}")
    return reply.json["photos"][0]["name"]


def photos_that_nobody_reads_fill_the_memory(numbers):
    with Server(*PUBLIC) as server:
        picture = pictures.noise(numbers, 2400, 2400)
        name = upload(server, Person(server), picture, "image/png")
        path = f"/api/photos/{name}"
        size = len(ask(server.port, "GET", path).body)
        before = server.resident()
        clients = [Connection(server.port, receive_buffer=4096) for _ in range(100)]
        for client in clients:
            client.send("GET", path)
        most = before
        for _ in range(40):
            time.sleep(0.1)
            most = max(most, server.resident())
        for client in clients:
            client.close()
        grown = (most - before) / 1e6
        yield (f"100 clients ask for {size / 1e6:.1f} MB and read nothing", "less than 200 MB more",
               f"{grown:.0f} MB more", grown < 200)
        before = server.bytes_read()
        tag = ask(server.port, "HEAD", path).headers.get("etag", "")
        ask(server.port, "GET", path, {"If-None-Match": tag})
        part = ask(server.port, "GET", path, {"Range": "bytes=0-99"})
        read = server.bytes_read() - before
        yield ("HEAD, 304 and a range of 100 bytes", "less than 1 MB is read of files",
               f"{part.status}, {read / 1e6:.2f} MB", part.status == 206 and read < 1e6)


def the_definition_is_made_again_and_again(_):
    with Server(*PUBLIC) as server:
        count = 200
        ask(server.port, "GET", "/openapi.json", {"Accept-Encoding": "gzip"})
        before = server.cpu_seconds()
        with Connection(server.port) as connection:
            for _ in range(count):
                connection.send("GET", "/openapi.json", {"Accept-Encoding": "gzip"})
                connection.reply()
        each = (server.cpu_seconds() - before) / count * 1000
        yield (f"{count} times /openapi.json, compressed", "less than 2 ms of work each", f"{each:.1f} ms", each < 2)


def photos_keep_what_is_no_picture(numbers):
    marker = f"marker-{numbers.getrandbits(64):016x}".encode()
    with Server(*PUBLIC) as server:
        person = Person(server)
        for title, (kind, make) in pictures.MARKED.items():
            name = upload(server, person, make(marker), kind)
            replies = {width: ask(server.port, "GET", f"/api/photos/{name}{width}") for width in WIDTHS}
            told = [width or "whole" for width, reply in replies.items() if marker in reply.body or hidden(reply.body)]
            statuses = ",".join(str(reply.status) for reply in replies.values())
            yield (f"{title} with marks in EXIF, XMP and the like", "none of it in any width",
                   f"{statuses}; found in {', '.join(told) or 'none'}", not told and statuses == "200,200,200")


HOSTILE_PHOTOS = 10_000


def photos_against_their_decoders(numbers):
    with Server(*PUBLIC) as server:
        honest, attackers = Person(server), [Person(server) for _ in range(2)]
        picture = pictures.noise(numbers, 600, 900)

        def times(count, is_over=lambda: True):
            found = []
            while len(found) < count or not is_over():
                begin = time.monotonic()
                upload(server, honest, picture, "image/png")
                found.append(time.monotonic() - begin)
                time.sleep(0.05)
            return sorted(found)

        times(5)
        calm, before = times(60), server.resident()
        statuses = {}

        def attack(person, numbers):
            for _ in range(HOSTILE_PHOTOS // len(attackers)):
                try:
                    reply = server.form("/api/photos", {}, [("files", "image/heic", pictures.hostile(numbers))],
                        token=person.token)
                    outcome = reply.status
                except (OSError, EOFError) as failure:
                    outcome = type(failure).__name__
                statuses[outcome] = statuses.get(outcome, 0) + 1

        threads = [threading.Thread(target=attack, args=(person, random.Random(numbers.random())))
            for person in attackers]
        for thread in threads:
            thread.start()
        meanwhile = times(60, lambda: not any(thread.is_alive() for thread in threads))
        for thread in threads:
            thread.join()
        told = ", ".join(f"{count} with {status}" for status, count in sorted(statuses.items(), key=str))
        yield (f"{HOSTILE_PHOTOS} hostile photos by {len(attackers)} members",
               "201, 400 and 422 only, by the same process", told,
               set(statuses) <= {201, 400, 422} and server.process.poll() is None)
        grown = (server.resident() - before) / 1e6
        yield "memory after them", "less than 50 MB more", f"{grown:.0f} MB more", grown < 50
        slow = [order[len(order) * 99 // 100] * 1000 for order in (calm, meanwhile)]
        yield (f"{len(meanwhile)} honest uploads meanwhile", "p99 less than three times calm",
               f"p99 {slow[1]:.0f} ms, calm {slow[0]:.0f} ms", slow[1] < 3 * slow[0])


def hidden(body):
    """Whether there is a container for what is no picture, whatever it holds."""
    return any(word in body for word in (b"Exif\0\0", b"EXIF", b"XMP ", b"x:xmpmeta", b"8BIM", b"ICC_PROFILE", b"eXIf"))


ATTACKS = [photos_against_their_decoders, photos_that_nobody_reads_fill_the_memory,
    the_definition_is_made_again_and_again, photos_keep_what_is_no_picture]
