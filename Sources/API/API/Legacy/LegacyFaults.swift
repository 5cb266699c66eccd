import Contracts
public import HTTP

/// The answer to an old client for what the engine itself finds wrong, such as an unknown path or a body that is too
/// large; nil where no old client asks, and where the request could not be read.
///
/// An old client is known by the header `SesacKey`, or by a path that only its contract has. To LSLP, unknown paths, and
/// methods that do not work, are 444; a range that lies outside of an image stays what it is; everything else is 400 or
/// 500, as these clients know no other status. About payments it is said in words that 4cuts does not take for a success.
/// To SLP it is `E97`, `E11` or `E99`. Clients of PartyQuest, which has no key, are told in its own words where it is
/// served. Complexity: O(length of the path + applications).
public func legacyFault(
  _ fault: Fault, _ request: Request?, _ applications: [String: LegacyContract], servesPartyQuest: Bool
) -> Response? {
  if servesPartyQuest, let request, let answer = partyQuestFault(fault, request) { return answer }
  guard let request, isLegacy(request) else { return nil }
  if isSLP(request, applications) { return slpFault(fault.status).response }
  let fault = legacyFault(fault.status)
  return request.path.hasPrefix("/v1/payments/") ? fault.paymentResponse : fault.response
}

private func legacyFault(_ status: Int) -> LSLPFault {
  switch status {
  case 404, 405: .pathUnknown
  case 416: LSLPFault(416, LSLPFault.badRequest.message)
  case 500...: .ours
  default: .badRequest
  }
}

private func slpFault(_ status: Int) -> SLPFault {
  switch status {
  case 404, 405: .pathUnknown
  case 500...: .ours
  default: .badRequest
  }
}

private func isLegacy(_ request: Request) -> Bool {
  let first = request.path.dropFirst().prefix { $0 != "/" }
  return legacyPaths.contains(String(first)) || hasSLPPath(request)
    || (request.headers["SesacKey"] != nil && first != "api")
}

/// By the key; without one that is known, by the path.
private func isSLP(_ request: Request, _ applications: [String: LegacyContract]) -> Bool {
  applications.contract(shown: request.headers["SesacKey"]).map { $0 == .slp } ?? hasSLPPath(request)
}

private func hasSLPPath(_ request: Request) -> Bool {
  ["/v1/workspaces", "/v1/store/", "/v2/users/"].contains { request.path.hasPrefix($0) }
}

/// The first segments of the paths of LSLP, of which SLP has one as well.
private let legacyPaths = Set(
  LSLPEndpoints.all.compactMap { $0.path.split(separator: "/").first.map(String.init) })
