import Basics
import Foundation
import Geo
import Support
import Testing

@testable import Booths

@Suite("Addresses in English")
struct EnglishAddressTests {
  @Test("A long chain of side streets is no address")
  func endlessStreet() {
    for count in [5, 50, 20_000] {
      let street = String(repeating: "1길", count: count)
      #expect(EnglishAddress.text(of: "서울 강남구 강남\(street) 1") == nil || count == 5)
    }
  }

  /// As official English addresses write them, without the country.
  static let table = [
    ("서울특별시 강남구 강남대로 396", "396 Gangnam-daero, Gangnam-gu, Seoul"),
    ("서울특별시 강남구 강남대로 지하 396", "Jiha 396 Gangnam-daero, Gangnam-gu, Seoul"),
    ("서울특별시 강남구 강남대로66길 14", "14 Gangnam-daero 66-gil, Gangnam-gu, Seoul"),
    ("서울특별시 강남구 테헤란로10길 10 (강남역 우정에쉐르)", "10 Teheran-ro 10-gil, Gangnam-gu, Seoul"),
    ("서울 강남구 학동로31길 12", "12 Hakdong-ro 31-gil, Gangnam-gu, Seoul"),
    ("서울 강남구 논현동 82-17", "82-17 Nonhyeon-dong, Gangnam-gu, Seoul"),
    ("서울특별시 강남구 언주로94길 15, 3층", "3F, 15 Eonju-ro 94-gil, Gangnam-gu, Seoul"),
    ("서울특별시 마포구 와우산로 29라길 22", "22 Wausan-ro 29ra-gil, Mapo-gu, Seoul"),
    ("서울특별시 마포구 월드컵북로 396", "396 World Cup buk-ro, Mapo-gu, Seoul"),
    ("서울특별시 도봉구 마들로 11가길 12", "12 Madeul-ro 11ga-gil, Dobong-gu, Seoul"),
    ("서울특별시 금천구 가산디지털1로 19", "19 Gasan digital 1-ro, Geumcheon-gu, Seoul"),
    ("서울특별시 종로구 난계로25길 5", "5 Nangye-ro 25-gil, Jongno-gu, Seoul"),
    ("서울특별시 종로구 성균관로 25-2", "25-2 Sungkyunkwan-ro, Jongno-gu, Seoul"),
    ("서울 종로구 돈화문로11가길 29", "29 Donhwamun-ro 11ga-gil, Jongno-gu, Seoul"),
    ("서울 성북구 삼선교로23가길 72", "72 Samseongyo-ro 23ga-gil, Seongbuk-gu, Seoul"),
    ("서울 중구 명동8가길 8", "8 Myeongdong 8ga-gil, Jung-gu, Seoul"),
    ("서울 송파구 올림픽로35길 137", "137 Olympic-ro 35-gil, Songpa-gu, Seoul"),
    ("서울 노원구 노원로 3", "3 Nowon-ro, Nowon-gu, Seoul"),
    ("서울 노원구 공릉동 90-4", "90-4 Gongneung-dong, Nowon-gu, Seoul"),
    ("서울 서대문구 연세로 50", "50 Yonsei-ro, Seodaemun-gu, Seoul"),
    ("서울 동대문구 경희대로 26", "26 Kyungheedae-ro, Dongdaemun-gu, Seoul"),
    ("서울특별시 구로구 중앙로5길 62 (고척동)", "62 Jungang-ro 5-gil, Guro-gu, Seoul"),
    ("부산광역시 중구 광복로6번길 10-2", "10-2 Gwangbok-ro 6beon-gil, Jung-gu, Busan"),
    ("부산 해운대구 해운대로 265", "265 Haeun-daero, Haeundae-gu, Busan"),
    ("부산 해운대구 재송동 1360", "1360 Jaesong-dong, Haeundae-gu, Busan"),
    ("부산 해운대구 중동2로10번길 32-10", "32-10 Jungdong 2-ro 10beon-gil, Haeundae-gu, Busan"),
    ("부산광역시 해운대구 달맞이길62번길 13", "13 Dalmaji-gil 62beon-gil, Haeundae-gu, Busan"),
    ("부산광역시 해운대구 세실로69번길 24 5층", "5F, 24 Sesil-ro 69beon-gil, Haeundae-gu, Busan"),
    ("부산광역시 해운대구 센텀중앙로 97", "97 Centum jungang-ro, Haeundae-gu, Busan"),
    ("인천광역시 중구 도원로26번길 33-8", "33-8 Dowon-ro 26beon-gil, Jung-gu, Incheon"),
    ("인천 연수구 컨벤시아대로 165", "165 Convensia-daero, Yeonsu-gu, Incheon"),
    ("광주광역시 동구 남문로 555", "555 Nammun-ro, Dong-gu, Gwangju"),
    ("대전광역시 동구 계족로443번길 24", "24 Gyejok-ro 443beon-gil, Dong-gu, Daejeon"),
    ("대구광역시 중구 공평로10길 30-10", "30-10 Gongpyeong-ro 10-gil, Jung-gu, Daegu"),
    ("대구광역시 중구 동성로4길 20-7", "20-7 Dongseong-ro 4-gil, Jung-gu, Daegu"),
    ("대구광역시 중구 큰장로26길 45", "45 Keunjang-ro 26-gil, Jung-gu, Daegu"),
    ("울산광역시 중구 곽남2길 20-2", "20-2 Gwangnam 2-gil, Jung-gu, Ulsan"),
    ("세종특별자치시 조치원읍 도원로 16", "16 Dowon-ro, Jochiwon-eup, Sejong-si"),
    ("세종특별자치시 한누리대로 411, 705동 1104호", "705-1104, 411 Hannuri-daero, Sejong-si"),
    ("세종특별자치시 한누리대로 411, 지하102호", "B102, 411 Hannuri-daero, Sejong-si"),
    ("경기도 성남시 분당구 백현로 26", "26 Baekhyeon-ro, Bundang-gu, Seongnam-si, Gyeonggi-do"),
    ("경기 성남시 분당구 판교역로 166", "166 Pangyoyeok-ro, Bundang-gu, Seongnam-si, Gyeonggi-do"),
    ("경기 성남시 분당구 백현동 532", "532 Baekhyeon-dong, Bundang-gu, Seongnam-si, Gyeonggi-do"),
    ("경기 용인시 수지구 이종무로 157", "157 Leejongmu-ro, Suji-gu, Yongin-si, Gyeonggi-do"),
    ("경기 용인시 수지구 고기동 593-4", "593-4 Gogi-dong, Suji-gu, Yongin-si, Gyeonggi-do"),
    ("경기도 용인시 처인구 남사읍 한숲로 83", "83 Hansup-ro, Namsa-eup, Cheoin-gu, Yongin-si, Gyeonggi-do"),
    ("경기도 용인시 처인구 남사읍 아곡리 681", "681 Agok-ri, Namsa-eup, Cheoin-gu, Yongin-si, Gyeonggi-do"),
    ("경기 수원시 영통구 광교호수공원로 80", "80 Gwanggyohosugongwon-ro, Yeongtong-gu, Suwon-si, Gyeonggi-do"),
    ("경기도 수원시 장안구 천천로22번길 34", "34 Cheoncheon-ro 22beon-gil, Jangan-gu, Suwon-si, Gyeonggi-do"),
    ("경기도 부천시 원미구 송내대로73번길 46, 7층", "7F, 46 Songnae-daero 73beon-gil, Wonmi-gu, Bucheon-si, Gyeonggi-do"),
    ("강원도 춘천시 동내면 거두택지길 88", "88 Geodutaekji-gil, Dongnae-myeon, Chuncheon-si, Gangwon-do"),
    ("충청북도 제천시 고암로 22", "22 Goam-ro, Jecheon-si, Chungcheongbuk-do"),
    ("충청남도 천안시 동남구 구성8길 26", "26 Guseong 8-gil, Dongnam-gu, Cheonan-si, Chungcheongnam-do"),
    ("경상북도 안동시 감나무5길 15", "15 Gamnamu 5-gil, Andong-si, Gyeongsangbuk-do"),
    ("경상남도 창원시 마산합포구 가포로 154-11", "154-11 Gapo-ro, Masanhappo-gu, Changwon-si, Gyeongsangnam-do"),
    ("전북특별자치도 전주시 덕진구 만성북로 21-26, 1동 401호", "1-401, 21-26 Manseongbuk-ro, Deokjin-gu, Jeonju-si, Jeonbuk-do"),
    ("전라남도 여수시 돌산읍 강남8길 20", "20 Gangnam 8-gil, Dolsan-eup, Yeosu-si, Jeollanam-do"),
    ("제주특별자치도 제주시 가령로4길 14", "14 Garyeong-ro 4-gil, Jeju-si, Jeju-do"),
  ]

