import Foundation
import Support
import Tabular
import Testing

/// Tests with real public files, if present. The expected values are from another CSV reader.
@Suite("Real public files", .enabled(if: SharedData.file("public-csv") != nil))
struct RealFileTests {
  struct Sample: Sendable, CustomTestStringConvertible {
    let file: String
    let records: Int
    let fields: Int
    /// The column of the file for each expected column.
    let columns: [String: String]
    var testDescription: String { file }
  }

  static let samples = [
    Sample(
      file: "localdata-animal-hospital-national-cp949-5174", records: 200, fields: 33,
      columns: [
        "key": "관리번호", "name": "사업장명", "status": "영업상태명", "road_address": "도로명전체주소", "lot_address": "소재지전체주소",
      ]),
    Sample(
      file: "seoul-toilets-cp949-5181-and-wgs84", records: 200, fields: 10,
      columns: ["key": "POI ID", "name": "대명칭"]),
    Sample(
      file: "seoul-museums-cp949-wgs84-newlines", records: 159, fields: 24,
      columns: ["name": "시설명", "road_address": "소재지도로명주소", "lot_address": "소재지지번주소"]),
    Sample(
      file: "national-library-standard-cp949-wgs84", records: 200, fields: 28,
      columns: ["name": "도서관명", "road_address": "소재지도로명주소"]),
  ]

  static func table(_ name: String) throws -> (dialect: Dialect, header: [String], rows: [[String]], lines: Int) {
    let path = try #require(SharedData.file("public-csv/\(name).csv")).path
    var reader = try TableReader(FileSource(path: path))
    var rows: [[String]] = []
    var lines = 0
    while let batch = try reader.next() {
      for record in 0..<batch.count {
        #expect(batch.fault(record) == nil)
        rows.append(batch.texts(record))
        lines = batch.line(record)
      }
    }
    return (reader.dialect, rows.removeFirst(), rows, lines)
  }

  @Test("Every record has all its fields, and the cells that another reader found", arguments: samples)
  func cells(sample: Sample) throws {
    let table = try Self.table(sample.file)
    let expected = try Self.table(sample.file + ".expected")
    #expect(table.dialect == Dialect(encoding: .cp949, delimiter: 0x2C))
    #expect(expected.dialect == Dialect(encoding: .utf8, delimiter: 0x2C))
    #expect(table.rows.count == sample.records)
    #expect(expected.rows.count == sample.records)
    #expect(table.header.count == sample.fields)
    #expect(table.rows.allSatisfy { $0.count == sample.fields })
    for (ours, theirs) in sample.columns {
      let column = try #require(table.header.firstIndex(of: theirs))
      let expectedColumn = try #require(expected.header.firstIndex(of: ours))
      for (row, expectedRow) in zip(table.rows, expected.rows) {
        #expect(row[column] == expectedRow[expectedColumn])
      }
    }
  }

  @Test("Line ends within quotes are counted as lines")
  func quotedLines() throws {
    let table = try Self.table("seoul-museums-cp949-wgs84-newlines")
    #expect(table.lines == 173)
    #expect(table.rows.joined().contains { $0.contains("\r\n") })
    #expect(table.rows.joined().contains { $0.contains("\"태권브이 더라이브 뮤지엄\"") })
  }

  @Test("The last record of the station list is read without a line end")
  func stations() throws {
    let table = try Self.table("seoul-station-master-cp949-wgs84")
    #expect(table.header == ["역사_ID", "역사명", "호선", "위도", "경도"])
    #expect(table.rows.count == 200)
    #expect(table.rows.first == ["9010", "동탄", "수도권 광역급행철도", "37.20034", "127.09569"])
    #expect(table.rows.last?.last == "127.079532")
  }
}
