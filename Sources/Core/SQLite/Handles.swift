import Basics
import CSQLite
import Glibc
import SQL

/// Owns a connection of the C library; the deinit closes it.
struct ConnectionHandle: ~Copyable {
  let pointer: OpaquePointer

  /// Opens a file, and creates it for `readWrite`.
  /// - Throws: `DomainError` when it cannot be opened.
  init(path: String, access: FileAccess = .readWrite) throws {
    if access == .readWrite { Self.createClosed(path) }
    var opened: OpaquePointer?
    let flags = access.flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    let code = sqlite3_open_v2(access == .immutable ? path.immutableURI : path, &opened, flags, nil)
    guard code == SQLITE_OK, let opened else {
      let failure = Failure(code: code, connection: opened, statement: nil)
      sqlite3_close_v2(opened)
      throw failure.error(path: path)
    }
    pointer = opened
  }

  /// Creates a missing file for this user alone: the library would let its group and others read it. Its log gets the
  /// same mode. An existing file is not opened here, because closing it would drop the process's locks on it (POSIX).
  private static func createClosed(_ path: String) {
    guard !path.isEmpty else { return }
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    // If that fails for another reason than that it exists, the library reports the error.
    if descriptor >= 0 { close(descriptor) }
  }

  deinit {
    // Always succeeds: a live statement keeps the connection open until it is finalised.
    sqlite3_close_v2(pointer)
  }
}

/// Owns a prepared statement of the C library; the deinit finalises it.
struct StatementHandle: ~Copyable {
  let pointer: OpaquePointer

  init(_ pointer: OpaquePointer) {
    self.pointer = pointer
  }

  deinit {
    // The code repeats the error of the last step, which was thrown then.
    sqlite3_finalize(pointer)
  }
}

/// A block of memory for copies of texts that are bound.
struct ScratchBlock: ~Copyable {
  private let start: UnsafeMutablePointer<UInt8>
  private let size: Int

  init(size: Int) {
    start = UnsafeMutablePointer<UInt8>.allocate(capacity: size)
    self.size = size
  }

  deinit {
    start.deallocate()
  }

  /// Copies bytes to an offset; nil when there is no room. The copy is valid until another one overlaps it, or the deinit.
  func copy(_ bytes: UnsafeBufferPointer<UInt8>, to offset: Int) -> UnsafePointer<UInt8>? {
    guard let source = bytes.baseAddress, bytes.count <= size - offset else { return nil }
    let copy = start + offset
    copy.update(from: source, count: bytes.count)
    return UnsafePointer(copy)
  }
}

enum FileAccess {
  case readWrite
  case readOnly
  /// Without writes, and without locks: for a read-only file system.
  case immutable

  fileprivate var flags: Int32 {
    switch self {
    case .readWrite: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    case .readOnly: SQLITE_OPEN_READONLY
    case .immutable: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
    }
  }
}

extension String {
  fileprivate var immutableURI: String {
    let escaped = utf8.map { byte in
      let isPlain =
        byte < 0x80 && (byte == 0x2F || Character(UnicodeScalar(byte)).isLetter || byte >= 0x2D && byte <= 0x39)
      return isPlain ? String(UnicodeScalar(byte)) : "%" + hexadecimal([byte])
    }
    return "file:\(hasPrefix("/") ? "//" : "")\(escaped.joined())?immutable=1"
  }
}
