import Basics
import Crypto
import Foundation
import Stores

/// A secret, by the name of its file in a data directory.
enum SecretName: String, CaseIterable, Sendable {
  case signingKeys = "keys.json"
  case cursorKey = "cursor.key"
  case grantKey = "grants.key"
  case factorKey = "factors.key"
  case pushKey = "push.key"
  case catalogueKey = "catalogue.key"
}

/// A store of secrets.
protocol SecretStore: Sendable {
  /// A secret; nil when absent.
  func secret(_ name: SecretName) async throws -> [UInt8]?
  /// A secret, created when absent. If several processes create it at the same time, all get the same one.
  func secret(_ name: SecretName, orNew make: @Sendable () -> [UInt8]) async throws -> [UInt8]
  /// Replaces a secret by what `change` makes of it; changes run one after the other.
  /// - Returns: The new secret.
  func change(
    _ name: SecretName, orNew make: @Sendable () -> [UInt8], _ change: @escaping @Sendable ([UInt8]) throws -> [UInt8]
  ) async throws -> [UInt8]
  /// The location of a secret in messages for the operator.
  func place(of name: SecretName) -> String
}

struct SecretFiles: SecretStore {
  let directory: URL

  private func file(_ name: SecretName) -> SecretFile { SecretFile(path: place(of: name)) }

  /// - Throws: `DomainError` `secret-exposed`, `secret-unusable`.
  func secret(_ name: SecretName) throws -> [UInt8]? { try file(name).contents() }

  func secret(_ name: SecretName, orNew make: @Sendable () -> [UInt8]) throws -> [UInt8] {
    try file(name).contents(orNew: make)
  }

  /// - Throws: `DomainError` `secret-exposed`, `secret-unusable`; what `change` throws.
  func change(
    _ name: SecretName, orNew make: @Sendable () -> [UInt8], _ change: @escaping @Sendable ([UInt8]) throws -> [UInt8]
  ) throws -> [UInt8] {
    let file = file(name)
    return try file.whileLocked {
      let changed = try change(try file.contents(orNew: make))
      try file.replace(with: changed)
      return changed
    }
  }

  func place(of name: SecretName) -> String { directory.appendingPathComponent(name.rawValue).path }
}

/// Secrets in a database that several nodes share, sealed by a key that each node has in a file. The database or its
/// backup alone does not reveal them.
struct SealedSecrets: SecretStore {
  let store: SQLSecretStore
  let key: SecretFile

  /// - Throws: `DomainError` `key-file-missing`, `key-file-wrong`, `secret-exposed`, `secret-unusable`; errors of the
  ///   database.
  func secret(_ name: SecretName) async throws -> [UInt8]? {
    try await store.sealed(name.rawValue).map { try opened($0, name) }
  }

  func secret(_ name: SecretName, orNew make: @Sendable () -> [UInt8]) async throws -> [UInt8] {
    if let secret = try await secret(name) { return secret }
    let box = try SecretBox(key: keyBytes(isNew: !(await store.hasSecrets())))
    return try opened(
      try await store.add(name.rawValue, sealed: box.encrypt(make(), label: name.rawValue)), name)
  }

  /// - Throws: As above; what `change` throws.
  func change(
    _ name: SecretName, orNew make: @Sendable () -> [UInt8], _ change: @escaping @Sendable ([UInt8]) throws -> [UInt8]
  ) async throws -> [UInt8] {
    _ = try await secret(name, orNew: make)
    let sealed = try await store.change(name.rawValue) { sealed in
      try box().encrypt(change(opened(sealed, name)), label: name.rawValue)
    }
    return try opened(sealed, name)
  }

  func place(of name: SecretName) -> String { "The secret \(name.rawValue) in the database" }

  private func opened(_ sealed: [UInt8], _ name: SecretName) throws -> [UInt8] {
    guard let secret = try box().decrypt(sealed, label: name.rawValue) else {
      throw DomainError(
        .conflict, "key-file-wrong",
        "The secrets in the database are sealed by another key than that of \(key.path): copy the key file of a node "
          + "that works, or name it with --key-file.", field: "key-file")
    }
    return secret
  }

  private func box() throws -> SecretBox { SecretBox(key: try keyBytes(isNew: false)) }

  /// - Parameter isNew: Whether to create the key when absent: only while it has sealed nothing.
  private func keyBytes(isNew: Bool) throws -> [UInt8] {
    let contents =
      try isNew
      ? key.contents { Array(Base64URL.encode(systemRandom(SecretBox.keyLength)).utf8) } : key.contents()
    guard let contents else {
      throw DomainError(
        .conflict, "key-file-missing",
        "The secrets in the database are sealed, and the key \(key.path) is not there: copy the key file of a node that "
          + "works, or name it with --key-file.", field: "key-file")
    }
    let text = String(decoding: contents, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    guard let bytes = Base64URL.decode(text), bytes.count == SecretBox.keyLength else {
      throw DomainError(
        .conflict, "key-file-wrong", "\(key.path) does not hold a key: restore it, or copy that of another node.",
        field: "key-file")
    }
    return bytes
  }
}
