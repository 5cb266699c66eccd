/// Something out of order around the service: a full disk, a file that may not be written, a gateway that is down.
public struct ServiceCondition: Hashable, Sendable {
  /// What is out of order.
  public enum Subject: String, Hashable, Sendable, CaseIterable {
    /// The database cannot be read or written at the moment.
    case database
    /// What the database holds is damaged.
    case storedData
    /// Photos cannot be kept.
    case photos
    /// Uploads cannot be received.
    case uploads
    /// A payment gateway does not do what it is asked for.
    case gateway

    /// Whether nothing can be written while it lasts.
    public var stopsWriting: Bool { self == .database }

    /// Whether it counts as over when it was not met for a minute. The others last until they are ended.
    var endsByItself: Bool { self != .database && self != .storedData }
  }

  /// What is out of order.
  public let subject: Subject
  /// For the operator, with paths: what is wrong, then what to do. Never answered to clients.
  public let message: String
  /// By which the operator finds it in the log; set when it is reported.
  public internal(set) var reference: String?

  /// A condition that was met.
  public init(_ subject: Subject, _ message: String) {
    self.subject = subject
    self.message = message
  }
}
