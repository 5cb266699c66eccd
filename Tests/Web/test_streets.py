"""Vector tiles of an archive: reading, drawing and naming them."""

import base64
import gzip
import json
import math
import pathlib
import random
import sqlite3
import tempfile
import unittest

import mapbox_vector_tile

from service import WebTest
from test_base_map import OVERLAPS, ROAD_NAMES

TILES = pathlib.Path(__file__).parent / "tiles"
LAYERS = {
    "openmaptiles": ["water", "transportation", "transportation_name", "building", "place"],
    "protomaps": ["earth", "water", "roads", "buildings", "places"],
    "shortbread": ["ocean", "land", "streets", "street_labels", "buildings", "place_labels"],
}

# Reads tiles with the page's own module: the layers with type, properties and coordinates of each feature.
READ = """
const { modules } = await import(document.documentElement.dataset.tree + '/core/modules.js');
const { readTile } = modules['views/map/vector-tile.js'];
const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)).buffer;
const read = (text) => Object.fromEntries(Object.entries(readTile(bytes(text)))
  .map(([layer, features]) => [layer, features.map(({ type, properties, parts }) => [type, properties, parts])]));
"""


def stored(schema):
    """The tiles of a schema, compressed, by zoom level, column and row from the north."""
    return {tuple(map(int, path.name.split(".")[0].split("-")[1:])): path.read_bytes()
            for path in sorted(TILES.glob(f"{schema}-*.mvt.gz"))}


def middle(zoom, column, row):
    north = math.pi * (1 - (2 * row + 1) / 2 ** zoom)
    return math.degrees(math.atan(math.sinh(north))), (column + 0.5) / 2 ** zoom * 360 - 180


def points(geometry):
    """The coordinates of a geometry, without order and repetition: what rings repeat is told in several ways."""
    def each(coordinates):
        if isinstance(coordinates[0], (int, float)):
            yield tuple(coordinates)
        else:
            for part in coordinates:
                yield from each(part)
    return set(each(geometry["coordinates"]))


def evaluate(browser, script, *arguments):
    return browser.execute_script(f"return (async (...given) => {{ {READ} {script} }})(...arguments);", *arguments)


def encoded(raw):
    return base64.b64encode(raw).decode()


class Reading(WebTest):
    def test_tiles_are_read_as_another_reader_reads_them(self):
        browser = self.visit("/")
        count = 0
        for path in sorted(TILES.glob("*.mvt.gz")):
            raw = gzip.decompress(path.read_bytes())
            wanted = mapbox_vector_tile.decode(raw, default_options={"y_coord_down": True})
            found = evaluate(browser, "return read(given[0]);", encoded(raw))
            self.assertEqual(set(found), set(wanted))
            for layer, features in wanted.items():
                scale = 4096 / features["extent"]
                self.assertEqual(len(found[layer]), len(features["features"]))
                for (_, properties, parts), feature in zip(found[layer], features["features"]):
                    count += 1
                    self.assertEqual(properties, feature["properties"])
                    own = {(part[at] / scale, part[at + 1] / scale) for part in parts for at in range(0, len(part), 2)}
                    self.assertEqual(own, points(feature["geometry"]))
        self.assertGreater(count, 38000)

    def test_values_of_all_types_and_other_extents_are_read(self):
        values = {"text": "한글", "true": True, "false": False, "whole": 7, "large": 2 ** 40, "negative": -5,
            "broken": 0.25}
        raw = mapbox_vector_tile.encode(
            {"name": "x", "features": [{"geometry": "LINESTRING (0 0, 256 512)", "properties": values}]},
            default_options={"extents": 512, "y_coord_down": True})
        browser = self.visit("/")
        self.assertEqual(evaluate(browser, "return read(given[0]);", encoded(raw)),
            {"x": [[2, values, [[0, 0, 2048, 4096]]]]})
        # Layers that nobody wants are skipped; those of one name are one.
        script = """return Object.keys(readTile(bytes(given[0]), (layer) => layer !== 'x'))
          .concat(readTile(bytes(given[1])).x.length);"""
        self.assertEqual(evaluate(browser, script, encoded(raw), encoded(raw + raw)), [2])

    def test_no_bytes_make_reading_fail_or_last(self):
        chance = random.Random(40)
        tiles = [gzip.decompress(path.read_bytes()) for path in sorted(TILES.glob("*.mvt.gz"))][:2]
        broken = [b"", b"\x1a", b"\x1a\xff\xff\xff\xff\x0f", b"\x1a\x0c\x78\x02\x0a\x01x\x12\x05\x18\x02\x22\x01\xfa",
            bytes(64)]
        # A command that promises two thousand million points.
        broken.append(b"\x1a\x10\x78\x02\x0a\x01x\x12\x09\x18\x02\x22\x05\xf9\xff\xff\xff\x7f")
        for _ in range(150):
            raw = bytearray(chance.choice(tiles)[:chance.randrange(20, 6000)])
            for _ in range(chance.randrange(1, 30)):
                raw[chance.randrange(len(raw))] = chance.randrange(256)
            broken.append(bytes(raw))
        browser = self.visit("/")
        script = """
            for (const text of given[0]) {
              for (const features of Object.values(readTile(bytes(text)))) {
                for (const feature of features) [feature.parts, feature.path, feature.box];
              }
            }
            return given[0].length;"""
        self.assertEqual(evaluate(browser, script, [encoded(raw) for raw in broken]), len(broken))


