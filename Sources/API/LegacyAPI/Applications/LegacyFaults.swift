import APIKit
import Contracts
import HTTP

/// The answers to old clients for what the engine itself finds wrong, such as an unknown path or a body that is too
/// large.
///
/// An old client is known by the header `SesacKey`, or by a path that only its contract has. To LSLP, unknown paths,
/// and methods that do not work, are 444; a range that lies outside of an image stays what it is; everything else is
/// 400 or 500, as these clients know no other status. About payments it is said in words that 4cuts does not take for a
/// success. To SLP it is `E97`, `E11` or `E99`. Clients of PartyQuest, which has no key, are told in its own words
/// where it is served.
struct LegacyFaults: Sendable {
  let applications: [String: LegacyContract]
  /// The first parts of the paths of LSLP, of which SLP has one as well.
  let lslpPaths: Set<String>
  /// Those of PartyQuest's; none where it is not served.
  let partyQuestPaths: Set<String>

  init(applications: [String: LegacyContract], lslp: [Endpoint], partyQuest: [Endpoint]) {
    self.applications = applications
    lslpPaths = Self.firstParts(of: lslp)
    partyQuestPaths = Self.firstParts(of: partyQuest)
  }

  /// The answer; nil where no old client asks, and where the request could not be read.
  /// Complexity: O(length of the path + applications).
  func answer(_ fault: Fault, _ request: Request?) -> Response? {
    guard let request else { return nil }
    let first = String(request.path.dropFirst().prefix { $0 != "/" })
    if partyQuestPaths.contains(first) { return PartyQuestFault(engineStatus: fault.status).plainResponse }
    guard lslpPaths.contains(first) || hasSLPPath(request) || request.headers["SesacKey"] != nil && first != "api"
    else { return nil }
    if isSLP(request) { return SLPFault(engineStatus: fault.status).response }
    let fault = LSLPFault(engineStatus: fault.status)
    return request.path.hasPrefix("/v1/payments/") ? fault.paymentResponse : fault.response
  }

  /// By the key; without one that is known, by the path.
  private func isSLP(_ request: Request) -> Bool {
    applications.contract(shown: request.headers["SesacKey"]).map { $0 == .slp } ?? hasSLPPath(request)
  }

  private func hasSLPPath(_ request: Request) -> Bool {
    ["/v1/workspaces", "/v1/store/", "/v2/users/"].contains { request.path.hasPrefix($0) }
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
      case 416: LSLPFault(416, LSLPFault.badRequest.message)
      case 500...: .ours
      default: .badRequest
      }
  }
}

extension SLPFault {
  fileprivate init(engineStatus status: Int) {
    self =
      switch status {
      case 404, 405: .pathUnknown
      case 500...: .ours
      default: .badRequest
      }
  }
}

extension PartyQuestFault {
  fileprivate init(engineStatus status: Int) {
    self =
      switch status {
      case 404, 405: .pathUnknown
      case 500...: .ours
      default: .badRequest
      }
  }
}
