public import Basics

/// A named region that a user can choose instead of sharing a position.
public struct Region: Hashable, Sendable, Identifiable {
  /// Stable, in lower case with hyphens, e.g. `seoul` or `seoul-gangnam`.
  public let id: String
  /// The official name.
  public let name: LocalizedText
  /// The everyday Korean name, e.g. `서울`.
  public let shortName: String
  /// The coordinate of its city hall, provincial or district office, to about 100 m.
  public let coordinate: Coordinate
  /// The radius in metres within which nearly all its inhabitants live.
  public let radius: Double

  init(_ id: String, _ ko: String, _ short: String, _ en: String, _ latitude: Double, _ longitude: Double, km: Double) {
    self.id = id
    name = LocalizedText(ko: ko, en: en)
    shortName = short
    coordinate = Coordinate(latitude: latitude, longitude: longitude)!
    radius = km * 1000
  }

  /// The regions that can be chosen: the 17 provinces and metropolitan cities, then districts and cities.
  public static let all: [Region] = provinces + seoulDistricts + cities

  /// Finds a region by its identifier or one of its names, ignoring case.
  /// - Throws: `DomainError` `region-unknown`, listing the provinces. Complexity: O(regions).
  public static func named(_ word: String) throws(DomainError) -> Region {
    let wanted = word.lowercased()
    let found = all.first {
      $0.id == wanted || $0.name.ko == wanted || $0.shortName == wanted || $0.name.en.lowercased() == wanted
    }
    if let found { return found }
    throw DomainError(
      .invalid, "region-unknown",
      "The region is not known; say for example \(provinces.map(\.id).joined(separator: ", ")) or seoul-gangnam.",
      field: "region")
  }

  static let provinces: [Region] = [
    Region("seoul", "서울특별시", "서울", "Seoul", 37.5666, 126.9780, km: 20),
    Region("busan", "부산광역시", "부산", "Busan", 35.1798, 129.0751, km: 25),
    Region("daegu", "대구광역시", "대구", "Daegu", 35.8714, 128.6017, km: 25),
    Region("incheon", "인천광역시", "인천", "Incheon", 37.4559, 126.7053, km: 30),
    Region("gwangju", "광주광역시", "광주", "Gwangju", 35.1601, 126.8516, km: 15),
    Region("daejeon", "대전광역시", "대전", "Daejeon", 36.3505, 127.3848, km: 17),
    Region("ulsan", "울산광역시", "울산", "Ulsan", 35.5389, 129.3113, km: 22),
    Region("sejong", "세종특별자치시", "세종", "Sejong", 36.4800, 127.2890, km: 17),
    Region("gyeonggi", "경기도", "경기", "Gyeonggi-do", 37.2889, 127.0535, km: 75),
    Region("gangwon", "강원특별자치도", "강원", "Gangwon-do", 37.8853, 127.7298, km: 130),
    Region("chungbuk", "충청북도", "충북", "Chungcheongbuk-do", 36.6357, 127.4914, km: 90),
    Region("chungnam", "충청남도", "충남", "Chungcheongnam-do", 36.6588, 126.6728, km: 90),
    Region("jeonbuk", "전북특별자치도", "전북", "Jeonbuk-do", 35.8203, 127.1088, km: 75),
    Region("jeonnam", "전라남도", "전남", "Jeollanam-do", 34.8161, 126.4629, km: 120),
    Region("gyeongbuk", "경상북도", "경북", "Gyeongsangbuk-do", 36.5760, 128.5056, km: 110),
    Region("gyeongnam", "경상남도", "경남", "Gyeongsangnam-do", 35.2377, 128.6919, km: 95),
    Region("jeju", "제주특별자치도", "제주", "Jeju-do", 33.4890, 126.4983, km: 45),
  ]

