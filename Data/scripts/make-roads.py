#!/usr/bin/env python3
"""Writes roads.csv: the main roads that the base map draws. The same inputs give the same bytes.

    make-roads.py ROADS INPUT...

An input is one of

  MOCT_LINK.shp   the national standard node-link (국가표준노드링크) as the ministry publishes it, whole or a part: true
                  geometry. MOCT_NODE.shp is read as well where it lies beside it.
  NAME.geojson    a part of it, as lines with the properties name, rank, lanes, link, both and len. If all lines are
                  straight, from junction to junction, their lengths tell how far off the middle of each may be.
  natural-earth…  lines of Natural Earth without properties: motorways and national roads for small scales.

../README.md names the inputs of the shipped file. The columns of roads.csv, which is sorted:

  source          of which input: its file's name without "roads-" and extension
  name            Korean; empty: none
  rank            ROAD_RANK: 101 motorway, 102 urban motorway, 103 national road, 104 metropolitan city's road,
                  105 state-supported local road, 106 local road, 107 road of a city, county or district, 108 other;
                  0: of Natural Earth
  lanes           of both directions together; 0: not known
  ramp            1 for a ramp
  oneway          1 if it is one direction of a road, or a one-way road
  uncertainty_m   how far the drawn line may be from the road in the middle, in metres; 0: it has the road's vertices
  line            Encoded Polyline Algorithm Format, five decimals
"""

import csv
import json
import pathlib
import sys

import numpy
import pyproj
import shapefile
import shapely

import boundaries

HEADER = ["source", "name", "rank", "lanes", "ramp", "oneway", "uncertainty_m", "line"]
# In degrees; half of what five decimals keep apart.
TOLERANCE = 2e-5
GEODESIC = pyproj.Geod(ellps="GRS80")
# What the ministry's file has without a .prj: Korea 2000, Central Belt 2010.
DEFAULT_CRS = "EPSG:5186"
# Lines of the shipped parts that lie more than 30 m from any road where they were compared with another map: rebuilt
# since, or in a tunnel. Their uncertainty is at least this, in metres.
FOUND_WRONG = {
    "__fdFkn}eWgEqD", "_aidFkc_fWbCbB", "_lidFw`afWBaG", "a_fdFaddfWEgC", "awddF}ccfWcj@xY", "evidFyb_fWjOK",
    "goddFwndfW_@aG", "i~idFid_fWdDp@", "kbidFqzzeWM}H", "k}fdFmlafWl@oI", "o_idFye~eWhB@", "oagdF}x_fWNgI",
    "qfidFea~eWyI~O", "yeidFec_fWBnJ", "yeidFec_fWxCE", "{_fdFehdfWXbC", "}`jdFwx_fWoBfB", "}agdF}kafWlCoE",
    "}ifdFks}eWrAxA", "svjdFkw}eWyEtE", "kmfdFws}eWRlC", "qdgdFmpafWdF~B", "k|cdFwvafWuVeY", "q~idFyj`fWuWxC",
    "ogjdFoccfWuBaD", "s|idFij~eWtFuC", "clfdFop{eWjBs@", "cfhdFgecfWtA}B"}
MIN_UNCERTAINTY_OF_WRONG = 60
# Names that say that there is none.
NO_NAMES = {"", "-", "None"}


def encoded(points):
    return boundaries.encoded([[tuple(numpy.rint(numpy.array(point) * 1e5).astype(int).tolist()) for point in points]])


def named(text):
    text = (text or "").strip()
    return "" if text in NO_NAMES else text


def uncertainty(points, length):
    """How far a road of a length between the ends of a straight line can be from it: half the minor axis of an
    ellipse."""
    (longitude, latitude), (other, another) = points[0], points[-1]
    _, _, straight = GEODESIC.inv(longitude, latitude, other, another)
    return round(max(0.0, length ** 2 - straight ** 2) ** 0.5 / 2)


# MARK: Inputs

