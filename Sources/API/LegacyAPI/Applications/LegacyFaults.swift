import APIKit
import Contracts
import HTTP

/// The answers to old clients for errors of the HTTP engine, such as an unknown path or a body that is too large.
///
/// An old client is recognised by the header `SesacKey`, or by a path that only its contract has; by neither if no key
/// is configured. LSLP clients get 444 for unknown paths and methods, 416 for a range outside of an image, 429 beyond a
/// rate limit, and 400 or 500 for everything else, as they know no other status. On payment paths the body is one that
/// 4cuts does not read as a success. SLP clients get `E97`, `E98`, `E11` or `E99`. PartyQuest has no key; its paths get
/// its own errors when it is served.
struct LegacyFaults: Sendable {
  let applications: [String: LegacyContract]
  /// The first path components of LSLP; SLP uses one of them too.
  let lslpPaths: Set<String>
  /// The first path components of PartyQuest; empty when it is not served.
  let partyQuestPaths: Set<String>

  init(applications: [String: LegacyContract], lslp: [Endpoint], partyQuest: [Endpoint]) {
    self.applications = applications
    lslpPaths = Self.firstParts(of: lslp)
    partyQuestPaths = Self.firstParts(of: partyQuest)
  }

  /// The answer; nil when the client is not an old one, or the request could not be read. Complexity: O(path length +
  /// applications).
  func answer(_ fault: Fault, _ request: Request?) -> Response? {
    guard let request else { return nil }
    let first = String(request.path.dropFirst().prefix { $0 != "/" })
    if partyQuestPaths.contains(first) { return PartyQuestFault(engineStatus: fault.status).plainResponse }
    guard !applications.isEmpty,
      lslpPaths.contains(first) || hasSLPPath(request) || request.headers["SesacKey"] != nil && first != "api"
    else { return nil }
    if isSLP(request) { return SLPFault(engineStatus: fault.status).response }
    let fault = LSLPFault(engineStatus: fault.status)
    return request.path.hasPrefix("/v1/payments/") ? fault.paymentResponse : fault.response
  }

  /// Decides by the key; when it is unknown, by the path.
  private func isSLP(_ request: Request) -> Bool {
    applications.contract(forKey: request.headers["SesacKey"]).map { $0 == .slp }
      ?? (lslpPaths.isEmpty || hasSLPPath(request))
  }

  private func hasSLPPath(_ request: Request) -> Bool {
    applications.values.contains(.slp)
      && ["/v1/workspaces", "/v1/store/", "/v2/users/"].contains { request.path.hasPrefix($0) }
  }

  private static func firstParts(of endpoints: [Endpoint]) -> Set<String> {
    Set(endpoints.compactMap { $0.path.split(separator: "/").first.map(String.init) })
  }
}

extension LSLPFault {
  fileprivate init(engineStatus status: Int) {
    self =
      switch status {
      case 404, 405: .pathUnknown
      case 429: .rateLimited
      case 416: LSLPFault(416, LSLPFault.badRequest.message)
      case 500...: .internalError
      default: .badRequest
      }
  }
}

extension SLPFault {
  fileprivate init(engineStatus status: Int) {
    self =
      switch status {
      case 404, 405: .pathUnknown
      case 429: .rateLimited
      case 500...: .internalError
      default: .badRequest
      }
  }
}

extension PartyQuestFault {
  fileprivate init(engineStatus status: Int) {
    self =
      switch status {
      case 404, 405: .pathUnknown
      case 429: .rateLimited
      case 500...: .internalError
      default: .badRequest
      }
  }
}
