import Basics
import Booths
import CommandLineKit
import JSON
import NativeAPI

/// The result of importing one file.
struct FileImport: Sendable {
  var file: String
  var isDryRun: Bool
  var report: ImportReport
  /// The path of the file with all rejected rows. Nil without rejected rows or without such a file.
  var rejectedFile: String?

  /// What the audit log calls it.
  var auditSubject: String? { report.outcome.run.map { "import \($0)" } }

  /// The import report with the names of the files.
  var json: JSONValue {
    guard case .object(let members) = report.json(isDryRun: isDryRun) else { return .null }
    let files: [JSONMember] = [
      JSONMember(key: "file", value: .string(file)),
      JSONMember(key: "rejected_file", value: rejectedFile.map { .string($0) } ?? .null),
    ]
    return .object(files + members)
  }
}

extension FileImport {
  /// The report as text for the terminal.
  var text: String {
    var lines = ["\(file)  (source '\(report.plan.source)')"]
    lines += report.plan.decisions.map { "  · \($0)" }
    lines.append("")
    lines.append("  " + report.outcome.counts.summary(isDryRun: isDryRun))
    lines += changeLines
    lines += duplicateLines
    lines += report.warnings.map {
      "  ! \($0.count) values of \($0.field.rawValue) were not understood and left out, first '\($0.example)' on line \($0.firstLine)."
    }
    lines += rejectedLines
    lines.append("")
    lines.append(closingLine)
    return lines.map(withoutControls).joined(separator: "\n") + "\n"
  }

  private static let maxShown = 20

  private var changeLines: [String] {
    guard isDryRun, !report.outcome.preview.isEmpty else { return [] }
    let total = report.outcome.counts.added + report.outcome.counts.changed + report.outcome.counts.closed
    return [""] + report.outcome.preview.prefix(Self.maxShown).map(\.summary)
      + (total > Self.maxShown ? ["  … and \(total - Self.maxShown) more"] : [])
  }

  private var duplicateLines: [String] {
    guard report.outcome.counts.duplicate > 0 else { return [] }
    let more = report.outcome.counts.duplicate - Self.maxShown
    return ["", "  The same place under another identifier, not added:"]
      + report.outcome.duplicates.prefix(Self.maxShown).map(\.summary) + (more > 0 ? ["  … and \(more) more"] : [])
  }

  private var rejectedLines: [String] {
    guard report.outcome.counts.rejected > 0 else { return [] }
    let kinds = rejectionKinds
    let more = kinds.count - Self.maxShown
    return ["", "  Rejected\(rejectedFile.map { ", all of them in \($0)" } ?? ""):"]
      + kinds.prefix(Self.maxShown).map { "  \(Self.linesText($0.lines)): \($0.reason)" }
      + (more > 0 ? ["  … and \(more) more reasons"] : [])
  }

  /// The reasons in the order of their first line, each with its lines.
  private var rejectionKinds: [(reason: String, lines: [Int])] {
    var kinds: [(reason: String, lines: [Int])] = []
    var positions: [String: Int] = [:]
    for row in report.rejected {
      if let position = positions[row.reason] {
        kinds[position].lines.append(row.line)
      } else {
        positions[row.reason] = kinds.count
        kinds.append((reason: row.reason, lines: [row.line]))
      }
    }
    return kinds
  }

  private static func linesText(_ lines: [Int]) -> String {
    if lines.count == 1 { return "line \(lines[0])" }
    let first = lines.prefix(6).map(String.init).joined(separator: ", ")
    return "lines \(first)\(lines.count > 6 ? " and \(lines.count - 6) more" : "")"
  }

  private var closingLine: String {
    guard let run = report.outcome.run else { return "A dry run: nothing was changed." }
    let counts = report.outcome.counts
    guard counts.added + counts.changed + counts.closed > 0 else {
      return "Nothing changed; recorded as import \(run)."
    }
    return "Recorded as import \(run); 'fourcuts imports rollback \(run)' takes it back."
  }
}

extension ImportCounts {
  func summary(isDryRun: Bool) -> String {
    let verb = isDryRun ? "would be " : ""
    return
      "\(read) \(read == 1 ? "row" : "rows") read: \(added) \(verb)added, \(changed) changed, \(unchanged) unchanged, \(closed) closed, "
      + "\(duplicate) duplicate, \(rejected) rejected."
  }
}

extension BoothChange {
  var summary: String {
    let sign = ["added": "+", "changed": "~", "closed": "x"][kind.rawValue] ?? " "
    let details = fields.map { "\($0.field.rawValue): '\($0.before)' → '\($0.after)'" }.joined(separator: ", ")
    return "  \(sign) \(name) (booth \(id), line \(line))" + (details.isEmpty ? "" : ": \(details)")
  }
}

extension DuplicateRow {
  var summary: String {
    "  line \(line): \(name) (\(externalID)) is booth \(original) already, \(Int(metres.rounded())) m away"
  }
}
