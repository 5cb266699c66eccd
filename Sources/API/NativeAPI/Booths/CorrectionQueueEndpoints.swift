import APIKit
import Accounts
import Basics
import Booths
import Contracts
import HTTP
import JSON

struct CorrectionQueueEndpoints: Sendable {
  let corrections: CorrectionService
  let access: OperatorAccess

  var all: [Endpoint] { [list, one, close] }

  private static let all = "all"
  private static let state = Parameter<String>(
    "state", .enumeration(CorrectionState.allCases.map(\.rawValue) + [all]),
    "`open` (standard): those to be decided; `accepted`; `closed`: those that were not accepted; `all`.",
    example: CorrectionState.open.rawValue)
  private static let id = Parameter<CorrectionID>(
    "id", .identifier(), "The correction's identifier.", example: "0199c0ffee0123456789abcd")
  private static let isAccepted = BodyField<Bool>(
    "accepted", .flag(), "Whether the correction was right.", isRequired: true, example: true)

  private var list: Endpoint {
    Endpoint(
      path: "/api/corrections", group: .reports, summary: "The corrections of booths",
      details: "Newest first.", query: [Self.state] + PageParameters.all,
      caller: .role(.moderator), action: "corrections list",
      answers: [ResponseDescription(200, "The corrections.", [(MediaType.json, "QueuedCorrectionPage")])],
      allowsCrossOrigin: false,
      handler: .deferred { context in
        let state = try context.query.value(Self.state) ?? CorrectionState.open.rawValue
        let list = "corrections:\(state)"
        let page = try await corrections.queue(CorrectionState(rawValue: state), try context.pageRequest(of: list))
        return .forOperator(context.document(page, of: list) { QueuedCorrectionDocument($0) })
      })
  }

  private var one: Endpoint {
    Endpoint(
      path: "/api/corrections/{id}", group: .reports, summary: "A correction with its reporter",
      details: """
        `evidence` is what the catalogue said when the correction was made, a field in each line; `open_count` the \
        number of open corrections that closing this one closes.
        """,
      pathParameters: [Self.id], caller: .role(.moderator), action: "corrections show",
      answers: [
        ResponseDescription(200, "The correction.", [(MediaType.json, "CorrectionDetails")]),
        .notFound("There is no such correction."),
      ],
      allowsCrossOrigin: false,
      handler: .deferred { context in
        let details = try await corrections.details(of: try context.pathParameter(Self.id))
        return .forOperator(CorrectionDetailsDocument(details))
      })
  }

  private var close: Endpoint {
    Endpoint(
      method: .post, path: "/api/corrections/{id}/close", group: .reports,
      summary: "Decide a correction and all others of its kind about the same booth",
      details: """
        Accepting `closed` or `duplicate` closes the booth; for other kinds the fields say what is right, and imports do \
        not change these any more. If it is not accepted, or has no such field, the booth stays as it is. The \
        corrections lose their photos.
        """,
      pathParameters: [Self.id], caller: .role(.moderator), action: "corrections close",
      body: .json("The decision.", [Self.isAccepted] + BoothBody.changes),
      answers: [
        ResponseDescription(200, "The closed correction.", [(MediaType.json, "QueuedCorrection")]),
        .notFound("There is no such correction."), .conflict("It has been closed already."),
      ],
      allowsCrossOrigin: false,
      handler: .deferred { context in
        let id = try context.pathParameter(Self.id)
        let isAccepted = try context.body.required(Self.isAccepted)
        let change = try BoothBody.edit(context.body)
        let closed = try await access.audited(context, on: id.description, detail: isAccepted ? "accept" : nil) {
          isAccepted ? try await corrections.accept(id, change) : try await corrections.decline(id)
        }
        return .forOperator(QueuedCorrectionDocument(closed))
      })
  }
}

struct QueuedCorrectionDocument: NativeDocument {
  let id: CorrectionID
  let booth: BoothID
  let kind: CorrectionKindValue
  /// May be empty.
  let note: String
  let duplicate: BoothID?
  /// Photos as evidence, by name. None once it is closed.
  let photos: [PhotoName]
  /// The catalogue's values when the correction was made, one field on each line.
  let evidence: String
  let state: CorrectionStateValue
  let createdAt: Timestamp
  /// Null while it is open.
  let closedAt: Timestamp?

  enum CodingKeys: String, CodingKey {
    case id, booth, kind, note, duplicate, photos, evidence, state
    case createdAt = "created_at"
    case closedAt = "closed_at"
  }

  init(_ correction: BoothCorrection) {
    (id, booth) = (correction.id, correction.booth)
    kind = CorrectionKindValue(rawValue: correction.kind.rawValue)
    (note, duplicate, photos) = (correction.note, correction.duplicate, correction.photos)
    evidence = correction.evidence
    state = CorrectionStateValue(rawValue: correction.state.rawValue)
    (createdAt, closedAt) = (correction.createdAt, correction.closedAt)
  }
}

struct CorrectionDetailsDocument: NativeDocument {
  let correction: QueuedCorrectionDocument
  /// Null once that account is removed.
  let reporter: PersonDocument?
  /// The number of open corrections of the same kind about the same booth, with this one.
  let openCount: Int

  enum CodingKeys: String, CodingKey {
    case correction, reporter
    case openCount = "open_count"
  }

  init(_ details: CorrectionDetails) {
    correction = QueuedCorrectionDocument(details.correction)
    reporter = details.reporter.map { PersonDocument($0) }
    openCount = details.openCount
  }
}

struct CorrectionStateValue: OpenEnum {
  let rawValue: String

  static let all = CorrectionState.allCases.map { CorrectionStateValue(rawValue: $0.rawValue) }
}
