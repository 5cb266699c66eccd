import APIKit
import Basics
import Contracts
import HTTP
import NativeAPI

extension PartyQuestFault {
  func response(at time: Timestamp) -> Response { response(bytes(at: time)) }

  /// The HTTP response without the envelope.
  var plainResponse: Response { response(plainBytes) }

  private func response(_ bytes: [UInt8]) -> Response {
    var response = Response.document(bytes, status: status, type: MediaType.json, caching: .none)
    if isTokenError { response.headers.add("WWW-Authenticate", "Bearer") }
    if status == 429 { response.headers.add("Retry-After", "1") }
    if status == 503 { response.headers.add("Retry-After", "5") }
    return response
  }
}
