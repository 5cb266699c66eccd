import Basics
import CSodium
package import Concurrency
import FoundationEssentials
import Synchronization

/// Password hashing with Argon2id (RFC 9106): 19 MiB of memory, two passes and one lane, the minimum advised by the
/// OWASP Password Storage Cheat Sheet.
///
/// A hash takes about 30 ms of a core. At most as many are computed at once as there are cores, more wait in a
/// bounded queue, and beyond that the caller gets `too-many-logins`.
package final class PasswordHasher: Sendable {
  private static let passes = UInt64(2)
  private static let memory = 19 * 1024 * 1024

  private let work: BlockingWork
  private let started = Mutex(0)

  /// A hasher.
  /// - Parameter work: the thread pool for hashes; by default one thread per core and a queue of 64.
  package init(work: BlockingWork = PasswordHasher.defaultWork()) {
    Sodium.start()
    self.work = work
  }

  /// As many threads as cores and a queue of 64, so that every hash completes within a few seconds.
  package static func defaultWork() -> BlockingWork {
    BlockingWork(
      "passwords", parallel: ProcessInfo.processInfo.activeProcessorCount, waiting: 64,
      overloadError: DomainError(
        .rateLimited, "too-many-logins",
        "Too many people are logging in or signing up right now: try again in a moment."))
  }

  /// The number of hashes started, for verification or storage.
  package var hashCount: Int { started.withLock { $0 } }

  /// The hash to store: a text of at most 128 bytes, including salt and cost.
  /// - Throws: `DomainError` `too-many-logins` (rateLimited).
  package func hash(_ password: String) async throws -> String {
    try await work.run { try self.computeHash(password) }
  }

  /// Whether a password matches a stored hash. Without a stored hash the result is false, after the same work.
  /// - Throws: `DomainError` `too-many-logins` (rateLimited).
  package func verify(_ password: String, against stored: String?) async throws -> Bool {
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

  /// Whether a stored hash was made with other parameters than the current ones.
  package func needsRehash(_ stored: String) -> Bool {
    crypto_pwhash_str_needs_rehash(stored, Self.passes, Self.memory) != 0
  }

  private func computeHash(_ password: String) throws -> String {
    started.withLock { $0 += 1 }
    let bytes = password.utf8.map(CChar.init(bitPattern:))
    var text = [CChar](repeating: 0, count: Int(crypto_pwhash_STRBYTES))
    let code = crypto_pwhash_str_alg(
      &text, bytes, UInt64(bytes.count), Self.passes, Self.memory, crypto_pwhash_ALG_ARGON2ID13)
    // It fails only when 19 MiB cannot be allocated.
    guard code == 0 else { throw NoMemory() }
    return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}

/// Out of memory for a hash: an internal error.
private struct NoMemory: Error {}
