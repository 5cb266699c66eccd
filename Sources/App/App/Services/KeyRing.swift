import Basics
import Concurrency
import Crypto
import Foundation

/// The secrets of the service: the keys that sign access tokens, the key that seals cursors, the keys that encrypt the
/// grants for revoking consent at identity providers and the secrets of authenticator apps, and the key that signs the
/// files of the catalogue.
struct KeyRing: Sendable {
  private let secrets: any SecretStore

  /// Reads and creates nothing yet.
  init(secrets: any SecretStore) {
    self.secrets = secrets
  }

  /// The secrets in the files of a data directory.
  init(directory: URL) { self.init(secrets: SecretFiles(directory: directory)) }

  /// The keys that sign access tokens, created at first use.
  /// - Throws: `DomainError` of the store; `signing-keys-unreadable`.
  func signingKeys() async throws -> SigningKeys {
    try decoded(try await secrets.secret(.signingKeys, orNew: Self.newSigningKeys))
  }

  private static let newSigningKeys: @Sendable () -> [UInt8] = { Array(SigningKeys(random: systemRandom).json.utf8) }

  /// Adds a new key, which signs from now on.
  /// - Parameter accepted: Seconds for which tokens of the previous key stay valid.
  /// - Returns: The keys after the rotation.
  /// - Throws: As `signingKeys`.
  func rotate(at instant: Timestamp, accepted: Int64) async throws -> SigningKeys {
    let contents = try await secrets.change(.signingKeys, orNew: Self.newSigningKeys) { contents in
      let keys = try decoded(contents)
      return Array(keys.rotated(at: instant, accepted: accepted, random: systemRandom).json.utf8)
    }
    return try decoded(contents)
  }

  private func decoded(_ contents: [UInt8]) throws(DomainError) -> SigningKeys {
    do throws(DomainError) {
      return try SigningKeys(json: String(decoding: contents, as: UTF8.self))
    } catch {
      throw DomainError(
        error.kind, error.code,
        "\(secrets.place(of: .signingKeys)) cannot be decoded: restore it, or remove it, and all users have to log in "
          + "again.")
    }
  }

  /// The key that seals cursors and derives the tags of networks and browsers, created at first use. It is never
  /// replaced: that would invalidate all cursors, and no client would be recognised from an earlier login.
  /// - Throws: `DomainError` of the store; `cursor-key-unreadable`.
  func cursorAuthenticator() async throws -> MessageAuthenticator {
    guard let key = try await key(.cursorKey, count: MessageAuthenticator.keyLength) else {
      throw DomainError(
        .conflict, "cursor-key-unreadable",
        "\(secrets.place(of: .cursorKey)) cannot be decoded: restore it, or remove it: then open "
          + "lists start again, and addresses for stopping mails that were sent end.")
    }
    return MessageAuthenticator(key: key)
  }

  /// Encrypts the grants for revoking consent at identity providers. Its key is created at first use.
  /// - Throws: `DomainError` of the store; `grant-key-unreadable`.
  func grantBox() async throws -> SecretBox {
    guard let key = try await key(.grantKey, count: SecretBox.keyLength) else {
      throw DomainError(
        .conflict, "grant-key-unreadable",
        "\(secrets.place(of: .grantKey)) cannot be decoded: restore it, or remove it, and users who leave revoke consent "
          + "themselves.")
    }
    return SecretBox(key: key)
  }

  /// Encrypts the secrets of authenticator apps. Its key is created at first use.
  /// - Throws: `DomainError` of the store; `factor-key-unreadable`.
  func factorBox() async throws -> SecretBox {
    guard let key = try await key(.factorKey, count: SecretBox.keyLength) else {
      throw DomainError(
        .conflict, "factor-key-unreadable",
        "\(secrets.place(of: .factorKey)) cannot be decoded: restore it, or remove it, and 'fourcuts accounts "
          + "reset-second-factor' lets each person with a role add an authenticator app again.")
    }
    return SecretBox(key: key)
  }

