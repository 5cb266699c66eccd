import APIKit
import Basics
import Concurrency
import Crypto
import HTTP
import NativeAPI
import SocketIO

/// Real-time messages of channels and direct-message rooms for SLP clients, over Socket.IO at `/socket.io/`.
///
/// A client joins `/ws-channel-{number}` or `/ws-dm-{number}` and receives the event `channel` or `dm` for each later
/// message, including its own, in the form of the answer to sending it. Events from clients are ignored and not
/// acknowledged.
///
/// The session must begin with an SLP application key and the access token of a member (raw or after `Bearer`). A
/// client that leaves the channel, or whose token or session ends, is disconnected before the next message. Most SLP
/// clients send no credentials when they connect, and so receive nothing.
///
/// **What opening exposes.** An operator can open the workspaces that SLP clients created, and only those. They need no
/// authentication: anyone who can reach the server and guesses a number, which counts up from 1, receives the messages
/// of that channel or room while connected, private channels and direct messages included: texts, photo addresses
/// (which are enough to load the photos), and the authors' numbers, nicknames and images. They receive no earlier
/// messages, no list of participants, and no e-mail addresses, which are left empty.
struct SLPSockets: Sendable {
  let server: SocketIOServer
  let rooms: SocketRooms
  private let clock: @Sendable () -> Timestamp

  /// The Socket.IO server of SLP; nil when no SLP application is configured.
  /// - Parameter isOpen: whether anyone may listen to workspaces that SLP clients created.
  init?(_ services: LegacyServices, _ environment: APIEnvironment, isOpen: Bool) {
    guard services.applications.values.contains(.slp) else { return nil }
    self.init(on: SocketConfiguration(services: services, environment: environment, isOpen: isOpen))
  }

  init(on configuration: SocketConfiguration) {
    let (environment, rooms) = (configuration.environment, SocketRooms(on: configuration))
    server = SocketIOServer(
      clock: environment.steadyClock, random: systemRandom, network: { environment.network(of: $0) },
      isForeign: { environment.isForeignPage($0) }, admit: { await rooms.admit($0, $1) },
      onLeave: { rooms.leave($0) })
    (clock, self.rooms) = (environment.clock, rooms)
    configuration.services.native.chat.sessions.add(
      SessionWatch.Connections(
        callers: { [weak rooms] in rooms?.callers ?? [] }, end: { [weak rooms] in rooms?.disconnect($0) }))
  }

  var routes: [Route] { server.routes }

  /// Pings clients, and closes sessions that timed out, until the task is cancelled.
  func run() async {
    await repeating(every: .seconds(1), tick)
  }

  /// Runs the due timers once.
  func tick() {
    server.tick()
    rooms.disconnect(at: clock())
  }

  /// Closes all sessions; a stopping server would wait for them.
  func stop() {
    server.stop()
  }
}
