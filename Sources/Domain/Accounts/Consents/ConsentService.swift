package import Basics

/// What somebody has agreed to.
package struct Consent: Hashable, Sendable {
  package let version: String
  package let agreedAt: Timestamp

  package init(version: String, agreedAt: Timestamp) {
    (self.version, self.agreedAt) = (version, agreedAt)
  }
}

/// Who has agreed to which version of which text, and that they are old enough.
package struct ConsentService: Sendable {
  /// The age from which people may agree for themselves (Personal Information Protection Act of Korea, article 22-2).
  package static let minAge = 14

  private let texts: LegalTexts
  private let store: any ConsentStore
  private let clock: @Sendable () -> Timestamp

  package init(texts: LegalTexts, store: any ConsentStore, clock: @escaping @Sendable () -> Timestamp) {
    (self.texts, self.store, self.clock) = (texts, store, clock)
  }

  /// A text of the operator, and what somebody has agreed to of it last.
  package struct State: Hashable, Sendable {
    package let document: LegalDocument
    /// The version that is valid now.
    package let version: String
    package let agreed: Consent?

    package var isAgreed: Bool { agreed?.version == version }
  }

  /// The state of each of the operator's texts; empty if there are none.
  package func states(of account: AccountID) async throws -> [State] {
    if texts.texts.isEmpty { return [] }
    let agreed = try await store.consents(of: account)
    return LegalDocument.allCases.compactMap { document in
      texts.texts[document].map { State(document: document, version: $0.version, agreed: agreed[document]) }
    }
  }

  /// Records that somebody agrees to the valid versions of some texts. What was agreed to before stays.
  /// - Parameter isOldEnough: whether they say that they are at least `minAge` years old.
  /// - Throws: `DomainError` `consent-outdated` (conflict, with the document as the field) for another version than the
  ///   valid one; `age-unconfirmed` (field `is_old_enough`); `token-unusable` if the account is gone.
  package func agree(
    _ account: AccountID, to versions: [LegalDocument: String], isOldEnough: Bool
  ) async throws {
    guard isOldEnough else {
      throw DomainError(
        .invalid, "age-unconfirmed", "Confirm that you are at least \(Self.minAge) years old.", field: "is_old_enough")
    }
    for document in LegalDocument.allCases {
      guard let version = versions[document], version != texts.texts[document]?.version else { continue }
      throw DomainError(
        .conflict, "consent-outdated", "This is not the valid version of the text: read it again.",
        field: document.field)
    }
    let instant = clock()
    try await store.add(versions.mapValues { Consent(version: $0, agreedAt: instant) }, of: account)
  }

  /// Takes back what may be taken back without leaving.
  /// - Throws: `DomainError` `consent-required` (invalid, field `document`) for a text that members must agree to.
  package func takeBack(_ document: LegalDocument, of account: AccountID) async throws {
    guard !document.isRequired else {
      throw DomainError(
        .invalid, "consent-required", "Members must agree to this text: to take it back, delete the account.",
        field: "document")
    }
    try await store.remove(document, of: account)
  }
}

extension LegalDocument {
  /// The name in a body.
  package var field: String { self == .location ? "location_terms" : rawValue }
}

package protocol ConsentStore: Sendable {
  /// What an account has agreed to last, by document.
  func consents(of account: AccountID) async throws -> [LegalDocument: Consent]
  /// - Throws: `DomainError` `token-unusable` if the account is gone.
  func add(_ consents: [LegalDocument: Consent], of account: AccountID) async throws
  /// Removes all versions. Idempotent.
  func remove(_ document: LegalDocument, of account: AccountID) async throws
}
