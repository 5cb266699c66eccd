#!/usr/bin/env python3
"""Writes the sample catalogue: the same booths as booths.sample.csv and booths.sample.cp949-5174.csv.

Stations are real, booths are not: each is moved 30-250 m away from its station by the hash of its key, and everything
else about it follows from the same hash, so that every run writes the same bytes. Needs pyproj (PROJ).
"""

import csv
import datetime
import hashlib
import io
import math
import pathlib

import pyproj

FOLDER = pathlib.Path(__file__).resolve().parents[1]

# Name, division, district, latitude, longitude (to about 10 m), booths.
STATIONS = """
강남 서울특별시 강남구 37.4973 127.0280 12
역삼 서울특별시 강남구 37.5006 127.0365 4
신논현 서울특별시 강남구 37.5046 127.0251 5
삼성 서울특별시 강남구 37.5088 127.0632 5
선릉 서울특별시 강남구 37.5046 127.0487 4
신사 서울특별시 강남구 37.5163 127.0201 5
압구정 서울특별시 강남구 37.5271 127.0285 4
수서 서울특별시 강남구 37.4872 127.1017 3
홍대입구 서울특별시 마포구 37.5573 126.9258 14
합정 서울특별시 마포구 37.5494 126.9136 7
상수 서울특별시 마포구 37.5477 126.9229 6
망원 서울특별시 마포구 37.5561 126.9101 4
건대입구 서울특별시 광진구 37.5406 127.0701 11
강변 서울특별시 광진구 37.5351 127.0947 3
군자 서울특별시 광진구 37.5570 127.0795 3
성수 서울특별시 성동구 37.5446 127.0560 9
왕십리 서울특별시 성동구 37.5616 127.0375 5
잠실 서울특별시 송파구 37.5140 127.1022 9
석촌 서울특별시 송파구 37.5054 127.1069 4
문정 서울특별시 송파구 37.4859 127.1225 4
방이 서울특별시 송파구 37.5089 127.1261 3
서울역 서울특별시 용산구 37.5551 126.9716 5
이태원 서울특별시 용산구 37.5345 126.9943 5
삼각지 서울특별시 용산구 37.5348 126.9733 3
신용산 서울특별시 용산구 37.5292 126.9679 4
명동 서울특별시 중구 37.5610 126.9863 8
을지로3가 서울특별시 중구 37.5664 126.9920 4
동대문역사문화공원 서울특별시 중구 37.5651 127.0076 5
시청 서울특별시 중구 37.5647 126.9767 3
혜화 서울특별시 종로구 37.5823 127.0018 7
종로3가 서울특별시 종로구 37.5716 126.9915 5
안국 서울특별시 종로구 37.5765 126.9854 5
경복궁 서울특별시 종로구 37.5758 126.9735 3
광화문 서울특별시 종로구 37.5715 126.9772 3
신림 서울특별시 관악구 37.4844 126.9297 7
서울대입구 서울특별시 관악구 37.4813 126.9527 6
노량진 서울특별시 동작구 37.5138 126.9419 5
영등포 서울특별시 영등포구 37.5155 126.9076 6
여의도 서울특별시 영등포구 37.5218 126.9242 4
당산 서울특별시 영등포구 37.5342 126.9026 4
신도림 서울특별시 구로구 37.5088 126.8912 4
구로디지털단지 서울특별시 구로구 37.4853 126.9014 4
가산디지털단지 서울특별시 금천구 37.4810 126.8826 4
목동 서울특별시 양천구 37.5261 126.8649 4
발산 서울특별시 강서구 37.5586 126.8377 4
마곡나루 서울특별시 강서구 37.5662 126.8273 3
김포공항 서울특별시 강서구 37.5620 126.8023 3
연신내 서울특별시 은평구 37.6189 126.9210 5
불광 서울특별시 은평구 37.6106 126.9297 3
홍제 서울특별시 서대문구 37.5891 126.9437 3
노원 서울특별시 노원구 37.6554 127.0617 6
공릉 서울특별시 노원구 37.6257 127.0729 4
창동 서울특별시 도봉구 37.6531 127.0476 3
수유 서울특별시 강북구 37.6381 127.0257 5
미아사거리 서울특별시 강북구 37.6133 127.0301 3
성신여대입구 서울특별시 성북구 37.5926 127.0165 6
안암 서울특별시 성북구 37.5863 127.0290 4
회기 서울특별시 동대문구 37.5895 127.0576 5
청량리 서울특별시 동대문구 37.5803 127.0466 3
상봉 서울특별시 중랑구 37.5961 127.0854 3
천호 서울특별시 강동구 37.5384 127.1233 5
고속터미널 서울특별시 서초구 37.5048 127.0048 5
교대 서울특별시 서초구 37.4935 127.0142 4
양재 서울특별시 서초구 37.4841 127.0344 4
수원 경기도 수원시_팔달구 37.2661 126.9995 8
광교중앙 경기도 수원시_영통구 37.2886 127.0515 4
서현 경기도 성남시_분당구 37.3851 127.1236 7
정자 경기도 성남시_분당구 37.3666 127.1082 5
판교 경기도 성남시_분당구 37.3948 127.1117 5
야탑 경기도 성남시_분당구 37.4112 127.1287 4
미금 경기도 성남시_분당구 37.3500 127.1089 4
부천 경기도 부천시_원미구 37.4841 126.7827 6
안양 경기도 안양시_만안구 37.4016 126.9229 5
범계 경기도 안양시_동안구 37.3898 126.9508 5
평촌 경기도 안양시_동안구 37.3943 126.9639 3
산본 경기도 군포시 37.3581 126.9333 4
중앙 경기도 안산시_단원구 37.3159 126.8386 5
의정부 경기도 의정부시 37.7384 127.0460 4
정발산 경기도 고양시_일산동구 37.6595 126.7734 5
화정 경기도 고양시_덕양구 37.6346 126.8327 4
구리 경기도 구리시 37.6030 127.1423 3
평택 경기도 평택시 36.9907 127.0852 4
오산 경기도 오산시 37.1459 127.0667 3
동탄 경기도 화성시 37.2003 127.0957 4
기흥 경기도 용인시_기흥구 37.2753 127.1163 3
죽전 경기도 용인시_수지구 37.3248 127.1074 4
부평 인천광역시 부평구 37.4900 126.7240 7
주안 인천광역시 미추홀구 37.4650 126.6794 4
인천시청 인천광역시 남동구 37.4571 126.7017 3
계산 인천광역시 계양구 37.5432 126.7281 3
인천대입구 인천광역시 연수구 37.3860 126.6395 4
송도달빛축제공원 인천광역시 연수구 37.4071 126.6260 3
"""

