import Basics
import Foundation
import Testing
import Workload

@testable import Tabular

@Suite("The encoding of a list is found by what it says")
struct EncodingDetectionTests {
  /// A language with an encoding, words of names and parts of addresses.
  struct Language: CustomTestStringConvertible, Sendable {
    let encoding: TextEncoding
    /// The C library's name.
    let name: String
    let header: String
    let words: [String]

    init(_ encoding: TextEncoding, _ name: String, header: String = "name,address,lat,lon", _ words: String) {
      self.encoding = encoding
      self.name = name
      self.header = header
      self.words = words.split(separator: " ").map(String.init)
    }

    var testDescription: String { "\(encoding.rawValue)" }
  }

  private static let korean =
    "인생네컷 포토부스 하루필름 홍대점 강남점 사진관 셀프스튜디오 네컷사진 신촌 해운대 전주객사 돈룩업 서울특별시 마포구 와우산로21길 부산광역시 대구 중구 동성로 제주시 연동 광안리 즉석사진"
  private static let japanese =
    "プリクラ渋谷店 写真館 フォトスタジオ 原宿店 証明写真機 ゲームセンター 東京都渋谷区 大阪市北区梅田 名古屋市中区栄 札幌市 横浜駅前 福岡市博多区 新宿三丁目 チーズ 京都市下京区四条通 イオンモール"
  private static let simplified =
    "自助照相馆 大头贴 首尔弘大店 明洞店 北京市朝阳区 上海市静安区南京西路 广州市天河区 拍照机 摄影工作室 证件照 成都市锦江区春熙路 深圳市福田区 万达广场 杭州市西湖区 人生四格"
  private static let traditional =
    "拍貼機 攝影館 西門町店 臺北市信義區 高雄市前金區中正路 台中市西區 證件照 快照亭 板橋車站 新竹市東區 夢時代購物中心 人生四格 桃園市中壢區 照相館 忠孝東路"
  private static let western =
    "Fotoautomat Köln Århus Foto Café Séoul Photomaton Forêt Straße München Düsseldorf Málaga Cabina España São Paulo Malmö "
    + "Göteborg Kiosk Gare Montréal Città Estúdio Zürich Brücke Photobox Überfoto Châtelet Lyon"
  private static let cyrillic =
    "Фотобудка Москва Невский проспект Фотоателье улица Ленина Казань Санкт-Петербург Новосибирск площадь Мгновенное фото Тверская"
  private static let polish =
    "Fotobudka Kraków Łódź Wrocław ulica Świętokrzyska Gdańsk Złote Tarasy Zdjęcia Poznań Galeria Dworzec Główny"
  private static let czech =
    "Fotoautomat Žižkov Brno Náměstí Míru Plzeň Praha nádraží Focení Hradec Králové třída Václavské Děčín"
  private static let hungarian =
    "Fényképautomata Budapest Király utca Újpest Győr Fotófülke Pécs Széchenyi tér Debrecen Nyíregyháza körút Nyugati"

  static let languages = [
    Language(.utf8, "UTF-8", header: "이름,주소,위도,경도", korean),
    Language(.utf16LittleEndian, "UTF-16LE", header: "이름,주소,위도,경도", korean),
    Language(.cp949, "UHC", header: "이름,주소,위도,경도", korean),
    Language(.shiftJIS, "CP932", japanese), Language(.eucJP, "EUC-JP-MS", japanese),
    Language(.gb18030, "GB18030", simplified), Language(.big5, "CP950", traditional),
    Language(.windows1252, "CP1252", western), Language(.windows1251, "CP1251", cyrillic),
    Language(.windows1250, "CP1250", polish), Language(.windows1250, "CP1250", czech),
    Language(.windows1250, "CP1250", hungarian),
  ]