  @Test("English addresses are the official ones", arguments: table)
  func official(_ korean: String, _ english: String) {
    #expect(EnglishAddress.text(of: korean) == english)
  }

  @Test(
    "Sounds change within a name and not across its hyphen",
    arguments: [
      ("서울 종로구 종로 1", "1 Jong-ro, Jongno-gu, Seoul"), ("서울 중구 을지로 2", "2 Eulji-ro, Jung-gu, Seoul"),
      ("서울 강남구 선릉로 3", "3 Seolleung-ro, Gangnam-gu, Seoul"),
      ("서울 성동구 왕십리로 4", "4 Wangsimni-ro, Seongdong-gu, Seoul"),
      ("서울 중구 을지로3가 5", "5 Euljiro 3-ga, Jung-gu, Seoul"),
      ("서울 성동구 성수동2가 6-1", "6-1 Seongsu-dong 2-ga, Seongdong-gu, Seoul"),
      ("경북 울진군 울진읍 읍내8길26", "26 Eumnae 8-gil, Uljin-eup, Uljin-gun, Gyeongsangbuk-do"),
      ("경남 하동군 옥종면 양구 2길 3", "3 Yanggu 2-gil, Okjong-myeon, Hadong-gun, Gyeongsangnam-do"),
      ("강원 인제군 북면 용대리 산 7-2", "San 7-2 Yongdae-ri, Buk-myeon, Inje-gun, Gangwon-do"),
    ])
  func sounds(_ korean: String, _ english: String) {
    #expect(EnglishAddress.text(of: korean) == english)
  }

