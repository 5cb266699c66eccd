import Basics
import Tabular
import Testing
import Workload

@testable import PlaceFiles

@Suite("Places of JSON")
struct JSONTests {
  private func point(_ longitude: String, _ latitude: String, _ properties: String, more: String = "") -> String {
    """
    {"type":"Feature",\(more)"geometry":{"type":"Point","coordinates":[\(longitude),\(latitude)]},"properties":{\(properties)}}
    """
  }

  private func collection(_ features: [String], before: String = "", after: String = "") -> String {
    "{\"type\":\"FeatureCollection\",\(before)\"features\":[" + features.joined(separator: ",\n") + "]\(after)}"
  }

  @Test("Nested objects become columns with dots, lists get commas, and numbers stay as written")
  func cells() throws {
    let file = try ReadFile(
      collection([
        point(
          "127.10", "37.50",
          #""location":{"name":"가게","address":{"city":"서울"}},"a":[1,[2,"x"],null],"b":true,"c":false,"d":null,"e":1.50,"f":2e3,"g":"\ud83d\udcf8\n\u0041\/""#
        )
      ]))
    #expect(
      file.headers
        == ["longitude", "latitude", "location.name", "location.address.city", "a", "b", "c", "d", "e", "f", "g"])
    #expect(
      file.records == [
        [
          "longitude": "127.10", "latitude": "37.50", "location.name": "가게", "location.address.city": "서울",
          "a": "1,2,x,", "b": "yes", "c": "no", "e": "1.50", "f": "2000.0", "g": "📸\nA/",
        ]
      ])
  }

  @Test("Reading a feature takes the work of its own properties, not of the whole file")
  func manyProperties() throws {
    let keys = (0..<4000).map { "\"속성 \($0)\":\($0)" }
    var features = [point("127.0", "37.5", #""상호명":"첫째","# + keys.joined(separator: ","))]
    features += (1...20).map { point("127.\($0)", "37.5", #""속성 5":"값 \#($0)","상호명":"부스 \#($0)""#) }
    let bytes = Array(collection(features).utf8)
    var table = try PlaceFile.table(PlaceFile.Options { _ in false }) { MemorySource(bytes) }
    let header = try #require(try table.next())
    let batch = try #require(try table.next())
    #expect(header.fieldCount(0) == 4003 && batch.count == 21)
    #expect((0..<21).map { batch.fieldCount($0) } == [4003] + [Int](repeating: 9, count: 20))
    #expect(batch.texts(1) == ["127.1", "37.5", "부스 1", "", "", "", "", "", "값 1"])
  }

  @Test("Of two keys that differ only in their normal form the last one counts")
  func equalKeys() throws {
    let file = try ReadFile(
      collection([
        point("127.0", "37.5", #""상호명":"가","caf\u00e9":1"#), point("127.1", "37.5", #""cafe\u0301":2,"상호명":"나""#),
      ]))
    #expect(file.headers.count == 4 && file.records.map { $0["caf\u{E9}"] } == ["1", "2"])
  }

  @Test("A small area becomes the point in its middle, and a large one is left out")
  func areas() throws {
    func feature(_ geometry: String) -> String {
      #"{"type":"Feature","geometry":\#(geometry),"properties":{"name":"n"}}"#
    }
    let square = "[[127.0,37.0],[127.001,37.0],[127.001,37.002],[127.0,37.002],[127.0,37.0]]"
    let file = try ReadFile(
      collection([
        feature(#"{"type":"Polygon","coordinates":[\#(square)]}"#),
        feature(#"{"coordinates":[[\#(square)]],"type":"MultiPolygon"}"#),
        feature(#"{"type":"MultiPoint","coordinates":[[127.5,37.5,12]]}"#),
        feature(#"{"type":"Polygon","coordinates":[[[0,0],[1,1],[0,1],[0,0]]]}"#),
        feature(#"{"type":"LineString","coordinates":[[0,0],[0,0]]}"#),
        feature("null"), #"{"type":"Feature","properties":null}"#,
      ]))
    #expect(
      file.records.map { $0["longitude"] } == ["127.0005", "127.0005", "127.5", "Polygon", "LineString", nil, nil])
    #expect(file.records.map { $0["latitude"] } == ["37.001", "37.001", "37.5", nil, nil, nil, nil])
  }

  /// A sequence as All The Places writes it.
  private func sequence(_ count: Int, seed: UInt64, separator: String) -> (text: String, names: [String]) {
    var numbers = SeededNumbers(seed: seed)
    let pieces = ["가", "\\\"", "{[", "]}", ",", "\\\\", " ", "\\u0041", "📸", "a", "\u{E9}"]
    let names = (0..<count).map { _ in
      (0..<Int.random(in: 1...30, using: &numbers)).map { _ in pieces.randomElement(using: &numbers)! }.joined()
    }
    let lines = names.enumerated().map { number, name in
      point(
        "127.\(number)", "37.5", #""name":"<\#(name)>","@spider":"purikura_jp","ref":"\#(number)","addr:city":"東京""#,
        more: #""id":"h\#(number)","#)
    }
    return (lines.map { separator + $0 + "\n" }.joined(), names)
  }

  @Test("Features in lines, also after record separators, are read like a collection", arguments: ["", "\u{1E}"])
  func sequences(separator: String) throws {
    let (text, names) = sequence(200, seed: 39, separator: separator)
    let file = try ReadFile(text)
    #expect(file.headers == ["longitude", "latitude", "id", "name", "@spider", "ref", "addr:city"])
    #expect(file.lines == Array(1...200) && file.records.count == names.count)
    let lines = text.split(separator: "\n").map { String($0).replacing("\u{1E}", with: "") }
    #expect(try ReadFile(collection(lines)) == file)
    let one = try ReadFile(lines[0])
    #expect(one.records == [file.records[0]])
  }

  @Test("The places are the same for pieces of any size")
  func anyPieces() throws {
    let (text, _) = sequence(60, seed: 7, separator: "")
    let lines = text.split(separator: "\n").map(String.init)
    for whole in [text, collection(lines, before: " \"bbox\" : [1, 2],\n", after: ",\"last\":{\"a\":\"}\"} ")] {
      let bytes = Array(whole.utf8)
      let file = try ReadFile(bytes)
      for size in [1, 2, 3, 5, 17, 100, 1000] {
        #expect(try ReadFile { PiecesSource(bytes: bytes, size: size) } == file, "pieces of \(size)")
      }
    }
  }

  @Test("Tagged elements of Overpass are places at their coordinate, their centre or their nodes")
  func overpass() throws {
    let file = try ReadFile(
      """
      {"version":0.6,"generator":"Overpass API 0.7.62","osm3s":{"timestamp_osm_base":"2026-11-01T00:00:00Z"},
      "elements":[
      {"type":"node","id":11,"lat":37.5000001,"lon":127.1,"timestamp":"2026-01-02T03:04:05Z","version":3,"user":"u",
       "tags":{"amenity":"photo_booth","name":"가","addr:street":"강남대로"}},
      {"type":"way","id":12,"center":{"lat":37.6,"lon":127.2},"nodes":[1,2],"tags":{"amenity":"photo_booth","name":"나"}},
      {"type":"way","id":13,"bounds":{"minlat":37.6,"minlon":127.2,"maxlat":37.602,"maxlon":127.204},"nodes":[1,2],
       "tags":{"name":"다"}},
      {"type":"way","id":14,"nodes":[21,22,21],"tags":{"name":"라"}},
      {"type":"relation","id":15,"members":[{"type":"way","ref":14,"role":""}],"tags":{"name":"마"}},
      {"type":"way","id":16,"geometry":[{"lat":1,"lon":2},{"lat":1.001,"lon":2.001},null],"tags":{"name":"바"}},
      {"type":"node","id":21,"lat":37.7,"lon":127.3},{"type":"node","id":22,"lat":37.701,"lon":127.301}
      ]}
      """)
    #expect(
      file.headers
        == ["longitude", "latitude", "id", "timestamp", "amenity", "name", "addr:street"])
    #expect(file.records.map { $0["id"] } == ["node/11", "way/12", "way/13", "way/14", "relation/15", "way/16"])
    #expect(
      file.records.map { $0["longitude"] } == ["127.1", "127.2", "127.202", "127.3005", nil, "2.0005"])
    #expect(file.records.map { $0["latitude"] } == ["37.5000001", "37.6", "37.601", "37.7005", nil, "1.0005"])
    #expect(file.lines == Array(1...6))
  }

  @Test(
    "The first list of objects in another document is read",
    arguments: [
      #"[{"상호":"가","위도":37.5,"경도":127.0},{"상호":"나","위도":37.6,"경도":127.1}]"#,
      #"{"fields":[{"id":"상호"},{"id":"위도"}],"records":[{"상호":"가","위도":37.5,"경도":127.0},{"상호":"나","위도":37.6,"경도":127.1}]}"#,
      #"{"response":{"header":{"code":"00"},"body":{"items":{"item":[{"상호":"가","위도":37.5,"경도":127.0},{"상호":"나","위도":37.6,"경도":127.1}]},"total":2}}}"#,
      "{\"상호\":\"가\",\"위도\":37.5,\"경도\":127.0}\n{\"상호\":\"나\",\"위도\":37.6,\"경도\":127.1}\n",
    ])
  func otherDocuments(_ text: String) throws {
    let file = try ReadFile(text)
    #expect(file.headers == ["상호", "위도", "경도"])
    #expect(file.records.map { $0["상호"] } == ["가", "나"] && file.records.map { $0["위도"] } == ["37.5", "37.6"])
  }

  @Test(
    "A hostile text is refused",
    arguments: [
      ("deep", #"{"features":[{"properties":{"a":"# + String(repeating: "[", count: 100_000)),
      ("deep objects", #"{"features":[{"properties":"# + String(repeating: #"{"a":"#, count: 100_000)),
      ("deep document", String(repeating: #"{"a":"#, count: 100_000)),
      ("long key", #"{"features":[{"properties":{""# + String(repeating: "k", count: 2000) + #"":1}}]}"#),
      ("long number", #"{"features":[{"id":"# + String(repeating: "1", count: 100) + "}]}"),
      ("huge number", #"{"features":[{"id":1e999}]}"#), ("surrogate", #"{"features":[{"id":"\ud800"}]}"#),
      ("nul", #"{"features":[{"id":"\u0000"}]}"#), ("control", "{\"features\":[{\"id\":\"\u{1}\"}]}"),
      ("cut off", #"{"features":[{"id":"a\"#), ("word", #"{"features":[{"id":tru}]}"#),
      ("long value", #"{"features":[{"id":""# + String(repeating: "a", count: 1 << 21) + #""}]}"#),
      ("sequence", "{\"type\":\"Feature\"}\n{\"type\":"), ("line", "{\"type\":\"Feature\"}\nx"),
    ])
  func hostile(_ what: String, _ text: String) {
    let error = domainError(of: Array(text.utf8))
    #expect(error?.code == "geojson-malformed", "\(what): \(String(describing: error))")
  }

  @Test("Bytes that are not UTF-8 are refused")
  func undecodable() {
    #expect(domainError(of: Array(#"[{"a":""#.utf8) + [0xC3, 0x28] + Array(#""}]"#.utf8))?.code == "geojson-malformed")
  }
}
