/// A client's membership of a namespace, from its request to join until it leaves; a socket in the terms of Socket.IO.
package struct SocketIOSocket: Hashable, Sendable {
  /// Starts with a slash; `/` is the main namespace.
  package let namespace: String
  /// Unique within a server.
  let number: Int
}

/// The members of namespaces; guarded by the server's lock.
struct NamespaceMembers {
  private(set) var members: [String: Set<EngineSession>] = [:]
  private var sockets: [EngineSession: [String: SocketIOSocket]] = [:]
  private var holders: [SocketIOSocket: EngineSession] = [:]
  /// Sockets whose admission is being decided.
  private var reserved: Set<SocketIOSocket> = []
  private var lastNumber = 0

  /// The socket of a session in a namespace; nil when it has not joined.
  func socket(of session: EngineSession, in namespace: String) -> SocketIOSocket? { sockets[session]?[namespace] }

  func count(of session: EngineSession) -> Int { sockets[session]?.count ?? 0 }

  // MARK: Joining

  /// Makes a socket whose admission is to be decided.
  mutating func reserve(for namespace: String) -> SocketIOSocket {
    lastNumber += 1
    let socket = SocketIOSocket(namespace: namespace, number: lastNumber)
    reserved.insert(socket)
    return socket
  }

  /// Ends the reservation of a socket.
  /// - Returns: False when it was withdrawn meanwhile.
  mutating func endReservation(_ socket: SocketIOSocket) -> Bool { reserved.remove(socket) != nil }

  /// Adds a session to a namespace.
  /// - Returns: The session's former socket in the namespace.
  mutating func admit(_ socket: SocketIOSocket, to session: EngineSession) -> SocketIOSocket? {
    let former = sockets[session, default: [:]].updateValue(socket, forKey: socket.namespace)
    if let former { holders[former] = nil }
    holders[socket] = session
    members[socket.namespace, default: []].insert(session)
    return former
  }

  // MARK: Leaving

  /// Removes a session from a namespace.
  /// - Returns: Its socket.
  mutating func leave(_ namespace: String, _ session: EngineSession) -> SocketIOSocket? {
    guard let socket = sockets[session]?.removeValue(forKey: namespace) else { return nil }
    if sockets[session]?.isEmpty == true { sockets[session] = nil }
    forget(socket, of: session)
    return socket
  }

  /// Removes a session from all namespaces.
  /// - Returns: Its sockets.
  mutating func leave(_ session: EngineSession) -> [SocketIOSocket] {
    let left = Array((sockets.removeValue(forKey: session) ?? [:]).values)
    for socket in left { forget(socket, of: session) }
    return left
  }

  /// Withdraws a socket, also a reserved one.
  /// - Returns: Its session.
  mutating func withdraw(_ socket: SocketIOSocket) -> EngineSession? {
    reserved.remove(socket)
    guard let session = holders[socket] else { return nil }
    _ = leave(socket.namespace, session)
    return session
  }

  private mutating func forget(_ socket: SocketIOSocket, of session: EngineSession) {
    holders[socket] = nil
    members[socket.namespace]?.remove(session)
    if members[socket.namespace]?.isEmpty == true { members[socket.namespace] = nil }
  }
}
