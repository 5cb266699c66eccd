import Basics
import Booths
import Contracts
import HTTP

/// Thrown where nothing that is offered is accepted.
struct NotAcceptable: Error {
  let offered: [String]
}

extension Call {
  /// Which of the offered media types the client would rather have.
  /// - Throws: `NotAcceptable`.
  func accepts(_ offered: [String]) throws(NotAcceptable) -> String {
    guard let type = MediaType.choose(request.headers["Accept"], among: offered) else {
      throw NotAcceptable(offered: offered)
    }
    return type
  }

  /// The entity tag of an answer that follows from the catalogue and, where that is said, from the minute.
  /// It is weak, because an answer may be sent compressed.
  func tag(_ form: StaticString, followsClock: Bool = false) -> String {
    followsClock
      ? "W/\"\(site.tagSeed)-\(catalogue.version)\(form)\(now.minute)\""
      : "W/\"\(site.tagSeed)-\(catalogue.version)\(form)\""
  }

  /// The address of this request with `after` set to a booth.
  func pathToNext(after ordinal: UInt32) -> String {
    let kept = (request.query ?? "").split(separator: "&").filter { !$0.hasPrefix("after=") }
    let query = (kept + ["after=\(catalogue.record(ordinal).id)"]).joined(separator: "&")
    return "\(request.path)?\(query)"
  }

  /// What the links of documents start with: the configured address, or the host that the client named, or nothing.
  var publicAddress: String { site.publicAddress(request) }
}

/// Some of a longer list: one more than the limit was asked for, to learn whether there are more.
struct BoothPage {
  let items: ArraySlice<UInt32>
  /// The last of the items where more follow.
  let lastOfMore: UInt32?

  init(_ found: [UInt32], limit: Int) {
    items = found.prefix(limit)
    lastOfMore = found.count > limit ? items.last : nil
  }
}
