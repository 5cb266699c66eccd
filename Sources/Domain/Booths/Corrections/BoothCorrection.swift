package import Basics

/// What a person says is wrong with a booth's data.
package enum CorrectionKind: String, Hashable, Sendable, CaseIterable {
  /// The booth no longer exists.
  case closed
  /// It is somewhere else.
  case moved
  case hours
  case price
  case photo
  /// Another booth of the catalogue is the same.
  case duplicate
  case other
}

package enum CorrectionState: String, Hashable, Sendable, CaseIterable {
  case open
  /// The operator agreed.
  case accepted
  /// It is closed without agreement.
  case closed
}

package struct BoothCorrection: Hashable, Sendable {
  package let id: CorrectionID
  /// It may have been removed since.
  package let booth: BoothID
  package let kind: CorrectionKind
  /// The correct value; at most 1,000 characters.
  package var note: String
  /// The same booth under another number, of a duplicate.
  package var duplicate: BoothID?
  /// Photos as evidence, uploaded by the reporter. None once it is closed.
  package var photos: [PhotoName]
  /// The catalogue's values when the correction was made, one field on each line.
  package var evidence: String
  /// When it was first made.
  package let createdAt: Timestamp
  /// Nil while it is open.
  package var closedAt: Timestamp?
  /// Whether the operator agreed; false while it is open.
  package var isAccepted: Bool

  package init(
    id: CorrectionID, booth: BoothID, kind: CorrectionKind, note: String, duplicate: BoothID?, photos: [PhotoName],
    evidence: String, createdAt: Timestamp, closedAt: Timestamp? = nil, isAccepted: Bool = false
  ) {
    (self.id, self.booth, self.kind, self.note, self.duplicate) = (id, booth, kind, note, duplicate)
    (self.photos, self.evidence, self.createdAt, self.closedAt, self.isAccepted) =
      (photos, evidence, createdAt, closedAt, isAccepted)
  }

  package var state: CorrectionState { closedAt == nil ? .open : isAccepted ? .accepted : .closed }
}

package struct CorrectionDetails: Hashable, Sendable {
  package let correction: BoothCorrection
  /// Nil once that account is removed.
  package let reporter: Person?
  /// The number of open corrections of the same kind about the same booth, with this one.
  package let openCount: Int

  package init(correction: BoothCorrection, reporter: Person?, openCount: Int) {
    (self.correction, self.reporter, self.openCount) = (correction, reporter, openCount)
  }
}

/// The store of corrections. Each change is one transaction.
package protocol CorrectionStore: Sendable {
  /// Files a correction: inside the transaction `decide` receives the open correction by the same account, about the same
  /// booth and of the same kind, if any. The one that it returns is stored: it replaces the open one if it has the same
  /// identifier. Its photos are not removed while it is open.
  /// - Throws: What `decide` throws; `DomainError` `token-unusable` if the account is gone, `photo-unknown` (field
  ///   `photos`) for a photo that the account did not upload.
  func file(
    _ kind: CorrectionKind, of booth: BoothID, by reporter: AccountID,
    _ decide: @escaping @Sendable (_ open: BoothCorrection?) -> BoothCorrection
  ) async throws -> BoothCorrection

  /// The queue, newest first: corrections in a state, or all. The cost does not depend on the depth of the page.
  func page(_ state: CorrectionState?, _ request: PageRequest) async throws -> Page<BoothCorrection>

  func details(of id: CorrectionID) async throws -> CorrectionDetails?

  /// Closes a correction and all other open ones of its kind about the same booth, and removes their photos from them.
  /// - Throws: `DomainError` `correction-unknown`, `correction-closed` if it was closed before.
  func close(_ id: CorrectionID, isAccepted: Bool, at instant: Timestamp) async throws -> BoothCorrection
}

extension DomainError {
  package static let correctionUnknown = DomainError(.notFound, "correction-unknown", "There is no such correction.")
  package static let correctionPhotoUnknown = DomainError(
    .invalid, "photo-unknown",
    "A correction can only have photos that its author has uploaded: upload the photo first.",
    field: "photos")
  package static let correctionClosed = DomainError(
    .conflict, "correction-closed", "The correction has been closed already.")
}
