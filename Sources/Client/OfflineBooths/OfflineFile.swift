import Basics
import Foundation

/// A snapshot or delta, mapped into memory. Opening it reads its header and directory; every other byte may be any, and
/// what cannot be is unknown.
struct OfflineFile: Sendable {
  let header: FileHeader
  private let bytes: Data
  private let sections: [Range<Int>]

  var count: Int { header.boothCount }

  /// - Throws: `OfflineFault`.
  init(_ url: URL, key: CatalogueKey) throws(OfflineFault) {
    guard let bytes = try? Data(contentsOf: url, options: .alwaysMapped) else { throw .unreadable }
    try self.init(bytes, key: key)
  }

  init(_ bytes: Data, key: CatalogueKey) throws(OfflineFault) {
    header = try FileHeader(bytes.prefix(Layout.headerLength), length: bytes.count)
    guard
      key.isSignature(
        bytes.dropFirst(Layout.signedLength).prefix(Layout.signatureLength),
        of: bytes.prefix(Layout.signedLength))
    else { throw .unsigned }
    self.bytes = bytes
    sections = try Self.directory(of: bytes, header)
    for section in Section.allCases.prefix(header.sectionCount)
    where length(of: section) < header.leastLength(of: section) { throw .damaged }
  }

  private static func directory(of bytes: Data, _ header: FileHeader) throws(OfflineFault) -> [Range<Int>] {
    var sections: [Range<Int>] = []
    for section in Section.allCases {
      guard section.rawValue < header.sectionCount else {
        sections.append(0..<0)
        continue
      }
      let entry = Layout.headerLength + section.rawValue * Layout.entryLength
      let offset = Int(bytes.number(at: entry, as: UInt32.self))
      let length = Int(bytes.number(at: entry + 4, as: UInt32.self))
      guard offset <= header.bodyLength, length <= header.bodyLength - offset else { throw .damaged }
      let start = Layout.headerLength + offset
      sections.append(start..<(start + length))
    }
    return sections
  }

  private func length(of section: Section) -> Int { sections[section.rawValue].count }

  /// Whether the body is what the signed header says. Complexity: O(bytes).
  func verify() throws(OfflineFault) {
    var digest = BodyDigest()
    bytes.withUnsafeBytes { digest.update(UnsafeRawBufferPointer(rebasing: $0.dropFirst(Layout.headerLength))) }
    guard digest.finish() == header.digest else { throw .damaged }
  }

  // MARK: Booths

  func id(_ index: Int) -> BoothID { BoothID(number(.id, index, as: Int64.self)) }

  func coordinate(_ index: Int) -> StoredCoordinate {
    StoredCoordinate(
      clamping: number(.latitude, index, as: Int32.self), number(.longitude, index, as: Int32.self))
  }

  var removed: [BoothID] { (0..<header.removedCount).map { BoothID(number(.removed, $0, as: Int64.self)) } }

  func booth(_ index: Int) -> OfflineBooth {
    var booth = OfflineBooth(
      id: id(index), name: text(.nameEnds, .names, index) ?? "", coordinate: coordinate(index))
    booth.brand = brand(index)
    booth.roadAddress = text(.roadAddressEnds, .roadAddresses, index)
    booth.lotAddress = text(.lotAddressEnds, .lotAddresses, index)
    booth.phone = text(.phoneEnds, .phones, index)
    booth.openingHours = word(.hours, index)
    if has(.source) { booth.source = word(.source, index) }
    if has(.currency) { booth.currency = word(.currency, index) }
    if has(.englishNames) { booth.englishName = text(.englishNameEnds, .englishNames, index) }
    booth.tags = word(.tags, index)?.split(separator: ",").map(String.init) ?? []
    booth.cuts = known(number(.cuts, index, as: Int16.self))
    booth.shots = known(number(.shots, index, as: Int16.self))
    booth.price = known(number(.price, index, as: Int32.self))
    booth.capacity = known(number(.capacity, index, as: Int16.self))
    let traits = number(.traits, index, as: UInt8.self)
    booth.isOperating = traits & 3 == 1
    booth.evenPrintsOnly = traits >> 2 & 3 == 0 ? nil : traits >> 2 & 3 == 2
    let minutes = number(.verified, index, as: Int32.self)
    booth.lastVerified = minutes == Layout.unknownMinutes ? nil : Timestamp(milliseconds: Int64(minutes) * 60_000)
    return booth
  }

  private func has(_ section: Section) -> Bool { section.rawValue < header.sectionCount }

  /// The sources of the booths; nil in a file of a former version.
  var sources: [OfflineSource]? {
    guard has(.terms) else { return nil }
    return (0..<length(of: .terms) / 12).map { source in
      OfflineSource(
        name: word(.terms, source * 3) ?? "", licence: word(.terms, source * 3 + 1),
        attribution: word(.terms, source * 3 + 2))
    }
  }

  func brand(_ index: Int) -> String? { word(.brand, index) }

  private func known(_ number: some FixedWidthInteger) -> Int? { number < 0 ? nil : Int(number) }

  private func number<Number: FixedWidthInteger & BitwiseCopyable>(
    _ section: Section, _ index: Int, as type: Number.Type
  ) -> Number {
    bytes.number(at: sections[section.rawValue].lowerBound + index * MemoryLayout<Number>.size, as: type)
  }

  private func word(_ section: Section, _ index: Int) -> String? {
    let word = Int(number(section, index, as: UInt32.self))
    return word < length(of: .wordEnds) / 4 ? text(.wordEnds, .words, word) : nil
  }

  private func text(_ ends: Section, _ texts: Section, _ index: Int) -> String? {
    let all = sections[texts.rawValue]
    let start = index == 0 ? 0 : Int(number(ends, index - 1, as: UInt32.self))
    let end = min(Int(number(ends, index, as: UInt32.self)), all.count)
    guard start < end else { return nil }
    return String(decoding: bytes.dropFirst(all.lowerBound + start).prefix(end - start), as: UTF8.self)
  }
}

extension FileHeader {
  /// How long a section is at least.
  fileprivate func leastLength(of section: Section) -> Int {
    switch section {
    case .id: boothCount * 8
    case .latitude, .longitude, .price, .brand, .hours, .tags, .verified, .source, .currency: boothCount * 4
    case .nameEnds, .roadAddressEnds, .lotAddressEnds, .phoneEnds, .englishNameEnds: boothCount * 4
    case .cuts, .shots, .capacity: boothCount * 2
    case .traits: boothCount
    case .removed: removedCount * 8
    case .names, .roadAddresses, .lotAddresses, .phones, .wordEnds, .words, .terms, .englishNames: 0
    }
  }
}
