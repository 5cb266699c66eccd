/// An operational problem: a full disk, a file without write permission, a gateway that is down.
public struct ServiceCondition: Hashable, Sendable {
  /// The affected part of the service.
  public enum Subject: String, Hashable, Sendable, CaseIterable {
    /// The database cannot be read or written at the moment.
    case database
    /// The content of the database is damaged.
    case storedData
    /// Photos cannot be stored.
    case photos
    /// Uploads cannot be received.
    case uploads
    /// A payment gateway does not answer as expected.
    case gateway
    /// The replica of the database is not used.
    case replica
    /// The last scheduled backup failed.
    case backups
    /// Log shipping is behind.
    case backupLog
    /// Tiles of the map cannot be read from their file.
    case tiles
    /// The certificate of TLS has expired, or a new one cannot be used.
    case certificate
    /// A source on a schedule could not be imported, or waits for the operator.
    case sources
    /// The last mail could not be sent.
    case mail

    /// Whether nothing can be written while it lasts.
    public var stopsWriting: Bool { self == .database }

    /// Whether it ends when it has not been reported for a minute. The others last until `end` is called.
    var expires: Bool { ![.database, .storedData, .backups, .backupLog, .certificate, .sources, .mail].contains(self) }
  }

  /// The affected part of the service.
  public let subject: Subject
  /// For the operator, with paths: what is wrong, then what to do. Never sent to clients.
  public let message: String
  /// Identifies it in the log for the operator; set when it is reported.
  public internal(set) var reference: String?

  /// A condition that has occurred.
  public init(_ subject: Subject, _ message: String) {
    self.subject = subject
    self.message = message
  }
}