# Invented brands; the last one has a syllable that CP949 has and EUC-KR has not. None: a booth without a chain.
BRANDS = ["샘플네컷", "예시포토", "테스트컷", "모의사진관", "데모필름", "견본샾", None]

# As the catalogue writes it, and as a Korean source might. Twice: more frequent.
HOURS = [
    ("24/7", "24시간"),
    ("24/7", "연중무휴 24시간"),
    ("Mo-Su 10:00-22:00", "매일 10:00~22:00"),
    ("Mo-Su 10:00-22:00", "10:00~22:00"),
    ("Mo-Fr 11:00-22:00; Sa,Su 10:00-23:00", "평일 11:00~22:00, 주말 10:00~23:00"),
    ("Mo-Su 10:00-02:00", "10:00~익일 02:00"),
    ("Su-Th 10:00-24:00, Fr,Sa 10:00-02:00", "Su-Th 10:00-24:00, Fr,Sa 10:00-02:00"),
    ("Mo-Fr 10:00-14:00,15:00-21:00; Sa 11:00-20:00; Su,PH off",
        "Mo-Fr 10:00-14:00,15:00-21:00; Sa 11:00-20:00; Su,PH off"),
    ("24/7; PH off", "24/7; PH off"),
    ("Mo-Su 10:00-22:00; PH 12:00-18:00", "Mo-Su 10:00-22:00; PH 12:00-18:00"),
    ("Tu-Su 11:00-21:00; Mo off", "11:00~21:00 (월요일 휴무)"),
    ("Mo-Fr 10:00-20:00; Sa unknown", "Mo-Fr 10:00-20:00; Sa unknown"),
    ("unknown", "unknown"),
    ("", ""),
    ("", ""),
]

TAGS = ["무인", "소품", "파우더룸", "카드결제", "현금전용", "단체", "반려동물", "휠체어", "캐릭터프레임", "영상저장", "지하", "야외"]
STATUSES = {"operating": ("01", "영업/정상"), "closed": ("03", "폐업"), "unknown": ("", "확인필요")}
AREA_CODES = {"서울특별시": "02", "경기도": "031", "인천광역시": "032"}

FIELDS = [
    "external_id", "name", "brand", "road_address", "lot_address", "latitude", "longitude", "phone", "opening_hours",
    "tags", "cuts", "shots", "price", "even_prints_only", "capacity", "status", "last_verified",
]


class Choices:
    """Numbers that follow from a key, one after the other."""

    def __init__(self, key):
        self.bytes = hashlib.shake_256(key.encode()).digest(200)
        self.place = 0

    def number(self, count):
        self.place += 2
        return int.from_bytes(self.bytes[self.place - 2 : self.place], "big") % count

    def one(self, options):
        return options[self.number(len(options))]

    def maybe(self, percent, value):
        return value if self.number(100) < percent else ""


def moved(latitude, longitude, choices):
    """A place 30-250 m away, to 1e-7 degree (metres per degree at 37.5° N: 110,990 north, 88,400 east)."""
    angle = math.radians(choices.number(3600) / 10)
    metres = 30 + choices.number(2201) / 10
    return (
        f"{latitude + metres * math.cos(angle) / 110_990:.7f}",
        f"{longitude + metres * math.sin(angle) / 88_400:.7f}",
    )


