import Tabular
import Testing
import Workload

@testable import PlaceFiles

@Suite("The terms that a file states")
struct FileTermsTests {
  private static let openStreetMap: [String?] = ["ODbL-1.0", "© OpenStreetMap contributors"]
  private static let sentence =
    "The data included in this document is from www.openstreetmap.org. The data is made available under ODbL."

  private func expect(_ text: String, _ expected: [String?], _ location: SourceLocation = #_sourceLocation) throws {
    let bytes = Array(text.utf8)
    let terms = try PlaceFile.table(PlaceFile.Options { _ in false }) { MemorySource(bytes) }.terms
    #expect([terms.licence, terms.attribution] == expected, sourceLocation: location)
  }

  @Test("Answers of Overpass and of OpenStreetMap's API have the terms of OpenStreetMap")
  func openStreetMap() throws {
    let node = #"{"type":"node","id":1,"lat":1,"lon":2,"tags":{"name":"a"}}"#
    let feature = #"{"type":"Feature","properties":{"name":"a"},"geometry":{"type":"Point","coordinates":[2,1]}}"#
    let element = #"<node id="1" lat="1" lon="2"><tag k="name" v="a"/></node>"#
    try expect(#"{"osm3s":{"copyright":"\#(Self.sentence)"},"elements":[\#(node)]}"#, Self.openStreetMap)
    try expect(
      #"{"type":"FeatureCollection","copyright":"\#(Self.sentence)","features":[\#(feature)]}"#, Self.openStreetMap)
    try expect(
      #"<osm copyright="OpenStreetMap and contributors" license="http://opendatacommons.org/x">\#(element)</osm>"#,
      Self.openStreetMap)
    try expect("<osm><note>\(Self.sentence)</note>\(element)</osm>", Self.openStreetMap)
    try expect("<osm>\(element)</osm>", [nil, nil])
  }

  @Test("Terms are found beside the features, not in them")
  func features() throws {
    let feature = #"{"type":"Feature","properties":{"name":"a","license":"B-7"},"geometry":null}"#
    try expect(#"{"features":[\#(feature)],"license":"CC0-1.0","more":{"attribution":"x"}}"#, ["CC0-1.0", nil])
    let attributes = #"{"attribution":"required","attribution:name":"Booths Ltd","license":"CC BY 4.0"}"#
    try expect(
      #"{"dataset_attributes":\#(attributes),"features":[\#(feature)],"licence":"another"}"#,
      ["CC BY 4.0", "Booths Ltd"])
    try expect(feature + "\n" + feature, [nil, nil])
  }

  @Test("The terms of GPX are its copyright, and a table has none")
  func others() throws {
    let address = "https://creativecommons.org/publicdomain/zero/1.0/"
    let metadata = #"<metadata><copyright author="Mina"><license>\#(address)</license></copyright></metadata>"#
    try expect(#"<gpx>\#(metadata)<wpt lat="1" lon="2"><name>a</name></wpt></gpx>"#, [address, "Mina"])
    try expect("name,lat,lon,license\na,1,2,x\n", [nil, nil])
  }
}
