import Basics
import Tabular
import XML
import Zip

/// A workbook of Excel (Office Open XML): its first visible sheet.
struct ExcelWorkbook {
  /// The maximum size in bytes of the parts that are read as a whole.
  private static let maxPartBytes = 16 << 20
  /// Sheets that Apple's Numbers writes before the data.
  private static let summaries: Set = ["Export Summary", "내보내기 요약", "書き出しの概要"]

  private let archive: ZipArchive
  private let sheet: ZipArchive.Entry
  private let strings: SharedStrings
  private let formats: [CellFormat]
  private let since1904: Bool

  static func isOne(_ archive: ZipArchive) -> Bool {
    archive.entry("[Content_Types].xml") != nil && archive.entries.contains { $0.name.hasSuffix("/workbook.xml") }
  }

  /// Reads all parts but the sheet.
  /// - Throws: `DomainError` for a damaged workbook, and one without sheets.
  init(_ archive: ZipArchive) throws {
    self.archive = archive
    let root = try Self.read(RelationsHandler(), "_rels/.rels", of: archive)
    let path = Self.path(root?.targets("/officeDocument").first ?? "xl/workbook.xml", from: "")
    guard let workbook = try Self.read(WorkbookHandler(), path, of: archive) else { throw Self.damaged }
    let directory = path.split(separator: "/").dropLast().joined(separator: "/")
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    let relations = try Self.read(RelationsHandler(), "\(directory)/_rels/\(name).rels", of: archive)
    let sheets = workbook.sheets.filter { !$0.isHidden && !Self.summaries.contains($0.name) }
    guard let first = sheets.first ?? workbook.sheets.first,
      let target = relations?.target(id: first.relation),
      let sheet = archive.entry(Self.path(target, from: directory))
    else { throw Self.damaged }
    self.sheet = sheet
    since1904 = workbook.since1904
    if let styles = relations?.targets("/styles").first,
      let handler = try Self.read(StylesHandler(), Self.path(styles, from: directory), of: archive)
    {
      formats = handler.formats
    } else {
      formats = []
    }
    strings = SharedStrings()
    if let target = relations?.targets("/sharedStrings").first,
      let entry = archive.entry(Self.path(target, from: directory))
    {
      try XMLParser.parse(EntrySource(archive, entry), strings)
    }
  }

  func table(fileSize: Int) throws -> SheetTable {
    SheetTable(
      .xlsx, try EntrySource(archive, sheet), ExcelSheetHandler(strings, formats, since1904: since1904),
      scale: Double(fileSize) / Double(max(sheet.size, 1)))
  }

  private static func read<Handler: XMLHandler>(
    _ handler: Handler, _ path: String, of archive: ZipArchive
  ) throws -> Handler? {
    guard let bytes = try archive.content(path, maxCount: maxPartBytes) else { return nil }
    try XMLParser.parse(MemorySource(bytes), handler)
    return handler
  }

  /// The path of a part from a target, which is relative to a directory or begins with a slash.
  private static func path(_ target: String, from directory: String) -> String {
    if target.hasPrefix("/") { return String(target.dropFirst()) }
    var parts = directory.split(separator: "/")
    for part in target.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return parts.joined(separator: "/")
  }

  private static let damaged = DomainError(
    .invalid, "sheet-malformed",
    "The workbook has no sheet that can be read; open it and save it again as .xlsx or CSV.")
}

/// The paths of the parts of a package.
private final class RelationsHandler: XMLHandler {
  private var relations: [(id: String, type: String, target: String)] = []

  func start(_ name: String, _ attributes: XMLAttributes) -> XMLParser.Text {
    if name == "Relationship", let id = attributes["Id"], let type = attributes["Type"],
      let target = attributes["Target"]
    {
      relations.append((id, type, target))
    }
    return .ignored
  }

  func end(_ name: String, _ text: String) {}

  func target(id: String) -> String? { relations.first { $0.id == id }?.target }

  func targets(_ type: String) -> [String] { relations.filter { $0.type.hasSuffix(type) }.map(\.target) }
}

private final class WorkbookHandler: XMLHandler {
  private(set) var sheets: [(name: String, relation: String, isHidden: Bool)] = []
  private(set) var since1904 = false

  func start(_ name: String, _ attributes: XMLAttributes) -> XMLParser.Text {
    if name == "sheet", let relation = attributes["id"] {
      let state = attributes["state"] ?? "visible"
      sheets.append((attributes["name"] ?? "", relation, state != "visible"))
    }
    if name == "workbookPr", let value = attributes["date1904"] { since1904 = value == "1" || value == "true" }
    return .ignored
  }

  func end(_ name: String, _ text: String) {}
}

private final class StylesHandler: XMLHandler {
  private(set) var formats: [CellFormat] = []
  private var custom: [Int: CellFormat] = [:]
  private var isInCells = false

  func start(_ name: String, _ attributes: XMLAttributes) -> XMLParser.Text {
    switch name {
    case "numFmt":
      if let id = attributes["numFmtId"].flatMap({ Int($0) }), let code = attributes["formatCode"] {
        custom[id] = CellFormat(code: code)
      }
    case "cellXfs": isInCells = true
    case "xf" where isInCells:
      let id = attributes["numFmtId"].flatMap { Int($0) } ?? 0
      formats.append(custom[id] ?? CellFormat(builtIn: id))
    default: break
    }
    return .ignored
  }

