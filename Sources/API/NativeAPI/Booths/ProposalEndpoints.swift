import APIKit
import Accounts
import Basics
package import Booths
package import Contracts
import HTTP
import JSON

/// Proposals of booths that the catalogue does not have.
struct ProposalEndpoints: Sendable {
  let proposals: ProposalService
  /// Limits each account, so that nobody fills the operator's queue.
  let attempts: AttemptLimiter

  private static let limits = [AttemptLimit(maxCount: 20, seconds: 86_400)]

  var all: [Endpoint] { [propose, own] }

  private static let name = BodyField<String>(
    "name", .text(1...ProposalService.maxNameLength), "The name on the sign.", isRequired: true, example: "인생네컷 연남점")
  private static let latitude = BodyField<Double>(
    "latitude", .number(-90...90), "Degrees north.", isRequired: true, example: .number(37.5621))
  private static let longitude = BodyField<Double>(
    "longitude", .number(-180...180), "Degrees east.", isRequired: true, example: .number(126.9251))
  private static let note = BodyField<String>(
    "note", .text(0...ProposalService.maxNoteLength), "What the operator should know.", example: "2층이에요.")

  private var propose: Endpoint {
    Endpoint(
      method: .post, path: "/api/proposals", group: .reports, summary: "Propose a booth that is missing",
      details: """
        The operator decides. Look first whether it is one of those nearby: `GET /api/booths/near` with `radius=50m`. \
        At most \(Self.limits[0].maxCount) a day.
        """,
      caller: .required,
      body: .json(
        "The booth.",
        [
          Self.name, Self.latitude, Self.longitude, BoothBody.brand, BoothBody.roadAddress, BoothBody.openingHours,
          BoothBody.price, Self.note,
        ]),
      answers: [ResponseDescription(201, "The proposal.", [(MediaType.json, "Proposal")])],
      handler: .deferred { context in
        let caller = try context.account()
        let body = context.body
        guard
          let place = Coordinate(
            latitude: try body.required(Self.latitude), longitude: try body.required(Self.longitude))
        else {
          throw DomainError(.invalid, "field-invalid", "The place must be a coordinate.", field: "latitude")
        }
        var fields = try BoothBody.texts(body)
        fields[.name] = try body.required(Self.name)
        let note = try body.value(Self.note) ?? ""
        let key = AttemptKey("proposal", Array(caller.description.utf8), Self.limits)
        guard case .counted(let counters) = try await attempts.count([key], at: context.now) else {
          throw DomainError(.rateLimited, "too-many-proposals", "You have sent many proposals today: wait a day.")
        }
        do {
          let proposal = try await proposals.propose(fields, at: place, note: note, by: caller)
          return .uncached(ProposalDocument(proposal), status: 201)
        } catch {
          await attempts.takeBack(counters)
          throw error
        }
      })
  }

  private var own: Endpoint {
    Endpoint(
      path: "/api/me/proposals", group: .reports, summary: "Your proposals, with what became of them",
      details: "At most \(ProposalService.maxOwn), newest first.", caller: .required,
      answers: [ResponseDescription(200, "The proposals.", [(MediaType.json, "ProposalList")])],
      handler: .deferred { context in
        let own = try await proposals.proposals(by: try context.account())
        return .uncached(ProposalListDocument(proposals: own.map { ProposalDocument($0) }))
      })
  }
}

struct ProposalQueueEndpoints: Sendable {
  let proposals: ProposalService
  let access: OperatorAccess

  var all: [Endpoint] { [list, one, accept, decline] }

  private static let all = "all"
  private static let state = Parameter<String>(
    "state", .enumeration(ProposalState.allCases.map(\.rawValue) + [all]),
    "`open` (standard): those to be decided; `accepted`; `declined`; `all`.", example: ProposalState.open.rawValue)
  private static let id = Parameter<ProposalID>(
    "id", .identifier(), "The proposal's identifier.", example: "0199c0ffee0123456789abcd")
  private static let reason = BodyField<String>(
    "reason", .text(0...ProposalService.maxNoteLength), "What its author is told.", example: "이미 있는 부스예요.")

  private static let unknown = ResponseDescription.notFound("There is no such proposal.")
  private static let decided = ResponseDescription(200, "The decided proposal.", [(MediaType.json, "Proposal")])