class WithoutStreets(WebTest):
    def test_the_sources_say_where_the_map_knows_no_roads(self):
        browser = self.visit("/?at=35.1631,129.1636,16")
        browser.until_text(".leaflet-control-attribution", "이 지역은 도로 자료 없음")
        browser.shot("no-roads-haeundae")
        # Seoul has some, and from further away nobody expects them.
        for view in ["37.5563,126.9236,16", "35.1631,129.1636,13"]:
            self.show(browser, f"/?at={view}")
            browser.until(lambda: browser.all(".name"), "names")
            self.assertNotIn("도로 자료 없음", browser.text(".leaflet-control-attribution"))


class BentNames(WebTest):
    PLACE = """
        const { modules } = await import(document.documentElement.dataset.tree + '/core/modules.js');
        const { placesOf } = modules['views/map/road-names.js'];
        const road = { name: 'name', kind: 'primary', lines: [given[0].map(([x, y]) => ({ x, y }))] };
        const view = { min: { x: 0, y: 0 }, max: { x: 1000, y: 1000 } };
        return placesOf(road, Array(8).fill(10), view, () => true);"""

    def placed(self, line):
        browser = self.visit("/")
        return browser.execute_script(
            f"return (async (...given) => {{ {self.PLACE} }})(...arguments);", line)

    def test_names_follow_a_bent_road_from_left_to_right_and_a_sharp_corner_has_none(self):
        arc = [[500 + 200 * math.cos(turn / 20), 500 - 200 * math.sin(turn / 20)] for turn in range(10, 54)]
        for line in [arc, arc[::-1]]:
            corners = [corner["x"] for corner in self.placed(line)[0]["line"]]
            self.assertGreater(len(corners), 3)
            self.assertEqual(corners, sorted(corners))
        self.assertEqual(self.placed([[300, 400], [360, 400], [360, 340]]), [])
        for line in [[300, 400], [600, 400]], [[600, 400], [300, 400]]:
            start, end = self.placed(line)[0]["line"]
            self.assertEqual((start["y"], end["y"], end["x"] - start["x"]), (400, 400, 96))
        start, end = self.placed([[300, 300], [300, 600]])[0]["line"]
        self.assertGreater(start["y"], end["y"])


