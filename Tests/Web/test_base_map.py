"""The base map, and tiles over it: from a file, and missing ones."""

import csv
import math
import pathlib
import sqlite3
import struct
import tempfile
import unittest
import zlib

from service import ROOT, WebTest
from test_pages import Tiles

# In the middle of the map: red, green, blue and opacity of what is drawn there; null while nothing is.
PIXEL = """
const map = document.querySelector('#map').getBoundingClientRect();
const [x, y] = [map.left + map.width / 2, map.top + map.height / 2];
for (const canvas of document.querySelectorAll('.leaflet-base-pane canvas')) {
  const box = canvas.getBoundingClientRect();
  if (x < box.left || x >= box.right || y < box.top || y >= box.bottom) continue;
  if (!canvas.classList.contains('leaflet-tile-loaded')) continue;
  const scale = canvas.width / box.width;
  const pixel = new OffscreenCanvas(1, 1).getContext('2d');
  pixel.drawImage(canvas, Math.floor((x - box.left) * scale), Math.floor((y - box.top) * scale), 1, 1, 0, 0, 1, 1);
  return [...pixel.getImageData(0, 0, 1, 1).data];
}
return null;"""

# Names with what they lie over. A name along a road takes squares along its middle.
OVERLAPS = """
const inside = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
const boxes = (selector) =>
  [...document.querySelectorAll(selector)].map((it) => [it.textContent, it.getBoundingClientRect()]);
const squares = (name) => {
  const box = name.getBoundingClientRect();
  if (!name.matches('.letters')) return [box];
  return Array.from({ length: name.getNumberOfChars() }, (_, place) => {
    const [start, end] = [name.getStartPositionOfChar(place), name.getEndPositionOfChar(place)];
    const { x, y } = new DOMPoint((start.x + end.x) / 2, (start.y + end.y) / 2).matrixTransform(name.getScreenCTM());
    return { left: x - 6, top: y - 6, right: x + 6, bottom: y + 6 };
  });
};
const names = [...document.querySelectorAll('.name > :is(span, .letters)')].map((it) => [it.textContent, squares(it)]);
const marks = boxes('.leaflet-marker-icon:not(.name)').filter(([, box]) => box.width > 0)
  .map(([name, box]) => [name, [box]]);
const controls = boxes('.map-area :is(.leaflet-control, .round, .pill)').map(([name, box]) => [name, [box]]);
const found = [];
names.forEach(([name, own], index) => {
  for (const [other, taken] of [...marks, ...controls, ...names.slice(index + 1)]) {
    if (own.some((box) => taken.some((it) => inside(box, it)))) found.push([name, other]);
  }
});
return [names.length, marks.length, found];"""

# Name, middle and angle of the names along roads.
ROAD_NAMES = """
return [...document.querySelectorAll('.name.road > .letters')].map((it) => {
  const box = it.getBoundingClientRect();
  const [start, end] = [it.getStartPositionOfChar(0), it.getEndPositionOfChar(it.getNumberOfChars() - 1)];
  const angle = Math.atan2(end.y - start.y, end.x - start.x) * 180 / Math.PI;
  return [it.textContent, (box.left + box.right) / 2, (box.top + box.bottom) / 2, angle];
});"""


def roads(source, name):
    """The rows of a road with the middle of each, in degrees."""
    for row in csv.DictReader((ROOT / "Data/roads.csv").open(encoding="utf-8")):
        if row["source"] == source and row["name"] == name:
            values, value, shift = [], 0, 0
            for letter in row["line"]:
                part = ord(letter) - 63
                value |= (part & 31) << shift
                shift += 5
                if part < 32:
                    values.append(~(value >> 1) if value & 1 else value >> 1)
                    value, shift = 0, 0
            ends = [[sum(values[axis:2 + axis:2]), sum(values[axis::2])] for axis in [0, 1]]
            yield row, [sum(end) / 2e5 for end in ends]