  @Test(
    "Floors and rooms come first, the smallest part before larger ones",
    arguments: [
      ("2층", "2F"), ("지하1층", "B1"), ("지하 1층", "B1"), ("B2층", "B2"), ("1~2층", "1-2F"), ("101호", "#101"),
      ("지하1층 B03호", "#B03, B1"), ("2층 201호 (역삼동, 어느빌딩)", "#201, 2F"), ("2층 (샘플빌딩, 별관)", "2F"),
    ])
  func details(_ korean: String, _ english: String) {
    let address = "서울특별시 강남구 강남대로 396, \(korean)"
    #expect(EnglishAddress.text(of: address) == "\(english), 396 Gangnam-daero, Gangnam-gu, Seoul")
  }

  @Test(
    "An address with an unknown part has no English form",
    arguments: [
      "", "강남대로 396", "강남구 강남대로 396", "서울특별시", "서울특별시 강남구", "서울특별시 강남구 강남대로", "서울특별시 강남대로 396",
      "경기도 분당구 판교역로 166", "세종특별자치시 연기군 도원로 16", "서울특별시 강남구 강남대로 396 어느빌딩", "서울특별시 강남구 강남대로 396, 어느빌딩 2층",
      "서울특별시 강남구 강남대로 396 (역삼동", "서울특별시 강남구 강남대로 396)", "서울특별시 강남구 강남대로 396-1-2", "서울특별시 강남구 강남대로 삼백",
      "서울특별시 강남구 역삼동", "강원 인제군 북면 산 7-2", "서울특별시 강남구 5·18로 3", "경기도 용인시 처인구 포곡읍 에버랜드로 199",
      "396 Gangnam-daero, Gangnam-gu, Seoul",
      "서울특별시 강남구 강남대로 396, 2층 옥상", "서울특별시 강남구 강남대로 396, 층", "서울특별시 강남구 로 3", "서울특별시 구 강남대로 3",
    ])
  func gaps(_ korean: String) {
    #expect(EnglishAddress.text(of: korean) == nil)
  }

  @Test("Each municipality has its official English name")
  func municipalities() throws {
    let places = Gazetteer.shipped.places
    let provinces = Dictionary(
      uniqueKeysWithValues: places.filter { $0.kind == .province }.map { ($0.aliases[0], $0.englishName) })
    var count = 0
    for place in places where [.city, .county, .district].contains(place.kind) {
      let area = place.area.split(separator: " ").map(String.init)
      // The gazetteer names cities as signs do: Suwon.
      let name = place.kind == .city ? place.englishName + "-si" : place.englishName
      let cities = places.filter { area.count > 1 && $0.kind == .city && $0.name == area[1] + "시" }
      #expect(cities.count == area.count - 1)
      let city = cities.first
      let around = city.map { "\($0.englishName)-si, " } ?? ""
      let korean = "\(area[0]) \(city.map { $0.name + " " } ?? "")\(place.name) 샘골로 1"
      let province = try #require(provinces[area[0]])
      #expect(EnglishAddress.text(of: korean) == "1 Saemgol-ro, \(name), \(around)\(province)")
      count += 1
    }
    #expect(count > 250)
  }
}
