package import Basics

/// A booth that a person misses in the catalogue.
package struct BoothProposal: Hashable, Sendable {
  package enum Decision: Hashable, Sendable {
    /// The booth that it became. An operator may have removed it since.
    case accepted(BoothID)
    /// - Parameter reason: what its author is told; may be empty.
    case declined(reason: String)
  }

  package let id: ProposalID
  /// What its author knows. The external identifier is that of the proposal.
  package let booth: BoothAttributes
  /// What the operator should know, such as the floor; at most 1,000 characters.
  package let note: String
  package let createdAt: Timestamp
  package var decidedAt: Timestamp?
  /// Nil while it is open.
  package var decision: Decision?

  package init(
    id: ProposalID, booth: BoothAttributes, note: String, createdAt: Timestamp, decidedAt: Timestamp? = nil,
    decision: Decision? = nil
  ) {
    (self.id, self.booth, self.note, self.createdAt) = (id, booth, note, createdAt)
    (self.decidedAt, self.decision) = (decidedAt, decision)
  }

  package var state: ProposalState {
    switch decision {
    case nil: .open
    case .accepted: .accepted
    case .declined: .declined
    }
  }
}

package enum ProposalState: String, Hashable, Sendable, CaseIterable {
  case open
  case accepted
  case declined
}

package struct ProposalDetails: Hashable, Sendable {
  package let proposal: BoothProposal
  /// Nil once that account is removed.
  package let author: Person?

  package init(proposal: BoothProposal, author: Person?) {
    (self.proposal, self.author) = (proposal, author)
  }
}

/// The store of proposals. Each change is one transaction.
package protocol ProposalStore: Sendable {
  /// Adds an open proposal.
  /// - Throws: `DomainError` `token-unusable` if the account is gone.
  func add(_ proposal: BoothProposal, by author: AccountID) async throws

  /// The queue, newest first: proposals in a state, or all. The cost does not depend on the depth of the page.
  func page(_ state: ProposalState?, _ request: PageRequest) async throws -> Page<BoothProposal>

  /// The proposals of an account, newest first.
  func proposals(by author: AccountID, limit: Int) async throws -> [BoothProposal]

  func details(of id: ProposalID) async throws -> ProposalDetails?

  /// Decides an open proposal.
  /// - Throws: `DomainError` `proposal-unknown`, `proposal-decided` if it was decided before.
  func decide(_ id: ProposalID, _ decision: BoothProposal.Decision, at instant: Timestamp) async throws -> BoothProposal
}

extension DomainError {
  package static let proposalUnknown = DomainError(.notFound, "proposal-unknown", "There is no such proposal.")
  package static let proposalDecided = DomainError(
    .conflict, "proposal-decided", "The proposal has been decided already.")
}
