import Basics
import Tabular
import Testing

@testable import PlaceFiles

@Suite("Spreadsheets and archives")
struct SheetTests {
  /// A workbook as Excel writes it, with its sheet's rows.
  static func workbook(_ rows: String, strings: String = "", workbook: String = "") -> StoredZip {
    StoredZip([
      "[Content_Types].xml": "<Types/>",
      "_rels/.rels": """
      <Relationships><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/\
      officeDocument" Target="xl/workbook.xml"/></Relationships>
      """,
      "xl/workbook.xml": """
      <workbook xmlns:r="r"><workbookPr \(workbook)/><sheets><sheet name="숨김" sheetId="1" state="hidden" r:id="rId9"/>\
      <sheet name="부스" sheetId="2" r:id="rId1"/><sheet name="other" sheetId="3" r:id="rId9"/></sheets></workbook>
      """,
      "xl/_rels/workbook.xml.rels": """
      <Relationships><Relationship Id="rId1" Type="x/worksheet" Target="worksheets/sheet1.xml"/>\
      <Relationship Id="rId9" Type="x/worksheet" Target="/xl/worksheets/none.xml"/>\
      <Relationship Id="rId2" Type="x/styles" Target="/xl/styles.xml"/>\
      <Relationship Id="rId3" Type="x/sharedStrings" Target="sharedStrings.xml"/></Relationships>
      """,
      "xl/styles.xml": """
      <styleSheet><numFmts><numFmt numFmtId="176" formatCode="000\\-0000\\-0000"/>\
      <numFmt numFmtId="177" formatCode="yyyy&quot;년&quot; m&quot;월&quot; d&quot;일&quot; h:mm;@"/>\
      <numFmt numFmtId="178" formatCode="[h]:mm"/><numFmt numFmtId="179" formatCode="[$-412]#,##0&quot;원&quot;"/>\
      <numFmt numFmtId="180" formatCode="00000"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>\
      <xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="176"/><xf numFmtId="177"/><xf numFmtId="178"/>\
      <xf numFmtId="179"/><xf numFmtId="180"/><xf numFmtId="20"/></cellXfs></styleSheet>
      """,
      "xl/sharedStrings.xml": "<sst>\(strings)</sst>",
      "xl/worksheets/sheet1.xml": "<worksheet><sheetData>\(rows)</sheetData><drawing/></worksheet>",
    ])
  }

  @Test("Cells of a workbook are read as Excel shows them, without separators")
  func workbook() throws {
    let strings = """
      <si><t>이름</t></si><si><r><t>강남</t></r><r><t xml:space="preserve"> 부스</t></r></si>\
      <si><t>東京</t><rPh sb="0" eb="1"><t>トウキョウ</t></rPh></si><si><t>줄_x000D_\n바꿈</t></si>
      """
    let rows = """
      <row r="2"><c r="A2" t="s"><v>0</v></c><c r="B2" t="inlineStr"><is><t>위도</t></is></c><c r="D2" t="str"><v>비고</v></c></row>
      <row r="4"><c r="A4" t="s"><v>1</v></c><c r="B4"><v>37.566500000000005</v></c><c r="D4" s="1"><v>46354</v></c></row>
      <row><c t="s"><v>2</v></c><c s="2"><v>1012345678</v></c><c/><c s="3"><v>46354.4375</v></c></row>
      <row><c t="s"><v>3</v></c><c s="4"><v>1.0833333333333333</v></c><c r="D6" s="5"><f>A1</f><v>5000</v></c></row>
      <row r="7"><c r="A7" s="6"><v>42</v></c><c r="B7" s="7"><v>0.41666666666666669</v></c><c r="D7" t="b"><v>1</v></c></row>
      <row r="8"><c r="A8" t="e"><v>#N/A</v></c><c r="B8"><v>1.25E-5</v></c><c r="D8"/></row>
      <row r="9"><c r="A9" t="s"><v>99</v></c></row>
      """
    let file = try ReadFile(Self.workbook(rows, strings: strings).archive)
    #expect(file.headers == ["이름", "위도", "", "비고"])
    #expect(
      file.records == [
        ["이름": "강남 부스", "위도": "37.5665", "비고": "2026-11-28"],
        ["이름": "東京", "위도": "010-1234-5678", "비고": "2026-11-28 10:30"],
        ["이름": "줄\n바꿈", "위도": "26:00", "비고": "5000"], ["이름": "00042", "위도": "10:00", "비고": "TRUE"],
        ["위도": "0.0000125"],
      ])
    #expect(file.lines == [4, 5, 6, 7, 8])
    let mac = Self.workbook(
      #"<row><c><v>1</v></c></row><row><c s="1"><v>44892</v></c></row>"#, workbook: #"date1904="1""#)
    #expect(try ReadFile(mac.archive).records == [["1": "2026-11-28"]])
  }

