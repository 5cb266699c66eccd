import Foundation

/// The file that the article "The catalogue without a network" lays out.
enum Layout {
  static let magic: [UInt8] = Array("4CUTSOFF".utf8)
  static let format: UInt32 = 1
  static let signedLength = 144
  static let signatureLength = 64
  static let headerLength = signedLength + signatureLength
  static let digestLength = 32
  static let markLength = 32
  static let digestOffset = signedLength - digestLength
  /// An entry of the directory: offset and length.
  static let entryLength = 8
  static let unknownMinutes = Int32.min

  static func aligned(_ offset: Int) -> Int { (offset + 7) / 8 * 8 }
}

/// The sections, in the order of the file.
enum Section: Int, CaseIterable {
  case id
  case latitude
  case longitude
  case price
  case brand
  case hours
  case tags
  case cuts
  case shots
  case capacity
  case traits
  case nameEnds
  case names
  case roadAddressEnds
  case roadAddresses
  case lotAddressEnds
  case lotAddresses
  case phoneEnds
  case phones
  case wordEnds
  case words
  case removed
  case verified
  // Files of former versions lack the following ones.
  case source
  case terms
  case currency
  case englishNameEnds
  case englishNames

  /// How many sections every file has.
  static let leastCount = 23
}

/// A version of the catalogue: its number, and what tells apart two histories with the same numbers.
public struct CatalogueVersion: Hashable, Sendable {
  /// Grows with each change.
  public let number: Int64
  /// At most 32 ASCII characters.
  public let mark: String

  /// A version as the server names it.
  public init(number: Int64, mark: String) {
    (self.number, self.mark) = (number, mark)
  }
}

struct FileHeader: Hashable {
  var version: CatalogueVersion
  /// The version from which a delta starts; nil in a snapshot.
  var since: CatalogueVersion?
  var sectionCount = Section.allCases.count
  var boothCount: Int
  var removedCount: Int
  var bodyLength: Int
  var digest: [UInt8]

  /// The bytes before the signature.
  var signedBytes: [UInt8] {
    var bytes = Layout.magic
    bytes.append(littleEndian: Layout.format)
    bytes.append(littleEndian: UInt32(sectionCount))
    bytes.append(littleEndian: version.number)
    bytes.append(littleEndian: since?.number ?? -1)
    for mark in [version.mark, since?.mark ?? ""] {
      let text = Array(mark.utf8.prefix(Layout.markLength))
      bytes += text + [UInt8](repeating: 0, count: Layout.markLength - text.count)
    }
    bytes.append(littleEndian: UInt32(boothCount))
    bytes.append(littleEndian: UInt32(removedCount))
    bytes.append(littleEndian: UInt64(bodyLength))
    return bytes + digest
  }
}

extension FileHeader {
  /// Reads the header of a file of `length` bytes that begins with `bytes`, at least a header.
  init(_ bytes: Data, length: Int) throws(OfflineFault) {
    guard bytes.count >= Layout.headerLength, Array(bytes.prefix(Layout.magic.count)) == Layout.magic else {
      throw .foreign
    }
    guard bytes.number(at: 8, as: UInt32.self) == Layout.format else { throw .foreign }
    sectionCount = Int(bytes.number(at: 12, as: UInt32.self))
    version = CatalogueVersion(number: bytes.number(at: 16, as: Int64.self), mark: bytes.mark(at: 32))
    let start = bytes.number(at: 24, as: Int64.self)
    since = start < 0 ? nil : CatalogueVersion(number: start, mark: bytes.mark(at: 64))
    boothCount = Int(bytes.number(at: 96, as: UInt32.self))
    removedCount = Int(bytes.number(at: 100, as: UInt32.self))
    guard let bodyLength = Int(exactly: bytes.number(at: 104, as: UInt64.self)),
      bodyLength == length - Layout.headerLength, sectionCount >= Section.leastCount, sectionCount <= 1024,
      sectionCount * Layout.entryLength <= bodyLength
    else { throw .damaged }
    self.bodyLength = bodyLength
    digest = Array(bytes.dropFirst(Layout.digestOffset).prefix(Layout.digestLength))
  }
}

extension [UInt8] {
  mutating func append(littleEndian number: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
  }
}

extension Data {
  /// The little-endian number at an offset from the start, which must lie inside.
  func number<Number: FixedWidthInteger & BitwiseCopyable>(at offset: Int, as type: Number.Type) -> Number {
    precondition(offset >= 0 && offset <= count - MemoryLayout<Number>.size)
    return withUnsafeBytes { Number(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: type)) }
  }

  fileprivate func mark(at offset: Int) -> String {
    String(decoding: dropFirst(offset).prefix(Layout.markLength).prefix { $0 != 0 }, as: UTF8.self)
  }
}