  static let seoulDistricts: [Region] = [
    Region("seoul-jongno", "종로구", "종로", "Jongno-gu", 37.5735, 126.9790, km: 5),
    Region("seoul-jung", "서울 중구", "중구(서울)", "Jung-gu, Seoul", 37.5638, 126.9976, km: 3),
    Region("seoul-yongsan", "용산구", "용산", "Yongsan-gu", 37.5324, 126.9905, km: 4),
    Region("seoul-seongdong", "성동구", "성동", "Seongdong-gu", 37.5634, 127.0369, km: 4),
    Region("seoul-gwangjin", "광진구", "광진", "Gwangjin-gu", 37.5385, 127.0824, km: 4),
    Region("seoul-dongdaemun", "동대문구", "동대문", "Dongdaemun-gu", 37.5744, 127.0397, km: 4),
    Region("seoul-nowon", "노원구", "노원", "Nowon-gu", 37.6543, 127.0565, km: 6),
    Region("seoul-eunpyeong", "은평구", "은평", "Eunpyeong-gu", 37.6027, 126.9291, km: 6),
    Region("seoul-seodaemun", "서대문구", "서대문", "Seodaemun-gu", 37.5791, 126.9368, km: 4),
    Region("seoul-mapo", "마포구", "마포", "Mapo-gu", 37.5663, 126.9019, km: 6),
    Region("seoul-gangseo", "서울 강서구", "강서", "Gangseo-gu, Seoul", 37.5509, 126.8495, km: 7),
    Region("seoul-guro", "구로구", "구로", "Guro-gu", 37.4954, 126.8875, km: 6),
    Region("seoul-yeongdeungpo", "영등포구", "영등포", "Yeongdeungpo-gu", 37.5264, 126.8962, km: 5),
    Region("seoul-dongjak", "동작구", "동작", "Dongjak-gu", 37.5124, 126.9393, km: 5),
    Region("seoul-gwanak", "관악구", "관악", "Gwanak-gu", 37.4784, 126.9516, km: 5),
    Region("seoul-seocho", "서초구", "서초", "Seocho-gu", 37.4836, 127.0327, km: 7),
    Region("seoul-gangnam", "강남구", "강남", "Gangnam-gu", 37.5173, 127.0474, km: 7),
    Region("seoul-songpa", "송파구", "송파", "Songpa-gu", 37.5145, 127.1060, km: 6),
    Region("seoul-gangdong", "강동구", "강동", "Gangdong-gu", 37.5301, 127.1238, km: 6),
  ]

  static let cities: [Region] = [
    Region("suwon", "수원시", "수원", "Suwon", 37.2635, 127.0286, km: 9),
    Region("seongnam", "성남시", "성남", "Seongnam", 37.4201, 127.1267, km: 10),
    Region("seongnam-bundang", "분당구", "분당", "Bundang-gu", 37.3826, 127.1189, km: 7),
    Region("goyang", "고양시", "고양", "Goyang", 37.6584, 126.8320, km: 13),
    Region("yongin", "용인시", "용인", "Yongin", 37.2411, 127.1776, km: 22),
    Region("bucheon", "부천시", "부천", "Bucheon", 37.5034, 126.7660, km: 7),
    Region("anyang", "안양시", "안양", "Anyang", 37.3943, 126.9568, km: 6),
    Region("hwaseong", "화성시", "화성", "Hwaseong", 37.1995, 126.8312, km: 28),
    Region("busan-haeundae", "해운대구", "해운대", "Haeundae-gu", 35.1631, 129.1635, km: 8),
    Region("busan-busanjin", "부산진구", "부산진", "Busanjin-gu", 35.1629, 129.0532, km: 5),
    Region("daegu-jung", "대구 중구", "중구(대구)", "Jung-gu, Daegu", 35.8693, 128.6062, km: 2),
    Region("daejeon-yuseong", "유성구", "유성", "Yuseong-gu", 36.3622, 127.3562, km: 12),
    Region("gangneung", "강릉시", "강릉", "Gangneung", 37.7519, 128.8761, km: 30),
    Region("cheongju", "청주시", "청주", "Cheongju", 36.6424, 127.4890, km: 22),
    Region("cheonan", "천안시", "천안", "Cheonan", 36.8151, 127.1139, km: 20),
    Region("jeonju", "전주시", "전주", "Jeonju", 35.8242, 127.1480, km: 10),
    Region("yeosu", "여수시", "여수", "Yeosu", 34.7604, 127.6622, km: 25),
    Region("suncheon", "순천시", "순천", "Suncheon", 34.9506, 127.4873, km: 25),
    Region("pohang", "포항시", "포항", "Pohang", 36.0190, 129.3435, km: 30),
    Region("gyeongju", "경주시", "경주", "Gyeongju", 35.8562, 129.2247, km: 28),
    Region("changwon", "창원시", "창원", "Changwon", 35.2279, 128.6818, km: 25),
    Region("seogwipo", "서귀포시", "서귀포", "Seogwipo", 33.2541, 126.5601, km: 40),
  ]
}