class Painting(WebTest):
    DRAW = """
        const { modules } = await import(document.documentElement.dataset.tree + '/core/modules.js');
        const { drawRoads } = modules['views/map/road-painter.js'];
        const context = new OffscreenCanvas(60, 60).getContext('2d');
        const path = new Path2D('M0 30H60');
        const colors = { 'path-thin': '#00ff00', minor: '#00ff00', 'minor-edge': '#ff0000' };
        drawRoads(context, [{ properties: { kind: given[0] }, path }],
          { zoom: given[1], scale: 1, metresPerPixel: 0.4, colors, isVisible: () => true });
        const { data } = context.getImageData(30, 0, 1, 60);
        return [data.filter((value, index) => index % 4 === 0 && value > 128).length,
          data.filter((value, index) => index % 4 === 1 && value > 128).length];"""

    def test_paths_have_no_edges_from_close_by_either(self):
        browser = self.visit("/")
        draw = lambda *given: browser.execute_script(f"return (async (...given) => {{ {self.DRAW} }})(...arguments);",
            *given)
        for zoom in [16, 18, 19]:
            edges, surface = draw("path", zoom)
            self.assertEqual((edges, surface in range(1, 6)), (0, True), (zoom, surface))
        self.assertGreater(draw("minor", 18)[0], 0)


class Archive(WebTest):
    """An archive of a schema, as a file that the server serves."""

    schema = ""

    @classmethod
    def tiles(cls):
        return stored(cls.schema)

    @classmethod
    def options(cls):
        if not cls.schema:
            raise unittest.SkipTest("for others to inherit")
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        path = str(pathlib.Path(folder.name) / "streets.mbtiles")
        database = sqlite3.connect(path)
        database.executescript("""
            CREATE TABLE metadata (name TEXT, value TEXT);
            CREATE TABLE tiles (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB);
            INSERT INTO metadata VALUES ('format', 'pbf'), ('attribution', '© OpenStreetMap contributors'),
              ('planetiler:osm:osmosisreplicationtime', '2026-06-09T17:00:00Z');""")
        layers = json.dumps({"vector_layers": [{"id": name, "fields": {}} for name in LAYERS[cls.schema]]})
        database.execute("INSERT INTO metadata VALUES ('json', ?)", [layers])
        database.executemany("INSERT INTO tiles VALUES (?, ?, ?, ?)", [
            (zoom, column, 2 ** zoom - 1 - row, tile) for (zoom, column, row), tile in cls.tiles().items()])
        database.commit()
        database.close()
        return ["--tiles", path]

    def shown(self, at, zoom, **options):
        latitude, longitude = at
        browser = self.visit(f"/?at={latitude:.5f},{longitude:.5f},{zoom}", width=1280, height=800, **options)
        browser.until(lambda: browser.all(".base-tile[data-archive]"), "streets")
        return browser

    def colors(self, browser):
        """The colours of the base map by their names, and how many pixels of the squares with streets each has."""
        return browser.execute_script("""
            const style = getComputedStyle(document.documentElement);
            const names = ['green', 'building', 'minor', 'service', 'path-thin', 'primary', 'secondary', 'sea', 'land',
              'motorway'];
            const counts = Object.fromEntries(names.map((name) => [name, 0]));
            const context = document.createElement('canvas').getContext('2d');
            const rgb = (color) => {
              context.fillStyle = color;
              const value = parseInt(context.fillStyle.slice(1), 16);
              return `${value >> 16} ${(value >> 8) & 255} ${value & 255}`;
            };
            const byColor = new Map(names.map((name) => [rgb(style.getPropertyValue(`--map-${name}`)), name]));
            for (const canvas of document.querySelectorAll('.base-tile[data-archive]')) {
              const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d');
              copy.drawImage(canvas, 0, 0);
              const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
              for (let at = 0; at < data.length; at += 4) {
                const name = byColor.get(`${data[at]} ${data[at + 1]} ${data[at + 2]}`);
                if (name) counts[name] += 1;
              }
            }
            return counts;""")


