/// A client's place in a namespace, from the question whether it may join until it is gone.
package struct SocketIOPlace: Hashable, Sendable {
  /// With its slash; `/` is the main one.
  package let namespace: String
  /// No two places of a server have the same.
  let number: Int
}

/// Who is in which namespace: what a server keeps behind its lock.
struct Attendance {
  private(set) var members: [String: Set<EngineSession>] = [:]
  private var places: [EngineSession: [String: SocketIOPlace]] = [:]
  private var holders: [SocketIOPlace: EngineSession] = [:]
  /// Places of which it is being decided whether they are given.
  private var asked: Set<SocketIOPlace> = []
  private var lastNumber = 0

  /// The place of a session in a namespace; nil where it is not in it.
  func place(of session: EngineSession, in namespace: String) -> SocketIOPlace? { places[session]?[namespace] }

  /// In how many namespaces a session is.
  func count(of session: EngineSession) -> Int { places[session]?.count ?? 0 }

  // MARK: Coming

  /// Somebody asks for a place.
  mutating func ask(for namespace: String) -> SocketIOPlace {
    lastNumber += 1
    let place = SocketIOPlace(namespace: namespace, number: lastNumber)
    asked.insert(place)
    return place
  }

  /// It was decided upon a place.
  /// - Returns: Whether it was not taken back meanwhile.
  mutating func decide(_ place: SocketIOPlace) -> Bool { asked.remove(place) != nil }

  /// Gives a place.
  /// - Returns: The one that the session had in the same namespace.
  mutating func give(_ place: SocketIOPlace, to session: EngineSession) -> SocketIOPlace? {
    let former = places[session, default: [:]].updateValue(place, forKey: place.namespace)
    if let former { holders[former] = nil }
    holders[place] = session
    members[place.namespace, default: []].insert(session)
    return former
  }

  // MARK: Going

  /// A session leaves a namespace.
  /// - Returns: The place that it had.
  mutating func leave(_ namespace: String, _ session: EngineSession) -> SocketIOPlace? {
    guard let place = places[session]?.removeValue(forKey: namespace) else { return nil }
    if places[session]?.isEmpty == true { places[session] = nil }
    forget(place, of: session)
    return place
  }

  /// A session leaves everything.
  /// - Returns: The places that it had.
  mutating func leave(_ session: EngineSession) -> [SocketIOPlace] {
    let left = Array((places.removeValue(forKey: session) ?? [:]).values)
    for place in left { forget(place, of: session) }
    return left
  }

  /// Takes a place back, also one that was not given yet.
  /// - Returns: Who had it.
  mutating func takeBack(_ place: SocketIOPlace) -> EngineSession? {
    asked.remove(place)
    guard let session = holders[place] else { return nil }
    _ = leave(place.namespace, session)
    return session
  }

  private mutating func forget(_ place: SocketIOPlace, of session: EngineSession) {
    holders[place] = nil
    members[place.namespace]?.remove(session)
    if members[place.namespace]?.isEmpty == true { members[place.namespace] = nil }
  }
}
