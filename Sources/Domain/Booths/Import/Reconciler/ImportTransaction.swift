package import Basics
import Geo

/// The reconciler's access to the catalogue within an import's transaction.
///
/// A store makes no decisions. It may write late, but every query is answered as if all changes were written.
package protocol ImportTransaction: AnyObject {
  /// The id of the first new booth; the next ones follow without gaps.
  var firstBooth: BoothID { get }

  /// Whether queries are round trips, so that the store wants to know beforehand what a group of rows will ask.
  var readsAhead: Bool { get }

  /// Reads together what `booth(called:)` will be asked for.
  func readAhead(called externalIDs: [String]) throws

  /// Reads together what `booth(_:)` will be asked for.
  func readAhead(_ ids: [BoothID]) throws

  /// The booth with this identifier of the source before this import; nil when absent.
  func booth(called externalID: String) throws -> KnownBooth?

  func booth(_ id: BoothID) throws -> Booth?

  /// Calls `body` for every booth that is not closed and has a coordinate, in any order.
  func eachOpenBooth(_ body: (_ id: BoothID, _ name: Span<UInt8>, _ coordinate: StoredCoordinate) throws -> Void) throws

  func duplicate(_ number: Int64) throws -> DuplicateRow?

  /// Calls `body` for groups of the deferred rows, by ascending number.
  func eachDeferredGroup(_ body: ([DeferredRow]) throws -> Void) throws

  func apply(_ change: ImportChange) throws

  /// Ends a group of rows: changes are written now, and what was read ahead is forgotten.
  func endGroup() throws
}

package typealias DeferredRow = (number: Int64, row: ValidatedRow)

/// A booth with an identifier of the source, and the fingerprint of the source's last data for it.
package typealias KnownBooth = (id: BoothID, fingerprint: Int64, isEdited: Bool)

package enum ImportChange: Sendable {
  /// A new booth, under the next id.
  case add(BoothID, ValidatedRow)
  /// Replaces a booth after a row with this fingerprint. The former state is kept for a rollback.
  indirect case replace(Booth, fingerprint: Int64)
  /// Numbered 1, 2, 3, … .
  case recordDuplicate(Int64, DuplicateRow)
  /// Nil: the row is not a duplicate after all.
  case correctDuplicate(Int64, DuplicateRow?)
  /// Defers a row until all others are done, together with the duplicate of this number.
  case deferRow(Int64, ValidatedRow)
}