  static func document(_ table: String) -> StoredZip {
    StoredZip([
      "mimetype": "application/vnd.oasis.opendocument.spreadsheet",
      "content.xml": """
      <office:document-content xmlns:office="o" xmlns:table="t" xmlns:text="x" xmlns:style="s"><office:automatic-styles>\
      <style:style style:name="ta2"><style:table-properties table:display="false"/></style:style>\
      </office:automatic-styles><office:body><office:spreadsheet>\
      <table:table table:name="hidden" table:style-name="ta2"><table:table-row><table:table-cell><text:p>x</text:p>\
      </table:table-cell></table:table-row></table:table>\
      <table:table table:name="a"><table:table-column/>\(table)</table:table>\
      <table:table table:name="b"><table:table-row><table:table-cell><text:p>no</text:p></table:table-cell>\
      </table:table-row></table:table></office:spreadsheet></office:body></office:document-content>
      """,
    ])
  }

  @Test("Cells of an OpenDocument spreadsheet are read as LibreOffice shows them, also repeated ones")
  func document() throws {
    let table = """
      <table:table-header-rows><table:table-row><table:table-cell office:value-type="string"><text:p>이름</text:p></table:table-cell>
      <table:table-cell office:value-type="string"><text:p>위도</text:p></table:table-cell>
      <table:table-cell office:value-type="string"><text:p>날짜</text:p></table:table-cell>
      <table:table-cell table:number-columns-repeated="16381"/></table:table-row></table:table-header-rows>
      <table:table-row table:number-rows-repeated="2"><table:table-cell table:number-columns-repeated="1024"/></table:table-row>
      <table:table-row table:number-rows-repeated="2">
      <table:table-cell office:value-type="string"><office:annotation><text:p>comment</text:p></office:annotation>
      <text:p>강남<text:s text:c="2"/><text:span>부스</text:span></text:p><text:p>둘째</text:p></table:table-cell>
      <table:table-cell office:value-type="float" office:value="37.5665"><text:p>37.57</text:p></table:table-cell>
      <table:table-cell office:value-type="date" office:date-value="2026-11-28"><text:p>26/11/28</text:p></table:table-cell>
      </table:table-row>
      <table:table-row><table:covered-table-cell/>
      <table:table-cell office:value-type="float" office:value="1012345678"><text:p>010-1234-5678</text:p></table:table-cell>
      <table:table-cell office:value-type="time" office:time-value="PT10H30M00S"><text:p>10:30</text:p></table:table-cell>
      </table:table-row>
      <table:table-row table:number-rows-repeated="1048000"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>
      """
    let file = try ReadFile(Self.document(table).archive)
    #expect(file.headers == ["이름", "위도", "날짜"])
    let first = ["이름": "강남  부스\n둘째", "위도": "37.5665", "날짜": "2026-11-28"]
    #expect(file.records == [first, first, ["위도": "010-1234-5678", "날짜": "10:30"]])
    #expect(file.lines == [4, 5, 6])
  }

  @Test("A KMZ file is read as the KML in it")
  func kmz() throws {
    let kmz = StoredZip(["doc.kml": MapFileTests.kmlText, "images/icon.png": "x"])
    #expect(try ReadFile(kmz.archive) == ReadFile(MapFileTests.kmlText))
    let other = StoredZip(["a.txt": "x"])
    #expect(domainError(of: other.archive)?.code == "not-text")
  }

  @Test("A hostile archive is refused in bounded memory")
  func hostile() throws {
    let row =
      "<table:table-row table:number-rows-repeated=\"16777216\"><table:table-cell><text:p>a</text:p></table:table-cell></table:table-row>"
    #expect(domainError(of: Self.document(row).archive)?.code == "too-large")
    let wide =
      "<table:table-row><table:table-cell table:number-columns-repeated=\"9999999\"><text:p>a</text:p></table:table-cell></table:table-row>"
    #expect(domainError(of: Self.document(wide).archive)?.code == "too-many-columns")
    let cell = #"<row><c r="XFD1"><v>1</v></c></row>"#
    #expect(domainError(of: Self.workbook(cell).archive)?.code == "too-many-columns")
    let text = "<si><t>" + String(repeating: "a", count: 200_000) + "</t></si>"
    #expect(domainError(of: Self.workbook("", strings: text).archive)?.code == "place-too-long")
    let many = (0..<100).map { #"<row r="\#($0 + 1)"><c t="s"><v>0</v></c><c t="s"><v>0</v></c></row>"# }.joined()
    let long = "<si><t>" + String(repeating: "a", count: 100_000) + "</t></si>"
    var table = try PlaceFile.table(PlaceFile.Options { _ in false }) {
      MemorySource(Self.workbook(many, strings: long).archive)
    }
    var rows = 0
    while let batch = try table.next() {
      #expect(batch.buffer.count < 2 << 20)
      rows += batch.count
    }
    #expect(rows == 100)
    // An entry that is larger than the archive states, and one that states too much.
    for size in [10, 1 << 30] {
      var zip = StoredZip(["mimetype": "application/vnd.oasis.opendocument.spreadsheet"])
      zip.add("content.xml", Array(String(repeating: " ", count: 1000).utf8), statedSize: size)
      #expect(domainError(of: zip.archive) != nil)
    }
    #expect(domainError(of: Array(Self.document("").archive.dropLast(30)))?.code == "zip-malformed")
  }
}
