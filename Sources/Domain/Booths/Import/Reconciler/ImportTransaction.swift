package import Basics
import Geo

/// What the reconciler asks of the catalogue, and does to it, within the one transaction of an import.
///
/// A store decides nothing. It may write late, but every question is answered as if all changes were written.
package protocol ImportTransaction: AnyObject {
  /// The number that the first new booth gets; the next ones follow without gaps.
  var firstBooth: BoothID { get }

  /// The booth that the source called so before this import; nil where there was none.
  func booth(called externalID: String) throws -> KnownBooth?

  /// A booth as it is now; nil where there is none.
  func booth(_ id: BoothID) throws -> Booth?

  /// Hands over every booth that is not closed and has a coordinate, in any order.
  func eachOpenBooth(_ body: (_ id: BoothID, _ name: Span<UInt8>, _ coordinate: StoredCoordinate) throws -> Void) throws

  /// A recorded duplicate by its number; nil where there is none.
  func duplicate(_ number: Int64) throws -> DuplicateRow?

  /// Hands over the deferred rows with the numbers of their duplicates, in ascending order.
  func eachDeferredRow(_ body: (_ number: Int64, _ row: ValidatedRow) throws -> Void) throws

  /// Makes a change.
  func apply(_ change: ImportChange) throws
}

/// A booth that the catalogue holds under an identifier of the source, with the fingerprint of the source's last word.
package typealias KnownBooth = (id: BoothID, fingerprint: Int64, isEdited: Bool)

/// A change of the catalogue's tables.
package enum ImportChange: Sendable {
  /// A new booth, under the number after the last one.
  case add(BoothID, ValidatedRow)
  /// A booth is other than before, by a row with this fingerprint. What it was is kept for a rollback.
  case replace(Booth, fingerprint: Int64)
  /// Numbers count 1, 2, 3, … .
  case recordDuplicate(Int64, DuplicateRow)
  /// Nil: it is none after all.
  case correctDuplicate(Int64, DuplicateRow?)
  /// A row waits until every other one was seen, beside the duplicate of this number.
  case deferRow(Int64, ValidatedRow)
}
