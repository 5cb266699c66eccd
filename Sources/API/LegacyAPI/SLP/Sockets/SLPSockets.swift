import APIKit
import Basics
import Crypto
import HTTP
import NativeAPI
import SocketIO

/// What is said in channels and rooms of two, told to clients of the contract SLP by Socket.IO at `/socket.io/`.
///
/// A client joins `/ws-channel-{number}` or `/ws-dm-{number}` and hears the event `channel` or `dm` with each message
/// that is said from then on, the sender's own too, as the answer to sending it has it. What clients emit is passed
/// over, and not acknowledged.
///
/// A key of the contract and the access token of a member must be shown when the session begins (raw or behind
/// `Bearer`); whoever leaves the channel or whose token or session ends is disconnected before anything more is told.
/// Most clients of the contract show nothing when they connect, and so hear nothing.
///
/// **What opening exposes.** An operator can open the workspaces that clients of the contract have made, and only
/// those. There nothing is asked: whoever can reach the server and guesses a number, which is counted up from 1, hears
/// what is said in that channel or room as long as they listen, closed channels and rooms of two included: texts,
/// addresses of photos (which is all that it takes to see them), and numbers, nicknames and images of authors. They
/// learn nothing that was said before, nor who else is there, nor e-mail addresses, which are left empty.
struct SLPSockets: Sendable {
  let server: SocketIOServer
  let rooms: SocketRooms
  private let clock: @Sendable () -> Timestamp

  /// What serves the contract's clients; nil where no application of the contract is configured.
  /// - Parameter isOpen: whether everybody hears what is said in workspaces that clients of the contract have made.
  init?(_ services: LegacyServices, _ environment: APIEnvironment, isOpen: Bool) {
    guard services.applications.values.contains(.slp) else { return nil }
    self.init(on: SocketTerms(services: services, environment: environment, isOpen: isOpen))
  }

  init(on terms: SocketTerms) {
    let (environment, rooms) = (terms.environment, SocketRooms(on: terms))
    server = SocketIOServer(
      clock: environment.clock, random: systemRandom, network: { environment.network(of: $0) },
      isForeign: { environment.isForeignPage($0) }, admit: { await rooms.admit($0, $1) },
      onLeave: { rooms.leave($0) })
    (clock, self.rooms) = (environment.clock, rooms)
    terms.services.native.chat.sessions.add(
      SessionWatch.Connections(
        callers: { [weak rooms] in rooms?.callers ?? [] }, end: { [weak rooms] in rooms?.dismiss($0) }))
  }

  /// The routes at which it is served.
  var routes: [Route] { server.routes }

  /// Asks clients whether they are there, and ends those whose time is over, until the task is cancelled.
  func run() async {
    while !Task.isCancelled {
      try? await Task.sleep(for: .seconds(1))
      tick()
    }
  }

  /// Does once what is due.
  func tick() {
    server.tick()
    rooms.dismiss(at: clock())
  }

  /// Ends all sessions, which a server that stops would wait for.
  func stop() {
    server.stop()
  }
}
