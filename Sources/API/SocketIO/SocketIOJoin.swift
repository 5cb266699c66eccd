public import HTTP
public import JSON

/// A client that wants to join a namespace.
public struct SocketIOJoin: Sendable {
  /// What it has once it is admitted.
  public let place: SocketIOPlace
  /// What the client says with it.
  public let auth: JSONValue?
  /// The headers with which the session began.
  public let headers: Headers

  /// With its slash; `/` is the main one.
  public var namespace: String { place.namespace }
}

/// Whether a client may join a namespace.
public enum SocketIOAdmission: Sendable {
  case admitted
  /// The message is told to the client.
  case refused(String)
}