class OpenMapTiles(Archive):
    schema = "openmaptiles"

    def test_a_city_outside_the_base_maps_roads_has_streets_buildings_and_names(self):
        at = middle(14, 13973, 6361)
        for language, dark in [("ko-KR", False), ("en-US", True)]:
            browser = self.shown(at, 16, language=language, dark=dark)
            counts = self.colors(browser)
            for kind in ["building", "land"]:
                self.assertGreater(counts[kind], 500, (kind, counts))
            # Of one colour on a light page.
            self.assertGreater(counts["minor"] + counts["secondary"] + counts["service"], 500, counts)
            browser.until(lambda: browser.execute_script(ROAD_NAMES), "names of streets")
            self.assertEqual(browser.execute_script(OVERLAPS)[2], [])
            self.assertIn("© OpenStreetMap contributors", browser.text(".leaflet-control-attribution"))
            self.assertEqual(browser.complaints(), [])
            browser.shot(f"archive-suwon-{language}")
            browser.quit()

    def test_names_are_in_the_language_of_the_page_where_the_tile_has_them(self):
        browser = self.shown(middle(14, 4136, 6066), 15, language="en-US")
        browser.until(lambda: len(browser.execute_script(ROAD_NAMES)) > 3, "names of streets")
        self.assertTrue(all(name.isascii() for name, *_ in browser.execute_script(ROAD_NAMES)))

    def test_the_last_level_is_enlarged(self):
        at = middle(14, 13973, 6361)
        for zoom in [15, 18]:
            browser = self.shown(at, zoom)
            asked = [url for url, _ in browser.traffic() if "/tiles/" in url]
            self.assertTrue(all("/tiles/14/" in url for url in asked), asked)
            browser.quit()


class Exits(Archive):
    schema = "openmaptiles"
    #: Around the mark in the middle of the view, two of them at one place.
    POIS = [(1848, 2048, {"ref": "9"}), (2248, 2048, {"ref": "9-1"}), (2048, 1848, {"name": "홍대입구역 8번 출구"}),
            (2048, 2248, {"name:latin": "12"}), (2050, 2250, {"ref": "13"}), (2248, 2248, {"name": "Market & 7th St"}),
            (1848, 2248, {"ref": "1;2;3"}), (1848, 1848, {"name": "역사 1989"})]

    @classmethod
    def tiles(cls):
        entrance = {"class": "entrance", "subclass": "subway_entrance"}
        pois = [{"geometry": f"POINT ({x} {y})", "properties": {**entrance, **properties}}
            for x, y, properties in cls.POIS]
        pois.append({"geometry": "POINT (2248 1848)", "properties": {"class": "shop", "ref": "5", "name": "4번"}})
        raw = mapbox_vector_tile.encode([
            {"name": "poi", "features": pois},
            {"name": "transportation", "features": [
                {"geometry": "LINESTRING (0 2048, 4096 2048)", "properties": {"class": "primary"}}]},
        ], default_options={"y_coord_down": True})
        return {(14, 13971, 6343): raw}

    def numbers(self, browser):
        return set(browser.texts(".name.exit"))

    def test_exits_of_stations_have_their_numbers_from_street_level_on(self):
        at = middle(14, 13971, 6343)
        for language, dark in [("ko-KR", False), ("en-US", True)]:
            browser = self.shown(at, 17, language=language, dark=dark)
            browser.until(lambda: {"9", "9-1", "8"} <= self.numbers(browser), "exits")
            # Of two at one place one is shown; those without a number are not.
            self.assertIn(self.numbers(browser) - {"9", "9-1", "8"}, [{"12"}, {"13"}])
            self.assertEqual(browser.execute_script(OVERLAPS)[2], [])
            marks = [browser.execute_script("return Number(getComputedStyle(arguments[0]).zIndex)", browser.one(pane))
                     for pane in [".leaflet-names-pane", ".leaflet-marker-pane"]]
            self.assertLess(*marks)
            self.assertEqual(browser.violations("#map"), [])
            browser.shot(f"exits-{language}")
            browser.quit()
        browser = self.shown(at, 15)
        browser.until(lambda: browser.all(".name"), "names")
        self.assertEqual(self.numbers(browser), set())


