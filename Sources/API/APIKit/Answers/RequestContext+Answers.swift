import Basics
import Contracts
import HTTP

/// None of the offered media types is acceptable.
package struct NotAcceptable: Error {
  package let offered: [String]
}

extension RequestContext {
  /// The offered media type that the client prefers.
  /// - Throws: `NotAcceptable`.
  package func accepts(_ offered: [String]) throws(NotAcceptable) -> String {
    guard let type = MediaType.choose(request.headers["Accept"], among: offered) else {
      throw NotAcceptable(offered: offered)
    }
    return type
  }
}
