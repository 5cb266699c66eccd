import Basics
import Foundation
import Support
import Tabular
import Testing
import Workload

@testable import Booths

@Suite("Damaged files are validated or refused, without losing rows or crashing")
struct ImportFuzzTests {
  /// Rounds for each text; `FOURCUTS_FUZZ_ROUNDS` names more.
  private static let rounds = Int(ProcessInfo.processInfo.environment["FOURCUTS_FUZZ_ROUNDS"] ?? "") ?? 40

  private static let texts: [(text: String, system: String?)] = [
    (
      """
      external_id,name,brand,road_address,latitude,longitude,opening_hours,tags,cuts,price,status,last_verified
      A-1,"인생 ""사진"" 강남점",인생사진,"서울특별시 강남구, 1층",37.4979,127.0276,Mo-Su 10:00-22:00,"대형,레트로",4,"5,000원",영업중,2024-05-01
      A-2,부산점,인생사진,부산광역시 동구 1,35.115,129.041,24/7,#레트로,6컷,4천원,폐업,20240501
      A-3,"두 줄
      이름",,경기도 수원시 2,37.26,127.03,10:00~22:00,,,무료,휴업,2024-05-01T09:30:00Z
      """, nil
    ),
    (
      """
      번호,관리번호,영업상태명,소재지전체주소,사업장명,최종수정시점,좌표정보(x),좌표정보(y),
      1,3140000,영업/정상,서울특별시 서초구 반포동,신반포&amp;병원,2019-01-11 14:10:39,200884.624630186,444571.106094448,
      2,3140001,폐업,경상남도 창녕군 이방면,이방병원,2017-07-12 17:01:39,325178.430998746,234541.641901682,
      3,3140002,영업/정상,제주특별자치도 제주시,튼튼,2022-05-27 10:00:12,156990.920409311,-553.413878425997,
      4,3140003,휴업,,없는 곳,,,,
      """, "EPSG:5174"
    ),
    (
      """
      POI ID|대명칭|중앙좌표X1|중앙좌표Y1|경도|위도
      1|대흥빌딩|198705.6246|451632.2349|126.9853494|37.56422346
      2|삼선빌딩|197976.8024|450874.3405|126.9771022|37.55739355
      3|대우메트로빌|195839.8505|449322.6029||
      """, nil
    ),
  ]

  @Test("Each record below the header is validated or rejected", arguments: texts.indices)
  func mutations(_ index: Int) throws {
    let (text, system) = Self.texts[index]
    let original = Array(text.utf8)
    var numbers = SeededNumbers(seed: UInt64(index) + 99)
    var validatedFiles = 0
    for round in 0..<Self.rounds {
      var bytes = original
      for _ in 0...(numbers.next() % 4) { Self.damage(&bytes, &numbers) }
      do {
        let validated = try ValidatedFile(bytes, .explicit(system, isStrict: round % 2 == 0))
        let records = try Self.records(bytes, below: validated.plan.headerLine)
        #expect(validated.rows.count + validated.rejected.count == records, "round \(round)")
        #expect(validated.rows.allSatisfy { !$0.attributes.name.isEmpty && !$0.attributes.externalID.isEmpty })
        validatedFiles += 1
      } catch let domainError as DomainError {
        #expect(domainError.message.hasSuffix("."), "round \(round)")
      }
    }
    #expect(validatedFiles > Self.rounds / 10, "the damage leaves enough to judge")
  }

  /// Overwrites, inserts, removes, repeats or moves some bytes; quotes, delimiters and line ends more often than not.
  private static func damage(_ bytes: inout [UInt8], _ numbers: inout SeededNumbers) {
    guard !bytes.isEmpty else { return }
    let position = Int(numbers.next() % UInt64(bytes.count))
    let end = min(bytes.count, position + Int(numbers.next() % 40))
    let marks: [UInt8] = [0x22, 0x2C, 0x0A, 0x0D, 0x7C, 0x00, 0x2D, 0x39, 0xFF, 0xEA, 0x26]
    switch numbers.next() % 6 {
    case 0: bytes[position] = UInt8(truncatingIfNeeded: numbers.next())
    case 1: bytes.insert(marks[Int(numbers.next() % UInt64(marks.count))], at: position)
    case 2: bytes.removeSubrange(position..<end)
    case 3: bytes.insert(contentsOf: bytes[position..<end], at: Int(numbers.next() % UInt64(bytes.count)))
    case 4: bytes.removeSubrange(end...)
    default: bytes[position] = marks[Int(numbers.next() % UInt64(marks.count))]
    }
  }

  private static func records(_ bytes: [UInt8], below line: Int) throws -> Int {
    var reader = try TableReader(MemorySource(bytes))
    var count = 0
    while let batch = try reader.next() {
      count += (0..<batch.count).filter { batch.line($0) > line }.count
    }
    return count
  }

  @Test("A header or row of very many cells takes linear time")
  func wide() throws {
    let commas = String(repeating: ",", count: 50_000)
    #expect(domainError(of: "name,lat,lon\(commas)\nA,37.5,127\n")?.code == "too-many-columns")
    let validated = try ValidatedFile("name,lat,lon\nA,37.5,127\(commas)\nB,37.5,127\(commas)x\n")
    #expect(validated.rows.count == 1)
    #expect(validated.codes == ["too-many-fields"])
  }

  @Test("Very long values are left out or rejected")
  func long() throws {
    let long = String(repeating: "9", count: 100_000)
    let validated = try ValidatedFile(
      "name,lat,lon,price,tags,영업시간\nA,37.5,127,\(long),\(long),\(long)\nB,\(long),127\n\(long),37.5,127\n")
    #expect(validated.rows.count == 1)
    #expect(validated.codes == ["coordinate-not-a-number", "name-too-long"])
    #expect(validated.warnings.allSatisfy { $0.example.count <= 61 })
  }
}
