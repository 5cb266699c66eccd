import Basics
import CSodium
package import Concurrency
import FoundationEssentials
import Synchronization

/// Passwords as they are kept: Argon2id (RFC 9106) with 19 MiB of memory, two passes and one lane, the least that the
/// OWASP Password Storage Cheat Sheet advises.
///
/// A hash takes some 30 ms of a core. At most as many are computed at once as there are cores, more wait in a short
/// queue, and beyond that whoever asks is told to come back.
package final class PasswordHasher: Sendable {
  private static let passes = UInt64(2)
  private static let memory = 19 * 1024 * 1024

  private let work: BlockingWork
  private let started = Mutex(0)

  /// A hasher.
  /// - Parameter work: where hashes are computed; by default as many at once as there are cores, and 64 may wait.
  package init(work: BlockingWork = PasswordHasher.defaultWork()) {
    Sodium.start()
    self.work = work
  }

  /// As many hashes at once as there are cores, and 64 that wait: each is answered within a few seconds.
  package static func defaultWork() -> BlockingWork {
    BlockingWork(
      "passwords", parallel: ProcessInfo.processInfo.activeProcessorCount, waiting: 64,
      overloadError: DomainError(
        .rateLimited, "too-many-logins",
        "Too many people are logging in or signing up right now: try again in a moment."))
  }

  /// How many hashes were begun, to check or to keep.
  package var hashCount: Int { started.withLock { $0 } }

  /// What is kept of a password: a text of 128 bytes at most that holds the salt and the cost as well.
  /// - Throws: `DomainError` `too-many-logins` (rateLimited).
  package func hash(_ password: String) async throws -> String {
    try await work.run { try self.computeHash(password) }
  }

  /// Whether a password is the one that was kept. Without anything kept the answer is no, after the same work.
  /// - Throws: `DomainError` `too-many-logins` (rateLimited).
  package func isPassword(_ password: String, of stored: String?) async throws -> Bool {
    try await work.run {
      guard let stored else {
        _ = try self.computeHash(password)
        return false
      }
      self.started.withLock { $0 += 1 }
      let bytes = password.utf8.map(CChar.init(bitPattern:))
      return crypto_pwhash_str_verify(stored, bytes, UInt64(bytes.count)) == 0
    }
  }

  /// Whether what is kept was made at another cost than passwords are hashed at now.
  package func isOutdated(_ stored: String) -> Bool {
    crypto_pwhash_str_needs_rehash(stored, Self.passes, Self.memory) != 0
  }

  private func computeHash(_ password: String) throws -> String {
    started.withLock { $0 += 1 }
    let bytes = password.utf8.map(CChar.init(bitPattern:))
    var text = [CChar](repeating: 0, count: Int(crypto_pwhash_STRBYTES))
    let code = crypto_pwhash_str_alg(
      &text, bytes, UInt64(bytes.count), Self.passes, Self.memory, crypto_pwhash_ALG_ARGON2ID13)
    // It fails only where there are no 19 MiB left.
    guard code == 0 else { throw NoMemory() }
    return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}

/// There is no room for computing a hash: our own fault.
private struct NoMemory: Error {}
