"""Offline use: the catalogue file, its distances, and the map over it."""

import base64
import contextlib
import csv
import datetime
import http.server
import json
import os
import random
import struct
import subprocess
import tempfile
import threading
import urllib.error
import urllib.parse
import urllib.request

from geographiclib.geodesic import Geodesic
from selenium.webdriver.common.keys import Keys

from catalogue_file import HEADER, booth, encoded
from service import PROGRAM, Service, WebTest

# The modules of the page, by their paths; then `work` with them, whose result or error is handed over.
WITH_MODULES = """
  const [done, given] = [arguments[arguments.length - 1], arguments[0]];
  const tree = document.querySelector('script[type=module]').src.replace('app.js', '');
  const load = (name) => import(`${tree}core/${name}.js`);
  const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)).buffer;
  (async () => { %s })().then(done, (failure) => done({ failed: `${failure.constructor.name}: ${failure.message}` }));
"""

OPEN = """
  const { Catalogue } = await load('catalogue');
  const { CatalogueFile } = await load('catalogue-file');
  const open = ([snapshot, delta]) => new Catalogue(new CatalogueFile(bytes(snapshot)),
    delta ? new CatalogueFile(bytes(delta)) : null);
"""

WGS84 = Geodesic.WGS84


def in_korea(count, seed=1):
    """Booths in and around the cities, some at the same place."""
    numbers = random.Random(seed)
    cities = [(37.55, 126.98), (35.18, 129.08), (36.35, 127.38), (33.5, 126.53)]
    booths = []
    for number in range(1, count + 1):
        latitude, longitude = numbers.choice(cities)
        place = (round(numbers.gauss(latitude, 0.1), 7), round(numbers.gauss(longitude, 0.1), 7))
        if booths and numbers.random() < 0.1:
            place = (booths[-1]["latitude"], booths[-1]["longitude"])
        booths.append(booth(
            number * 3, *place, brand=numbers.choice(["인생네컷", "Photo Ism", None]),
            price=numbers.choice([4000, 6000, None]),
            capacity=numbers.choice([2, 4, None]), road_address=numbers.choice([f"서울 마포구 와우산로 {number}", None])))
    return booths


def nearest(booths, latitude, longitude, limit):
    """The expected result: numbers and distances, by whole millimetres, then by number."""
    measured = [(round(WGS84.Inverse(latitude, longitude, it["latitude"], it["longitude"],
                 Geodesic.DISTANCE)["s12"] * 1000), it["id"]) for it in booths]
    return [[number, millimetres / 1000] for millimetres, number in sorted(measured)[:limit]]


