import Basics
import Tabular
import XML
import Zip

/// A spreadsheet of OpenDocument, as LibreOffice writes it: its first visible sheet.
enum OpenDocument {
  private static let content = "content.xml"

  static func isOne(_ archive: ZipArchive) throws -> Bool {
    guard archive.entry(content) != nil else { return false }
    guard archive.entry("mimetype") != nil else { return true }
    let type = try archive.content("mimetype", maxCount: 1 << 10) ?? []
    return type.starts(with: "application/vnd.oasis.opendocument.spreadsheet".utf8)
  }

  static func table(_ archive: ZipArchive, fileSize: Int) throws -> SheetTable {
    guard let entry = archive.entry(content) else {
      throw DomainError(.invalid, "sheet-malformed", "The spreadsheet has no content; open it and save it again.")
    }
    return SheetTable(
      .ods, try EntrySource(archive, entry), OpenSheetHandler(), scale: Double(fileSize) / Double(max(entry.size, 1)))
  }
}

private final class OpenSheetHandler: SheetHandler, @unchecked Sendable {
  private static let maxRows = 1 << 20
  private static let summaries: Set = ["Export Summary", "내보내기 요약", "書き出しの概要"]

  var rows: [SheetRow] = []
  private(set) var isFinished = false
  private var hiddenStyles: Set<String> = []
  private var style = ""
  private var isInTable = false

  private var line = 0
  private var row = SheetRow()
  private var rowRepeats = 1
  private var column = 0
  private var cellRepeats = 1
  private var type = ""
  private var value = ""
  private var texts: [String] = []
  /// The elements within a cell whose texts are not the cell's: comments and drawings.
  private var foreignDepth = 0

  func start(_ name: String, _ attributes: XMLAttributes) -> XMLParser.Text {
    guard isInTable else {
      startOutside(name, attributes)
      return .ignored
    }
    if foreignDepth > 0 || Self.foreign.contains(name) {
      foreignDepth += 1
      return .ignored
    }
    switch name {
    case "table-row":
      row = SheetRow()
      row.line = line + 1
      rowRepeats = Self.count(attributes["number-rows-repeated"])
      column = 0
    case "table-cell", "covered-table-cell":
      cellRepeats = Self.count(attributes["number-columns-repeated"])
      type = attributes["value-type"] ?? ""
      value = attributes["value"] ?? attributes["date-value"] ?? attributes["string-value"] ?? ""
      texts = []
    case "p": return .kept
    case "s": return .inserted(String(repeating: " ", count: min(Self.count(attributes["c"]), 1000)))
    case "tab": return .inserted("\t")
    case "line-break": return .inserted("\n")
    default: break
    }
    return .ignored
  }

  private func startOutside(_ name: String, _ attributes: XMLAttributes) {
    switch name {
    case "style": style = attributes["name"] ?? ""
    case "table-properties": if attributes["display"] == "false" { hiddenStyles.insert(style) }
    case "table":
      let isHidden = attributes["style-name"].map(hiddenStyles.contains) ?? false
      isInTable = !isHidden && !Self.summaries.contains(attributes["name"] ?? "")
    default: break
    }
  }

  private static let foreign: Set = ["annotation", "shapes", "frame", "custom-shape", "forms", "detective"]

  /// How often something is repeated.
  private static func count(_ text: String?) -> Int { text.flatMap { Int($0) }.map { min(max($0, 1), 1 << 24) } ?? 1 }

  func end(_ name: String, _ text: String) throws(DomainError) {
    guard isInTable, !isFinished else { return }
    guard foreignDepth == 0 else {
      foreignDepth -= 1
      return
    }
    switch name {
    case "p": if texts.count < 1000 { texts.append(text) }
    case "table-cell", "covered-table-cell":
      if name == "table-cell" {
        let shown = shown
        // The empty cells up to the last column of a sheet are one.
        if !shown.isEmpty { for offset in 0..<cellRepeats { try row.add(shown, at: column + offset) } }
      }
      column = min(column + cellRepeats, 1 << 24)
    case "table-row": try finishRow()
    case "table": isFinished = true
    default: break
    }
  }

  private func finishRow() throws(DomainError) {
    if !row.cells.isEmpty {
      guard line + rowRepeats <= Self.maxRows else {
        throw DomainError(.tooLarge, "too-large", "The sheet has more than \(Self.maxRows) rows; save it as CSV.")
      }
      for offset in 0..<rowRepeats {
        row.line = line + 1 + offset
        rows.append(row)
      }
    }
    line = min(line + rowRepeats, 1 << 24)
  }

  /// The cell as the spreadsheet shows it. Dates are as stored, and numbers too, unless they are shown as a code.
  private var shown: String {
    let text = texts.joined(separator: "\n")
    switch type {
    case "date": return value.isEmpty ? text : value.replacing("T00:00:00", with: "").replacing("T", with: " ")
    case "float", "currency", "percentage":
      let isCode = text.hasPrefix("0") && !text.hasPrefix("0.") && text.utf8.count > 1 || text.dropFirst().contains("-")
      guard !isCode, type != "percentage", let number = Double(value) else { return text }
      return CellFormat.text(number)
    default: return text.isEmpty && type == "string" ? value : text
    }
  }
}
