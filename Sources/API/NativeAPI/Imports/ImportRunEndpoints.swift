import APIKit
import Accounts
import Basics
package import Booths
import Contracts
import HTTP
import JSON

/// Recorded imports, and undoing them.
struct ImportRunEndpoints: Sendable {
  let store: any CatalogueStore
  let access: OperatorAccess

  var all: [Endpoint] { [list, rollBack] }

  private static let number = Parameter<Int>("number", .integer(1...Int.max), "The number of an import.", example: "1")
  private static let limit = Parameter<Int>.limit(of: "imports", default: 20)

  private var list: Endpoint {
    Endpoint(
      path: "/api/imports", group: .imports, summary: "The recorded imports", details: "Newest first.",
      query: [Self.limit],
      caller: .role(.operator), action: "imports list",
      answers: [ResponseDescription(200, "The imports.", [(MediaType.json, "ImportRunList")])],
      allowsCrossOrigin: false,
      handler: .deferred { context in
        let runs = try await store.importRuns(limit: try context.query.required(Self.limit))
        return .forOperator(ImportRunListDocument(imports: runs.map { ImportRunDocument($0) }))
      })
  }

  private var rollBack: Endpoint {
    Endpoint(
      method: .post, path: "/api/imports/{number}/rollback", group: .imports, summary: "Undo an import", cost: .upload,
      details: """
        Booths that it added are removed, and those that it changed or closed are as before; what was \
        edited by hand since stays.
        """,
      pathParameters: [Self.number],
      caller: .role(.operator, isDangerous: true), action: "imports rollback",
      answers: [
        ResponseDescription(200, "The import.", [(MediaType.json, "ImportRun")]),
        .notFound("There is no such import."),
        .conflict("It was rolled back before, a later import depends on it, or an added booth was edited by hand."),
      ],
      allowsCrossOrigin: false,
      handler: .deferred { context in
        let number = Int64(try context.pathParameter(Self.number))
        let run = try await access.audited(context, on: "import \(number)") {
          try await store.rollBack(number, at: context.now)
        }
        return .forOperator(ImportRunDocument(run))
      })
  }
}

struct ImportRunListDocument: NativeDocument {
  let imports: [ImportRunDocument]
}

package struct ImportRunDocument: NativeDocument {
  let run: Int
  let source: String
  let file: String
  let startedAt: Timestamp
  let finishedAt: Timestamp
  let counts: ImportCountsDocument
  /// Null unless it was undone.
  let rolledBackAt: Timestamp?

  enum CodingKeys: String, CodingKey {
    case run, source, file
    case startedAt = "started_at"
    case finishedAt = "finished_at"
    case counts
    case rolledBackAt = "rolled_back_at"
  }

  package init(_ run: ImportRun) {
    (self.run, source, file) = (Int(run.number), run.source, run.file)
    (startedAt, finishedAt, rolledBackAt) = (run.startedAt, run.finishedAt, run.rolledBackAt)
    counts = ImportCountsDocument(run.counts)
  }
}

struct ImportCountsDocument: NativeDocument {
  let read: Int
  let added: Int
  let changed: Int
  let unchanged: Int
  /// Booths that were closed.
  let closed: Int
  let duplicate: Int
  let rejected: Int

  init(_ counts: ImportCounts) {
    (read, added, changed, unchanged) = (counts.read, counts.added, counts.changed, counts.unchanged)
    (closed, duplicate, rejected) = (counts.closed, counts.duplicate, counts.rejected)
  }
}