class ThePage(WebTest):
    """One browser on one page for all tests."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.page = cls.kind()
        cls.addClassCleanup(cls.page.quit)
        cls.page.get(cls.service.address("/app/card"))

    def run_in_page(self, work, *given):
        return self.page.execute_async_script(WITH_MODULES % work, *given)

    @staticmethod
    def written(*files):
        return [base64.b64encode(file).decode() for file in files]


class Distances(ThePage):
    def pairs(self):
        numbers = random.Random(1)
        within = numbers.uniform
        for _ in range(400):
            a, b = within(-90, 90), within(-180, 180)
            yield a, b, within(-90, 90), within(-180, 180)
            for degrees in [1e-9, 1e-7, 1e-5, 1e-3, 0.1, 1]:
                yield a, b, max(-90, min(90, a + within(-degrees, degrees))), b + within(-degrees, degrees)
            for degrees in [0, 1e-12, 1e-9, 1e-6, 1e-3, 0.5]:
                yield a, b, max(-90, min(90, -a + within(-degrees, degrees))), b + 180 + within(-degrees, degrees)
            yield a, b, a, b
            yield a, b, a, within(-180, 180)
            yield a, b, -a, b + within(178, 180)
            yield a, b, within(-90, 90), b
            yield a, b, within(-90, 90), b + 180
            yield numbers.choice([-90, 90]), b, a, within(-180, 180)
            yield within(89.9999, 90), b, within(-90, -89.9999), within(-180, 180)
            yield 0, b, 0, within(-180, 180)
            yield 0, b, 0, b + within(179, 180)
            yield 0, b, a, b + 179.9
            yield within(-1e-6, 1e-6), b, within(-1e-6, 1e-6), b + within(179, 180)
        yield from [(90, 0, -90, 0), (90, 5, 90, 60), (0, 0, 0, 180), (0, -180, 0, 180), (0, 179.9, 0, -179.9)]

    def test_they_are_those_of_karney_everywhere(self):
        pairs = list(self.pairs())
        found = self.run_in_page("""
            const { geodesicDistance } = await load('geodesic');
            return given.map((pair) => geodesicDistance(...pair));""", pairs)
        worst = max((abs(metres - WGS84.Inverse(*pair, Geodesic.DISTANCE)["s12"]), pair)
                    for metres, pair in zip(found, pairs, strict=True))
        self.assertLess(worst[0], 5e-6, worst)


class TheFile(ThePage):
    NEAREST = OPEN + """
      const catalogue = open(given.files);
      const { text = '', ...filter } = given.filter;
      return Promise.all(given.positions.map(async ([latitude, longitude]) => {
        const query = text ? await catalogue.query(text, { latitude, longitude }) : null;
        const found = query?.booths(given.limit, filter)
          ?? catalogue.nearest(latitude, longitude, given.limit, filter);
        return found.map(({ id, distance_m }) => [id, distance_m]);
      }));"""

    def nearest(self, files, positions, limit=20, **wanted):
        return self.run_in_page(self.NEAREST, {
            "files": self.written(*files), "positions": positions, "limit": limit, "filter": wanted})

    def test_the_nearest_are_those_of_a_search_through_all(self):
        booths = in_korea(2000)
        numbers = random.Random(3)
        # Also from far away, where many are at nearly the same distance; a place of two booths; the poles.
        positions = [[numbers.gauss(36.5, 1), numbers.gauss(127.5, 1)] for _ in range(40)] + [
            [booths[0]["latitude"], booths[0]["longitude"]], [-37.5, -53], [90, 0], [-90, 0], [0, 0], [37.5, -180],
            [37.5, 180]]
        for limit in [1, 20, 99]:
            for position, found in zip(positions, self.nearest([encoded(booths)], positions, limit), strict=True):
                self.assertEqual(found, nearest(booths, *position, limit), position)

    def test_filters_leave_what_they_say(self):
        booths = in_korea(500)
        # Letters of one to four bytes go before the others.
        booths[0]["name"] = "A é 부스 \N{ROCKET}"
        at = [37.55, 126.98]
        for wanted, passes in [
            ({"brands": ["photoism"]}, lambda it: it["brand"] == "Photo Ism"),
            ({"people": 4}, lambda it: it["capacity"] != 2),
            ({"price": 5000}, lambda it: it["price"] == 4000),
            ({"text": "와우산로3"}, lambda it: "와우산로 3" in (it["road_address"] or "")),
            ({"text": "부스15"}, lambda it: it["name"].startswith("부스 15")),
            ({"text": "PHOTOISM"}, lambda it: it["brand"] == "Photo Ism"),
            ({"bounds": [126.9, 37.4, 127, 37.6]},
             lambda it: 126.9 <= it["longitude"] <= 127 and 37.4 <= it["latitude"] <= 37.6),
            ({"bounds": [127, 30, 126, 40]}, lambda it: not 126 < it["longitude"] < 127),
            ({"brands": ["nobody"]}, lambda it: False),
        ]:
            left = [it for it in booths if passes(it)]
            self.assertEqual(self.nearest([encoded(booths)], [at], 50, **wanted), [nearest(left, *at, 50)], wanted)

    def test_a_booth_is_read_as_the_server_writes_it(self):
        full = booth(2**53 - 1, -33.8688197, 151.2092955, name="하나 \N{ROCKET}", brand="인생네컷", road_address="길 1",
                     lot_address="동 2", phone="02-1", opening_hours="Mo-Su 10:00-22:00", tags=["a", "b"], cuts=4,
                     shots=8,
                     price=0, even_prints_only=True, capacity=6, status="operating",
                     last_verified="2026-11-23T10:11:00Z", name_en="Hana", currency="AUD")
        bare = booth(1, 90, -180, even_prints_only=False)
        found = self.run_in_page(OPEN + "const it = open(given.files); return given.ids.map((id) => it.booth(id));",
                                 {"files": self.written(encoded([bare, full])), "ids": [full["id"], 1, 2]})
        self.assertEqual(found, [full, bare, None])
        former = self.run_in_page(OPEN + "return open(given.files).booth(given.id);",
                                  {"files": self.written(encoded([bare, full], count=23)), "id": full["id"]})
        self.assertEqual(former, {**full, "name_en": None, "currency": None})

    def test_a_delta_changes_adds_and_removes(self):
        booths = in_korea(300)
        changed = [{**booths[0], "name": "새 이름"}, booth(5000, 37.5, 127)]
        gone = [booths[1]["id"], booths[2]["id"], 999_999]
        files = [encoded(booths, 7, "m"), encoded(changed, 9, "n", base=(7, "m"), gone=gone)]
        now = [it for it in booths[3:]] + changed
        for position in [[37.55, 126.98], [booths[1]["latitude"], booths[1]["longitude"]]]:
            self.assertEqual(self.nearest(files, [position]), [nearest(now, *position, 20)])
        names = self.run_in_page(OPEN + """
            const it = open(given.files);
            return [...given.ids.map((id) => it.booth(id)?.name ?? null), it.count];""",
            {"files": self.written(*files), "ids": [booths[0]["id"], booths[1]["id"], 5000]})
        self.assertEqual(names, ["새 이름", None, "부스 5000", len(now)])

    def test_a_catalogue_may_be_empty_and_have_further_sections(self):
        self.assertEqual(self.nearest([encoded([])], [[37, 127]]), [[]])
        self.assertEqual(self.nearest([encoded([booth(1, 37, 127)], more=[b"later", b""])], [[37, 127]]), [[[1, 0]]])

    def test_a_delta_of_another_snapshot_is_refused(self):
        snapshot = encoded([booth(1, 37, 127)], 7, "m")
        for other in [encoded([], 9, "n", base=(6, "m")), encoded([], 9, "n", base=(7, "x")), snapshot]:
            self.assertIn("InvalidCatalogue", self.nearest([snapshot, other], [[37, 127]])["failed"])
        delta = encoded([], 9, "n", base=(7, "m"))
        self.assertIn("InvalidCatalogue", self.nearest([delta], [[37, 127]])["failed"])

    def test_no_bytes_break_the_reader(self):
        """A damaged file is refused or read as far as it is intact: no other error, and no hang."""
        file = encoded(in_korea(50), 7, "m")
        numbers = random.Random(4)
        broken = [file[:length] for length in [0, 1, 8, HEADER - 1, HEADER, HEADER + 8, len(file) - 1]] + [file + b"\0"]
        edge = struct.pack("<I", 2**32 - 1)
        # All of the header and the directory, then the rest at random.
        for offset in [*range(0, HEADER + 23 * 8, 4), *(numbers.randrange(len(file) - 4) for _ in range(600))]:
            for value in [edge, bytes(4), numbers.randbytes(4)]:
                broken.append(file[:offset] + value + file[offset + 4:])
        found = self.run_in_page(OPEN + """
            return given.map((file) => {
              const start = performance.now();
              try {
                const catalogue = open([file]);
                const all = catalogue.nearest(37.5, 127, 1000, { people: 2 }).length;
                catalogue.nearest(37.5, 127, 10).forEach(({ id }) => catalogue.booth(id));
                return ['read', all, performance.now() - start];
              } catch (failure) {
                return [failure.constructor.name, failure.message, performance.now() - start];
              }
            });""", self.written(*broken))
        self.assertEqual({kind for kind, _, _ in found}, {"read", "InvalidCatalogue"})
        self.assertEqual({kind for kind, _, _ in found[:8]}, {"InvalidCatalogue"})


class Texts(ThePage):
    """The device understands a text as the server does."""

    BOOTHS = [
        ("인생네컷 강남점", "인생네컷", "서울특별시 강남구 강남대로 396", "서울특별시 강남구 역삼동 825", 37.4979, 127.0276, "24/7", 4000, 6),
        ("인생네컷 홍대입구점", "인생네컷", "서울특별시 마포구 와우산로21길 19-10", "서울특별시 마포구 서교동 345-1", 37.5556, 126.9237,
         "Mo-Su 10:00-22:00", 5000, 4),
        ("포토이즘박스 홍대점", "포토이즘박스", "서울특별시 마포구 어울마당로 111", "", 37.5533, 126.9222, "24/7", 6000, 4),
        ("하루필름 해운대점", "하루필름", "부산광역시 해운대구 구남로 8", "", 35.1631, 129.1606, "24/7", 4000, 2),
        ("하루필름 전주점", "하루필름", "전북특별자치도 전주시 완산구 객사3길 22", "", 35.8190, 127.1434, "", 5000, 8),
        ("포토그레이 성수점", "포토그레이", "서울특별시 성동구 연무장길 2111", "", 37.5424, 127.0557, "24/7", 7000, 4),
        ("포토시그니처 종로점", "포토시그니처", "서울특별시 종로구 종로 80", "", 37.5704, 126.9870, "", 3000, 4),
    ]
    # What is typed, and the booths that it means.
    TABLE = [
        # Provinces in every form, districts, neighbourhoods, streets with and without blanks, numbers.
        ("서울 강남구 역삼동", [1]), ("역삼동 서울시", [1]), ("서울시 마포구", [2, 3]), ("Seoul 인생네컷", [1, 2]), ("마포구, 서울특별시", [2, 3]),
        ("전라북도 전주시", [5]), ("전북 완산구", [5]), ("Jeonbuk 하루필름", [5]), ("부산시 해운대구", [4]), ("Pusan 하루필름", [4]),
        ("와우산로21길 19-10", [2]), ("와우산로 21길", [2]), ("와우산로21길19-10", [2]), ("어울마당로 111", [3]), ("연무장길 111", []),
        ("서울 마포구 서교동 345-1", [2]), ("Mapo-gu Seoul", [2, 3]), ("19-10 Wausan-ro 21-gil, Mapo-gu, Seoul", [2]),
        ("Jongno-gu", [7]),
        # Chains: other names, slips, initial consonants, the other layout.
        ("life4cuts", [1, 2]), ("photoism", [3]), ("포토이즘", [3]), ("포시", [7]), ("Haru Film", [4, 5]), ("인생내컷", [1, 2]),
        ("하루필림", [4, 5]),
        ("인생네컥", [1, 2]), ("ㅇㅅㄴㅋ", [1, 2]), ("ㅎㄹㅍㄹ", [4, 5]), ("dlstodspzjt", [1, 2]), ("인생네", [1, 2]), ("ㅔㅗㅐ새ㅑ느", [3]),
        # Several parts, in any order, written together, with fillers.
        ("인생네컷 홍대", [2]), ("홍대 인생네컷", [2]), ("인생내컷 홍대", [2]), ("ㅇㅅㄴㅋ 강남", [1]), ("홍대인생네컷", [2]), ("해운대하루필름", [4]),
        ("홍대 근처 photoism", [3]), ("강남 10번 출구 인생네컷", [1]), ("강남10번출구", [1]), ("harufilm haeundae", [4]),
        ("life4cuts gangnam", [1]), ("홍대 포토부스", [2, 3]), ("강나", [1]), ("강남대로", [1]),
        # Wishes.
        ("24시간", [1, 3, 4, 6]), ("홍대 24시간", [3]), ("인생네컷 24h", [1]), ("5명", [1, 5]), ("for 5 인생네컷", [1]),
        ("하루필름 4,000원 이하", [4]), ("만원 이하 홍대", [2, 3]), ("서울 3천원 이하", [7]), ("24시간 4명 홍대", [3]),
        # What nothing explains leaves nothing.
        ("없는말", []), ("없는말 강남", []), ("인생네컷 아무도모르는이름", []),
    ]

    @classmethod
    def setUpClass(cls):
        with tempfile.NamedTemporaryFile("w", suffix=".csv") as file:
            rows = csv.writer(file)
            rows.writerow(["external_id", "name", "brand", "road_address", "lot_address", "latitude", "longitude",
                           "opening_hours", "price", "capacity"])
            rows.writerows([f"T{number}", *booth] for number, booth in enumerate(cls.BOOTHS, 1))
            file.flush()
            cls.service = Service(booths=file.name)
        cls.addClassCleanup(cls.service.end)
        cls.page = cls.kind()
        cls.addClassCleanup(cls.page.quit)
        cls.page.get(cls.service.address("/app/card"))

    def read(self, texts):
        """Of each text the booths that it means, and its parts."""
        return self.run_in_page(OPEN + """
            const file = await (await fetch('/api/catalogue/snapshot')).arrayBuffer();
            const { places } = await (await fetch('/api/places')).json();
            const { CatalogueFile: File } = await load('catalogue-file');
            const catalogue = new Catalogue(new File(file), null, places);
            return Promise.all(given.map(async (text) => {
              const query = await catalogue.query(text, { latitude: 37.5, longitude: 127 });
              return [query.booths(20, {}).map(({ id }) => id).sort((one, other) => one - other), query.parts];
            }));""", texts)

    def test_each_text_finds_what_it_means_and_what_the_server_finds(self):
        for (text, expected), (found, parts) in zip(self.TABLE, self.read([text for text, _ in self.TABLE]),
            strict=True):
            with self.subTest(text=text):
                self.assertEqual(found, expected, parts)
                path = "/api/booths/search?" + urllib.parse.urlencode({"q": text})
                with urllib.request.urlopen(self.service.address(path)) as answer:
                    there = sorted(it["id"] for it in json.load(answer)["booths"])
                self.assertEqual(there, expected, "the server")

    def test_its_parts_are_told(self):
        texts = ["서울시 강남구 인생내컷 5명 근처 없는말", "홍대인생네컷"]
        self.assertEqual([parts for _, parts in self.read(texts)], [[
            {"text": "서울시", "kind": "region", "name": "서울특별시"},
            {"text": "강남구", "kind": "region", "name": "강남구"},
            {"text": "인생내컷", "kind": "brand", "name": "인생네컷"},
            {"text": "5명", "kind": "filter", "filter": "people", "value": 5}, {"text": "근처", "kind": "filler"},
            {"text": "없는말", "kind": "unknown"},
        ], [
            {"text": "홍대", "kind": "station", "name": "홍대입구역"},
            {"text": "인생네컷", "kind": "brand", "name": "인생네컷"},
        ]])

    def test_no_text_breaks_it(self):
        chance = random.Random(38)
        letters = "가나다강남홍대ㅇㅅㄴㅋㅏ인생네컷서울역점구동길로0123456789-., ()/abcXYZé🚀가원이하만천명"
        texts = ["".join(chance.choices(letters, k=chance.randrange(0, 110))) for _ in range(300)]
        for text, (_, parts) in zip(texts, self.read(texts), strict=True):
            self.assertLessEqual(len(parts), 24, text)


class TheTableOfSearches(ThePage):
    """Each text of the table that all searches are tested by has its first result without a network, too."""

    CITY_HALL = {"latitude": 37.5666, "longitude": 126.9780}
    CHAINS = ["인생네컷", "포토이즘", "하루필름", "포토시그니처"]

    @staticmethod
    def rows():
        with open(os.path.join(os.path.dirname(__file__), "..", "search-table.tsv"), encoding="utf-8") as file:
            lines = [line.rstrip("\n") for line in file]
        return [line.split("\t")[:2] for line in lines if line and not line.startswith("#")]

    def booths(self):
        """As `Branches` of the Swift tests: one booth of each chain at each station."""
        with urllib.request.urlopen(self.service.address("/api/places")) as answer:
            stations = [place for place in json.load(answer)["places"] if place["kind"] == "station"]
        of_all = [(chain, station) for chain in self.CHAINS for station in stations]
        return [booth(number, station["latitude"], station["longitude"], name=f"{chain} {station['name'][:-1]}점",
                      brand=chain, road_address=f"{station['area']} 샘플대로 {number * 7 % 400 + 1}",
                      opening_hours="24/7", price=4000, capacity=6)
                for number, (chain, station) in enumerate(of_all, 1)]

    def test_each_text_has_its_first_result(self):
        rows = self.rows()
        self.page.get(self.service.address("/app/card"))
        found = self.run_in_page(OPEN + """
            const { places } = await (await fetch('/api/places')).json();
            const catalogue = new Catalogue(new CatalogueFile(bytes(given.file)), null, places);
            return Promise.all(given.texts.map(async (text) => {
              const [first] = (await catalogue.query(text, given.from)).results(8);
              return first ? [first.name, `${first.area ?? ''} ${first.name}`] : [];
            }));""", {"file": base64.b64encode(encoded(self.booths())).decode(), "from": self.CITY_HALL,
                      "texts": [text for text, _ in rows]})
        self.assertGreater(len(rows), 300)
        for (text, expected), names in zip(rows, found, strict=True):
            with self.subTest(text=text):
                self.assertIn(expected, names)


class Hours(ThePage):
    """The device says of opening hours what the server says, for as many kinds of hours and instants as there are."""

    COUNT = 100

    @classmethod
    def setUpClass(cls):
        chance = random.Random(11)
        with tempfile.NamedTemporaryFile("w", suffix=".csv") as file:
            file.write("external_id,name,latitude,longitude,opening_hours\n")
            for number in range(cls.COUNT):
                file.write(f'H{number},부스 {number},37.5,127.0,"{cls.hours(chance)}"\n')
            file.flush()
            cls.service = Service(booths=file.name)
        cls.addClassCleanup(cls.service.end)
        cls.page = cls.kind()
        cls.addClassCleanup(cls.page.quit)
        cls.page.get(cls.service.address("/app/card"))

    @staticmethod
    def hours(chance):
        days = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"]

        def rule():
            first, last = chance.choice(days), chance.choice(days)
            which = chance.choice(
                [first, f"{first}-{last}", "Mo-Su", f"{first},{last}", "PH", f"{first},PH", "Mo-Fr", "Sa,Su"])
            opens = chance.randrange(0, 24)
            closes = opens + chance.randrange(1, 24)
            times = f"{opens:02}:{chance.choice([0, 30]):02}-{closes % 24:02}:00"
            return chance.choice(
                                  [f"{which} {times}", f"{which} {times}", f"{which} 10:00-14:00,18:00-02:00",
                                  f"{which} off",
                                  f"{which} {times} unknown", f"{which} 13:00-14:00 off",
                                  f"{which} 24:00-24:00".replace("24:00-", "00:00-")])

        return chance.choice(["24/7", "unknown", "off"] if chance.random() < 0.1 else [
            chance.choice(["; ", ", "]).join(rule() for _ in range(chance.randrange(1, 5)))])

    def asked(self, instant, fields):
        ids = ",".join(str(number) for number in range(1, self.COUNT + 1))
        with urllib.request.urlopen(
            self.service.address(f"/api/booths?ids={ids}&open_at={instant}&fields={fields}")) as answer:
            return json.load(answer)["booths"]

    def test_whether_a_booth_is_open_and_until_when(self):
        chance = random.Random(12)
        start = datetime.datetime(2026, 9, 20, tzinfo=datetime.timezone.utc)
        for _ in range(120):
            instant = start + datetime.timedelta(minutes=chance.randrange(0, 200 * 24 * 60))
            there = self.asked(instant.strftime("%Y-%m-%dT%H:%M:%SZ"), "opening_hours,open,open_state")
            here = self.run_in_page("""
                const { openOutlook, openingRules } = await load('opening-hours');
                return given.hours.map((text) => {
                  const rules = openingRules(text);
                  return rules && openOutlook(rules, given.instant);
                });""", {"hours": [it["opening_hours"] for it in there], "instant": instant.timestamp() * 1000})
            for booth, state in zip(there, here, strict=True):
                told = booth["open_state"]
                if booth["opening_hours"] is None:
                    self.assertIsNone(state)
                    continue
                # What changes in more than eight days is not looked for.
                wanted = {key: told[key] for key in ["kind", "state"]}
                if told["kind"] not in ["open", "closed", "unknown"]:
                    wanted |= {key: told[key] for key in ["time", "weekday"]}
                self.assertEqual({key: state[key] for key in wanted}, wanted, (booth["opening_hours"], instant))

    def test_its_holidays_are_those_of_the_server(self):
        first, count = datetime.date(2024, 1, 1), 366 + 3 * 365 + 366 + 2 * 365
        noons = [datetime.datetime.combine(first + datetime.timedelta(days=day), datetime.time(3),
                 datetime.timezone.utc)
                 for day in range(count)]
        here = self.run_in_page("""
            const { openState, openingRules } = await load('opening-hours');
            return given.map((noon) => openState(openingRules('Mo-Su off; PH 00:00-24:00'), noon) === 'open');""",
            [noon.timestamp() * 1000 for noon in noons])
        there = []
        for noon in noons:
            path = f"/api/booths?ids=1&open_at={noon.strftime('%Y-%m-%dT%H:%M:%SZ')}&fields=open_state"
            with urllib.request.urlopen(self.service.address(path)) as answer:
                there.append(json.load(answer)["booths"][0]["open_state"]["holiday"] is not None)
        self.assertEqual([str(noon.date()) for noon, one, other in zip(noons, here, there) if one != other], [])


# Answers what is asked of the catalogue in place of the server, from `files`: the snapshot, the delta, their sizes.
SERVER = """{
  const [real, bytes] = [window.fetch, (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))];
  window.files = %s;
  window.asked = [];
  window.fetch = async (address, options = {}) => {
    const path = String(address);
    if (path === '/api/brands' && files.brands) return Response.json({ brands: files.brands });
    if (!path.startsWith('/api/catalogue/')) return real(address, options);
    asked.push([options.method ?? 'GET', path, options.headers?.['If-None-Match'] ?? null]);
    // Without a network there is none for this either.
    await real('/api/brands');
    if (options.method === 'HEAD') return new Response(null, { headers: { 'Content-Length': files.size } });
    if (path.startsWith('/api/catalogue/snapshot')) return new Response(bytes(files.snapshot));
    const { status = 200, file = '' } = files.delta ?? {};
    return new Response(status === 200 ? bytes(file) : null, { status, headers: { ETag: '"d"' } });
  };
}"""

HONGDAE, BUSAN = "/?at=37.5573,126.9258,15", "/?at=35.1577,129.0592,14"


class TheMap(WebTest):
    has_worker = True

    """The page in a browser whose catalogue the test writes."""

    def setUp(self):
        self.booths = in_korea(3000)

    def answers(self, browser, snapshot=None, size=100_000, **more):
        """Sets the answers of the server for the next pages."""
        snapshot = snapshot if snapshot is not None else encoded(self.booths, 7, "m")
        files = {"snapshot": base64.b64encode(snapshot).decode(), "size": size, **more}
        browser.before_page(SERVER % json.dumps(files))

    def asked(self, browser):
        return browser.execute_script("return asked")

    def stored(self, browser):
        """The version and the number of booths that are stored, or nothing."""
        return browser.execute_async_script(WITH_MODULES % """
            const stored = await (await load('catalogue-store')).openCatalogue();
            return stored && [(stored.catalogue.delta ?? stored.catalogue.snapshot).version,
              stored.catalogue.count];""", None)

    def settled(self, browser):
        """Waits for the work after the first view, which must not begin earlier."""
        self.assertEqual(self.asked(browser), [])
        browser.execute_async_script("setTimeout(() => requestIdleCallback(() => setTimeout(arguments[0], 500)), 5500)")

    def open_dialog(self, browser):
        browser.one("#display").click()
        browser.until(lambda: browser.all("dialog[open] .display-choice"))

    @contextlib.contextmanager
    def offline(self, browser):
        browser.until(lambda: browser.execute_script(
            "return navigator.serviceWorker.ready.then((it) => it.active.state === 'activated')"), "a service worker")
        self.service.stop()
        try:
            yield
        finally:
            self.service.start()

    def expected(self, latitude, longitude, count=20):
        names = {it["id"]: it["name"] for it in self.booths}
        return [names[number] for number, _ in nearest(self.booths, latitude, longitude, count)]


class AllBooths(TheMap):
    def test_a_small_file_comes_by_itself_and_is_the_whole_country_without_a_network(self):
        browser = self.browser(width=1280, height=800, calm=True)
        self.answers(browser)
        self.show(browser, HONGDAE)
        self.settled(browser)
        browser.until(lambda: self.stored(browser) == ["7", 3000], "stored booths")
        self.assertEqual([method for method, _, _ in self.asked(browser)], ["HEAD", "GET"])
        with self.offline(browser):
            self.show(browser, BUSAN)
            browser.until_said("저장한 전국 부스를")
            self.assertEqual(self.names(browser), self.expected(35.1577, 129.0592))
            browser.one(".foot button").click()
            browser.until(lambda: self.names(browser) == self.expected(35.1577, 129.0592, 50))
            # Marks follow the map; the list when it is asked for.
            browser.until(lambda: browser.all(".leaflet-marker-icon.pin"), "marks")
            marks = lambda: browser.execute_script(
                "return [...document.querySelectorAll('.pin')].map((it) => it.title)")
            before = marks()
            self.assertLessEqual(len(before), 100)
            for _ in range(8):
                browser.one("#map").send_keys(Keys.ARROW_DOWN)
            browser.until(lambda: marks() and set(marks()) - set(before), "other marks")
            before = self.names(browser)
            browser.one("#search-here").click()
            browser.until(lambda: self.names(browser) and self.names(browser) != before, "another list")
            # A booth, found by its name.
            browser.one("#text").send_keys("부스 1233")
            browser.until(lambda: browser.all("#suggestions .option b")[0].text == "부스 1233")
            browser.all("#suggestions .option")[0].click()
            browser.until_text("#sheet-title", "부스 1233")
            browser.one(".back").click()
            # A place, by the beginning of its name: the map goes there.
            browser.one("#text").clear()
            browser.one("#text").send_keys("광안리해")
            browser.until(lambda: "광안리" in browser.all("#suggestions .option")[0].text)
            browser.all("#suggestions .option")[0].click()
            browser.until(lambda: self.names(browser) == self.expected(35.1532, 129.1187))
            browser.one("#text").clear()
            browser.one("#text").send_keys("와우산로")
            browser.until(lambda: len(browser.all("#suggestions .option")) == 9)
            browser.all("#suggestions .option")[-1].click()
            browser.until_text(".total", "20곳+")
            self.assertTrue(browser.text(".item .faint"))
            self.assertEqual(browser.violations(), [])
            # A text of several parts is understood, and each part can be removed.
            parts = lambda: browser.texts("#filters .part")
            browser.one("#text").clear()
            browser.one("#text").send_keys("서울시 근처 인생내컷 4명", Keys.ENTER)
            browser.until(lambda: parts() == ["서울시", "인생네컷"] and browser.query()["people"] == "4")
            browser.until(lambda: browser.all(".item"))
            browser.one("#text").clear()
            # The chain is offered first; the whole text is the last choice.
            browser.one("#text").send_keys("인생네컷 없는말")
            browser.until(lambda: "없는말" in browser.all("#suggestions .option")[-1].text)
            browser.all("#suggestions .option")[-1].click()
            browser.until(lambda: parts() == ["인생네컷", "없는말"] and "없는말" in browser.text(".foot .note"))
            browser.until(lambda: "“없는말” 빼고" in browser.text(".foot"))
            self.assertEqual(browser.violations(), [])
            browser.shot("offline-parts-1280x800")
            browser.one(".foot .small").click()
            browser.until(lambda: browser.all(".item"))
        browser.one(".location-line .link").click()
        browser.until(lambda: "전국" not in browser.text("#location-notice"), "the server's list")

    def test_a_large_file_comes_when_it_is_asked_for_and_goes_for_good(self):
        browser = self.browser()
        self.answers(browser, size=22_123_456)
        self.show(browser, HONGDAE)
        self.settled(browser)
        self.assertEqual([method for method, _, _ in self.asked(browser)], ["HEAD"])
        self.assertIsNone(self.stored(browser))
        self.open_dialog(browser)
        browser.until_text("dialog", "전국 부스 저장 (22MB)")
        self.assertEqual(browser.violations(), [])
        browser.all("dialog .display-choice button")[-1].click()
        browser.until_text("dialog", "전국 부스 3,000곳을 방금 저장했어요.")
        self.assertEqual(browser.violations(), [])
        browser.shot("offline-dialog-390x844")
        browser.all("dialog .display-choice button")[-1].click()
        browser.until_text("dialog", "전국 부스 저장 (22MB)")
        self.assertIsNone(self.stored(browser))
        self.show(browser, HONGDAE)
        self.settled(browser)
        self.assertEqual(self.asked(browser), [])
        self.assertEqual(browser.complaints(), [])

    def test_of_very_many_not_even_the_size_is_asked_for(self):
        browser = self.browser()
        self.answers(browser, brands=[{"name": "가", "count": 60_000}, {"name": "나", "count": 60_000}])
        self.show(browser, HONGDAE)
        self.settled(browser)
        self.assertEqual(self.asked(browser), [])

    def test_nothing_comes_by_itself_where_data_is_saved(self):
        browser = self.browser()
        browser.before_page("Object.defineProperty(navigator, 'connection', { value: { saveData: true } });")
        self.answers(browser)
        self.show(browser, HONGDAE)
        self.settled(browser)
        self.assertEqual(self.asked(browser), [])

    def test_after_an_hour_only_changes_come(self):
        browser = self.browser()
        self.answers(browser)
        self.show(browser, HONGDAE)
        self.settled(browser)
        browser.until(lambda: self.stored(browser) == ["7", 3000], "stored booths")
        # Within the hour, nothing.
        self.show(browser, HONGDAE)
        self.settled(browser)
        self.assertEqual(self.asked(browser), [])
        later = "{ const now = Date.now; Date.now = () => now() + 2 * 3_600_000; }"
        delta = encoded([booth(1, 37, 127)], 9, "n", base=(7, "m"), gone=[3])
        steps = [
            ({"file": base64.b64encode(delta).decode()}, ["9", 3000], None), ({"status": 304}, ["9", 3000], '"d"'),
            # What is no file, or one of another snapshot, changes nothing.
            ({"file": ""}, ["9", 3000], '"d"'),
            ({"file": base64.b64encode(encoded([], 9, "n", base=(6, "m"))).decode()}, ["9", 3000], '"d"'),
            ({"status": 409}, ["12", 1], '"d"'),
        ]
        for answer, stored, tag in steps:
            # On top of the hours before.
            browser.before_page(later)
            self.answers(browser, encoded([booth(1, 37, 127)], 12, "z"), delta=answer)
            self.show(browser, HONGDAE)
            self.settled(browser)
            browser.until(lambda: self.stored(browser) == stored, f"{stored}")
            self.assertEqual(self.asked(browser)[0], ["GET", "/api/catalogue/deltas?since=7&mark=m", tag])

    def test_a_broken_file_is_not_stored(self):
        browser = self.browser()
        file = encoded(self.booths, 7, "m")
        self.answers(browser, file[:-5] + b"broke")
        self.show(browser, HONGDAE)
        self.settled(browser)
        self.assertEqual(len(self.asked(browser)), 2)
        self.assertIsNone(self.stored(browser))
        self.assertEqual(browser.complaints(), [])

    def test_a_browser_that_stores_nothing_shows_the_page_as_ever(self):
        browser = self.browser()
        browser.before_page("Object.defineProperty(window, 'indexedDB', { value: undefined });")
        self.answers(browser)
        self.show(browser, HONGDAE)
        self.settled(browser)
        self.open_dialog(browser)
        self.assertNotIn("전국", browser.text("dialog"))
        self.assertEqual(self.asked(browser), [])
        self.assertEqual(browser.complaints(), [])


class Versions:
    """Serves what a server does, under the names of one version of the page's files or of the next."""

    def __init__(self, service):
        self.service = service
        with urllib.request.urlopen(urllib.request.Request(service.address(), headers={"Accept": "text/html"})) as page:
            self.tree = page.read().decode().split('data-tree="/web/')[1].split('"')[0]
        self.next = self.tree[::-1]
        self.is_next = False
        # Where the next version's worker cannot be had, as after a few seconds of a deployment.
        self.has_worker = True
        self.port = 0
        self.start()

    def start(self):
        versions = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                status, headers, content = versions.answer(self.path, self.headers)
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", self.port), Handler)
        self.server.daemon_threads = True
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self):
        self.server.shutdown()
        self.server.server_close()

    def answer(self, path, fields):
        if path == "/service-worker.js" and self.is_next and not self.has_worker:
            return 503, {}, b""
        kept = {name: value for name, value in fields.items() if name.lower() in ["accept", "accept-language"]}
        request = urllib.request.Request(self.service.address(path.replace(self.next, self.tree)), headers=kept)
        try:
            with urllib.request.urlopen(request) as answer:
                status, headers, content = answer.status, answer.headers, answer.read()
        except urllib.error.HTTPError as failure:
            status, headers, content = failure.code, failure.headers, failure.read()
        if self.is_next:
            content = content.replace(self.tree.encode(), self.next.encode())
        kept = {name: headers[name] for name in ["Content-Type", "Content-Security-Policy", "Vary"] if headers[name]}
        return status, kept, content


