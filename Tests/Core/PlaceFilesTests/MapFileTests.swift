import Basics
import Tabular
import Testing

@testable import PlaceFiles

@Suite("Places of KML, GPX and OSM XML")
struct MapFileTests {
  /// As Google My Maps exports a layer.
  static let kmlText = """
    <?xml version="1.0" encoding="UTF-8"?>
    <kml xmlns="http://www.opengis.net/kml/2.2">
      <Document>
        <name>포토부스 지도</name>
        <description/>
        <Style id="icon-1899-0288D1-normal"><IconStyle><Icon><href>https://example.org/a.png</href></Icon></IconStyle></Style>
        <Folder>
          <name>인생네컷</name>
          <Placemark>
            <name>인생네컷 &amp; 친구 강남점</name>
            <address>서울 강남구 테헤란로 1</address>
            <description><![CDATA[가격: 5000<br>전화: 02-123-4567]]></description>
            <styleUrl>#icon-1899-0288D1</styleUrl>
            <ExtendedData>
              <Data name="가격"><value>5000</value></Data>
              <Data name="전화"><displayName>d</displayName><value>02-123-4567</value></Data>
            </ExtendedData>
            <LookAt><longitude>1</longitude><latitude>2</latitude></LookAt>
            <Point><coordinates>
                127.0276,37.4979,0
            </coordinates></Point>
          </Placemark>
          <Placemark id="p2"><name>없음</name></Placemark>
        </Folder>
        <Placemark>
          <name>건물</name>
          <MultiGeometry><Polygon><outerBoundaryIs><LinearRing><coordinates>
            127.0,37.0,0 127.001,37.0,0 127.001,37.002,0 127.0,37.0,0
          </coordinates></LinearRing></outerBoundaryIs></Polygon></MultiGeometry>
        </Placemark>
        <Placemark><name>길</name><LineString><coordinates>127.0,37.0 127.1,37.1</coordinates></LineString></Placemark>
        <Placemark><name>빈칸</name><Point><coordinates>127.5, 37.5</coordinates></Point></Placemark>
      </Document>
    </kml>
    """