class BaseMap(WebTest):
    def middle(self, latitude, longitude, zoom, **options):
        browser = self.visit(f"/?at={latitude},{longitude},{zoom}", width=500, height=700, **options)
        return browser, browser.until(lambda: browser.execute_script(PIXEL), "the base map")

    def test_land_is_land_and_water_is_water_at_every_zoom(self):
        land = [(37.5800, 127.0100, 12), (36.65, 128.7, 7), (33.37, 126.53, 9), (37.5, 130.86, 12),
                (37.241, 131.866, 16),
                (37.60, 126.93, 17), (35.17, 129.06, 13), (38.7, 126.9, 8), (38.2, 127.4, 10), (52.53, 13.41, 11),
                (35.7, 139.7, 12), (40, 100, 4), (25, 10, 6)]
        water = [(36.0, 125.0, 8), (35.0, 129.6, 11), (37.5345, 126.9365, 13), (33.9, 126.5, 10), (37.5, 129.8, 12),
                 (35.45, 139.88, 11), (0, -150, 5), (34.0, 127.5, 15)]
        for places, is_land in [(land, True), (water, False)]:
            for latitude, longitude, zoom in places:
                browser, pixel = self.middle(latitude, longitude, zoom)
                with self.subTest(at=(latitude, longitude, zoom), pixel=pixel):
                    drawn = pixel[3] == 255 and pixel[0] >= pixel[2]
                    self.assertEqual(drawn, is_land)
                browser.quit()

    def test_names_lie_under_no_mark_and_no_control_and_over_no_other_name(self):
        for language, letters in [("ko-KR", "[가-힣]"), ("en-US", "[A-Za-z]")]:
            browser = self.visit("/?at=37.5573,126.9258,13", width=1280, height=800, language=language)
            browser.until(lambda: len(browser.all(".name.station")) > 5, "names")
            for name in browser.texts(".name"):
                self.assertRegex(name, letters)
            zoom = 13
            for step in [0, -1, -1, -1, 1, 1, 1, 1, 1]:
                if step:
                    zoom += step
                    browser.one("#map").send_keys("=" if step > 0 else "-")
                    browser.until(lambda: browser.query()["at"].endswith(f",{zoom}"), f"level {zoom}")
                browser.until(lambda: not browser.all("[aria-busy=true], .leaflet-zoom-anim"), "a map that is done")
                names, marks, found = browser.until_still(OVERLAPS)
                self.assertGreater(names + marks, 0)
                self.assertEqual(found, [])
            self.assertEqual(browser.complaints(), [])

    def test_streets_have_the_names_of_their_neighbourhoods_and_sights(self):
        for at, language, names in [
            ("37.5535,126.9225,16", "ko-KR", {"서교동", "창전동", "홍대 앞", "홍익대학교"}),
            ("37.5760,126.9800,15", "en-US", {"Changdeokgung Palace", "Sajik-dong"}),
            ("36.6660,127.4950,14", "en-US", {"Yullyang-dong"}),
            ("37.7000,128.8300,13", "ko-KR", {"성산면"}),
        ]:
            with self.subTest(at=at):
                browser = self.visit(f"/?at={at}", width=1280, height=800, language=language)
                shown = lambda: browser.execute_script("""return [...document.querySelectorAll(
                    '.name:is(.landmark, .neighborhood, .town)')].map((it) => it.textContent)""")
                browser.until(lambda: names <= set(shown()), f"{names} among {shown()}")
                self.assertEqual(len(shown()), len(set(shown())))
                browser.quit()

    def test_the_minutes_of_walks_lie_under_no_mark(self):
        browser = self.visit("/?at=37.5563,126.9237,16", width=1280, height=800)
        boxes = """return [...document.querySelectorAll(arguments[0])].map((it) => it.getBoundingClientRect()
          .toJSON())"""
        inside = lambda a, b: a["left"] < b["right"] and b["left"] < a["right"] and a["top"] < b["bottom"] and b[
            "top"] < a["bottom"]
        def covered():
            marks = browser.execute_script(boxes, ".pin-face, .cluster > span")
            return [(label, mark) for label in browser.execute_script(boxes, ".minutes > span") for mark in marks
                if inside(label, mark)]
        browser.until(lambda: browser.all(".pin") and browser.all(".minutes") and not covered(),
            "minutes beside the marks")
        # The list says how long each walk is.
        self.assertTrue(browser.all("[aria-hidden=true] > .minutes"))
        # Where marks are all around there is none.
        browser.resize(390, 844)
        for at in ["37.5563,126.9236,15", "37.4980,127.0277,14", "37.5446,127.0560,15", "37.5446,127.0560,16"]:
            self.show(browser, f"/?at={at}")
            browser.until(lambda: browser.all(".pin, .cluster") and not covered(), f"no minutes under a mark at {at}")

    def test_the_subways_outside_the_capital_region_are_drawn_with_their_stations(self):
        stops = list(csv.DictReader((ROOT / "Data/subway.csv").open(encoding="utf-8")))
        for line, names, language in [
            ("부산1호선", ["서면", "부전"], "ko-KR"), ("부산2호선", ["Haeundae", "Dongbaek"], "en-US"),
            ("대구2호선", ["반월당", "경대병원"], "ko-KR"), ("대전1호선", ["시청", "정부청사"], "ko-KR"),
            ("광주1호선", ["Geumnamno 4-ga", "Asia Culture Center"], "en-US"),
        ]:
            ends = [next(stop for stop in stops if stop["line"] == line and name in stop.values()) for name in names]
            latitude, longitude = (sum(float(end[axis]) for end in ends) / 2 for axis in ["latitude", "longitude"])
            browser, pixel = self.middle(latitude, longitude, 13, language=language)
            with self.subTest(line=line, pixel=pixel):
                browser.until(lambda: set(names) <= set(browser.texts(".name.station")), "both names")
                # The line lets a third of the land through, which is nearly white.
                for drawn, part in zip(pixel, bytes.fromhex(ends[0]["colour"])):
                    self.assertAlmostEqual(drawn, 0.65 * part + 0.35 * 240, delta=30)
            browser.quit()

    def test_roads_are_drawn_by_their_kind_and_uncertain_ones_faintly(self):
        colors = {"primary": (0xFD, 0xEE, 0xC6), "motorway": (0xF7, 0xD1, 0x89)}
        for source, name, zoom, kind, wanted in [
            ("seoul", "강남대로", 16, "primary", lambda row: row["uncertainty_m"] == "0" and int(row["lanes"]) > 7),
            ("seoul", "도산대로", 13, "primary", lambda row: row["uncertainty_m"] == "0" and int(row["lanes"]) > 7),
            ("daegu", "신천대로", 15, "motorway", lambda row: row["ramp"] == "0" and len(row["line"]) < 16),
        ]:
            row, (latitude, longitude) = next(road for road in roads(source, name) if wanted(road[0]))
            browser, pixel = self.middle(latitude, longitude, zoom)
            browser.quit()
            with self.subTest(name=name, row=row, pixel=pixel):
                for drawn, color in zip(pixel, colors[kind]):
                    self.assertAlmostEqual(drawn, color, delta=12)
        # Straight between its ends, and up to 100 m away in the middle: nearly the colour of the land, and none closer
        # by.
        row, (latitude, longitude) = next(road for road in roads("jeju", "일주동로")
                                          if 90 < int(road[0]["uncertainty_m"]) < 110)
        for zoom, is_drawn in [(14, True), (17, False)]:
            browser, pixel = self.middle(latitude, longitude, zoom)
            browser.quit()
            with self.subTest(row=row, zoom=zoom, pixel=pixel):
                self.assertEqual(tuple(pixel[:3]) != (0xF7, 0xF2, 0xEA), is_drawn)
                self.assertGreater(min(pixel[:3]), 0xC6)

    def test_an_island_without_national_roads_has_roads_from_further_away_too(self):
        row, (latitude, longitude) = next(road for road in roads("jeju", "일주동로")
                                          if road[0]["uncertainty_m"] == "0" and len(road[0]["line"]) < 20)
        for zoom in [11, 12, 13]:
            browser, pixel = self.middle(latitude, longitude, zoom)
            browser.quit()
            with self.subTest(row=row, zoom=zoom, pixel=pixel):
                self.assertNotEqual(tuple(pixel[:3]), (0xF7, 0xF2, 0xEA))

    def test_names_along_roads_are_upright_and_repeated_at_a_distance(self):
        for at, language, expected in [
            ("37.5563,126.9237,16", "ko-KR", {"양화로", "와우산로"}),
            ("37.5563,126.9237,16", "en-US", {"Yanghwa-ro", "Wausan-ro"}),
            ("35.8690,128.5940,15", "en-US", {"Dalgubeol-daero"}), ("33.4996,126.5312,15", "ko-KR", {"연삼로"}),
        ]:
            browser = self.visit(f"/?at={at}", width=1280, height=800, language=language)
            shown = lambda: {name for name, *_ in browser.execute_script(ROAD_NAMES)}
            browser.until(lambda: expected <= shown(), f"{expected} among {shown()}")
            names = browser.execute_script(ROAD_NAMES)
            with self.subTest(at=at, language=language):
                self.assertTrue(all(-90 <= angle <= 90 for *_, angle in names), names)
                self.assertGreater(len({angle for *_, angle in names}), 3)
                for index, (name, x, y, _) in enumerate(names):
                    for other, left, top, _ in names[index + 1:]:
                        self.assertTrue(name != other or math.hypot(x - left, y - top) > 250, name)
                self.assertEqual(browser.execute_script(OVERLAPS)[2], [])
            browser.quit()

    def test_the_sources_of_all_that_the_map_shows_are_one_press_away(self):
        for language, names in [("ko-KR", ["국토지리정보원", "국토교통부 국가표준노드링크"]), ("en-US", ["GSHHG 2.3", "Natural Earth"])]:
            for size in [{}, {"width": 1280, "height": 800}]:
                browser = self.visit("/?at=37.5573,126.9258,13", language=language, **size)
                browser.one(".leaflet-control-attribution button").click()
                browser.until(lambda: browser.one("dialog .sources").is_displayed(), "the dialog")
                for name in [*names, "2014–2023", "LGPL 3", "ODbL 1.0", "OpenStreetMap", "data.go.kr"]:
                    self.assertIn(name, browser.text(".sources"))
                self.assertNotIn("undefined", browser.text(".sources"))
                self.assertEqual(browser.violations("dialog"), [])
                self.assertEqual(browser.complaints(), [])
                browser.shot(f"sources-{language}-{len(size)}")
                browser.quit()

    def test_it_is_dark_on_a_dark_page(self):
        _, light = self.middle(37.58, 127.01, 12)
        browser, dark = self.middle(37.58, 127.01, 12, dark=True)
        self.assertGreater(min(light[:3]), 200)
        self.assertLess(max(dark[:3]), 80)
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia",
            {"features": [{"name": "prefers-color-scheme", "value": "light"}]})
        browser.until(lambda: min(browser.execute_script(PIXEL)[:3]) > 200, "light")


