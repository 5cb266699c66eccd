import Basics
import Geo
package import JSON
import Tabular

package struct ImportReport: Sendable {
  package var plan: ImportPlan
  package var outcome: ImportOutcome
  package var rejections: RejectionTally
  /// Values that could not be parsed and were left out.
  package var warnings: [ImportWarning]
  /// The rows that `only` left out. They are none of those counted as read.
  package var leftOut: Int

  package init(
    plan: ImportPlan, outcome: ImportOutcome, rejections: RejectionTally, warnings: [ImportWarning], leftOut: Int = 0
  ) {
    self.plan = plan
    self.outcome = outcome
    self.rejections = rejections
    self.warnings = warnings
    self.leftOut = leftOut
  }
}

extension ImportReport {
  /// The response of `POST /api/imports` and the output of `fourcuts import --format json`.
  package func json(isDryRun: Bool) -> JSONValue {
    .object([
      "dry_run": .bool(isDryRun), "run": outcome.run.map { .integer(Int($0)) } ?? .null,
      "source": .string(plan.source), "encoding": .string(plan.dialect.encoding.rawValue),
      "crs": .string(plan.coordinates.system.name), "decisions": .array(plan.decisions.map { .string($0) }),
      "counts": outcome.counts.json, "left_out": .integer(leftOut), "changes": .array(outcome.preview.map(\.json)),
      "duplicates": .array(outcome.duplicates.map(\.json)), "rejected": .array(rejections.first.map(\.json)),
      "rejected_by_code": .array(rejections.codes.map(\.json)),
      "warnings": .array(warnings.map(\.json)),
    ])
  }
}

extension ImportCounts {
  package var json: JSONValue {
    .object([
      "read": .integer(read), "added": .integer(added), "changed": .integer(changed),
      "unchanged": .integer(unchanged), "closed": .integer(closed), "duplicate": .integer(duplicate),
      "rejected": .integer(rejected),
    ])
  }
}

extension BoothChange {
  package var json: JSONValue {
    let changes = fields.map { field in
      JSONValue.object([
        "field": .string(field.field.rawValue), "before": .string(field.before), "after": .string(field.after),
      ])
    }
    return .object([
      "kind": .string(kind.rawValue), "line": .integer(line), "id": .integer(Int(id.number)), "name": .string(name),
      "fields": .array(changes),
    ])
  }
}

extension DuplicateRow {
  package var json: JSONValue {
    .object([
      "line": .integer(line), "external_id": .string(externalID), "name": .string(name),
      "original": .integer(Int(original.number)), "same": .string(metres == nil ? "identifier" : "place"),
      "distance_m": .number(((metres ?? 0) * 100).rounded() / 100),
    ])
  }
}

extension RejectedRow {
  package var json: JSONValue {
    .object([
      "line": .integer(line), "code": .string(code), "reason": .string(reason),
      "fields": .array(fields.map { .string($0) }),
    ])
  }
}

extension RejectionTally.Code {
  package var json: JSONValue {
    .object(["code": .string(code), "count": .integer(count), "first_line": .integer(firstLine)])
  }
}

extension ImportWarning {
  package var json: JSONValue {
    .object([
      "field": .string(field.rawValue), "count": .integer(count), "first_line": .integer(firstLine),
      "example": .string(example),
    ])
  }
}
