import APIKit
import HTTP
import SQL

/// Runs each request in a session of the database, which notes where its writes are in the log.
struct SessionConsistency: ReadConsistency {
  func serve(_ reads: RequestReads, _ work: @Sendable () async -> Response) async -> (Response, WritePosition) {
    let session = ConsistencySession(replicaFrom: Self.minimum(reads))
    let response = await ConsistencySession.$current.withValue(session, operation: work)
    session.close()
    switch session.written {
    case .nothing: return (response, .nothingWritten)
    case .upTo(let position): return (response, .position(position.text))
    case .unknown: return (response, .unknown)
    }
  }

  private static func minimum(_ reads: RequestReads) -> LogPosition? {
    switch reads {
    case .primary: nil
    case .replica(nil): .start
    case .replica(let position?): LogPosition(text: position)
    }
  }
}
