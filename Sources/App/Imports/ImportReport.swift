import Basics
import Booths
import Contracts
import Geo
import Tabular

/// What an import of one file did, or would do.
struct ImportReport: Sendable {
  var file: String
  var isDryRun: Bool
  var plan: ImportPlan
  var outcome: ImportOutcome
  var warnings: [ImportWarning]
  /// The first rejected rows, at most `ImportOutcome.largestPreview`.
  var rejected: [RejectedRow]
  /// Where all of the rejected rows are; nil where there are none or they are kept nowhere.
  var rejectedFile: String?
}

// MARK: JSON

extension ImportReport {
  /// The report as `--format json` and `POST /api/imports` give it.
  var json: JSONValue {
    .object([
      "file": .string(file), "source": .string(plan.source), "run": outcome.run.map { .integer(Int($0)) } ?? .null,
      "dry_run": .bool(isDryRun), "decisions": .array(plan.sentences.map { .string($0) }),
      "encoding": .string(plan.dialect.encoding.rawValue), "reference_system": .string(plan.place.system.name),
      "counts": outcome.counts.json, "changes": .array(outcome.preview.map(\.json)),
      "duplicates": .array(outcome.duplicates.map(\.json)), "warnings": .array(warnings.map(\.json)),
      "rejected": .array(rejected.map(\.json)), "rejected_file": rejectedFile.map { .string($0) } ?? .null,
    ])
  }
}

extension ImportCounts {
  var json: JSONValue {
    .object([
      "read": .integer(read), "added": .integer(added), "changed": .integer(changed),
      "unchanged": .integer(unchanged), "closed": .integer(closed), "duplicate": .integer(duplicate),
      "rejected": .integer(rejected),
    ])
  }
}

extension BoothChange {
  var json: JSONValue {
    .object([
      "kind": .string(kind.rawValue), "line": .integer(line), "id": .integer(Int(id.number)), "name": .string(name),
      "fields": .array(
        fields.map {
          .object(["field": .string($0.field.rawValue), "before": .string($0.before), "after": .string($0.after)])
        }),
    ])
  }
}

extension DuplicateRow {
  var json: JSONValue {
    .object([
      "line": .integer(line), "external_id": .string(externalID), "name": .string(name),
      "original": .integer(Int(original.number)), "distance_m": .number((metres * 100).rounded() / 100),
    ])
  }
}

extension ImportWarning {
  var json: JSONValue {
    .object([
      "field": .string(field.rawValue), "count": .integer(count), "first_line": .integer(firstLine),
      "example": .string(example),
    ])
  }
}

extension RejectedRow {
  var json: JSONValue {
    .object(["line": .integer(line), "code": .string(code), "reason": .string(reason)])
  }
}

// MARK: Text

extension ImportReport {
  /// The report as a person reads it.
  func text(isStyled: Bool) -> String {
    var lines = ["\(file)  (source '\(plan.source)')"]
    lines += plan.sentences.map { "  · \($0)" }
    lines.append("")
    lines.append("  " + outcome.counts.sentence(isDryRun: isDryRun))
    lines += changeLines(isStyled: isStyled)
    lines += duplicateLines
    lines += warnings.map {
      "  ! \($0.count) values of \($0.field.rawValue) were not understood and left out, first '\($0.example)' on line \($0.firstLine)."
    }
    lines += rejectedLines
    lines.append("")
    lines.append(closingLine)
    return lines.map(withoutControls).joined(separator: "\n") + "\n"
  }

  private static let shown = 20

  private func changeLines(isStyled: Bool) -> [String] {
    guard isDryRun, !outcome.preview.isEmpty else { return [] }
    let total = outcome.counts.added + outcome.counts.changed + outcome.counts.closed
    return [""] + outcome.preview.prefix(Self.shown).map(\.sentence)
      + (total > Self.shown ? ["  … and \(total - Self.shown) more"] : [])
  }

  private var duplicateLines: [String] {
    guard outcome.counts.duplicate > 0 else { return [] }
    let more = outcome.counts.duplicate - Self.shown
    return ["", "  The same place under another identifier, not added:"]
      + outcome.duplicates.prefix(Self.shown).map(\.sentence) + (more > 0 ? ["  … and \(more) more"] : [])
  }

  private var rejectedLines: [String] {
    guard outcome.counts.rejected > 0 else { return [] }
    let kinds = rejectionKinds
    let more = kinds.count - Self.shown
    return ["", "  Rejected\(rejectedFile.map { ", all of them in \($0)" } ?? ""):"]
      + kinds.prefix(Self.shown).map { "  \(Self.linesSentence($0.lines)): \($0.reason)" }
      + (more > 0 ? ["  … and \(more) more reasons"] : [])
  }

  /// The reasons in the order of their first line, each with its lines.
  private var rejectionKinds: [(reason: String, lines: [Int])] {
    var kinds: [(reason: String, lines: [Int])] = []
    var places: [String: Int] = [:]
    for row in rejected {
      if let place = places[row.reason] {
        kinds[place].lines.append(row.line)
      } else {
        places[row.reason] = kinds.count
        kinds.append((reason: row.reason, lines: [row.line]))
      }
    }
    return kinds
  }

  private static func linesSentence(_ lines: [Int]) -> String {
    if lines.count == 1 { return "line \(lines[0])" }
    let first = lines.prefix(6).map(String.init).joined(separator: ", ")
    return "lines \(first)\(lines.count > 6 ? " and \(lines.count - 6) more" : "")"
  }

  private var closingLine: String {
    guard let run = outcome.run else {
      return isDryRun ? "A dry run: nothing was changed." : "Nothing was changed."
    }
    return "Recorded as import \(run); 'fourcuts imports rollback \(run)' takes it back."
  }
}

extension ImportCounts {
  func sentence(isDryRun: Bool) -> String {
    let verb = isDryRun ? "would be " : ""
    return "\(read) rows read: \(added) \(verb)added, \(changed) changed, \(unchanged) unchanged, \(closed) closed, "
      + "\(duplicate) duplicate, \(rejected) rejected."
  }
}

extension BoothChange {
  var sentence: String {
    let sign = ["added": "+", "changed": "~", "closed": "x"][kind.rawValue] ?? " "
    let details = fields.map { "\($0.field.rawValue): '\($0.before)' → '\($0.after)'" }.joined(separator: ", ")
    return "  \(sign) \(name) (booth \(id), line \(line))" + (details.isEmpty ? "" : ": \(details)")
  }
}

extension DuplicateRow {
  var sentence: String {
    "  line \(line): \(name) (\(externalID)) is booth \(original) already, \(Int(metres.rounded())) m away"
  }
}
