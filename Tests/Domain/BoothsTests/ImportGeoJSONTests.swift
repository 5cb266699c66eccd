import Basics
import Geo
import Support
import Tabular
import Testing

@testable import Booths

@Suite("Imports of GeoJSON")
struct ImportGeoJSONTests {
  private func collection(_ features: [String], before: String = "", after: String = "") -> String {
    "{\"type\":\"FeatureCollection\",\(before)\"features\":[" + features.joined(separator: ",\n") + "]\(after)}"
  }

  private func point(_ longitude: String, _ latitude: String, _ properties: String, more: String = "") -> String {
    """
    {"type":"Feature",\(more)"geometry":{"type":"Point","coordinates":[\(longitude),\(latitude)]},"properties":{\(properties)}}
    """
  }

  @Test("Features become rows by the same header synonyms, with the same outcome")
  func verdicts() throws {
    let text = collection([
      point("127.0276", "37.4979", #""상호명":"인생네컷","tags":["흑백","가"],"가격":5000,"영업상태명":"영업","even_prints_only":true"#),
      point("37.4979", "127.0276", #""상호명":"거꾸로","도로명주소":"서울특별시 강남구""#),
      #"{"type":"Feature","geometry":null,"properties":{"상호명":"없음 부스"}}"#,
      #"{"type":"Feature","geometry":{"type":"Polygon","coordinates":[[[0,0],[1,1],[0,1],[0,0]]]},"properties":{"상호명":"땅"}}"#,
      point("127.1", "37.6", #""상호명":null"#),
      point("127.2", "37.7", #""상호명":"인생네컷","latitude":"99","x":[1,{"y":"}\\\""}]"#, more: #""id":7,"#),
    ])
    let validated = try ValidatedFile(text)
    #expect(validated.rows.map(\.attributes.name) == ["인생네컷", "인생네컷"])
    #expect(validated.rows.map(\.line) == [1, 6])
    let first = validated.rows[0].attributes
    #expect((first.coordinate?.latitudeE7, first.coordinate?.longitudeE7) == (374_979_000, 1_270_276_000))
    #expect(first.tags == ["가", "흑백"] && first.price == 5000 && first.status == .operating)
    #expect(first.evenPrintsOnly == true)
    #expect(validated.rows[1].attributes.externalID == "7")
    #expect(validated.codes == ["swapped-coordinates", "no-coordinate", "not-a-point", "no-name"])
    #expect(validated.rejected.map(\.line) == [2, 3, 4, 5])
    #expect(validated.plan.decisions.first?.contains("GeoJSON") == true)
  }

  @Test("Members may be in any order, beside others, in pieces of any size")
  func pieces() throws {
    let features = (0..<50).map { point("127.\($0)", "37.5", #""name":"부스 \#($0) \"{[\\","id":"\#($0)""#) }
    let text = collection(
      features, before: #""name":"a, {b","crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:OGC:1.3:CRS84"}},"#,
      after: #","bbox":[1,2,3,4],"extra":{"features":[1,2]}"#)
    let whole = try ValidatedFile(text)
    #expect(whole.rows.count == 50)
    for size in [1, 2, 7, 64] {
      let reader = try ImportReader(ImportOptions(fileName: "a.geojson")) {
        PiecesSource(bytes: Array(("\u{FEFF} \n" + text).utf8), size: size)
      }
      var rows: [ValidatedRow] = []
      while let batch = try reader.next() { rows += batch.rows }
      #expect(rows.map(\.attributes) == whole.rows.map(\.attributes))
    }
  }

  @Test(
    "A file that is no feature collection in longitude and latitude is refused",
    arguments: [
      ("{}", "empty-file"), (#"{"type":"FeatureCollection","features":[]}"#, "empty-file"),
      (#"{"type":"Polygon","coordinates":[]}"#, "geojson-unsupported"),
      (#"{"type":"Topology","objects":{}}"#, "geojson-unsupported"),
      (#"{"type":"FeatureCollection","features":[{]}"#, "geojson-malformed"),
      (#"{"type":"FeatureCollection","features":[{"a":1}"#, "geojson-malformed"),
      (#"{"features":[{"a":1}]} x"#, "geojson-malformed"),
      (#"{"features":[1]}"#, "geojson-malformed"), ("{", "geojson-malformed"), (#"{"a""#, "geojson-malformed"),
      (
        #"{"crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::5186"}},"features":[]}"#,
        "geojson-unsupported"
      ), (#"{"features":[{"properties":{"a":1,"a":2}}]}"#, "geojson-malformed"),
    ])
  func rejected(_ text: String, _ code: String) {
    #expect(domainError(of: text)?.code == code)
  }

  @Test("A feature that is too long is refused before it is kept")
  func tooLong() {
    let text = collection([point("127", "37.5", "\"name\":\"" + String(repeating: "가", count: 1_000_000) + "\"")])
    #expect(domainError(of: text)?.code == "geojson-malformed")
  }

  @Test("More features than fit into a sample are read one by one")
  func many() throws {
    let count = 30_000
    let reader = try ImportReader(ImportOptions(fileName: "many.geojson")) { FeatureSource(count: count) }
    var rows = 0
    while let batch = try reader.next() {
      rows += batch.rows.count
      #expect(batch.rows.count <= 1000)
      if let last = batch.rows.last { #expect(last.line == rows) }
    }
    #expect(rows == count)
  }
}

/// Bytes in pieces of one size.
private struct PiecesSource: ByteSource {
  let bytes: [UInt8]
  let size: Int
  var position = 0

  mutating func read(upTo count: Int) -> [UInt8]? {
    guard position < bytes.count else { return nil }
    defer { position += size }
    return Array(bytes[position..<min(bytes.count, position + size)])
  }
}

/// A collection that is made while it is read.
private struct FeatureSource: ByteSource {
  let count: Int
  var next = -1

  mutating func read(upTo limit: Int) -> [UInt8]? {
    defer { next += 1 }
    if next < 0 { return Array(#"{"type":"FeatureCollection","features":["#.utf8) }
    if next == count { return Array("]}".utf8) }
    guard next < count else { return nil }
    let feature = """
      {"type":"Feature","geometry":{"type":"Point","coordinates":[127.\(next % 1000),37.5]},"properties":{"name":"n\(next)"}}
      """
    return Array(((next > 0 ? "," : "") + feature).utf8)
  }
}