  @Test("Placemarks of KML are places with their data, address and folder")
  func kml() throws {
    let file = try ReadFile(Self.kmlText)
    #expect(
      file.headers
        == ["longitude", "latitude", "id", "name", "address", "description", "가격", "전화", "folder"])
    #expect(file.records.map { $0["name"] } == ["인생네컷 & 친구 강남점", "없음", "건물", "길", "빈칸"])
    #expect(file.records.map { $0["longitude"] } == ["127.0276", nil, "127.0005", "LineString", "127.5"])
    #expect(file.records.map { $0["latitude"] } == ["37.4979", nil, "37.001", nil, "37.5"])
    #expect(file.records.map { $0["folder"] } == ["인생네컷", "인생네컷", nil, nil, nil])
    #expect(file.records[0]["가격"] == "5000" && file.records[0]["전화"] == "02-123-4567")
    #expect(file.records[0]["description"] == "가격: 5000<br>전화: 02-123-4567" && file.records[1]["id"] == "p2")
    // With a prefix, and in UTF-16.
    let prefixed = Self.kmlText.replacing("<kml xmlns=", with: "<k:kml xmlns:k=").replacing("</kml>", with: "</k:kml>")
    #expect(try ReadFile(prefixed) == file)
    let units = Self.kmlText.replacing("UTF-8", with: "UTF-16").utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    #expect(try ReadFile([0xFF, 0xFE] + units) == file)
  }

  @Test("A KML file that only links to another one is refused with that reason")
  func link() {
    let text = """
      <kml><Document><NetworkLink><name>a</name><Link><href>https://example.org/my.kml</href></Link></NetworkLink>
      </Document></kml>
      """
    let error = domainError(of: Array(text.utf8))
    #expect(error?.code == "kml-link" && error?.message.contains("https://example.org/my.kml") == true)
  }

  /// As Garmin's programs and OsmAnd export waypoints.
  static let gpxText = """
    <?xml version="1.0" encoding="utf-8"?>
    <!-- favourites -->
    <gpx creator="Garmin Desktop App" version="1.1" xmlns="http://www.topografix.com/GPX/1/1"
     xmlns:gpxx="http://www.garmin.com/xmlschemas/GpxExtensions/v3" xmlns:osmand="https://osmand.net">
      <metadata><name>file</name><link href="http://www.garmin.com"><text>Garmin</text></link><time>2026-11-01T00:00:00Z</time></metadata>
      <wpt lat="37.4979" lon="127.0276">
        <ele>12.5</ele><time>2026-01-02T03:04:05Z</time><name>강남 부스</name><desc>흑백 &lt;b&gt;</desc>
        <link href="https://example.org"><text>site</text></link><sym>Flag, Blue</sym><type>photo</type>
        <extensions>
          <gpxx:WaypointExtension>
            <gpxx:Categories><gpxx:Category>네컷</gpxx:Category></gpxx:Categories>
            <gpxx:Address><gpxx:StreetAddress>테헤란로 1</gpxx:StreetAddress><gpxx:City>서울</gpxx:City></gpxx:Address>
            <gpxx:PhoneNumber>02-123-4567</gpxx:PhoneNumber>
          </gpxx:WaypointExtension>
          <osmand:address>테헤란로</osmand:address>
        </extensions>
      </wpt>
      <wpt lat="37.5" lon="127"/>
      <rte><rtept lat="1" lon="2"><name>no</name></rtept></rte>
      <trk><name>no</name><trkseg><trkpt lat="1" lon="2"/></trkseg></trk>
    </gpx>
    """

  @Test("Waypoints of GPX are places with the fields of their extensions")
  func gpx() throws {
    let file = try ReadFile(Self.gpxText)
    #expect(file.records.count == 2 && file.records[1] == ["longitude": "127", "latitude": "37.5"])
    #expect(
      file.records[0] == [
        "longitude": "127.0276", "latitude": "37.4979", "ele": "12.5", "time": "2026-01-02T03:04:05Z", "name": "강남 부스",
        "desc": "흑백 <b>", "link": "https://example.org", "sym": "Flag, Blue", "type": "photo", "Category": "네컷",
        "StreetAddress": "테헤란로 1", "City": "서울", "PhoneNumber": "02-123-4567", "address": "테헤란로",
      ])
    let tracks = "<gpx><trk><trkseg><trkpt lat=\"1\" lon=\"2\"/></trkseg></trk></gpx>"
    #expect(domainError(of: Array(tracks.utf8))?.message.contains("no waypoints") == true)
  }

  /// As JOSM saves it.
  static let osmText = """
    <?xml version='1.0' encoding='UTF-8'?>
    <osm version='0.6' generator='JOSM'>
      <bounds minlat='37' minlon='127' maxlat='38' maxlon='128' origin='0.0.0'/>
      <node id='-101751' action='modify' visible='true' lat='37.55' lon='126.99'>
        <tag k='amenity' v='photo_booth' /><tag k='name:ko' v='네컷' />
      </node>
      <node id='21' lat='37.7' lon='127.3' /><node id='22' lat='37.701' lon='127.301' />
      <node id='5' action='delete' lat='37.7' lon='127.3'><tag k='name' v='x'/></node>
      <node id='6' visible='true' timestamp='2026-01-02T03:04:05Z' lat='37.70' lon='127.30'><tag k='name' v='y'/></node>
      <way id='14'><nd ref='21'/><nd ref='22'/><nd ref='21'/><tag k='name' v='라'/></way>
      <way id='15'><center lat='37.6' lon='127.2'/><nd ref='1'/><tag k='name' v='마'/></way>
      <way id='16'><nd ref='21'/></way>
      <way id='17'><nd ref='21'/><nd ref='999'/><tag k='name' v='바'/></way>
      <relation id='18'><bounds minlat='37.6' minlon='127.2' maxlat='37.602' maxlon='127.204'/><tag k='name' v='사'/></relation>
    </osm>
    """

  @Test("Tagged elements of OSM XML are places, and a way lies in the middle of its nodes")
  func osm() throws {
    let file = try ReadFile(Self.osmText)
    #expect(file.headers == ["longitude", "latitude", "id", "amenity", "name:ko", "timestamp", "name"])
    #expect(
      file.records.map { $0["id"] } == ["node/-101751", "node/6", "way/14", "way/15", "way/17", "relation/18"])
    #expect(file.records.map { $0["longitude"] } == ["126.99", "127.30", "127.3005", "127.2", nil, "127.202"])
    #expect(file.records.map { $0["latitude"] } == ["37.55", "37.70", "37.7005", "37.6", nil, "37.601"])
  }

  @Test("OSM PBF is refused, and the error names a program that converts it")
  func pbf() {
    let error = domainError(of: [0, 0, 0, 0x0D, 0x0A, 0x09] + Array("OSMHeader".utf8) + [0x18, 0x7C])
    #expect(error?.code == "pbf-unsupported" && error?.message.contains("osmium tags-filter") == true)
  }

  @Test(
    "A hostile document is refused",
    arguments: [
      (
        "entities",
        "<?xml version=\"1.0\"?><!DOCTYPE gpx [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;\">]><gpx><wpt lat=\"1\" lon=\"2\"><name>&b;</name></wpt></gpx>"
      ),
      (
        "a file from outside",
        "<?xml version=\"1.0\"?><!DOCTYPE gpx [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><gpx><wpt><name>&x;</name></wpt></gpx>"
      ),
      ("depth", "<kml>" + String(repeating: "<a>", count: 100_000)),
      ("text", "<kml><Placemark><name>" + String(repeating: "a", count: 1_100_000) + "</name></Placemark></kml>"),
      ("tag", "<kml><Placemark id=\"" + String(repeating: "a", count: 5_000_000) + "\"/></kml>"),
      ("cut off", "<gpx><wpt lat=\"1\""), ("unclosed", "<osm><node></osm>"),
      ("encoding", "<?xml version=\"1.0\" encoding=\"EUC-KR\"?><kml/>"),
    ])
  func hostile(_ what: String, _ text: String) {
    let error = domainError(of: Array(text.utf8))
    #expect(error?.code == "xml-malformed", "\(what): \(String(describing: error))")
  }

  @Test("Too many fields of one place are refused before they are kept")
  func longPlace() {
    let data = String(
      repeating: "<Data name=\"a\"><value>" + String(repeating: "b", count: 1000) + "</value></Data>", count: 1200)
    let text = "<kml><Placemark><ExtendedData>" + data + "</ExtendedData></Placemark></kml>"
    #expect(domainError(of: Array(text.utf8))?.code == "place-too-long")
  }
}