  /// Identifies this server to push services. It is created at first use. Browsers have subscribed with its public half.
  /// - Throws: `DomainError` of the store; `push-key-unreadable`.
  func pushKey() async throws -> P256Key {
    guard let secret = try await key(.pushKey, count: P256Key.secretLength), let key = P256Key(secret: secret) else {
      throw DomainError(
        .conflict, "push-key-unreadable",
        "\(secrets.place(of: .pushKey)) cannot be decoded: restore it, or remove it, and devices have to be subscribed "
          + "to notices again.")
    }
    return key
  }

  /// Signs the files with which phones search without a network. Its key is created at first use. Apps carry the public
  /// one: they refuse the files of another key.
  /// - Throws: `DomainError` of the store; `catalogue-key-unreadable`.
  func catalogueSigner() async throws -> DetachedSigner {
    guard let seed = try await key(.catalogueKey, count: DetachedSigner.seedLength) else {
      throw DomainError(
        .conflict, "catalogue-key-unreadable",
        "\(secrets.place(of: .catalogueKey)) cannot be decoded: restore it, or remove it, and apps that carry its public "
          + "key refuse this server's files.")
    }
    return DetachedSigner(seed: seed)
  }

  /// Reads existing secrets, and creates none.
  /// - Returns: The places of readable secrets, and what is wrong with the others.
  func check() async -> [(place: String, error: DomainError?)] {
    var results: [(place: String, error: DomainError?)] = []
    for name in SecretName.allCases {
      do {
        guard try await secrets.secret(name) != nil else { continue }
        switch name {
        case .signingKeys: _ = try await signingKeys()
        case .cursorKey: _ = try await cursorAuthenticator()
        case .grantKey: _ = try await grantBox()
        case .factorKey: _ = try await factorBox()
        case .pushKey: _ = try await pushKey()
        case .catalogueKey: _ = try await catalogueSigner()
        }
        results.append((secrets.place(of: name), nil))
      } catch {
        let unreadable = DomainError(.conflict, "secret-unreadable", "\(secrets.place(of: name)): \(error)")
        results.append((secrets.place(of: name), error as? DomainError ?? unreadable))
      }
    }
    return results
  }

  /// Copies the existing secrets to another installation.
  /// - Throws: `DomainError` of the stores; `secret-differs` (conflict) when another one is there.
  func copy(to other: KeyRing) async throws {
    for name in SecretName.allCases {
      guard let secret = try await secrets.secret(name) else { continue }
      guard try await other.secrets.secret(name, orNew: { secret }) == secret else {
        throw DomainError(
          .conflict, "secret-differs",
          "\(other.secrets.place(of: name)) is another one than the source's: move it away and try again.")
      }
    }
  }

  /// The existing secrets, by the names of their files.
  /// - Throws: `DomainError` of the store.
  func contents() async throws -> [(name: SecretName, bytes: [UInt8])] {
    var contents: [(SecretName, [UInt8])] = []
    for name in SecretName.allCases {
      if let secret = try await secrets.secret(name) { contents.append((name, secret)) }
    }
    return contents
  }

  private func key(_ name: SecretName, count: Int) async throws -> [UInt8]? {
    let contents = try await secrets.secret(name) { Array(Base64URL.encode(systemRandom(count)).utf8) }
    return Base64URL.decode(String(decoding: contents, as: UTF8.self)).flatMap { $0.count == count ? $0 : nil }
  }
}

/// Keeps a running server's signing keys equal to the stored ones, which another process may rotate.
struct KeyFollower: Sendable {
  let keyRing: KeyRing
  let tokens: AccessTokens
  /// Called for each failed read. The last good keys stay in use.
  let onFailure: @Sendable (any Error) -> Void

  /// Polls for changes each second until the task is cancelled.
  func run() async {
    var known: SigningKeys?
    await repeating(every: .seconds(1), afterFailure: .seconds(60), onFailure: onFailure) {
      let keys = try await keyRing.signingKeys()
      if keys != known { tokens.use(keys) }
      known = keys
    }
  }
}
