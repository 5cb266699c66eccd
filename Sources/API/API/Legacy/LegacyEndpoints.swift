import Contracts
import HTTP

/// What old clients ask for that show their application's key.
///
/// The second generation of LSLP and SLP have some paths in common: each of these is one row, which answers and refuses
/// by the contract that the key stands for. Where the key is missing or not known it is LSLP's.
enum LegacyEndpoints {
  static let all: [Endpoint] =
    LSLPEndpoints.all.map { row in
      SLPEndpoints.all.first(where: row.hasPlace(of:)).map { row.shared(with: $0, for: .slp) } ?? row
    } + SLPEndpoints.all.filter { row in !LSLPEndpoints.all.contains(where: row.hasPlace(of:)) }
}

extension Endpoint {
  /// Whether another row has the same method and path.
  fileprivate func hasPlace(of other: Endpoint) -> Bool { method == other.method && path == other.path }

  /// A row in the place of two. Both have to be answered by waiting, with bodies that they read themselves.
  fileprivate func shared(with other: Endpoint, for contract: LegacyContract) -> Endpoint {
    guard case .deferred(let answer) = reply, case .deferred(let otherAnswer) = other.reply else {
      preconditionFailure("\(path) cannot be shared")
    }
    let name = other.group.rawValue
    let description = "For applications of \(name): \(other.summary). \(other.details)"
    return Endpoint(
      method: method, path: path, group: group, summary: summary,
      details: details.isEmpty ? description : "\(details) \(description)", segments: segments, query: query,
      headers: headers + other.headers, body: body.flatMap { body in other.body.map { body.joined($0, name) } },
      answers: answers + other.answers.filter { one in !answers.contains { $0.status == one.status } },
      convention: convention, conventions: conventions.merging([contract: other.convention]) { $1 },
      isTokenOptional: isTokenOptional, isSafe: isSafe && other.isSafe,
      reply: .deferred { call in
        try await (try? call.contract()) == contract ? otherAnswer(call) : answer(call)
      })
  }
}

extension BodyDescription {
  /// What either contract takes.
  fileprivate func joined(_ other: BodyDescription, _ name: String) -> BodyDescription {
    BodyDescription(
      type: type, summary: "\(summary) For applications of \(name): \(other.summary)", limit: max(limit, other.limit))
  }
}
