"""Writes files of the catalogue by the layout in OfflineCatalogue.md, from booths as the API writes them.

It shares nothing with the server's writer, so that each checks what the other understands of the article.
"""

import datetime
import hashlib
import itertools
import struct

HEADER = 208
UNKNOWN_TIME = -2147483648


class Words:
    """Distinct texts; the first one is empty."""

    def __init__(self):
        self.positions = {"": 0}

    def index(self, word):
        return self.positions.setdefault(word or "", len(self.positions))


def texts(values):
    """Where each text ends, and the bytes of all."""
    parts = [(value or "").encode() for value in values]
    ends = list(itertools.accumulate(map(len, parts)))
    return struct.pack(f"<{len(ends)}I", *ends), b"".join(parts)


def minutes(written):
    """Since 1970."""
    if written is None:
        return UNKNOWN_TIME
    return int(datetime.datetime.fromisoformat(written.replace("Z", "+00:00")).timestamp() // 60)


def sections(booths, gone):
    """The sections in their order."""
    words = Words()
    known = lambda value: -1 if value is None else value
    pack = lambda kind, values: struct.pack(f"<{len(values)}{kind}", *values)
    numbers = lambda kind, name: pack(kind, [known(booth[name]) for booth in booths])
    shared = lambda values: pack("I", [words.index(value) for value in values])
    degrees = lambda name: pack("i", [round(booth[name] * 1e7) for booth in booths])
    bits = lambda booth: ({"unknown": 0, "operating": 1}[booth["status"]]
                          | {None: 0, False: 1, True: 2}[booth["even_prints_only"]] << 2)
    result = [
        pack("q", [booth["id"] for booth in booths]), degrees("latitude"), degrees("longitude"), numbers("i", "price"),
        shared([booth["brand"] for booth in booths]), shared([booth["opening_hours"] for booth in booths]),
        shared([",".join(booth["tags"]) for booth in booths]),
        numbers("h", "cuts"), numbers("h", "shots"), numbers("h", "capacity"),
        pack("B", [bits(booth) for booth in booths]),
    ]
    for name in ["name", "road_address", "lot_address", "phone"]:
        result += texts([booth[name] for booth in booths])
    currencies = shared([booth.get("currency") for booth in booths])
    return [*result, *texts(words.positions), pack("q", gone),
        pack("i", [minutes(booth["last_verified"]) for booth in booths]),
        # No booth names a source, so that there are no terms.
        shared(["" for _ in booths]), b"", currencies, *texts([booth.get("name_en") for booth in booths])]


def encoded(booths, version=1, mark="a", base=None, gone=(), more=(), count=None):
    """A snapshot; with `base`, the version and the mark of one, a delta. `more` sections follow the first `count` of
    the known ones."""
    parts = [*sections(booths, gone)[:count], *more]
    body = bytearray(8 * len(parts))
    for index, part in enumerate(parts):
        # The header's length is a multiple of 8 as well.
        body += bytes(-len(body) % 8)
        struct.pack_into("<II", body, 8 * index, len(body), len(part))
        body += part
    start, start_mark = base or (-1, "")
    header = struct.pack("<8sIIqq32s32sIIQ32s64s", b"4CUTSOFF", 1, len(parts), version, start, mark.encode(),
                         start_mark.encode(), len(booths), len(gone), len(body), hashlib.sha256(body).digest(),
                         bytes(64))
    assert len(header) == HEADER
    return header + bytes(body)


def booth(number, latitude, longitude, **more):
    """A booth with nothing known of it but where it is."""
    return {"id": number, "name": f"부스 {number}", "brand": None, "road_address": None, "lot_address": None,
            "latitude": latitude, "longitude": longitude, "phone": None, "opening_hours": None, "tags": [],
            "cuts": None, "shots": None, "price": None, "even_prints_only": None, "capacity": None, "status": "unknown",
            "last_verified": None, "name_en": None, "currency": None, **more}
