import APIKit
import Accounts
import Basics
import Chat
import HTTP

/// A WebSocket of somebody who listens, and what its client asks for.
struct RealtimeSession: Sendable {
  let connections: ChatConnections
  let accounts: AccountService
  let environment: APIEnvironment
  let socket: WebSocket
  let listener: RealtimeListener

  init(_ connections: ChatConnections, _ accounts: AccountService, _ environment: APIEnvironment, _ socket: WebSocket) {
    self.connections = connections
    self.accounts = accounts
    self.environment = environment
    self.socket = socket
    listener = RealtimeListener(.socket(socket), at: environment.clock())
  }

  /// Serves it until it ends.
  /// - Parameter token: what was shown when it was opened.
  func run(showing token: String?) async {
    connections.enter(listener)
    if let token { await serve(.authenticate(token: token)) }
    while let message = await socket.next() {
      do { await serve(try RealtimeRequest(message)) } catch { listener.say(.error(error, nil)) }
    }
    await connections.exit(listener)
  }

  /// Does what is asked for, in a task of its own: a task keeps the memory of the deepest calls that it has made, and
  /// this one is there as long as the connection.
  private func serve(_ request: RealtimeRequest) async {
    await Task { await handle(request) }.value
  }

  /// Does what is asked for, and tells the client of what it is refused and of our own faults.
  private func handle(_ request: RealtimeRequest) async {
    do {
      switch request {
      case .authenticate(let token): try await authenticate(token)
      case .subscribe(let channel, let revision): try await subscribe(channel, since: revision)
      case .unsubscribe(let channel): try await unsubscribe(channel)
      }
    } catch let domainError as DomainError {
      listener.say(.error(environment.conditions.report(domainError), request.channel))
    } catch {
      let reference = environment.report(error)
      let message = "This is our fault, not yours. Naming \(reference) to the operator helps to find it."
      listener.say(.error(DomainError(.unavailable, "fault", message), request.channel))
    }
  }

  private func authenticate(_ token: String) async throws {
    do {
      let (caller, expiry) = try await accounts.knownCaller(showing: token)
      try listener.identify(caller, until: expiry)
      // Before it was known whose connection it is, nobody could end it.
      try await connections.sessions.poll(at: caller.account)
      guard listener.account != nil else { return }
      listener.say(.authenticated(caller.account, until: expiry))
    } catch let domainError as DomainError where listener.account == nil {
      await connections.exit(listener)
      listener.end(domainError)
    }
  }

  private func subscribe(_ channel: ChannelID, since revision: Int?) async throws {
    guard let account = listener.account else { throw DomainError.tokenMissing }
    try listener.note(channel)
    do { try await connections.hub.listen(.person(listener), to: channel, since: revision, as: account) } catch {
      await connections.hub.leave(.person(listener), channel)
      listener.forget(channel)
      throw error
    }
    // It may have come to its end meanwhile.
    if listener.account == nil { await connections.hub.leave(.person(listener), channel) }
  }

  private func unsubscribe(_ channel: ChannelID) async throws {
    guard listener.account != nil else { throw DomainError.tokenMissing }
    await connections.hub.leave(.person(listener), channel)
    listener.forget(channel)
    listener.say(.unsubscribed(channel))
  }
}
