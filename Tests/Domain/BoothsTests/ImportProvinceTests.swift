import Testing

@testable import Booths

@Suite("The province of an address")
struct ImportProvinceTests {
  private func province(_ address: String) -> Province? { Province(address: address.utf8.span) }

  @Test(
    "A province is found by full names, old names and abbreviations",
    arguments: [
      ("서울특별시 중구 정동길 26", Province.seoul), ("서울시 중구", .seoul), ("서울 중구", .seoul), ("부산직할시 동구", .busan),
      ("세종특별자치시 한누리대로", .sejong), ("경기도 용인시", .gyeonggi), ("경기 광주시 오포읍", .gyeonggi),
      ("강원도 원주시", .gangwon), ("강원특별자치도 홍천군", .gangwon), ("충청북도 음성군", .chungbuk), ("충북 음성군", .chungbuk),
      ("충청남도 공주시", .chungnam), ("전라북도 전주시", .jeonbuk), ("전북특별자치도 전주시", .jeonbuk), ("전남 순천시", .jeonnam),
      ("경상북도 울릉군", .gyeongbuk), ("경남 창원시", .gyeongnam), ("제주특별자치도 제주시", .jeju), ("제주시 애월읍", .jeju),
      ("서귀포시 남원읍", .jeju), ("광주광역시 서구", .gwangju), ("광주 북구 용봉동", .gwangju),
      ("대한민국 서울특별시 중구", .seoul), ("(06039) 서울특별시 강남구", .seoul), ("06039 서울특별시 강남구", .seoul),
      ("서울특별시중구", .seoul), ("인천", .incheon),
    ])
  func names(_ address: String, _ expected: Province) {
    #expect(province(address) == expected)
  }

  @Test(
    "An address that begins otherwise has no province",
    arguments: [
      "", "중구 정동길", "부산면 용두리", "대구면 수동리", "광주시 오포읍", "광주 오포읍", "서울로 12", "Seoul", "1 Main Street", "경",
    ])
  func none(_ address: String) {
    #expect(province(address) == nil)
  }

  @Test(
    "Places and islands lie in their provinces",
    arguments: [
      (Province.seoul, 37.5665, 126.9780), (.incheon, 37.9704, 124.7197), (.incheon, 37.8327, 124.6956),
      (.gyeongbuk, 37.4846, 130.9052), (.gyeongbuk, 37.2410, 131.8660), (.jeju, 33.2540, 126.5600),
      (.jeju, 33.1190, 126.2670), (.jeju, 33.9560, 126.2980), (.jeonnam, 34.0740, 125.1170),
      (.jeonnam, 34.6840, 125.4350), (.chungnam, 36.6250, 125.5560), (.jeonbuk, 36.1170, 125.9790),
      (.gyeongnam, 34.6330, 128.2670), (.daegu, 36.2428, 128.5729), (.gangwon, 38.5880, 128.3800),
      (.busan, 35.1796, 129.0756), (.ulsan, 35.5384, 129.3114), (.gwangju, 35.1595, 126.8526),
      (.daejeon, 36.3504, 127.3845), (.sejong, 36.4800, 127.2890), (.gyeonggi, 37.2636, 127.0286),
      (.chungbuk, 36.6357, 127.4917),
    ])
  func coordinates(_ province: Province, _ latitude: Double, _ longitude: Double) {
    #expect(ProvinceRegions.contains(province, latitude: latitude, longitude: longitude))
    #expect(ProvinceRegions.isLand(latitude: latitude, longitude: longitude))
    #expect(ProvinceRegions.korea.contains(latitude: latitude, longitude: longitude, margin: 0))
  }

  @Test("Places of another province and the open sea do not")
  func elsewhere() {
    #expect(!ProvinceRegions.contains(.seoul, latitude: 37.259943, longitude: 127.110334))
    #expect(!ProvinceRegions.contains(.seoul, latitude: 35.448, longitude: 128.386))
    #expect(!ProvinceRegions.contains(.jeju, latitude: 35.1796, longitude: 129.0756))
    #expect(!ProvinceRegions.isLand(latitude: 36.5, longitude: 130.3))
    #expect(!ProvinceRegions.isLand(latitude: 34.1234567, longitude: 123.1234567))
    for province in Province.allCases {
      #expect(!ProvinceRegions.contains(province, latitude: .nan, longitude: 127))
    }
  }
}