class FailingTiles(WebTest):
    @classmethod
    def options(cls):
        # Nothing listens there.
        return ["--tiles", "http://127.0.0.1:9/{z}/{x}/{y}.png", "--tile-attribution", "© Nobody"]

    def test_the_base_map_shows_through_with_its_names(self):
        browser = self.visit("/?at=37.5573,126.9258,13", width=1280, height=800)
        browser.until(lambda: browser.all(".leaflet-base-pane .leaflet-tile-loaded"), "the base map")
        browser.until(lambda: len(browser.all(".name")) > 3, "names")
        self.assertIn("© Nobody", browser.text(".leaflet-control-attribution"))


def picture(shade):
    """One grey pixel as PNG."""
    part = lambda kind, data: (struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)))
    return (b"\x89PNG\r\n\x1a\n" + part(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0))
            + part(b"IDAT", zlib.compress(bytes([0, shade]))) + part(b"IEND", b""))


class WithFile(WebTest):
    """Tiles of a file, each of one colour."""

    PIXEL = Tiles.PIXEL

    @classmethod
    def options(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        path = str(pathlib.Path(folder.name) / "map.mbtiles")
        database = sqlite3.connect(path)
        database.executescript("""
            CREATE TABLE metadata (name TEXT, value TEXT);
            CREATE TABLE tiles (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB);
            INSERT INTO metadata VALUES ('format', 'png'), ('attribution', '<a href="x">© File</a>');""")
        # The western half of a view of Seoul.
        for zoom, columns, rows in [(12, range(3480, 3492), range(1580, 1592)),
            (13, range(6960, 6984), range(3160, 3184))]:
            database.executemany("INSERT INTO tiles VALUES (?, ?, ?, ?)", [
                (zoom, column, 2 ** zoom - 1 - row, cls.PIXEL) for column in columns for row in rows])
        database.commit()
        database.close()
        return ["--tiles", path]

    def filter(self):
        browser = self.visit("/?at=37.5573,126.9258,13", dark=True)
        browser.until(lambda: browser.all(".tiles .leaflet-tile-loaded"), "tiles")
        return browser.one(".tiles").value_of_css_property("filter")


class TilesOfAFile(WithFile):
    def test_they_are_shown_and_the_base_map_where_there_are_none(self):
        browser = self.visit("/?at=37.5573,126.9258,13", width=1280, height=800)
        browser.until(lambda: len(browser.all(".tiles .leaflet-tile-loaded")) > 5, "tiles")
        self.assertIn("© File", browser.text(".leaflet-control-attribution"))
        self.assertIn("Natural Earth", browser.text(".leaflet-control-attribution"))
        # The last level is enlarged, and beyond the first one nothing is asked for.
        browser.get(self.service.address("/?at=37.5573,126.9258,15"))
        browser.until(lambda: browser.all(".tiles .leaflet-tile-loaded"), "enlarged tiles")
        browser.get(self.service.address("/?at=37.5573,126.9258,8"))
        browser.until(lambda: len(browser.all(".name")) > 2, "names of the base map")
        self.assertFalse(browser.all(".tiles img"))
        self.assertEqual(browser.complaints(), [])


class BrightTiles(WithFile):
    PIXEL = picture(240)

    def test_a_drawn_map_is_dark_on_a_dark_page(self):
        self.assertIn("invert", self.filter())


class DarkTiles(WithFile):
    PIXEL = picture(100)

    def test_a_photo_is_only_dimmed_on_a_dark_page(self):
        self.assertIn("brightness(0.62)", self.filter())
        self.assertNotIn("invert", self.filter())


if __name__ == "__main__":
    unittest.main()