  func end(_ name: String, _ text: String) {
    if name == "cellXfs" { isInCells = false }
  }
}

private final class SharedStrings: XMLHandler, @unchecked Sendable {
  private static let maxBytes = 256 << 20
  /// A cell has 32,767 characters at most.
  private static let maxTextBytes = 1 << 17

  private var bytes: [UInt8] = []
  private var ends: [UInt32] = []
  /// Whether a reading aid, as of Japanese, is being read: it is not part of the text.
  private var isPhonetic = false

  subscript(_ index: Int) -> String? {
    guard ends.indices.contains(index) else { return nil }
    return String(decoding: bytes[(index == 0 ? 0 : Int(ends[index - 1]))..<Int(ends[index])], as: UTF8.self)
  }

  func start(_ name: String, _ attributes: XMLAttributes) -> XMLParser.Text {
    if name == "rPh" { isPhonetic = true }
    return name == "t" && !isPhonetic ? .kept : .ignored
  }

  func end(_ name: String, _ text: String) throws(DomainError) {
    switch name {
    case "rPh": isPhonetic = false
    case "t" where !isPhonetic:
      bytes += ExcelText.unescaped(text).utf8
      guard bytes.count + ends.count <= Self.maxBytes else {
        throw DomainError(.tooLarge, "too-large", "The texts of the workbook are larger than 256 MiB; save it as CSV.")
      }
    case "si":
      guard bytes.count - Int(ends.last ?? 0) <= Self.maxTextBytes else {
        throw DomainError(
          .invalid, "place-too-long", "A text of the workbook is longer than a cell can be; check the file.")
      }
      ends.append(UInt32(bytes.count))
    default: break
    }
  }
}

enum ExcelText {
  /// A text without escapes such as `_x000D_`, which stand for characters that XML cannot hold.
  static func unescaped(_ text: String) -> String {
    guard text.contains("_x") else { return text }
    var result = ""
    var rest = text[...]
    while let start = rest.firstRange(of: "_x") {
      result += rest[..<start.lowerBound]
      let digits = rest[start.upperBound...].prefix(4)
      let after = rest[start.upperBound...].dropFirst(4)
      if digits.count == 4, after.first == "_", let value = UInt32(digits, radix: 16),
        let scalar = Unicode.Scalar(value)
      {
        if value != 0x0D, value != 0 { result.unicodeScalars.append(scalar) }
        rest = after.dropFirst()
      } else {
        result += "_x"
        rest = rest[start.upperBound...]
      }
    }
    return result + rest
  }
}

private final class ExcelSheetHandler: SheetHandler, @unchecked Sendable {
  var rows: [SheetRow] = []
  private(set) var isFinished = false
  private let strings: SharedStrings
  private let formats: [CellFormat]
  private let since1904: Bool

  private var row = SheetRow()
  private var column = -1
  private var type = ""
  private var style = 0
  private var value = ""
  private var isPhonetic = false
  private var isInCell = false

  init(_ strings: SharedStrings, _ formats: [CellFormat], since1904: Bool) {
    self.strings = strings
    self.formats = formats
    self.since1904 = since1904
  }

  func start(_ name: String, _ attributes: XMLAttributes) -> XMLParser.Text {
    switch name {
    case "row":
      let line = attributes["r"].flatMap { Int($0) } ?? row.line + 1
      row = SheetRow()
      row.line = min(max(line, 0), 1 << 24)
      column = -1
    case "c":
      column = attributes["r"].flatMap(Self.column) ?? column + 1
      type = attributes["t"] ?? "n"
      style = attributes["s"].flatMap { Int($0) } ?? 0
      value = ""
      isInCell = true
    case "rPh": isPhonetic = true
    case "v": return isInCell ? .kept : .ignored
    case "t": return isInCell && !isPhonetic ? .kept : .ignored
    default: break
    }
    return .ignored
  }

  func end(_ name: String, _ text: String) throws(DomainError) {
    switch name {
    case "v": if isInCell { value = text }
    case "t": if isInCell, !isPhonetic, value.utf8.count < XMLParser.maxTextBytes { value += text }
    case "rPh": isPhonetic = false
    case "c":
      isInCell = false
      try row.add(shown, at: column)
    case "row": if !row.cells.isEmpty { rows.append(row) }
    case "sheetData": isFinished = true
    default: break
    }
  }

  /// The cell as the spreadsheet shows it; errors are empty.
  private var shown: String {
    switch type {
    case "s": return Int(value).flatMap { strings[$0] } ?? ""
    case "inlineStr", "str": return ExcelText.unescaped(value)
    case "b": return value == "1" ? "TRUE" : "FALSE"
    case "e": return ""
    case "d": return value.replacing("T", with: " ")
    default:
      guard let number = Double(value) else { return value }
      let format = formats.indices.contains(style) ? formats[style] : .general
      return format.text(number, since1904: since1904)
    }
  }

  /// The column (from 0) of a reference such as `AB12`.
  private static func column(_ reference: String) -> Int? {
    var column = 0
    var count = 0
    for byte in reference.utf8 {
      guard (0x41...0x5A).contains(byte & 0xDF), byte >= 0x41 else { break }
      column = column * 26 + Int(byte & 0xDF) - 0x40
      count += 1
      guard count <= 3 else { return nil }
    }
    return count == 0 ? nil : column - 1
  }
}
