import Basics
import Crypto
import Foundation

/// The secrets of a data folder: the keys that sign access tokens, the one that seals cursors, and the one that closes
/// up what ends the consents of providers.
struct KeyRing: Sendable {
  private let signing: SecretFile
  private let cursor: SecretFile
  private let grants: SecretFile

  /// The secrets below a data folder; nothing is read or made yet.
  init(directory: URL) {
    signing = SecretFile(path: directory.appendingPathComponent("keys.json").path)
    cursor = SecretFile(path: directory.appendingPathComponent("cursor.key").path)
    grants = SecretFile(path: directory.appendingPathComponent("grants.key").path)
  }

  /// The keys that sign access tokens, made at first use.
  /// - Throws: `DomainError` `secret-exposed`, `secret-unusable`, `signing-keys-unreadable`.
  func signingKeys() throws(DomainError) -> SigningKeys {
    let contents = try signing.contents { Array(SigningKeys(random: systemRandom).json.utf8) }
    return try SigningKeys(json: String(decoding: contents, as: UTF8.self))
  }

  /// Puts a new key in front.
  /// - Parameter accepted: for how many seconds tokens of the one before are still taken.
  /// - Returns: The keys from now on.
  /// - Throws: As `signingKeys`.
  func rotate(at instant: Timestamp, accepted: Int64) throws -> SigningKeys {
    try signing.whileLocked {
      let keys = try signingKeys().rotated(at: instant, accepted: accepted, random: systemRandom)
      try signing.replace(with: Array(keys.json.utf8))
      return keys
    }
  }

  /// What seals cursors and stands behind the tags of networks and browsers, made at first use. It is never replaced:
  /// that would end every list that is being read, and nobody would be known from an earlier login.
  /// - Throws: `DomainError` `secret-exposed`, `secret-unusable`, `cursor-key-unreadable`.
  func cursorSeal() throws(DomainError) -> Seal {
    guard let key = try Self.key(in: cursor, count: Seal.keyLength) else {
      throw DomainError(
        .conflict, "cursor-key-unreadable",
        "\(cursor.path) is not readable: restore it, or remove it and lists that are being read begin anew.")
    }
    return Seal(key: key)
  }

  /// What closes up the means to end the consents of providers, made at first use.
  /// - Throws: `DomainError` `secret-exposed`, `secret-unusable`, `grant-key-unreadable`.
  func grantBox() throws(DomainError) -> SecretBox {
    guard let key = try Self.key(in: grants, count: SecretBox.keyLength) else {
      throw DomainError(
        .conflict, "grant-key-unreadable",
        "\(grants.path) is not readable: restore it, or remove it and people who leave end their consents themselves.")
    }
    return SecretBox(key: key)
  }

  private static func key(in file: SecretFile, count: Int) throws(DomainError) -> [UInt8]? {
    let contents = try file.contents { Array(Base64URL.encode(systemRandom(count)).utf8) }
    return Base64URL.decode(String(decoding: contents, as: UTF8.self)).flatMap { $0.count == count ? $0 : nil }
  }
}

/// Keeps a running server's signing keys equal to the file's, whoever rotates them.
struct KeyFollower: Sendable {
  let keyRing: KeyRing
  let tokens: AccessTokens
  /// Told once for each failure to read; the last good keys are used on.
  let onFailure: @Sendable (any Error) -> Void

  /// Looks for changes each second until the task is cancelled.
  func run() async {
    var known: SigningKeys?
    while !Task.isCancelled {
      do {
        let keys = try keyRing.signingKeys()
        if keys != known { tokens.use(keys) }
        known = keys
        try await Task.sleep(for: .seconds(1))
      } catch is CancellationError {
        return
      } catch {
        onFailure(error)
        try? await Task.sleep(for: .seconds(60))
      }
    }
  }
}