  private var list: Endpoint {
    Endpoint(
      path: "/api/proposals", group: .reports, summary: "The booths that people miss",
      details: "Newest first.", query: [Self.state] + PageParameters.all,
      caller: .role(.moderator), action: "proposals list",
      answers: [ResponseDescription(200, "The proposals.", [(MediaType.json, "ProposalPage")])],
      allowsCrossOrigin: false,
      handler: .deferred { context in
        let state = try context.query.value(Self.state) ?? ProposalState.open.rawValue
        let list = "proposals:\(state)"
        let page = try await proposals.queue(ProposalState(rawValue: state), try context.pageRequest(of: list))
        return .forOperator(context.document(page, of: list) { ProposalDocument($0) })
      })
  }

  private var one: Endpoint {
    Endpoint(
      path: "/api/proposals/{id}", group: .reports, summary: "A proposal with its author",
      pathParameters: [Self.id], caller: .role(.moderator), action: "proposals show",
      answers: [ResponseDescription(200, "The proposal.", [(MediaType.json, "ProposalDetails")]), Self.unknown],
      allowsCrossOrigin: false,
      handler: .deferred { context in
        return .forOperator(
          ProposalDetailsDocument(try await proposals.details(of: try context.pathParameter(Self.id))))
      })
  }

  private var accept: Endpoint {
    Endpoint(
      method: .post, path: "/api/proposals/{id}/accept", group: .reports, summary: "Add a proposed booth",
      details: """
        The booth is on the map a moment later, of the source `\(ProposalService.source)`. It is a recorded import, \
        which can be rolled back. The body is optional: its fields replace those of the proposal.
        """,
      pathParameters: [Self.id], caller: .role(.moderator), action: "proposals accept",
      body: .json("Changes.", isOptional: true, BoothBody.changes),
      answers: [
        Self.decided, Self.unknown, .conflict("It has been decided already, or there is already such a booth."),
      ],
      allowsCrossOrigin: false,
      handler: .deferred { context in
        let id = try context.pathParameter(Self.id)
        let change = try BoothBody.edit(context.body)
        let proposal = try await access.audited(context, on: id.description, detail: change.isEmpty ? nil : "edited") {
          try await proposals.accept(id, change)
        }
        return .forOperator(ProposalDocument(proposal))
      })
  }

  private var decline: Endpoint {
    Endpoint(
      method: .post, path: "/api/proposals/{id}/decline", group: .reports, summary: "Decline a proposed booth",
      details: "Its author is told the reason.", pathParameters: [Self.id], caller: .role(.moderator),
      action: "proposals decline", body: .json("The reason.", [Self.reason]),
      answers: [Self.decided, Self.unknown, .conflict("It has been decided already.")],
      allowsCrossOrigin: false,
      handler: .deferred { context in
        let id = try context.pathParameter(Self.id)
        let reason = try context.body.value(Self.reason) ?? ""
        let proposal = try await access.audited(context, on: id.description) {
          try await proposals.decline(id, reason: reason)
        }
        return .forOperator(ProposalDocument(proposal))
      })
  }
}

extension ProposalDocument {
  package init(_ proposal: BoothProposal) {
    let place = proposal.booth.coordinate.map { Coordinate($0) }
    self.init(
      id: proposal.id, state: ProposalStateValue(rawValue: proposal.state.rawValue), name: proposal.booth.name,
      latitude: place?.latitude ?? 0, longitude: place?.longitude ?? 0, note: proposal.note,
      createdAt: proposal.createdAt)
    (brand, roadAddress) = (proposal.booth.brand, proposal.booth.roadAddress)
    (openingHours, price, decidedAt) = (proposal.booth.openingHours, proposal.booth.price, proposal.decidedAt)
    switch proposal.decision {
    case nil: break
    case .accepted(let id): booth = id
    case .declined(let why): reason = why
    }
  }
}

package struct ProposalDetailsDocument: NativeDocument {
  let proposal: ProposalDocument
  /// Null once that account is removed.
  let author: PersonDocument?

  package init(_ details: ProposalDetails) {
    proposal = ProposalDocument(details.proposal)
    author = details.author.map { PersonDocument($0) }
  }
}
