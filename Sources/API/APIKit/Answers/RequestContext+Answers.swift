import Basics
import Contracts
import HTTP

/// Thrown where nothing that is offered is accepted.
package struct NotAcceptable: Error {
  package let offered: [String]
}

extension RequestContext {
  /// Which of the offered media types the client would rather have.
  /// - Throws: `NotAcceptable`.
  package func accepts(_ offered: [String]) throws(NotAcceptable) -> String {
    guard let type = MediaType.choose(request.headers["Accept"], among: offered) else {
      throw NotAcceptable(offered: offered)
    }
    return type
  }
}
