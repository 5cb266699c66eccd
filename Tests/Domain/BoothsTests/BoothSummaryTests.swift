import Basics
import Foundation
import Geo
import Segments
import Support
import Testing
import Workload

@testable import Booths

@Suite("The summary of a booth in the catalogue")
struct BoothSummaryTests {
  private func booth(_ number: Int64, name: String, brand: String? = nil, roadAddress: String? = nil) -> Booth {
    var attributes = BoothAttributes(
      externalID: "external \(number)", name: name,
      coordinate: StoredCoordinate(Coordinate(latitude: 37.5, longitude: -0.0000001)!))
    (attributes.brand, attributes.roadAddress, attributes.lotAddress) = (brand, roadAddress, "lot \"\(number)\"")
    attributes.tags = ["two", "words"]
    attributes.status = .operating
    return Booth(id: BoothID(number), source: "source", attributes: attributes)
  }

  private func summary(_ record: BoothRecord) -> String {
    var text = ""
    record.withSummary { text = String(decoding: $0, as: UTF8.self) }
    return text
  }

  @Test("The summary of a booth is the beginning of its JSON")
  func json() {
    let record = BoothRecord(booth(12, name: "인생\"네컷\"", brand: nil, roadAddress: "월드컵로 1"))
    #expect(
      summary(record) == #""id":12,"name":"인생\"네컷\"","brand":null,"road_address":"월드컵로 1","#
        + #""latitude":37.5,"longitude":-0.0000001,"status":"operating""#)
  }

  @Test("A summary's texts are read back unchanged, whatever characters they have")
  func texts() throws {
    var numbers = SeededNumbers(seed: 71)
    let pieces = ["", "가나다", "a", "\"", "\\", "\n", "\u{1}", "📸", " ", "/", String(repeating: "긴 글 ", count: 40)]
    func text() -> String {
      (0..<Int.random(in: 0...4, using: &numbers)).map { _ in pieces.randomElement(using: &numbers)! }.joined()
    }
    for number in 1...500 as ClosedRange<Int64> {
      let (brand, road) = (text(), text())
      let booth = booth(
        number, name: "x" + text(), brand: brand.isEmpty ? nil : brand, roadAddress: road.isEmpty ? nil : road)
      let record = BoothRecord(booth)
      #expect(record.booth == booth)
      let json = try JSONSerialization.jsonObject(with: Data("{\(summary(record))}".utf8)) as? [String: Any]
      #expect(json?["name"] as? String == booth.attributes.name)
      #expect(json?["brand"] as? String == booth.attributes.brand)
      #expect(json?["road_address"] as? String == booth.attributes.roadAddress)
      #expect(json?["id"] as? Int64 == number)
    }
  }

  @Test("A summary holds the beginning of a text beyond 32,767 bytes, in whole characters")
  func long() {
    let record = BoothRecord(booth(1, name: String(repeating: "가", count: 30_000) + "\"", roadAddress: "뒤"))
    #expect(record.name.count == 32_766 && record.roadAddress.elementsEqual("뒤".utf8))
  }

  @Test("A summary and its record fit the table's offsets, whatever the texts")
  func largest() throws {
    // JSON escapes each of these characters by six.
    let longest = String(repeating: "\u{1}", count: 70_000)
    var booth = booth(.max, name: longest, brand: longest, roadAddress: longest)
    booth.attributes.externalID = longest
    (booth.attributes.lotAddress, booth.attributes.phone, booth.attributes.openingHours) = (longest, longest, longest)
    booth.attributes.tags = [longest, longest]
    booth.source = longest
    let record = BoothRecord(booth)
    #expect(record.byteCount <= BoothTable.maxRecordBytes)
    #expect(record.brand.count > 30_000 && record.tags.count == record.brand.count)
  }

  @Test("A record that a damaged file makes too long for a table is cut")
  func tooLong() {
    var builder = BoothTableBuilder()
    let record = BoothRecord(packed: PackedArray([UInt8](repeating: 7, count: BoothTable.maxRecordBytes + 1)))
    builder.append(record)
    builder.append(BoothRecord(booth(2, name: "뒤")))
    let table = builder.finish()
    #expect(table.record(0).byteCount == BoothTable.maxRecordBytes && table.record(0).id == record.id)
    #expect(table.record(1).name.elementsEqual("뒤".utf8))
  }
}
