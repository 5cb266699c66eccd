import Basics

/// Finds the booth of a source's identifier: one of an earlier row of the file, or one of the catalogue.
///
/// The table holds compact fingerprints; candidates are looked up in the store.
final class IdentifierIndex {
  enum Match {
    case new
    /// In an earlier row of this file; the row then describes this booth.
    case repeated(BoothID)
    /// In the catalogue, and not in an earlier row of this file.
    case known(KnownBooth)
  }

  private let transaction: any ImportTransaction
  private let firstBooth: Int64
  /// Hashes of this file's identifiers. Values are new booths from 0 on, or numbers of duplicates.
  private let table = FingerprintTable()
  /// The booths of the catalogue that the file has named, 64 to a word.
  private var named: [Int64: UInt64] = [:]

  /// Distinguishes numbers of duplicates from those of booths.
  private static let duplicateFlag = FingerprintTable.numberLimit / 2

  init(_ transaction: any ImportTransaction) {
    self.transaction = transaction
    firstBooth = transaction.firstBooth.number
  }

  /// The match of a row's identifier. A booth is `known` only once.
  func match(_ row: ValidatedRow) throws -> Match {
    if let booth = try earlierBooth(row) { return .repeated(booth) }
    guard let known = try transaction.booth(called: row.attributes.externalID) else { return .new }
    guard !isNamed(known.id) else { return .repeated(known.id) }
    named[known.id.number >> 6, default: 0] |= 1 << UInt64(known.id.number & 63)
    return .known(known)
  }

  /// Whether the file has named or added a booth of its source.
  func isNamed(_ booth: BoothID) -> Bool {
    let number = booth.number
    return number >= firstBooth || named[number >> 6, default: 0] >> UInt64(number & 63) & 1 == 1
  }

  func add(_ row: ValidatedRow, as booth: BoothID) {
    table.insert(row.keys.identifier, booth.number - firstBooth)
  }

  func add(_ row: ValidatedRow, asDuplicate number: Int64) {
    table.insert(row.keys.identifier, number | Self.duplicateFlag)
  }

  /// Adds the booths of this file that may have a row's identifier.
  func addCandidates(_ row: ValidatedRow, to booths: inout Set<BoothID>) {
    var cursor = 0
    while let number = table.next(row.keys.identifier, &cursor) {
      if number & Self.duplicateFlag == 0 { booths.insert(BoothID(firstBooth + number)) }
    }
  }

  func prefetchBucket(_ keys: LookupKeys) { table.prefetchBucket(keys.identifier) }

  func prefetchEntries(_ keys: LookupKeys) { table.prefetchEntries(keys.identifier) }

  private func earlierBooth(_ row: ValidatedRow) throws -> BoothID? {
    var cursor = 0
    while let number = table.next(row.keys.identifier, &cursor) {
      if let booth = try booth(behind: number, if: row.attributes.externalID) { return booth }
    }
    return nil
  }

  private func booth(behind number: Int64, if externalID: String) throws -> BoothID? {
    guard number & Self.duplicateFlag == 0 else {
      let duplicate = try transaction.duplicate(number ^ Self.duplicateFlag)
      return duplicate?.externalID == externalID ? duplicate?.original : nil
    }
    let booth = BoothID(firstBooth + number)
    return try transaction.booth(booth)?.attributes.externalID == externalID ? booth : nil
  }
}
