package import Basics
import TextForms

/// Corrections of booths by the people who have been there, and the operator's queue of them. Nothing in the catalogue
/// changes before an operator accepts one.
package struct CorrectionService: Sendable {
  private let corrections: any CorrectionStore
  private let catalogue: any CatalogueStore
  private let evidence: EvidenceService
  private let clock: @Sendable () -> Timestamp
  private let random: RandomBytes

  package init(
    corrections: any CorrectionStore, catalogue: any CatalogueStore, evidence: EvidenceService,
    clock: @escaping @Sendable () -> Timestamp, random: @escaping RandomBytes
  ) {
    (self.corrections, self.catalogue, self.evidence) = (corrections, catalogue, evidence)
    (self.clock, self.random) = (clock, random)
  }

  package static let maxNoteLength = 1_000
  package static let maxPhotos = 3

  /// Files a correction. While one by the same account, about the same booth and of the same kind is open, another one
  /// replaces its note and photos; the evidence stays.
  /// - Parameter catalogue: has the booth, and its duplicate.
  /// - Throws: `DomainError` `booth-unknown` (notFound); `note-too-long`, `text-invalid`, `note-missing` (field `note`);
  ///   `duplicate-unknown`, `duplicate-missing`, `duplicate-unexpected` (field `duplicate`); `photos-too-many`,
  ///   `photo-repeated`, `photo-unknown` for one that the reporter did not upload (field `photos`).
  package func file(
    _ kind: CorrectionKind, of booth: BoothID, note: String, duplicate: BoothID?, photos: [PhotoName],
    in catalogue: Catalogue, by reporter: AccountID
  ) async throws -> BoothCorrection {
    guard let ordinal = catalogue.ordinal(of: booth) else {
      throw DomainError(.notFound, "booth-unknown", "There is no booth number \(booth).", field: "id")
    }
    try TextValidator.check(note, maxLength: Self.maxNoteLength, field: "note", tooLong: "note-too-long")
    try Self.check(kind, booth, note, duplicate, catalogue)
    try Self.check(photos)
    let evidence = Self.evidence(of: catalogue.record(ordinal).booth.attributes)
    let now = clock()
    let id = CorrectionID(at: now, random: random)
    return try await corrections.file(kind, of: booth, by: reporter) { open in
      var correction =
        open
        ?? BoothCorrection(
          id: id, booth: booth, kind: kind, note: note, duplicate: duplicate, photos: photos, evidence: evidence,
          createdAt: now)
      (correction.note, correction.duplicate, correction.photos) = (note, duplicate, photos)
      return correction
    }
  }

  private static func check(
    _ kind: CorrectionKind, _ booth: BoothID, _ note: String, _ duplicate: BoothID?, _ catalogue: Catalogue
  ) throws(DomainError) {
    if kind == .duplicate {
      guard let duplicate else {
        throw DomainError(.invalid, "duplicate-missing", "Give the number of the other booth.", field: "duplicate")
      }
      guard duplicate != booth, catalogue.ordinal(of: duplicate) != nil else {
        throw DomainError(
          .invalid, "duplicate-unknown", "There is no other booth number \(duplicate).", field: "duplicate")
      }
    } else if duplicate != nil {
      throw DomainError(
        .invalid, "duplicate-unexpected", "Only a duplicate names another booth.", field: "duplicate")
    }
    // For a closed or duplicate booth the kind says everything.
    if kind != .closed, kind != .duplicate, TextValidator.isBlank(note) {
      throw DomainError(.invalid, "note-missing", "Write what would be right.", field: "note")
    }
  }

  private static func check(_ photos: [PhotoName]) throws(DomainError) {
    guard photos.count <= maxPhotos else {
      throw DomainError(
        .invalid, "photos-too-many", "A correction has at most \(maxPhotos) photos.", field: "photos")
    }
    guard Set(photos).count == photos.count else {
      throw DomainError(
        .invalid, "photo-repeated", "A correction has each photo once: leave the repeated one out.", field: "photos")
    }
  }

  private static let evidenceFields: [BoothField] = [
    .name, .brand, .roadAddress, .lotAddress, .latitude, .longitude, .openingHours, .price, .status, .lastVerified,
  ]

  private static func evidence(of attributes: BoothAttributes) -> String {
    evidenceFields.map { ($0, attributes.text($0)) }.filter { !$0.1.isEmpty }
      .map { "\($0.rawValue): \($1)" }.joined(separator: "\n")
  }

  /// The queue, newest first: corrections in a state, or all.
  package func queue(_ state: CorrectionState?, _ request: PageRequest) async throws -> Page<BoothCorrection> {
    try await corrections.page(state, request)
  }

  /// A correction with its reporter.
  /// - Throws: `DomainError` `correction-unknown` (notFound).
  package func details(of id: CorrectionID) async throws -> CorrectionDetails {
    guard let details = try await corrections.details(of: id) else { throw DomainError.correctionUnknown }
    return details
  }

  /// Changes the booth, then closes a correction and all other open ones of its kind about the same booth. A booth that
  /// is gone, or the same as another one, is closed; else `change` says what is right, nothing if the booth was right
  /// already. Imports do not undo it.
  ///
  /// The same change twice is one: what a crash left half done can be accepted again.
  /// - Throws: `DomainError` `correction-unknown`, `booth-unknown` (notFound), `correction-closed` (conflict),
  ///   `change-unexpected` (invalid) for a booth that will be closed, and those of `BoothAttributes.set`.
  package func accept(_ id: CorrectionID, _ change: BoothEdit = BoothEdit()) async throws -> BoothCorrection {
    let correction = try await details(of: id).correction
    guard correction.state == .open else { throw DomainError.correctionClosed }
    let change = try Self.change(for: correction, change)
    if !change.isEmpty { _ = try await catalogue.edit(correction.booth, at: clock(), change) }
    if correction.kind == .closed { try await evidence.decide(correction.booth, exists: false) }
    return try await corrections.close(id, isAccepted: true, at: clock())
  }

  private static func change(for correction: BoothCorrection, _ change: BoothEdit) throws(DomainError) -> BoothEdit {
    guard correction.kind == .closed || correction.kind == .duplicate else { return change }
    guard change.isEmpty else {
      throw DomainError(
        .invalid, "change-unexpected", "Accepting this correction closes the booth; leave the other changes out.")
    }
    return BoothEdit([.status: BoothStatus.closed.rawValue])
  }

  /// Closes a correction, and all other open ones of its kind about the same booth, which stays as it is. Of one that
  /// said that the booth is closed, that is a decision that it exists.
  /// - Throws: `DomainError` `correction-unknown` (notFound), `correction-closed` (conflict).
  package func decline(_ id: CorrectionID) async throws -> BoothCorrection {
    let declined = try await corrections.close(id, isAccepted: false, at: clock())
    if declined.kind == .closed { try await evidence.decide(declined.booth, exists: true) }
    return declined
  }
}
