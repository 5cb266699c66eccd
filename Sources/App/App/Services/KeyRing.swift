import Basics
import Concurrency
import Crypto
import Foundation

/// The secrets of a data directory: the keys that sign access tokens, the key that seals cursors, and the key that
/// encrypts the grants for revoking consent at identity providers.
struct KeyRing: Sendable {
  private let signing: SecretFile
  private let cursor: SecretFile
  private let grants: SecretFile

  /// Reads and creates nothing yet.
  init(directory: URL) {
    signing = SecretFile(path: directory.appendingPathComponent("keys.json").path)
    cursor = SecretFile(path: directory.appendingPathComponent("cursor.key").path)
    grants = SecretFile(path: directory.appendingPathComponent("grants.key").path)
  }

  /// The keys that sign access tokens, created at first use.
  /// - Throws: `DomainError` `secret-exposed`, `secret-unusable`, `signing-keys-unreadable`.
  func signingKeys() throws(DomainError) -> SigningKeys {
    let contents = try signing.contents { Array(SigningKeys(random: systemRandom).json.utf8) }
    return try SigningKeys(json: String(decoding: contents, as: UTF8.self))
  }

  /// Adds a new key, which signs from now on.
  /// - Parameter accepted: Seconds for which tokens of the previous key stay valid.
  /// - Returns: The keys after the rotation.
  /// - Throws: As `signingKeys`.
  func rotate(at instant: Timestamp, accepted: Int64) throws -> SigningKeys {
    try signing.whileLocked {
      let keys = try signingKeys().rotated(at: instant, accepted: accepted, random: systemRandom)
      try signing.replace(with: Array(keys.json.utf8))
      return keys
    }
  }

  /// The key that seals cursors and derives the tags of networks and browsers, created at first use. It is never
  /// replaced: that would invalidate all cursors, and no client would be recognised from an earlier login.
  /// - Throws: `DomainError` `secret-exposed`, `secret-unusable`, `cursor-key-unreadable`.
  func cursorSeal() throws(DomainError) -> Seal {
    guard let key = try Self.key(in: cursor, count: Seal.keyLength) else {
      throw DomainError(
        .conflict, "cursor-key-unreadable",
        "\(cursor.path) cannot be decoded: restore it, or remove it, and open lists start again.")
    }
    return Seal(key: key)
  }

  /// Encrypts the grants for revoking consent at identity providers. Its key is created at first use.
  /// - Throws: `DomainError` `secret-exposed`, `secret-unusable`, `grant-key-unreadable`.
  func grantBox() throws(DomainError) -> SecretBox {
    guard let key = try Self.key(in: grants, count: SecretBox.keyLength) else {
      throw DomainError(
        .conflict, "grant-key-unreadable",
        "\(grants.path) cannot be decoded: restore it, or remove it, and users who leave revoke consent themselves.")
    }
    return SecretBox(key: key)
  }

  private static func key(in file: SecretFile, count: Int) throws(DomainError) -> [UInt8]? {
    let contents = try file.contents { Array(Base64URL.encode(systemRandom(count)).utf8) }
    return Base64URL.decode(String(decoding: contents, as: UTF8.self)).flatMap { $0.count == count ? $0 : nil }
  }
}

/// Keeps a running server's signing keys equal to the file's, which another process may rotate.
struct KeyFollower: Sendable {
  let keyRing: KeyRing
  let tokens: AccessTokens
  /// Called for each failed read. The last good keys stay in use.
  let onFailure: @Sendable (any Error) -> Void

  /// Polls for changes each second until the task is cancelled.
  func run() async {
    var known: SigningKeys?
    await repeating(every: .seconds(1), afterFailure: .seconds(60), onFailure: onFailure) {
      let keys = try keyRing.signingKeys()
      if keys != known { tokens.use(keys) }
      known = keys
    }
  }
}