class OfTwoVersions(WebTest):
    has_worker = True

    def test_a_worker_stores_no_page_of_another_version(self):
        versions = Versions(self.service)
        browser = self.browser()
        browser.execute_cdp_cmd("Network.enable", {})
        browser.execute_cdp_cmd("Network.setCacheDisabled", {"cacheDisabled": True})
        address = f"http://127.0.0.1:{versions.port}/"
        browser.get(address)
        browser.until(lambda: browser.all(".items .item"), "the map")
        browser.until(lambda: browser.execute_script("return navigator.serviceWorker.controller?.state") == "activated",
            "a service worker")
        versions.is_next, versions.has_worker = True, False
        browser.get(address)
        browser.until(lambda: browser.all(".items .item"), "the map")
        self.assertEqual(browser.one("html").get_attribute("data-tree"), f"/web/{versions.next}")
        versions.stop()
        browser.get(address)
        browser.until(lambda: browser.all(".foot .note, .items .item"), "a page that works without a network")
        self.assertEqual(browser.one("html").get_attribute("data-tree"), f"/web/{versions.tree}")
        # And the next worker stores its own.
        versions.start()
        versions.has_worker = True
        browser.get(address)
        browser.until(lambda: browser.execute_async_script("""
            const done = arguments[0];
            navigator.serviceWorker.getRegistration().then((it) => it.update()).then(() => caches.keys())
              .then(done, () => done(''))
            """) == [f"shell-{versions.next}"], "the next version's cache alone")
        versions.stop()
        browser.get(address)
        browser.until(lambda: browser.all(".foot .note, .items .item"), "a page that works without a network")
        self.assertEqual(browser.one("html").get_attribute("data-tree"), f"/web/{versions.next}")


