"""Tests of make-roads.py. Run: python -m unittest discover Data"""

import csv
import importlib.util
import json
import pathlib
import tempfile
import unittest

import numpy
import pyproj
import shapefile

HERE = pathlib.Path(__file__).parent
SPECIFICATION = importlib.util.spec_from_file_location("make_roads", HERE / "make-roads.py")
make_roads = importlib.util.module_from_spec(SPECIFICATION)
SPECIFICATION.loader.exec_module(make_roads)

# The fields of the ministry's file, with their sizes.
FIELDS = [("LINK_ID", 10), ("F_NODE", 10), ("T_NODE", 10), ("LANES", 2), ("ROAD_RANK", 3), ("ROAD_TYPE", 3),
          ("ROAD_NO", 5),
          ("ROAD_NAME", 30), ("ROAD_USE", 1), ("MULTI_LINK", 1), ("CONNECT", 3), ("MAX_SPD", 3), ("REST_VEH", 3),
          ("REST_W", 1), ("REST_H", 1), ("LENGTH", 18), ("REMARK", 30)]


def shipped(source):
    with open(HERE.parent / "roads.csv", encoding="utf-8") as file:
        return [row for row in csv.DictReader(file) if row["source"] == source]


def written(directory, inputs):
    target = directory / "roads.csv"
    make_roads.main(target, inputs)
    with open(target, encoding="utf-8") as file:
        return list(csv.DictReader(file))


def numbered(directory, roads):
    """Writes roads as the ministry does: a link for each direction, in metres, with junctions; Korean in CP949."""
    transformer = pyproj.Transformer.from_crs("EPSG:4326", "EPSG:5186", always_xy=True)
    nodes, written = {}, 0
    with shapefile.Writer(str(directory / "MOCT_LINK.shp"), shapefile.POLYLINE, encoding="cp949") as links:
        for name, size in FIELDS:
            links.field(name, "N" if name in ("LANES", "MAX_SPD") else "C", size)
        for road in roads:
            degrees = make_roads.boundaries.decoded(road["line"])[0]
            points = list(zip(*transformer.transform(*(numpy.array(degrees) / 1e5).T)))
            ends = [str(nodes.setdefault(point, 1000 + len(nodes))) for point in (degrees[0], degrees[-1])]
            lanes = int(road["lanes"])
            ways = [(points, ends, lanes)]
            if road["oneway"] == "0":
                ways = [(points, ends, lanes // 2), (points[::-1], ends[::-1], lanes - lanes // 2)]
            for points, (first, last), lanes in ways:
                written += 1
                links.line([points])
                links.record(LINK_ID=str(written), F_NODE=first, T_NODE=last, LANES=lanes, ROAD_RANK=road["rank"],
                             ROAD_TYPE="000",
                             ROAD_NAME=road["name"] or "-", CONNECT="101" if road["ramp"] == "1" else "000")
    with shapefile.Writer(str(directory / "MOCT_NODE.shp"), shapefile.POINT, encoding="cp949") as file:
        file.field("NODE_ID", "C", 10)
        for (longitude, latitude), number in nodes.items():
            file.point(*transformer.transform(longitude / 1e5, latitude / 1e5))
            file.record(NODE_ID=str(number))


class MakeRoads(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.directory = pathlib.Path(directory.name)

    def test_the_ministrys_layout_gives_the_roads_that_ship(self):
        roads = [road for road in shipped("daegu") if int(road["lanes"]) > 1 or road["oneway"] == "1"]
        numbered(self.directory, roads)
        made = written(self.directory, [self.directory / "MOCT_LINK.shp"])
        self.assertGreater(len(roads), 2800)
        # Two roads of a name between the same junctions have no numbers that tell which directions belong together.
        self.assertAlmostEqual(len(made), len(roads), delta=len(roads) * 0.005)
        same = {tuple(row[column] for column in make_roads.HEADER[1:]) for row in made}
        alike = sum(tuple(road[column] for column in make_roads.HEADER[1:]) in same for road in roads)
        # Lines that were simplified once may lose a point more.
        self.assertGreater(alike, len(roads) * 0.9)
        self.assertEqual({row["uncertainty_m"] for row in made}, {"0"})

    def test_a_straight_part_tells_how_far_off_a_road_may_be(self):
        def feature(length, line):
            properties = {"name": "종로", "rank": 103, "lanes": 4, "link": 0, "both": 1, "len": length}
            return {"properties": properties, "geometry": {"type": "LineString", "coordinates": line}}
        straight, bent = [[127.0, 37.5], [127.01, 37.5]], [[127.0, 37.5], [127.005, 37.501], [127.01, 37.5]]
        for lines, uncertainties in [([straight, straight], ["0", "236"]), ([straight, bent], ["0", "0"])]:
            path = self.directory / "roads-x.geojson"
            path.write_text(json.dumps({"features": [feature(884, lines[0]), feature(1002, lines[1])]}),
                encoding="utf-8")
            made = written(self.directory, [path])
            self.assertEqual([row["uncertainty_m"] for row in made], uncertainties)
            self.assertEqual({(row["source"], row["name"], row["oneway"]) for row in made}, {("x", "종로", "0")})


if __name__ == "__main__":
    unittest.main()
