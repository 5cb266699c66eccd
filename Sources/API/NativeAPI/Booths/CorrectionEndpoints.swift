import APIKit
import Accounts
import Basics
import Booths
import Contracts
import HTTP
import JSON

/// Corrections of booths by the people who have been there.
struct CorrectionEndpoints: Sendable {
  let corrections: CorrectionService
  let evidence: EvidenceService
  let catalogue: CatalogueHolder
  /// Limits each account, so that nobody fills the operator's queue.
  let attempts: AttemptLimiter

  private static let limits = [AttemptLimit(maxCount: 30, seconds: 86_400)]

  var all: [Endpoint] { [file] }

  private static let kind = BodyField<CorrectionKind>(
    "kind", .enumeration(), "What is wrong.", isRequired: true, example: "hours")
  private static let note = BodyField<String>(
    "note", .text(0...CorrectionService.maxNoteLength),
    "What would be right; required unless the booth is closed or a duplicate.", example: "토요일은 24시까지 열어요.")
  private static let duplicate = BodyField<BoothID?>(
    "duplicate", ValueKind.booth().orNull, "The number of the same booth; required for a duplicate.")

  private static let photos = BodyField<[PhotoName]>(
    "photos", .list(of: .photo(), maxCount: CorrectionService.maxPhotos),
    "What shows it: the names of photos that the caller has uploaded, without duplicates.")

  private var file: Endpoint {
    Endpoint(
      method: .post, path: "/api/booths/{id}/corrections", group: .reports, summary: "Say what is wrong with a booth",
      details: """
        The operator decides; what the catalogue says now is kept with it. A second correction of the same kind, while \
        the first is open, replaces the note and photos of the first. At most \(Self.limits[0].maxCount) a day. Only \
        the caller and operators are told the names of its photos, which are kept until it is closed or the account is \
        deleted.
        """,
      pathParameters: [BoothParameters.id], caller: .required,
      body: .json("The correction.", [Self.kind, Self.note, Self.duplicate, Self.photos]),
      answers: [
        ResponseDescription(201, "The correction.", [(MediaType.json, "Correction")]),
        .notFound("There is no booth with this number."),
      ],
      handler: .deferred { context in
        let caller = try context.account()
        let id = BoothID(Int64(try context.pathParameter(BoothParameters.id)))
        let kind = try context.body.required(Self.kind)
        let key = AttemptKey("correction", Array(caller.description.utf8), Self.limits)
        guard case .counted(let counters) = try await attempts.count([key], at: context.now) else {
          throw DomainError(.rateLimited, "too-many-corrections", "You have sent many corrections today: wait a day.")
        }
        do {
          let correction = try await corrections.file(
            kind, of: id, note: try context.body.value(Self.note) ?? "",
            duplicate: try context.body.value(Self.duplicate), photos: try context.body.value(Self.photos) ?? [],
            in: catalogue.current, by: caller)
          if kind == .closed {
            try await evidence.reportClosed(id, by: caller, network: attempts.networkTag(of: context))
          }
          return .uncached(CorrectionDocument(correction), status: 201)
        } catch {
          await attempts.takeBack(counters)
          throw error
        }
      })
  }
}

extension CorrectionDocument {
  init(_ correction: BoothCorrection) {
    self.init(
      id: correction.id, booth: correction.booth, kind: CorrectionKindValue(rawValue: correction.kind.rawValue),
      note: correction.note, duplicate: correction.duplicate, photos: correction.photos,
      createdAt: correction.createdAt)
  }
}
