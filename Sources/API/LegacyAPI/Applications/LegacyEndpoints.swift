import APIKit
import Contracts
import HTTP
import NativeAPI

/// The endpoints of the old clients that send an application key, of the configured contracts only.
///
/// LSLP's second generation and SLP share some paths. Each of these is one endpoint, which answers by the contract of
/// the key, and as LSLP when the key is missing or unknown.
struct LegacyEndpoints {
  let services: LegacyServices
  let lslp: [Endpoint]
  let slp: [Endpoint]

  init(services: LegacyServices, contracts: Set<LegacyContract>) {
    self.services = services
    let groups = LSLPGeneration.allCases.filter { contracts.contains($0.contract) }.map(\.group)
    lslp = groups.isEmpty ? [] : LSLPEndpoints(services: services).all.filter { groups.contains($0.group) }
    slp = contracts.contains(.slp) ? SLPEndpoints(services: services).all : []
  }

  var all: [Endpoint] {
    lslp.map { row in slp.first(where: row.hasSamePath(as:)).map { share(row, with: $0) } ?? row }
      + slp.filter { row in !lslp.contains(where: row.hasSamePath(as:)) }
  }

  /// Merges the endpoints of LSLP and SLP for one path. Both must have deferred handlers, which read the body
  /// themselves.
  private func share(_ row: Endpoint, with other: Endpoint) -> Endpoint {
    guard case .deferred(let answer) = row.handler, case .deferred(let otherAnswer) = other.handler else {
      preconditionFailure("\(row.path) cannot be shared")
    }
    let name = other.group.title
    let description = "For applications of \(name): \(other.summary). \(other.details)"
    return Endpoint(
      method: row.method, path: row.path, group: row.group, summary: row.summary,
      cost: row.cost.tokens < other.cost.tokens ? other.cost : row.cost,
      details: row.details.isEmpty ? description : "\(row.details) \(description)", pathParameters: row.pathParameters,
      query: row.query, headers: row.headers + other.headers,
      body: row.body.flatMap { body in other.body.map { body.joined($0, name) } },
      answers: row.answers + other.answers.filter { one in !row.answers.contains { $0.status == one.status } },
      errorFormat: row.errorFormat, errorFormatFor: row.errorFormatFor, security: row.security,
      isSafe: row.isSafe && other.isSafe,
      handler: .deferred { context in
        try await (try? services.contract(of: context)) == .slp ? otherAnswer(context) : answer(context)
      })
  }
}

extension Endpoint {
  fileprivate func hasSamePath(as other: Endpoint) -> Bool { method == other.method && path == other.path }
}

extension BodyDescription {
  /// The bodies of both contracts.
  fileprivate func joined(_ other: BodyDescription, _ name: String) -> BodyDescription {
    BodyDescription(
      type: type, summary: "\(summary) For applications of \(name): \(other.summary)", limit: max(limit, other.limit))
  }
}
