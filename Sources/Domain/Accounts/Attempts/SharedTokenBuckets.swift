package import Basics
package import Crypto

package enum BucketOwner: Hashable, Sendable {
  case address(ClientNetwork)
  case account(AccountID)

  /// `address` or `account`.
  package var kind: String {
    switch self {
    case .address: "address"
    case .account: "account"
    }
  }

  /// For keyed hashes: equal for equal owners only.
  fileprivate var bytes: [UInt8] {
    switch self {
    case .address(let network): Array("tokens address ".utf8) + network.bytes
    case .account(let account): Array("tokens account \(account)".utf8)
    }
  }
}

/// Token buckets in the database, from which all nodes take: a client gets no more from several nodes than from one.
package struct SharedTokenBuckets: Sendable {
  package let limit: RateLimit
  private let store: any RateBucketStore
  private let authenticator: MessageAuthenticator
  private let onFault: @Sendable (any Error) -> Void

  /// - Parameters:
  ///   - authenticator: hashes the owners; the same in every process.
  ///   - onFault: called with an error that does not come from a database that is away.
  package init(
    _ limit: RateLimit, _ store: any RateBucketStore, authenticator: MessageAuthenticator,
    onFault: @escaping @Sendable (any Error) -> Void = { _ in }
  ) {
    (self.limit, self.store, self.authenticator, self.onFault) = (limit, store, authenticator, onFault)
  }

  /// Takes tokens from the buckets of all owners, or from none if one of them has too few.
  ///
  /// While the database is away nobody is refused: each node has its own buckets beside these.
  /// - Returns: Who has too few; nil if the tokens were taken.
  package func take(
    _ cost: Int, from owners: [BucketOwner], at instant: Timestamp
  ) async -> (owner: BucketOwner, refusal: RefusedTokens)? {
    // With the limit: nodes with another one, as during its change, do not understand this one's buckets.
    let suffix = Array(" \(limit.microsecondsToFill) \(limit.microseconds(of: 1))".utf8)
    let keys = owners.map { Base64URL.encode(Array(authenticator.code(for: $0.bytes + suffix).prefix(18))) }
    do {
      let refusal = try await store.take(cost, of: limit, from: keys, at: instant)
      return refusal.flatMap { refusal in keys.firstIndex(of: refusal.key).map { (owners[$0], refusal) } }
    } catch {
      if (error as? DomainError)?.kind != .unavailable { onFault(error) }
      return nil
    }
  }
}
