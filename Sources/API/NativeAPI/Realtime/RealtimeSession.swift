import APIKit
import Accounts
import Basics
import Chat
import HTTP

/// A WebSocket connection, which serves the requests of its client.
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

  /// Serves the connection until it ends.
  /// - Parameter token: the access token of the opening request.
  func run(showing token: String?) async {
    connections.add(listener)
    if let token { await serve(.authenticate(token: token)) }
    while let message = await socket.next() {
      do { await serve(try RealtimeRequest(message)) } catch { listener.send(.error(error, nil)) }
    }
    await connections.remove(listener)
  }

  /// Handles a request in a separate task: a task keeps the memory of the deepest calls that it has made, and this one
  /// lives as long as the connection.
  private func serve(_ request: RealtimeRequest) async {
    await Task { await handle(request) }.value
  }

  /// Handles a request; errors are sent to the client.
  private func handle(_ request: RealtimeRequest) async {
    do {
      switch request {
      case .authenticate(let token): try await authenticate(token)
      case .subscribe(let channel, let revision): try await subscribe(channel, since: revision)
      case .unsubscribe(let channel): try await unsubscribe(channel)
      case .watchUnread:
        guard listener.account != nil else { throw DomainError.tokenMissing }
        listener.watchUnread()
        // Whatever has changed since the client counted.
        listener.send(.unread)
      }
    } catch let domainError as DomainError {
      listener.send(.error(environment.conditions.report(domainError), request.channel))
    } catch {
      let reference = environment.report(error)
      let message = "An internal error occurred. Give the reference \(reference) to the operator."
      listener.send(.error(DomainError(.unavailable, "fault", message), request.channel))
    }
  }

  private func authenticate(_ token: String) async throws {
    do {
      let (caller, expiry) = try await accounts.knownCaller(withAccessToken: token)
      try listener.identify(caller, until: expiry)
      // Before authentication, the end of the session could not close the connection.
      try await connections.sessions.poll(at: caller.account)
      guard listener.account != nil else { return }
      listener.send(.authenticated(caller.account, until: expiry))
    } catch let domainError as DomainError where listener.account == nil {
      await connections.remove(listener)
      listener.end(domainError)
    }
  }

  private func subscribe(_ channel: ChannelID, since revision: Int?) async throws {
    guard let account = listener.account else { throw DomainError.tokenMissing }
    try listener.addSubscription(channel)
    do { try await connections.hub.listen(.client(listener), to: channel, since: revision, as: account) } catch {
      await connections.hub.leave(.client(listener), channel)
      listener.removeSubscription(channel)
      throw error
    }
    // The connection may have ended meanwhile.
    if listener.account == nil { await connections.hub.leave(.client(listener), channel) }
  }

  private func unsubscribe(_ channel: ChannelID) async throws {
    guard listener.account != nil else { throw DomainError.tokenMissing }
    await connections.hub.leave(.client(listener), channel)
    listener.removeSubscription(channel)
    listener.send(.unsubscribed(channel))
  }
}
