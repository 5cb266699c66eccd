"""Measures the roads of the shipped tiles against streets of OpenStreetMap: how far off the middle of each straight
part is.

    python check-roads.py ../../Sources/API/Web/Files/views/map/base osm-central-seoul-2023.geojson

Needs mapbox-vector-tile and shapely. The file of streets has lines; those in its middle are compared, as it is cut off
at the edges. Of each part that is drawn sharply the distance to the next street of its direction is told, and the faint
ones beside them. It fails if a sharp one is more than 30 metres off.
"""

import json
import math
import pathlib
import statistics
import sys

import mapbox_vector_tile
from shapely.geometry import LineString, Point, box
from shapely.strtree import STRtree

ZOOM = 12
MAX_METRES = 30
# Streets of a direction are within this angle of it, in degrees.
MAX_ANGLE = 25
# Shorter parts are corners.
MIN_LENGTH = 40


def parts(coordinates):
    for start, end in zip(coordinates, coordinates[1:]):
        yield start, end, math.hypot(end[0] - start[0], end[1] - start[1])


def angle_between(one, other):
    angles = [math.degrees(math.atan2(end[1] - start[1], end[0] - start[0])) for start, end in [one, other]]
    turn = abs(angles[0] - angles[1]) % 180
    return min(turn, 180 - turn)


def drawn(folder, west, south, east, north, metres):
    """The straight parts of roads in a box, in metres, and whether each is drawn faintly."""
    count = 2 ** ZOOM
    row_of = lambda latitude: (0.5 - math.asinh(math.tan(math.radians(latitude))) / (2 * math.pi)) * count
    for x in range(int((west / 360 + 0.5) * count), int((east / 360 + 0.5) * count) + 1):
        for y in range(int(row_of(north)), int(row_of(south)) + 1):
            path = folder / f"{ZOOM}-{x}-{y}.mvt"
            if not path.exists():
                continue
            layer = mapbox_vector_tile.decode(path.read_bytes(), default_options={"y_coord_down": True})["road"]

            def place(point):
                longitude = ((x + point[0] / layer["extent"]) / count - 0.5) * 360
                turned = math.pi * (1 - 2 * (y + point[1] / layer["extent"]) / count)
                return metres(longitude, math.degrees(math.atan(math.sinh(turned))))

            for feature in layer["features"]:
                geometry = feature["geometry"]
                lines = [geometry["coordinates"]] if geometry["type"] == "LineString" else geometry["coordinates"]
                for line in lines:
                    for start, end, length in parts([place(point) for point in line]):
                        if length >= MIN_LENGTH:
                            yield start, end, bool(feature["properties"].get("faint"))


def main():
    folder, file = pathlib.Path(sys.argv[1]), sys.argv[2]
    streets = [feature["geometry"]["coordinates"] for feature in json.load(open(file, encoding="utf-8"))["features"]]
    points = [point for line in streets for point in line]
    west, east = min(x for x, _ in points) + 0.002, max(x for x, _ in points) - 0.002
    south, north = min(y for _, y in points) + 0.002, max(y for _, y in points) - 0.002
    scale = math.cos(math.radians((south + north) / 2))
    metres = lambda longitude, latitude: (longitude * 111_320 * scale, latitude * 111_320)
    segments = [(metres(*start), metres(*end)) for line in streets for start, end, _ in parts(line)]
    lines = [LineString(segment) for segment in segments]
    tree = STRtree(lines)
    area = box(*metres(west, south), *metres(east, north))
    found = {False: [], True: []}
    for start, end, is_faint in drawn(folder, west, south, east, north, metres):
        middle = Point((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
        if not area.contains(middle):
            continue
        near = [middle.distance(lines[index]) for index in tree.query(middle.buffer(300))
                if angle_between(segments[index], (start, end)) <= MAX_ANGLE]
        found[is_faint].append(min(near, default=300))
    for is_faint, distances in found.items():
        ordered = sorted(distances)
        percentile = lambda part: ordered[min(len(ordered) - 1, int(len(ordered) * part))]
        off = sum(1 for distance in ordered if distance > MAX_METRES)
        print(f"{'faint' if is_faint else 'sharp'}: {len(ordered)} parts, median {statistics.median(ordered):.0f} m, "
              f"90 % {percentile(0.9):.0f} m, 97 % {percentile(0.97):.0f} m, {off} off by more than {MAX_METRES} m")
    sys.exit(any(distance > MAX_METRES for distance in found[False]))


if __name__ == "__main__":
    main()
