/// A client's place in a namespace, from the question whether it may join until it is gone.
package struct SocketIOSocket: Hashable, Sendable {
  /// With its slash; `/` is the main one.
  package let namespace: String
  /// No two places of a server have the same.
  let number: Int
}

/// Who is in which namespace: what a server keeps behind its lock.
struct Attendance {
  private(set) var members: [String: Set<EngineSession>] = [:]
  private var sockets: [EngineSession: [String: SocketIOSocket]] = [:]
  private var holders: [SocketIOSocket: EngineSession] = [:]
  /// Places of which it is being decided whether they are given.
  private var reserved: Set<SocketIOSocket> = []
  private var lastNumber = 0

  /// The place of a session in a namespace; nil where it is not in it.
  func socket(of session: EngineSession, in namespace: String) -> SocketIOSocket? { sockets[session]?[namespace] }

  /// In how many namespaces a session is.
  func count(of session: EngineSession) -> Int { sockets[session]?.count ?? 0 }

  // MARK: Coming

  /// Somebody asks for a place.
  mutating func reserve(for namespace: String) -> SocketIOSocket {
    lastNumber += 1
    let socket = SocketIOSocket(namespace: namespace, number: lastNumber)
    reserved.insert(socket)
    return socket
  }

  /// It was decided upon a place.
  /// - Returns: Whether it was not taken back meanwhile.
  mutating func decide(_ socket: SocketIOSocket) -> Bool { reserved.remove(socket) != nil }

  /// Gives a place.
  /// - Returns: The one that the session had in the same namespace.
  mutating func give(_ socket: SocketIOSocket, to session: EngineSession) -> SocketIOSocket? {
    let former = sockets[session, default: [:]].updateValue(socket, forKey: socket.namespace)
    if let former { holders[former] = nil }
    holders[socket] = session
    members[socket.namespace, default: []].insert(session)
    return former
  }

  // MARK: Going

  /// A session leaves a namespace.
  /// - Returns: The place that it had.
  mutating func leave(_ namespace: String, _ session: EngineSession) -> SocketIOSocket? {
    guard let socket = sockets[session]?.removeValue(forKey: namespace) else { return nil }
    if sockets[session]?.isEmpty == true { sockets[session] = nil }
    forget(socket, of: session)
    return socket
  }

  /// A session leaves everything.
  /// - Returns: The places that it had.
  mutating func leave(_ session: EngineSession) -> [SocketIOSocket] {
    let left = Array((sockets.removeValue(forKey: session) ?? [:]).values)
    for socket in left { forget(socket, of: session) }
    return left
  }

  /// Takes a place back, also one that was not given yet.
  /// - Returns: Who had it.
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