class WithoutNetwork(Archive):
    has_worker = True
    schema = "openmaptiles"
    AT = middle(14, 13973, 6361)
    STORED = """
        const done = arguments[arguments.length - 1];
        caches.open(arguments[0]).then((cache) => cache.keys())
          .then((keys) => done(keys.map(({ url }) => new URL(url).pathname)));"""

    def stop(self):
        self.service.stop()
        self.addCleanup(self.service.start)

    def controlled(self, path, **options):
        browser = self.visit(path, width=1280, height=800, **options)
        browser.until(lambda: browser.execute_script(
            "return navigator.serviceWorker.controller?.state") == "activated", "a service worker")
        return browser

    def stored(self, browser, cache):
        return browser.execute_async_script(self.STORED, cache)

    def show(self, browser, zoom=16):
        browser.get(self.service.address(f"/?at={self.AT[0]:.5f},{self.AT[1]:.5f},{zoom}"))

    def shows_streets(self, browser):
        self.show(browser)
        browser.until(lambda: browser.all(".base-tile[data-archive]"), "streets")
        browser.until(lambda: browser.execute_script(ROAD_NAMES), "names of streets")
        self.assertIn("© OpenStreetMap contributors", browser.text(".leaflet-control-attribution"))
        self.assertTrue(browser.one(".leaflet-control-attribution").is_displayed())

    def test_streets_that_were_seen_are_there_and_the_oldest_make_room(self):
        browser = self.controlled("/")
        browser.execute_async_script("""
            const done = arguments[arguments.length - 1];
            const old = new Response('x', { headers: { 'Fourcuts-Size': String(32 << 20) } });
            caches.open('map-tiles').then((cache) => cache.put('/tiles/14/1/1', old)).then(done);""")
        self.show(browser)
        browser.until(lambda: "/tiles/14/13973/6361" in self.stored(browser, "map-tiles"), "stored tiles")
        browser.until(lambda: "/tiles/14/1/1" not in self.stored(browser, "map-tiles"), "room for new tiles")
        self.stop()
        self.shows_streets(browser)

    def test_streets_around_saved_booths_are_there(self):
        browser = self.controlled("/?at=37.5,127.0,16")
        browser.execute_script("localStorage.setItem('fourcuts.saved', arguments[0])", json.dumps([
            {"id": 1, "name": "x", "latitude": self.AT[0], "longitude": self.AT[1], "status": "operating"}]))
        browser.get(self.service.address("/?at=37.5,127.0,16"))
        browser.until(lambda: "/tiles/14/13973/6361" in self.stored(browser, "saved-map-tiles"), "stored tiles")
        # Also when those that were seen have made room for others.
        browser.execute_async_script("caches.delete('map-tiles').then(arguments[0])")
        self.stop()
        self.shows_streets(browser)


class Protomaps(Archive):
    schema = "protomaps"

    def test_streets_are_drawn_and_named(self):
        browser = self.shown(middle(15, 26922, 19454), 16)
        counts = self.colors(browser)
        self.assertGreater(counts["land"], 1000)
        self.assertGreater(counts["minor"] + counts["service"] + counts["secondary"] + counts["primary"], 1000, counts)
        browser.until(lambda: browser.execute_script(ROAD_NAMES), "names of streets")
        self.assertEqual(browser.complaints(), [])
        browser.shot("archive-perth")
        # The list of sources says how old the file's data are.
        browser.one(".leaflet-control-attribution button").click()
        browser.until_text(".sources", "© OpenStreetMap contributors, 2026-06-09")


