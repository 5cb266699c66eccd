import APIKit
import Contracts
import HTTP

/// The answers to old clients for errors of the HTTP engine, such as an unknown path or a body that is too large.
///
/// A path belongs to the API that serves it, and an unknown path to the API that shares its longest prefix:
/// `/login/kakao` to this service, `/post/1/x` to LSLP. An old client is recognised by its path, or by the header `SesacKey` on paths that
/// begin like none or like those of its contract; by neither if no key is configured. LSLP clients get 444 for unknown
/// paths and methods, 416 for a range outside of an image, 429 beyond a rate limit, and 400 or 500 for everything else,
/// as they know no other status. On payment paths the body is one that 4cuts does not read as a success. SLP clients get
/// `E97`, `E98`, `E11` or `E99`. PartyQuest has no key; its paths get its own errors when it is served.
struct LegacyFaults: Sendable {
  private let applications: [String: LegacyContract]
  /// Nil when no LSLP application is configured.
  private let lslp: PathTree?
  private let slp: PathTree
  private let partyQuest: PathTree

  /// - Parameter partyQuest: empty when it is not served.
  init(applications: [String: LegacyContract], lslp: [Endpoint], slp: [Endpoint], partyQuest: [Endpoint]) {
    self.applications = applications
    self.lslp = lslp.isEmpty ? nil : PathTree(lslp.map(\.path))
    self.slp = PathTree(slp.map(\.path))
    self.partyQuest = PathTree(partyQuest.map(\.path))
  }

  /// The answer; nil when the client is not an old one, or the request could not be read. Complexity: O(path length +
  /// applications).
  func answer(_ context: FaultContext) -> Response? {
    guard let request = context.request else { return nil }
    let (status, path, others) = (context.fault.status, request.path, context.others)
    let (lslpMatch, slpMatch) = (lslp?.match(path) ?? .unrelated, slp.match(path))
    let keyed = max(lslpMatch, slpMatch)
    if partyQuest.match(path) > max(keyed, others) { return PartyQuestFault(engineStatus: status).plainResponse }
    guard !applications.isEmpty else { return nil }
    let key = request.headers["SesacKey"]
    let isByKey = key != nil && others < .whole && (keyed > .unrelated || others == .unrelated)
    guard isByKey || keyed > others else { return nil }
    // An unknown key says nothing: then the path decides.
    let isSLP = applications.contract(forKey: key).map { $0 == .slp } ?? (lslp == nil || slpMatch > lslpMatch)
    if isSLP { return SLPFault(engineStatus: status).response }
    let fault = LSLPFault(engineStatus: status)
    return path.hasPrefix("/v1/payments/") ? fault.paymentResponse : fault.response
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
