public import HTTP
import SocketIO
import Tokens

/// What is said in channels and rooms of two, told to clients of the contract SLP by Socket.IO at `/socket.io/`.
///
/// A client joins `/ws-channel-{number}` or `/ws-dm-{number}` and hears the event `channel` or `dm` with each message
/// that is said from then on, the sender's own too, as the answer to sending it has it. What clients emit is passed
/// over, and not acknowledged.
///
/// **What is exposed.** The clients of the contract show nothing when they connect, neither key nor token, so nothing is
/// asked of them by default: whoever can reach the server and guesses a number, which is counted up from 1, hears what
/// is said in that channel or room as long as they listen, closed channels and rooms of two included: texts, addresses
/// of photos (which is all that it takes to see them), and numbers, nicknames and images of authors. They learn nothing
/// that was said before, nor who else is there, nor e-mail addresses, which are left empty. Whoever cannot bear that
/// serves strictly: then a key of the contract and the access token of a member must be shown when the session begins (raw or
/// behind `Bearer`), whoever leaves the channel or whose token ends is disconnected before anything more is told, and
/// the clients that show nothing hear nothing.
public struct SLPSockets: Sendable {
  let server: SocketIOServer
  let rooms: SocketRooms
  private let site: SharedSite

  /// What serves a site's clients; nil where no application of the contract is configured.
  /// - Parameter isStrict: whether only members hear what is said.
  public init?(_ site: Site, isStrict: Bool) {
    guard site.community.applications.values.contains(.slp) else { return nil }
    self.init(on: SocketTerms(shared: SharedSite(site), isStrict: isStrict))
  }

  init(on terms: SocketTerms) {
    let site = terms.shared.site
    let rooms = SocketRooms(on: terms)
    server = SocketIOServer(
      clock: site.clock, random: systemRandom, admit: { await rooms.admit($0, $1) }, onLeave: { rooms.leave($0) })
    (self.site, self.rooms) = (terms.shared, rooms)
  }

  /// The routes at which it is served.
  public var routes: [Route] { server.routes }

  /// Asks clients whether they are there, and ends those whose time is over, until the task is cancelled.
  public func run() async {
    while !Task.isCancelled {
      try? await Task.sleep(for: .seconds(1))
      tick()
    }
  }

  /// Does once what is due.
  func tick() {
    server.tick()
    rooms.dismiss(at: site.site.clock())
  }

  /// Ends all sessions, which a server that stops would wait for.
  public func stop() {
    server.stop()
  }
}
