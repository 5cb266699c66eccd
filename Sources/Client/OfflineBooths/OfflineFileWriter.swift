package import Basics

/// Makes a file of the catalogue, for a server: collects the booths as columns.
///
/// Complexity: O(n) time; about 160 bytes a booth until `finish` returns.
package struct OfflineFileWriter {
  private var ids: [UInt8] = []
  private var latitudes: [UInt8] = []
  private var longitudes: [UInt8] = []
  private var prices: [UInt8] = []
  private var brands: [UInt8] = []
  private var hours: [UInt8] = []
  private var tags: [UInt8] = []
  private var cuts: [UInt8] = []
  private var shots: [UInt8] = []
  private var capacities: [UInt8] = []
  private var traits: [UInt8] = []
  private var names = TextColumn()
  private var roadAddresses = TextColumn()
  private var lotAddresses = TextColumn()
  private var phones = TextColumn()
  private var words = TextColumn()
  private var wordNumbers: [String: UInt32] = [:]
  private var verified: [UInt8] = []
  private var sources: [UInt8] = []
  private var terms: [UInt8] = []
  private var currencies: [UInt8] = []
  private var englishNames = TextColumn()
  private var count = 0

  /// The length of the header, which goes before the body.
  package static var headerLength: Int { Layout.headerLength }

  package init() { _ = word("") }

  /// Adds the next booth: neighbours after one another, by `curvePosition`, compress best.
  package mutating func append(_ booth: OfflineBooth) {
    count += 1
    ids.append(littleEndian: booth.id.number)
    latitudes.append(littleEndian: booth.coordinate.latitudeE7)
    longitudes.append(littleEndian: booth.coordinate.longitudeE7)
    prices.append(littleEndian: Int32(clamping: booth.price ?? -1))
    brands.append(littleEndian: word(booth.brand ?? ""))
    hours.append(littleEndian: word(booth.openingHours ?? ""))
    tags.append(littleEndian: word(booth.tags.joined(separator: ",")))
    cuts.append(littleEndian: Int16(clamping: booth.cuts ?? -1))
    shots.append(littleEndian: Int16(clamping: booth.shots ?? -1))
    capacities.append(littleEndian: Int16(clamping: booth.capacity ?? -1))
    traits.append((booth.isOperating ? 1 : 0) | (booth.evenPrintsOnly.map { $0 ? 2 : 1 } ?? 0) << 2)
    names.append(booth.name)
    roadAddresses.append(booth.roadAddress ?? "")
    lotAddresses.append(booth.lotAddress ?? "")
    phones.append(booth.phone ?? "")
    verified.append(
      littleEndian: booth.lastVerified.map { Int32(clamping: $0.milliseconds / 60_000) } ?? Layout.unknownMinutes)
    sources.append(littleEndian: word(booth.source ?? ""))
    currencies.append(littleEndian: word(booth.currency ?? ""))
    englishNames.append(booth.englishName ?? "")
  }

  /// Adds a source of the booths, with its terms.
  package mutating func append(_ source: OfflineSource) {
    for text in [source.name, source.licence ?? "", source.attribution ?? ""] { terms.append(littleEndian: word(text)) }
  }

  private mutating func word(_ text: String) -> UInt32 {
    if let number = wordNumbers[text] { return number }
    let number = UInt32(wordNumbers.count)
    wordNumbers[text] = number
    words.append(text)
    return number
  }

  /// Passes on the body in pieces, and returns the header that goes before it.
  /// - Parameters:
  ///   - since: Where a delta starts from, with the booths that are gone; nil for a snapshot.
  ///   - sign: The Ed25519 signature of some bytes.
  package consuming func finish(
    _ version: CatalogueVersion, since: CatalogueVersion? = nil, removed: [BoothID] = [],
    sign: ([UInt8]) throws -> [UInt8], to write: ([UInt8]) throws -> Void
  ) rethrows -> [UInt8] {
    var gone: [UInt8] = []
    for id in removed { gone.append(littleEndian: id.number) }
    let sections = Section.allCases.map { bytes(of: $0, removed: gone) }
    var digest = BodyDigest()
    var length = 0
    func add(_ bytes: [UInt8]) throws {
      bytes.withUnsafeBytes { digest.update($0) }
      length += bytes.count
      try write(bytes)
    }
    try add(Self.directory(of: sections))
    for section in sections {
      try add(section)
      try add([UInt8](repeating: 0, count: Layout.aligned(length) - length))
    }
    let header = FileHeader(
      version: version, since: since, boothCount: count, removedCount: removed.count, bodyLength: length,
      digest: digest.finish()
    ).signedBytes
    return header + (try sign(header))
  }

  /// The file as a whole, for small ones; parameters as above.
  package consuming func finished(
    _ version: CatalogueVersion, since: CatalogueVersion? = nil, removed: [BoothID] = [],
    sign: ([UInt8]) throws -> [UInt8]
  ) rethrows -> [UInt8] {
    var body: [UInt8] = []
    return try finish(version, since: since, removed: removed, sign: sign) { body += $0 } + body
  }

  private static func directory(of sections: [[UInt8]]) -> [UInt8] {
    var bytes: [UInt8] = []
    var offset = Layout.aligned(sections.count * Layout.entryLength)
    for section in sections {
      bytes.append(littleEndian: UInt32(offset))
      bytes.append(littleEndian: UInt32(section.count))
      offset = Layout.aligned(offset + section.count)
    }
    return bytes
  }

  private func bytes(of section: Section, removed: [UInt8]) -> [UInt8] {
    switch section {
    case .id: ids
    case .latitude: latitudes
    case .longitude: longitudes
    case .price: prices
    case .brand: brands
    case .hours: hours
    case .tags: tags
    case .cuts: cuts
    case .shots: shots
    case .capacity: capacities
    case .traits: traits
    case .nameEnds: names.ends
    case .names: names.bytes
    case .roadAddressEnds: roadAddresses.ends
    case .roadAddresses: roadAddresses.bytes
    case .lotAddressEnds: lotAddresses.ends
    case .lotAddresses: lotAddresses.bytes
    case .phoneEnds: phones.ends
    case .phones: phones.bytes
    case .wordEnds: words.ends
    case .words: words.bytes
    case .removed: removed
    case .verified: verified
    case .source: sources
    case .terms: terms
    case .currency: currencies
    case .englishNameEnds: englishNames.ends
    case .englishNames: englishNames.bytes
    }
  }

  private struct TextColumn {
    var ends: [UInt8] = []
    var bytes: [UInt8] = []

    mutating func append(_ text: String) {
      bytes.append(contentsOf: text.utf8)
      ends.append(littleEndian: UInt32(bytes.count))
    }
  }
}

extension StoredCoordinate {
  /// The place on a curve through the map (G. M. Morton, 1966): what lies near to each other is mostly near on it.
  package var curvePosition: UInt64 {
    let latitude = UInt32(bitPattern: latitudeE7) ^ 1 << 31
    let longitude = UInt32(bitPattern: longitudeE7) ^ 1 << 31
    return Self.spread(latitude) | Self.spread(longitude) << 1
  }

  /// The bits at the even places.
  private static func spread(_ number: UInt32) -> UInt64 {
    var spread = UInt64(number)
    spread = (spread | spread << 16) & 0x0000_FFFF_0000_FFFF
    spread = (spread | spread << 8) & 0x00FF_00FF_00FF_00FF
    spread = (spread | spread << 4) & 0x0F0F_0F0F_0F0F_0F0F
    spread = (spread | spread << 2) & 0x3333_3333_3333_3333
    spread = (spread | spread << 1) & 0x5555_5555_5555_5555
    return spread
  }
}