class OfTheServer(TheMap):
    """The same with the server's own files."""

    FIELDS = "name,brand,road_address,lot_address,latitude,longitude,phone,opening_hours,tags,cuts,shots,price," \
        "even_prints_only,capacity,status,last_verified,currency"
    # An open page looks for changes each hour: two more have passed.
    LATER = "{ const now = Date.now; Date.now = () => now() + 2 * 3_600_000; }"

    def get(self, path):
        with urllib.request.urlopen(self.service.address(path)) as answer:
            return json.load(answer)

    def all_booths(self):
        path, booths = f"/api/booths/in?bbox=-180,-90,180,90&limit=100&fields={self.FIELDS}", []
        while path:
            page = self.get(path)
            booths += page["booths"]
            path = page["next"] and "/api" + page["next"].split("/api", 1)[1]
        return booths

    def in_catalogue(self, browser, work, *given):
        return browser.execute_async_script(WITH_MODULES % f"""
            const {{ catalogue }} = await (await load('catalogue-store')).openCatalogue();
            {work}""", *given)

    def kept(self, browser):
        """The stored catalogue, once there is one."""
        browser.until(lambda: self.stored(browser), "stored booths")
        return self.stored(browser)

    def test_the_device_answers_as_the_server_does(self):
        browser = self.browser(width=1280, height=800, calm=True)
        self.show(browser, HONGDAE)
        booths = self.all_booths()
        self.assertEqual(self.kept(browser)[1], len(booths))
        found = self.in_catalogue(browser, "return given.map((id) => catalogue.booth(id));",
            [it["id"] for it in booths])
        # The sources of the samples give no names in English.
        self.assertEqual(found, [{**it, "name_en": None} for it in booths])
        numbers = random.Random(5)
        positions = [(numbers.uniform(33, 38.6), numbers.uniform(126, 130)) for _ in range(50)]
        positions += [(-37.5, -53), (90, 0), (-90, 0), (0, 0), (37.5, 180)]
        found = self.in_catalogue(browser, """
            return given.map(([latitude, longitude]) =>
              catalogue.nearest(latitude, longitude, 100).map(({ id, distance_m }) => [id, distance_m]));""", positions)
        for (latitude, longitude), here in zip(positions, found, strict=True):
            there = self.get(f"/api/booths/near?lat={latitude}&lon={longitude}&limit=100&fields=name")["booths"]
            self.assertEqual([number for number, _ in here], [it["id"] for it in there])
            # The server writes centimetres.
            worst = max(abs(metres - it["distance_m"]) for (_, metres), it in zip(here, there))
            self.assertLess(worst, 0.0051)
        there = self.get("/api/booths/near?lat=37.367&lon=127.108&limit=20&fields=name")["booths"]
        with self.offline(browser):
            # The sample's booths are in and around Seoul.
            self.show(browser, "/?at=37.367,127.108,14")
            browser.until_said("저장한 전국 부스를")
            self.assertEqual(self.names(browser), [it["name"] for it in there])
            browser.until(lambda: browser.all(".leaflet-marker-icon.pin"), "marks")
            browser.shot("offline-1280x800")
            # Whether booths are open follows from their hours and the clock, also as a filter.
            self.assertTrue(browser.all(".item .opening.is-open"))
            browser.one(".quick.openNow").click()
            browser.until(lambda: browser.query().get("open") == "now" and not browser.all("[aria-busy=true]"))
            browser.until(lambda: self.names(browser)
                and len(browser.all(".item .opening.is-open")) == len(self.names(browser)))
            browser.one(".quick.openNow").click()
            browser.until(lambda: "open" not in browser.query())
        # Names of streets that were not shown before are missing.
        missing = ["ERR_CONNECTION_REFUSED", ".mvt - Failed to load resource: net::ERR_FAILED"]
        self.assertEqual([it for it in browser.complaints() if not any(part in it for part in missing)], [])

    def test_changes_follow(self):
        browser = self.browser()
        self.show(browser, HONGDAE)
        version, count = self.kept(browser)
        self.service.stop()
        with tempfile.NamedTemporaryFile("w", suffix=".csv") as file:
            file.write("external_id,name,latitude,longitude\nN1,새로 생긴 곳,37.5573,126.9258\n")
            file.flush()
            subprocess.run([PROGRAM, "import", "--data-dir", self.service.folder.name, "--source", "other", "--quiet",
                            file.name], check=True)
        self.service.start()
        browser.before_page(self.LATER)
        self.show(browser, HONGDAE)
        browser.until(lambda: self.stored(browser)[1] == count + 1, "the new booth")
        self.assertGreater(int(self.stored(browser)[0]), int(version))
        self.assertEqual(self.in_catalogue(
            browser, "return catalogue.nearest(37.5573, 126.9258, 1)[0].name;", None), "새로 생긴 곳")
        # The same once more is not sent again, but known to be up to date.
        browser.traffic()
        browser.before_page(self.LATER)
        self.show(browser, HONGDAE)
        sent = []
        def asked():
            sent.extend(browser.traffic())
            return [size for url, size in sent if "/api/catalogue/" in url]
        browser.until(asked, "a request for changes")
        self.assertTrue(all("deltas" in url for url, _ in sent if "/api/catalogue/" in url), sent)
        self.assertLess(sum(asked()), 1500)
        self.assertEqual(self.stored(browser)[1], count + 1)
