import Basics
import Contracts
import HTTP

extension PartyQuestFault {
  /// The answer that tells of it.
  func response(at time: Timestamp) -> Response { response(bytes(at: time)) }

  /// The same outside of the wrapper, whatever it is of.
  var plainResponse: Response { response(plainBytes) }

  private func response(_ bytes: [UInt8]) -> Response {
    var response = Response.document(bytes, status: status, type: MediaType.json, caching: .none)
    if isOfToken { response.headers.add("WWW-Authenticate", "Bearer") }
    if status == 429 { response.headers.add("Retry-After", "1") }
    return response
  }
}

/// The answer to a client of PartyQuest for what the engine itself finds wrong; nil where none asks. It is known by the
/// path alone.
func partyQuestFault(_ fault: Fault, _ request: Request) -> Response? {
  let first = request.path.dropFirst().prefix { $0 != "/" }
  guard paths.contains(String(first)) else { return nil }
  return partyQuestFault(fault.status).plainResponse
}

private func partyQuestFault(_ status: Int) -> PartyQuestFault {
  switch status {
  case 404, 405: .pathUnknown
  case 500...: .ours
  default: .badRequest
  }
}

/// The first segments of the contract's paths.
private let paths = Set(PartyQuestEndpoints.all.compactMap { $0.path.split(separator: "/").first.map(String.init) })
