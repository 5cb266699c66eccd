import Basics
import Booths
import Contracts
import Geo
import HTTP
import Tabular

/// Imports over HTTP, for operators.
enum ImportEndpoints {
  static let run = Endpoint(
    method: .post, path: "/api/imports", group: .imports, summary: "Import a file of booths",
    details: """
      For operators: `Authorization: Bearer` with the operator's token. The body is the file itself, of any size. \
      Without `commit=true` the import is only tried, and the answer tells what it would do.
      """,
    query: ImportParameters.all,
    body: BodyDescription(type: "text/csv", summary: "Delimited text with a header line.", limit: .max),
    answers: [
      AnswerDescription(200, "What the import did, or would do.", [(MediaType.json, "ImportReport")]),
      AnswerDescription(401, "No token, or the wrong one.", [(Problem.mediaType, "Problem")]),
      AnswerDescription(403, "Imports over HTTP are not offered.", [(Problem.mediaType, "Problem")]),
      AnswerDescription(409, "Another import is under way.", [(Problem.mediaType, "Problem")]),
    ],
    reply: .streaming { call in
      let desk = try call.operatorDesk()
      let order = try call.query.importOrder()
      guard case .stream(let file) = call.request.body else {
        throw Refusal(.invalid, "file-missing", "Send the file as the body of the request.")
      }
      let report = try await desk.run(order, file: file)
      return Response(
        status: 200, headers: .operatorOnly, body: .bytes(report.json(isDryRun: order.isDryRun).bytes))
    })
}

extension Headers {
  /// What operators are answered is for no cache and no page from elsewhere.
  fileprivate static let operatorOnly = Headers([
    ("Content-Type", MediaType.json), ("Cache-Control", "no-store"), ("X-Content-Type-Options", "nosniff"),
  ])
}

extension Call {
  /// Who runs imports, where an operator asks.
  fileprivate func operatorDesk() throws(Refusal) -> any ImportDesk {
    guard let token = site.operatorToken, let desk = site.imports else {
      throw Refusal(
        .forbidden, "imports-not-offered", "This service takes no imports over HTTP: it has no operator token.")
    }
    let scheme = "bearer "
    guard let header = request.headers["Authorization"], header.lowercased().hasPrefix(scheme) else {
      throw Refusal(.unauthenticated, "token-missing", "Send the operator's token as 'Authorization: Bearer'.")
    }
    guard Secret.isSame(String(header.dropFirst(scheme.count)), token) else {
      throw Refusal(.unauthenticated, "token-wrong", "The token is not the operator's.")
    }
    return desk
  }
}

extension ImportReport {
  /// The document.
  fileprivate func json(isDryRun: Bool) -> JSONValue {
    .object([
      "dry_run": .bool(isDryRun), "run": outcome.run.map { .integer(Int($0)) } ?? .null,
      "source": .string(plan.source), "encoding": .string(plan.dialect.encoding.rawValue),
      "crs": .string(plan.place.system.name), "decisions": .array(plan.sentences.map { .string($0) }),
      "counts": outcome.counts.json, "changes": .array(outcome.preview.map(\.json)),
      "duplicates": .array(outcome.duplicates.map(\.json)), "rejected": .array(rejected.map(\.json)),
      "warnings": .array(warnings.map(\.json)),
    ])
  }
}

extension ImportCounts {
  fileprivate var json: JSONValue {
    .object([
      "read": .integer(read), "added": .integer(added), "changed": .integer(changed),
      "unchanged": .integer(unchanged), "closed": .integer(closed), "duplicate": .integer(duplicate),
      "rejected": .integer(rejected),
    ])
  }
}

extension BoothChange {
  fileprivate var json: JSONValue {
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
  fileprivate var json: JSONValue {
    .object([
      "line": .integer(line), "external_id": .string(externalID), "name": .string(name),
      "original": .integer(Int(original.number)), "distance_m": .number((metres * 100).rounded() / 100),
    ])
  }
}

extension RejectedRow {
  fileprivate var json: JSONValue {
    .object([
      "line": .integer(line), "code": .string(code), "reason": .string(reason),
      "fields": .array(fields.map { .string($0) }),
    ])
  }
}

extension ImportWarning {
  fileprivate var json: JSONValue {
    .object([
      "field": .string(field.rawValue), "count": .integer(count), "first_line": .integer(firstLine),
      "example": .string(example),
    ])
  }
}