def booth(number, station, division, district, latitude, longitude, nth):
    choices = Choices(f"{station}/{nth}")
    brand = choices.one(BRANDS)
    hours = choices.one(HOURS)
    street, house, lot = choices.number(9) + 1, choices.number(180) + 1, choices.number(700) + 1
    floor = choices.one(["", "", ", 1층", ", 지하1층 B03호", ", 2층 (샘플빌딩, 별관)"])
    region = f"{division} {district.replace('_', ' ')}"
    north, east = moved(latitude, longitude, choices)
    days = choices.number(600)
    verified = datetime.datetime(2025, 3, 1, 9 + choices.number(9)) + datetime.timedelta(days=days)
    row = {
        "external_id": f"SAMPLE-{number:04}",
        "name": f"{brand or '샘플 무인사진관'} {station} {nth}호점 (샘플)",
        "brand": brand or "",
        "road_address": f"{region} 샘플로{street}길 {house}{floor}",
        "lot_address": choices.maybe(85, f"{region} 샘플동 {lot}-{choices.number(30) + 1}"),
        "latitude": north,
        "longitude": east,
        "phone": choices.maybe(60, f"{AREA_CODES[division]}-0000-{number:04}"),
        "opening_hours": hours[0],
        "tags": ",".join(sorted({"샘플"} | {choices.one(TAGS) for _ in range(choices.number(4))})),
        "cuts": str(choices.one([4, 4, 4, 4, 6, 8, 3, 2, ""])),
        "shots": str(choices.one([6, 8, 8, 10, 12, ""])),
        "price": str(choices.one([4000, 4500, 5000, 5000, 6000, 8000, 10000, ""])),
        "even_prints_only": choices.one(["yes", "yes", "no", "no", "no", ""]),
        "capacity": str(choices.one([2, 3, 4, 4, 5, 6, 8, ""])),
        "status": choices.one(["operating"] * 17 + ["closed"] * 2 + ["unknown"]),
        "last_verified": choices.maybe(90, verified.strftime("%Y-%m-%dT%H:00:00Z")),
    }
    return row, hours[1]


def booths():
    number = 0
    for line in STATIONS.split("\n"):
        if not line:
            continue
        station, division, district, latitude, longitude, count = line.split()
        for nth in range(1, int(count) + 1):
            number += 1
            yield booth(number, station, division, district, float(latitude), float(longitude), nth)


def korean(number, row, hours, transformer):
    """The booth in the columns of the national permit data, with further ones for what those lack."""
    x, y = transformer.transform(float(row["longitude"]), float(row["latitude"]))
    code, status = STATUSES[row["status"]]
    verified = row["last_verified"]
    if verified:
        moment = datetime.datetime.strptime(verified, "%Y-%m-%dT%H:%M:%SZ") + datetime.timedelta(hours=9)
        verified = moment.strftime("%Y-%m-%d %H:%M:%S")
    price = f"{int(row['price']):,}원" if row["price"] else ""
    return {
        "번호": number,
        "개방서비스명": "즉석사진부스(샘플)",
        "관리번호": row["external_id"],
        "인허가일자": "2025-01-02",
        "영업상태구분코드": code,
        "영업상태명": status,
        "폐업일자": verified[:10] if row["status"] == "closed" else "",
        "소재지전화": row["phone"],
        "소재지전체주소": row["lot_address"],
        "도로명전체주소": row["road_address"],
        "사업장명": row["name"],
        "최종수정시점": verified,
        # The permit data pads its coordinates with blanks.
        "좌표정보(X)": f"{x:.6f}    ",
        "좌표정보(Y)": f"{y:.6f}    ",
        "브랜드": row["brand"],
        "영업시간": hours,
        "태그": row["tags"].replace(",", "#"),
        "컷수": row["cuts"] and row["cuts"] + "컷",
        "촬영횟수": row["shots"],
        "가격(원)": price,
        "짝수출력여부": {"yes": "예", "no": "아니오", "": ""}[row["even_prints_only"]],
        "최대인원": row["capacity"] and row["capacity"] + "명",
    }


def main():
    rows = list(booths())
    english = io.StringIO()
    writer = csv.DictWriter(english, FIELDS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(row for row, _ in rows)
    (FOLDER / "booths.sample.csv").write_bytes(english.getvalue().encode())

    transformer = pyproj.Transformer.from_crs("EPSG:4326", "EPSG:5174", always_xy=True)
    records = [korean(number, row, hours, transformer) for number, (row, hours) in enumerate(rows, 1)]
    lines = [list(records[0])] + [list(record.values()) for record in records]
    # Every value in quotes and a comma behind the last one, as the permit data has it.
    text = "".join(",".join(f'"{value}"' for value in line) + ",\r\n" for line in lines)
    (FOLDER / "booths.sample.cp949-5174.csv").write_bytes(text.encode("cp949"))


if __name__ == "__main__":
    main()
