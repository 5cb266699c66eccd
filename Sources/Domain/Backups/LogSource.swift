package import Basics

/// The log of a database, which is read without a gap. As `WALFollower` of SQLite.
package protocol FollowedLog: Sendable {
  /// The file's name in a data folder.
  var database: String { get }
  /// Keeps the log from here on, and returns its end.
  /// - Parameter position: what was read; nil if nothing was.
  /// - Returns: The position of the end, and about how many bytes are behind what was read.
  func advance(after position: String?) async throws -> (end: String, bytes: Int)
  /// The frames behind a position, at most `maxBytes`, but at least one frame; nil if there are none.
  /// - Throws: `DomainError` `log-broken` (conflict) if they are not known any more.
  func frames(after position: String, upTo end: String, maxBytes: Int) async throws -> LogPart?
  /// Lets go what was kept before the last `advance`. All of it was read.
  func release() async throws
  /// Whether the log has a position that an earlier process has read up to.
  func has(_ position: String) async throws -> Bool
  /// Begins the log again if it has become long.
  /// - Returns: What was left to read of it; nil if there is nothing.
  func restart(after position: String, maxBytes: Int) async throws -> LogPart?
  /// Keeps nothing any more: from now on it may be overwritten.
  func abandon() async
}

/// An installation whose databases are followed.
package protocol LogSource: Sendable {
  /// The first is read first: what it refers to is in the others then.
  var logs: [any FollowedLog] { get }
  func photos(since instant: Timestamp) async throws -> [BackedUpPhoto.Form]
  /// The bytes of a photo file; nil if there are none yet, or any more.
  func photo(_ key: String) async throws -> [UInt8]?
}
