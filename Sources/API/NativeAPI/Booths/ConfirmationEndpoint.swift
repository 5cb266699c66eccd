import APIKit
import Accounts
import Basics
package import Booths
package import Contracts
import Geo
import HTTP
import JSON

/// Reports of people at a booth whether it is still there.
struct ConfirmationEndpoint: Sendable {
  let evidence: EvidenceService
  let catalogue: CatalogueHolder
  /// Limits each account and each network.
  let attempts: AttemptLimiter

  private static let limits = [AttemptLimit(maxCount: 40, seconds: 86_400)]
  private static let networkLimits = [AttemptLimit(maxCount: 200, seconds: 86_400)]

  private static let kind = BodyField<ConfirmationKind>(
    "kind", .enumeration(), "Whether the booth is still there (`present`) or not (`gone`).", isRequired: true,
    example: "present")

  var endpoint: Endpoint {
    Endpoint(
      method: .post, path: "/api/booths/{id}/confirmations", group: .reports,
      summary: "Say whether a booth is still there",
      details: """
        For people at the booth: the device must be within \(Int(ReportedPosition.maxDistance)) m by geodesic distance, \
        less the accuracy of its position, of which at most \(Int(ReportedPosition.maxCredit)) m count. The position is \
        used once and never stored. A second report about the same booth on the same day (UTC) replaces the first. At \
        most \(Self.limits[0].maxCount) a day, and \(Self.networkLimits[0].maxCount) of a network. Reports never close \
        a booth: an operator does.
        """,
      pathParameters: [BoothParameters.id], caller: .required,
      body: .json("The report.", [Self.kind] + GrapeCardFields.position),
      answers: [
        ResponseDescription(200, "What people say, with this report.", [(MediaType.json, "BoothEvidence")]),
        .notFound("There is no booth with this number."),
        .conflict("The device is not at the booth, or the booth is closed."),
      ],
      handler: .deferred { context in
        let caller = try context.account()
        let id = BoothID(Int64(try context.pathParameter(BoothParameters.id)))
        let (kind, position) = (try context.body.required(Self.kind), try context.body.reportedPosition())
        let keys = [
          AttemptKey("confirmation", Array(caller.description.utf8), Self.limits),
          AttemptKey("confirmation of network", context.clientNetwork.bytes, Self.networkLimits),
        ]
        guard case .counted(let counters) = try await attempts.count(keys, at: context.now) else {
          throw DomainError(
            .rateLimited, "too-many-confirmations", "There have been many reports from here today: wait a day.")
        }
        do {
          let outcome = try await evidence.confirm(
            kind, id, at: position, in: catalogue.current, by: caller, network: attempts.networkTag(of: context))
          return .uncached(EvidenceDocument(outcome))
        } catch {
          await attempts.takeBack(counters)
          throw error
        }
      })
  }
}

/// The booths that are probably gone, for operators.
struct ClosureCandidateEndpoint: Sendable {
  let evidence: EvidenceService
  let catalogue: CatalogueHolder

  private static let limit = Parameter<Int>(
    "limit", .integer(1...100, default: 20), "The maximum number of booths.", example: "20")

  var endpoint: Endpoint {
    Endpoint(
      path: "/api/closure-candidates", group: .reports, summary: "The booths that are probably gone",
      details: """
        The least probable to exist first, by the rule of the article "Freshness". Closing one, or setting its status, \
        is a decision: the evidence starts anew then.
        """,
      query: [Self.limit], caller: .role(.moderator), action: "booths candidates",
      answers: [ResponseDescription(200, "The booths.", [(MediaType.json, "ClosureCandidateList")])],
      allowsCrossOrigin: false,
      handler: .deferred { context in
        let candidates = try await evidence.candidates(
          in: catalogue.current, limit: try context.query.required(Self.limit))
        return .forOperator(ClosureCandidateListDocument(candidates: candidates.map { ClosureCandidateDocument($0) }))
      })
  }
}

extension AttemptLimiter {
  /// A keyed tag of the client's network, with which reports are kept instead of an address.
  func networkTag(of context: RequestContext) -> String {
    tag("network of a report", context.clientNetwork.bytes)
  }
}

extension EvidenceDocument {
  package init(_ outcome: EvidenceOutcome) {
    self.init(
      confirmedAt: outcome.confirmedAt, confirmedByCount: outcome.confirmedByCount, goneCount: outcome.goneCount,
      isClosureCandidate: outcome.isClosureCandidate)
  }
}

extension ClosureCandidateDocument {
  package init(_ candidate: ClosureCandidate) {
    let outcome = candidate.outcome
    self.init(
      booth: candidate.booth.id, name: candidate.booth.attributes.name,
      probability: (outcome.probability * 1000).rounded() / 1000, lastGoneAt: outcome.lastGoneAt,
      evidence: EvidenceDocument(outcome))
  }
}
