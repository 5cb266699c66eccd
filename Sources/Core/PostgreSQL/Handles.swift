import CPQ

/// Owns a connection of the C library: closed when the owner goes.
struct ConnectionHandle: ~Copyable {
  let pointer: OpaquePointer

  init(_ pointer: OpaquePointer) {
    self.pointer = pointer
  }

  deinit {
    PQfinish(pointer)
  }
}

/// Owns a result of the C library: freed when the owner goes.
struct ResultHandle: ~Copyable {
  let pointer: OpaquePointer

  init(_ pointer: OpaquePointer) {
    self.pointer = pointer
  }

  deinit {
    PQclear(pointer)
  }

  var status: ExecStatusType { PQresultStatus(pointer) }

  /// A field of the server's error.
  func field(_ code: Character) -> String? {
    code.asciiValue.flatMap { PQresultErrorField(pointer, Int32($0)) }.map { String(cString: $0) }
  }

  /// How many rows a statement changed; 0 for one that changes none.
  var changes: Int {
    let tag = String(cString: PQcmdStatus(pointer))
    guard ["INSERT", "UPDATE", "DELETE", "MERGE", "COPY"].contains(where: tag.hasPrefix) else { return 0 }
    return Int(String(cString: PQcmdTuples(pointer))) ?? 0
  }
}

/// Asks the server to cancel the statement of a connection. It stays valid after the connection was closed; the server
/// then ignores it.
final class CancelToken: @unchecked Sendable {
  // Sendable, because the pointer never changes and `PQcancel` may be called from any thread, as libpq documents.
  private let pointer: OpaquePointer

  /// Nil if the connection is lost.
  init?(of connection: OpaquePointer) {
    guard let pointer = PQgetCancel(connection) else { return nil }
    self.pointer = pointer
  }

  deinit {
    PQfreeCancel(pointer)
  }

  /// Blocks until the server has received the request. Whether it was in time is unknown.
  func send() {
    var message = [CChar](repeating: 0, count: 256)
    _ = PQcancel(pointer, &message, Int32(message.count))
  }
}