  /// A list of 3 to 6 rows.
  private static func list(_ language: Language, _ random: inout SeededNumbers) -> String {
    var lines = [Bool.random(using: &random) ? language.header : "name,address,lat,lon"]
    for _ in 0..<Int.random(in: 3...6, using: &random) {
      let words = (0..<4).map { _ in language.words.randomElement(using: &random) ?? "" }
      let latitude = Double(Int.random(in: 300_000...600_000, using: &random)) / 10_000
      lines.append(
        "\(words[0]) \(words[1]),\(words[2]) \(words[3]) \(Int.random(in: 1...99, using: &random)),\(latitude),20.5")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Of each language: `FOURCUTS_FUZZ_ROUNDS`.
  private static let listCount = ProcessInfo.processInfo.environment["FOURCUTS_FUZZ_ROUNDS"].flatMap(Int.init) ?? 60

  @Test("No short list is read in a wrong encoding, and 97 % need no option", arguments: languages)
  func lists(_ language: Language) throws {
    var random = SeededNumbers(seed: 39)
    var right = 0
    var total = 0
    while total < Self.listCount {
      let text = Self.list(language, &random)
      let bytes = try encoded(text, language.name)
      guard language.encoding == .utf16LittleEndian || bytes.contains(where: { $0 >= 0x80 }) else { continue }
      total += 1
      do {
        let read = try records(bytes)
        let expected = try records(Array(text.utf8))
        #expect(read.map(\.fields) == expected.map(\.fields), "\(text)")
        right += 1
      } catch {
        #expect((error as? DomainError)?.code == "encoding-undecided")
      }
    }
    #expect(right * 100 >= total * 97, "\(right) of \(total)")
  }

  @Test(
    "Short lists in other alphabets are read correctly",
    arguments: [
      (TextEncoding.windows1253, "CP1253", "Φωτογραφία,Αθήνα\nΘεσσαλονίκη,οδός Ερμού 5\nστιγμιαία φωτογραφία,Πάτρα\n"),
      (.windows1254, "CP1254", "Fotoğraf Kabini,İstanbul Beyoğlu\nİstiklal Caddesi,Şişli\nKadıköy,Çarşı\n"),
      (.windows1255, "CP1255", "תא צילום,תל אביב\nדיזנגוף סנטר,ירושלים\nצילום מיידי,רחוב אלנבי\n"),
      (.windows1256, "CP1256", "كشك الصور,القاهرة\nشارع التحرير,دبي مول\nصور فورية,الرياض\n"),
      (
        .windows1257, "CP1257",
        "Fotografijos būdelė,Vilnius Gedimino prospektas\nŠiauliai,Žirmūnų gatvė\nKlaipėda,Liepų\n"
      ),
      (.windows1258, "CP1258", "Máy chụp ảnh tự động,Hà Nội Hoàn Kiếm\nPhường Bến Nghé,Quận 1\nĐà Nẵng,Hải Châu\n"),
      (.windows874, "CP874", "ตู้ถ่ายรูป,กรุงเทพมหานคร\nสยามสแควร์,ปทุมวัน\nเชียงใหม่,ถนนนิมมานเหมินท์\n"),
      (.koi8R, "KOI8-R", "Фотобудка,Москва\nНевский проспект,Санкт-Петербург\nМгновенное фото,Казань\n"),
    ])
  func alphabets(_ encoding: TextEncoding, _ name: String, _ rows: String) throws {
    let text = "name,address\n" + rows
    let reader = try TableReader(MemorySource(encoded(text, name)))
    #expect(reader.dialect.encoding == encoding)
    #expect(try all(reader).map(\.fields) == records(Array(text.utf8)).map(\.fields))
  }

  @Test("Bytes of no known encoding are refused with the two best guesses and the option")
  func undecided() throws {
    // Korean in Johab, and bytes by chance.
    var random = SeededNumbers(seed: 7)
    let noise = (0..<4000).map { _ in UInt8.random(in: 0x20...0xFF, using: &random) }
    let johab = try encoded("name,lat\n인생네컷 홍대점,37.5\n", "JOHAB")
    for bytes in [johab, noise] {
      let error = #expect(throws: DomainError.self) { try records(bytes) }
      #expect(error?.code == "encoding-undecided")
      #expect(error?.field == "encoding")
      #expect(error?.message.components(of: "--encoding ") == 2)
    }
  }

  @Test(
    "An encoding of the C library decodes alike in pieces of any size, and swallows no delimiter",
    arguments: [1, 2, 3, 7])
  func pieces(_ size: Int) throws {
    for encoding in TextEncoding.allCases {
      let bytes: [UInt8] =
        Array("a,b\n".utf8) + [0x83, 0x76, 0x83, 0x2C, 0x8F, 0xB0, 0xA1, 0x22, 0xFF, 0xFF, 0x81, 0x0A, 0x31, 0xE3]
      let whole = try records(bytes, encoding: encoding, delimiter: 0x2C)
      let reader = try TableReader(PiecewiseSource(bytes: bytes, sizes: [size]), encoding: encoding, delimiter: 0x2C)
      #expect(try all(reader) == whole, "\(encoding)")
    }
    let broken = try records([0x61, 0x2C, 0x83, 0x0A, 0x62, 0x2C, 0x63], encoding: .shiftJIS, delimiter: 0x2C)
    #expect(broken.map(\.fields) == [["a", "\u{FFFD}"], ["b", "c"]])
    #expect(broken.map(\.fault) == [.undecodable, nil])
  }

  @Test("ISO-2022, which consists of ASCII bytes, is refused")
  func escapes() {
    let error = #expect(throws: DomainError.self) { try records(Array("name\n\u{1B}$B%W%j\u{1B}(B\n".utf8)) }
    #expect(error?.code == "not-text" && error?.message.contains("ISO-2022") == true)
  }
}

/// A text in an encoding of the C library.
private func encoded(_ text: String, _ name: String) throws -> [UInt8] {
  guard let converter = Converter(from: "UTF-8", to: name) else { throw EncodingMissing(name: name) }
  let bytes = Array(text.utf8)
  return [UInt8](unsafeUninitializedCapacity: bytes.count * 4 + 16) { output, count in
    bytes.withUnsafeBufferPointer { count = converter.convert($0, into: output).written }
  }
}

private struct EncodingMissing: Error {
  let name: String
}

extension String {
  fileprivate func components(of part: String) -> Int {
    var count = 0
    var rest = self[...]
    while let found = rest.firstRange(of: part) {
      count += 1
      rest = rest[found.upperBound...]
    }
    return count
  }
}