class Cities(Archive):
    """Cities that both the base map and the archive have, one of them in Korean."""

    schema = "protomaps"
    PERTH, TOKYO = (-31.9523, 115.8613), (35.6700, 139.7200)

    @classmethod
    def tiles(cls):
        places = [(600, {"name": "Perth", "name:en": "Perth", "name:ko": "퍼스"}),
                  (600, {"name": "東京", "name:en": "Tokyo"}), (2300, {"name": "Elsewhere"})]
        raw = mapbox_vector_tile.encode([
            {"name": "earth", "features": [
                {"geometry": "POLYGON ((0 0, 0 4096, 4096 4096, 4096 0, 0 0))", "properties": {}}]},
            {"name": "places", "features": [
                {"geometry": f"POINT ({x} 500)", "properties": {"kind": "locality", **names}} for x, names in places]},
        ], default_options={"y_coord_down": True})
        return {(11, column + x, row + y): raw for column, row in [(1683, 1216), (1819, 806)] for x in [-1, 0, 1]
            for y in [-1, 0, 1]}

    def test_a_city_has_one_name_in_the_language_of_the_page_if_either_has_it(self):
        for at, language, name, others in [
            (self.PERTH, "ko-KR", "퍼스", {"Perth"}), (self.PERTH, "en-US", "Perth", {"퍼스"}),
            (self.TOKYO, "ko-KR", "도쿄", {"Tokyo", "東京"}), (self.TOKYO, "en-US", "Tokyo", {"도쿄", "東京"}),
        ]:
            browser = self.shown(at, 12, language=language)
            names = lambda: set(browser.texts(".name"))
            browser.until(lambda: {name, "Elsewhere"} <= names(), f"{name} among {names()}")
            self.assertEqual(names() & others, set())
            browser.quit()


class Shortbread(Archive):
    schema = "shortbread"

    @classmethod
    def tiles(cls):
        layer = lambda name, *features: {"name": name, "features": [
            {"geometry": geometry, "properties": properties} for geometry, properties in features]}
        raw = mapbox_vector_tile.encode([
            layer("ocean", ("POLYGON ((0 0, 0 4096, 1200 4096, 1200 0, 0 0))", {})),
            layer("land", ("POLYGON ((2600 2600, 2600 3400, 3600 3400, 3600 2600, 2600 2600))", {"kind": "forest"})),
            layer("buildings", ("POLYGON ((2600 400, 2600 900, 3400 900, 3400 400, 2600 400))", {})),
            layer("streets", ("LINESTRING (1300 2048, 4096 2048)",
                {"kind": "primary", "tunnel": False, "rail": False})),
            layer("street_labels",
                ("LINESTRING (1300 2048, 4096 2048)", {"kind": "primary", "name": "Kaistraße", "name_en": "Quay"})),
        ], default_options={"y_coord_down": True})
        return {**stored(cls.schema), (14, 8800, 5373): raw}

    def test_streets_are_drawn_and_named_and_the_sea_is_exact(self):
        for language, name in [("en-US", "Quay"), ("ko-KR", "Kaistraße")]:
            browser = self.shown(middle(14, 8800, 5373), 16, language=language)
            counts = self.colors(browser)
            for kind in ["sea", "land", "green", "building", "primary"]:
                self.assertGreater(counts[kind], 1000, counts)
            browser.until(lambda: name in {shown for shown, *_ in browser.execute_script(ROAD_NAMES)}, name)
            self.assertEqual(browser.complaints(), [])
            browser.quit()


class BrokenTiles(Archive):
    schema = "openmaptiles"

    @classmethod
    def tiles(cls):
        raw = gzip.decompress(stored("openmaptiles")[14, 13973, 6361])
        promising = b"\x1a\x1e\x78\x02\x0a\x0etransportation\x12\x09\x18\x02\x22\x05\xf9\xff\xff\xff\x7f"
        return {(14, 13973, 6361): raw[:-900], (14, 13974, 6361): gzip.compress(raw)[:-40],
                (14, 13972, 6361): promising,
                (14, 13973, 6362): gzip.compress(b"\x1a" + bytes(17 << 20)), (14, 13973, 6360): b"no tile"}

    def test_they_draw_nothing_and_break_nothing(self):
        latitude, longitude = middle(14, 13973, 6361)
        browser = self.visit(f"/?at={latitude:.5f},{longitude:.5f},15", width=1280, height=800)
        browser.until(lambda: browser.all(".leaflet-base-pane .leaflet-tile-loaded"), "the base map")
        # What is whole of a tile that was cut off is drawn.
        browser.until(lambda: browser.all(".base-tile[data-archive]"), "streets")
        browser.until(lambda: browser.all(".name"), "names")
        complaints = [line for line in browser.complaints() if "/tiles/" not in line]
        self.assertEqual(complaints, [])


if __name__ == "__main__":
    unittest.main()