def rows_of_part(path):
    features = json.loads(path.read_text(encoding="utf-8"))["features"]
    lines = [feature["geometry"]["coordinates"] for feature in features]
    is_straight = all(len(line) == 2 for line in lines)
    for feature, line in zip(features, lines):
        properties, text = feature["properties"], encoded(line)
        doubt = MIN_UNCERTAINTY_OF_WRONG if text in FOUND_WRONG else 0
        yield {
            "name": named(properties.get("name")), "rank": properties["rank"], "lanes": properties["lanes"] or 0,
            "ramp": properties["link"], "oneway": 1 - properties["both"],
            "uncertainty_m": max(doubt, uncertainty(line, properties["len"]) if is_straight else 0), "line": text}


def rows_of_natural_earth(path):
    for feature in json.loads(path.read_text(encoding="utf-8"))["features"]:
        geometry = feature["geometry"]
        lines = [geometry["coordinates"]] if geometry["type"] == "LineString" else geometry["coordinates"]
        for line in lines:
            yield {
                "name": "", "rank": 0, "lanes": 0, "ramp": 0, "oneway": 0, "uncertainty_m": 0, "line": encoded(line)}


def rows_of_links(path):
    """The links of the ministry's file, those of both directions of a road as one."""
    projection = path.with_suffix(".prj")
    crs = pyproj.CRS.from_wkt(projection.read_text()) if projection.exists() else DEFAULT_CRS
    transformer = pyproj.Transformer.from_crs(crs, "EPSG:4326", always_xy=True)
    nodes = nodes_beside(path)
    links = {}
    for found in shapefile.Reader(str(path), encoding="cp949", encodingErrors="replace").iterShapeRecords():
        record, points = found.record.as_dict(), [tuple(point[:2]) for point in found.shape.points]
        if len(points) < 2:
            continue
        ends = str(record["F_NODE"]), str(record["T_NODE"])
        points[0], points[-1] = nodes.get(ends[0], points[0]), nodes.get(ends[1], points[-1])
        name, ramp = named(record["ROAD_NAME"]), int(str(record["CONNECT"]).strip() not in ("", "0", "000"))
        key = (*ends, name)
        opposite = links.get((ends[1], ends[0], name))
        if opposite and opposite["oneway"]:
            opposite.update(lanes=opposite["lanes"] + int(record["LANES"]), oneway=0)
            continue
        # Two links between the same junctions are two roads.
        while key in links:
            key += ("again",)
        links[key] = {
            "name": name, "rank": int(record["ROAD_RANK"]), "lanes": int(record["LANES"]), "ramp": ramp, "oneway": 1,
            "uncertainty_m": 0, "points": points}
    for link in links.values():
        line = numpy.column_stack(transformer.transform(*numpy.array(link.pop("points")).T))
        yield {**link, "line": encoded(
            shapely.get_coordinates(shapely.simplify(shapely.LineString(line), TOLERANCE)).tolist())}


def nodes_beside(path):
    """The junctions by their numbers; none without the file of them."""
    other = path.with_name(path.name.replace("LINK", "NODE"))
    if other == path or not other.exists():
        return {}
    reader = shapefile.Reader(str(other), encoding="cp949", encodingErrors="replace")
    return {str(node.record["NODE_ID"]): tuple(node.shape.points[0][:2]) for node in reader.iterShapeRecords()}


def rows(path):
    if path.suffix == ".shp":
        return rows_of_links(path)
    return rows_of_natural_earth(path) if path.name.startswith("natural-earth") else rows_of_part(path)


def main(target, paths):
    with open(target, "w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, HEADER, lineterminator="\n")
        writer.writeheader()
        for path in paths:
            source = "natural-earth" if path.name.startswith("natural-earth") else path.stem.removeprefix("roads-")
            made = [{"source": source, **row} for row in rows(path)]
            writer.writerows(sorted(made, key=lambda row: [str(row[column]) for column in HEADER]))


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]), [pathlib.Path(argument) for argument in sys.argv[2:]])
