"""Line charts as SVG: cost against the number of points, both on logarithmic scales.

    python3 Tests/Peers/charts.py .build/peers/benchmarks.json DIRECTORY
"""

import json
import math
import pathlib
import statistics
import sys
from xml.sax.saxutils import escape

WIDTH, HEIGHT = 720, 400
LEFT, RIGHT, TOP, BOTTOM = 70, 190, 44, 44
# Told apart also by people who do not see all colours (Okabe and Ito).
COLOURS = ("#000000", "#0072b2", "#d55e00", "#009e73", "#cc79a7")


def draw(tables, directory):
    """Writes a chart for each table by size into a directory. Gives the files."""
    files, colours = [], {}
    for table in tables:
        if sizes := sizes_of(table):
            for row in table["rows"]:
                colours.setdefault(row[0], COLOURS[len(colours) % len(COLOURS)])
            name = "".join(letter if letter.isalnum() else "-" for letter in table["title"].split(",")[0].lower())
            file = directory / f"{name}.svg"
            file.write_text(chart(table, sizes, colours))
            files.append(file)
    return files


def sizes_of(table):
    """The numbers of points, by column."""
    return {at: int(column.replace(",", "")) for at, column in enumerate(table["columns"])
            if column.replace(",", "").isdigit()}


def chart(table, sizes, colours):
    lines = {row[0]: [(size, row[at]) for at, size in sizes.items() if not isinstance(row[at], str)]
             for row in table["rows"]}
    lines = {name: points for name, points in lines.items() if points}
    values = [value for points in lines.values() for _, cell in points for value in cell]
    x = scale(min(sizes.values()), max(sizes.values()), LEFT, WIDTH - RIGHT)
    low, high = 10 ** math.floor(math.log10(min(values))), 10 ** math.ceil(math.log10(max(values)))
    y = scale(low, high, HEIGHT - BOTTOM, TOP)
    parts = [f'<text x="{LEFT}" y="22" font-size="15" font-weight="bold">{escape(table["title"])}</text>']
    for tick in ticks(low, high):
        parts.append(f'<path d="M{LEFT} {y(tick):.1f}H{WIDTH - RIGHT}" stroke="#ddd"/>'
                     f'<text x="{LEFT - 6}" y="{y(tick) + 4:.1f}" text-anchor="end">{tick:,}</text>')
    for size in sizes.values():
        parts.append(f'<text x="{x(size):.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{size:,}</text>')
    parts.append(f'<text x="{(LEFT + WIDTH - RIGHT) / 2}" y="{HEIGHT - 8}" text-anchor="middle">points</text>')
    labels = label_positions({name: y(statistics.median(points[-1][1])) for name, points in lines.items()})
    for name, points in lines.items():
        parts += line(name, points, colours[name], x, y, labels[name])
    start = (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" '
             f'font-size="12">\n<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>\n')
    return start + "\n".join(parts) + "\n</svg>\n"


def line(name, points, colour, x, y, label):
    """Medians, joined, and the range of the rounds at each."""
    medians = [(x(size), y(statistics.median(cell))) for size, cell in points]
    path = "L".join(f"{at:.1f} {median:.1f}" for at, median in medians)
    yield f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="2"/>'
    for (at, median), (_, cell) in zip(medians, points):
        yield (f'<circle cx="{at:.1f}" cy="{median:.1f}" r="3" fill="{colour}"/>'
               f'<path d="M{at:.1f} {y(min(cell)):.1f}V{y(max(cell)):.1f}" stroke="{colour}"/>')
    yield f'<text x="{WIDTH - RIGHT + 10}" y="{label + 4:.1f}" fill="{colour}">{escape(name)}</text>'


def scale(low, high, start, end):
    """From a value to a position, by logarithm. One value alone is in the middle."""
    if low == high:
        return lambda _: (start + end) / 2
    return lambda value: start + (end - start) * math.log(value / low) / math.log(high / low)


def ticks(low, high):
    decades = [low * 10 ** power for power in range(round(math.log10(high / low)) + 1)]
    between = [decade * factor for decade in decades[:-1] for factor in (2, 5)] if len(decades) < 4 else []
    return sorted(tick if tick < 1 else round(tick) for tick in decades + between)


def label_positions(wanted):
    """Moves labels down so that none covers another."""
    positions, last = {}, -math.inf
    for name, position in sorted(wanted.items(), key=lambda item: item[1]):
        last = positions[name] = max(position, last + 15)
    return positions


if __name__ == "__main__":
    for written in draw(json.loads(pathlib.Path(sys.argv[1]).read_text())["tables"], pathlib.Path(sys.argv[2])):
        print(written)
