import Basics
import Booths
import CommandLineKit
import JSON
import NativeAPI

struct FileImport: Sendable {
  var file: String
  var isDryRun: Bool
  var report: ImportReport
  /// The path of the file with all rejected rows. Nil without rejected rows or without such a file.
  var rejectedFile: String?

  /// Its name in the audit log.
  var auditSubject: String? { report.outcome.run.map { "import \($0)" } }

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
  var text: String {
    var lines = ["\(file)  (source '\(report.plan.source)')"]
    lines += report.plan.decisions.map { "  · \($0)" }
    lines.append("")
    lines.append("  " + report.outcome.counts.summary(isDryRun: isDryRun))
    if report.leftOut > 0 { lines.append("  \(counted(report.leftOut, "other row")) left out by --only.") }
    lines += changeLines
    lines += duplicateLines
    lines += report.warnings.map {
      "  ! \(counted($0.count, "value")) of \($0.field.rawValue) \($0.count == 1 ? "was" : "were") not understood and left out, first '\($0.example)' on line \($0.firstLine)."
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
    return ["", "  Booths that already exist, not added again:"]
      + report.outcome.duplicates.prefix(Self.maxShown).map(\.summary) + (more > 0 ? ["  … and \(more) more"] : [])
  }

  private var rejectedLines: [String] {
    let rejections = report.rejections
    guard !rejections.reasons.isEmpty else { return [] }
    let hidden = rejections.reasons.dropFirst(Self.maxShown).reduce(rejections.otherCount) { $0 + $1.count }
    return ["", "  Rejected\(rejectedFile.map { ", all of them in \($0)" } ?? ""):"]
      + rejections.reasons.prefix(Self.maxShown).map { "  \(Self.linesText($0)): \($0.reason)" }
      + (hidden > 0 ? ["  … and \(counted(hidden, "row")) for other reasons"] : [])
  }

  private static func linesText(_ reason: RejectionTally.Reason) -> String {
    if reason.count == 1 { return "line \(reason.lines[0])" }
    let first = reason.lines.map(String.init).joined(separator: ", ")
    let more = reason.count - reason.lines.count
    return "lines \(first)\(more > 0 ? " and \(more) more" : "")"
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
      "\(counted(read, "row")) read: \(added) \(verb)added, \(changed) changed, \(unchanged) unchanged, \(closed) closed, "
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
    metres.map { "  line \(line): \(name) (\(externalID)) is booth \(original) already, \(Int($0.rounded())) m away" }
      ?? "  line \(line): \(name) (\(externalID)) repeats the identifier of an earlier line, which is booth \(original)"
  }
}
