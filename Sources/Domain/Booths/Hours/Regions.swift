package import Basics

/// A part of a country with the same clocks.
package struct BoothRegion: Hashable, Sendable {
  /// The ISO 3166 code of the country.
  package let country: String
  /// The ISO 4217 code of its money; nil if it has none.
  package let currency: String?
  /// The IANA name of its time zone: of several with the same rules the one of most people.
  package let timeZone: String
  package let zone: TimeZoneRule

  package static let korea = BoothRegion(country: "KR", currency: "KRW", timeZone: "Asia/Seoul", zone: .korea)

  /// The region of a coordinate; far from any inhabited place, it may be a neighbour's. Complexity: O(1).
  package static func at(_ coordinate: Coordinate) -> BoothRegion { Regions.shared.region(at: coordinate) ?? .korea }
}

/// The countries and clocks of the world, by coordinate.
///
/// The data of `Regions+Data.swift` are a quadtree over longitude and latitude with cells of 0.18 by 0.09 degrees, of
/// which each belongs to the nearest place of more than 500 people. Within about ten kilometres of a border the region
/// may be that of the neighbour.
struct Regions: Sendable {
  static let shared = Regions()

  let regions: [BoothRegion]
  private let korea: Int?
  /// For each node, the number of its region, or the position of its first child and `divided`.
  private let nodes: [Int32]

  private static let divided: Int32 = 1 << 30

  private init() {
    regions = Self.list.split(separator: "\n").compactMap { line in
      let parts = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 4, let zone = TimeZoneRule(posix: parts[3]) else { return nil }
      return BoothRegion(
        country: parts[0], currency: parts[1].isEmpty ? nil : parts[1], timeZone: parts[2], zone: zone)
    }
    korea = regions.firstIndex { $0.country == "KR" }
    var builder = Builder(letters: Array("\(Self.tree)".utf8))
    nodes = builder.build()
  }

  /// The region of a coordinate; nil for a number without one. Complexity: O(1).
  func region(at coordinate: Coordinate) -> BoothRegion? {
    let number = number(at: coordinate)
    return regions.indices.contains(number) ? regions[number] : nil
  }

  /// Whether a coordinate is in Korea, or in no region. Complexity: O(1).
  func isKorea(_ coordinate: Coordinate) -> Bool {
    let number = number(at: coordinate)
    return number == korea || !regions.indices.contains(number)
  }

  /// The region with a time zone, or else the largest one of its country; nil if the country is not known.
  func region(in country: String, _ timeZone: String) -> BoothRegion? {
    regions.first { $0.country == country && $0.timeZone == timeZone } ?? regions.first { $0.country == country }
  }

  private func number(at coordinate: Coordinate) -> Int {
    var (x, y) = ((coordinate.longitude + 180) / 360, (coordinate.latitude + 90) / 180)
    var node = 0
    while nodes[node] & Self.divided != 0 {
      (x, y) = (x * 2, y * 2)
      let (east, north) = (x >= 1, y >= 1)
      if east { x -= 1 }
      if north { y -= 1 }
      node = Int(nodes[node] & ~Self.divided) + (north ? 2 : 0) + (east ? 1 : 0)
    }
    return Int(nodes[node])
  }

  /// Puts the four children of a node beside each other.
  private struct Builder {
    let letters: [UInt8]
    private var position = 0
    private var nodes: [Int32] = [0]

    init(letters: [UInt8]) { self.letters = letters }

    mutating func build() -> [Int32] {
      fill(0)
      return nodes
    }

    private mutating func fill(_ node: Int) {
      guard next() == UInt8(ascii: "!") else {
        position -= 1
        nodes[node] = Int32(number())
        return
      }
      let first = nodes.count
      nodes[node] = Regions.divided | Int32(first)
      nodes += [0, 0, 0, 0]
      for child in first..<first + 4 { fill(child) }
    }

    /// One letter for frequent regions, two for others.
    private mutating func number() -> Int {
      let single = Regions.alphabet.count - 8
      let first = rank(next())
      return first < single ? first : single + (first - single) * Regions.alphabet.count + rank(next())
    }

    private let ranks: [Int] = (0..<256).map { Regions.alphabet.firstIndex(of: UInt8($0)) ?? 0 }

    private func rank(_ letter: UInt8) -> Int { ranks[Int(letter)] }

    private mutating func next() -> UInt8 {
      defer { position += 1 }
      return position < letters.count ? letters[position] : Regions.alphabet[0]
    }
  }

  /// The letters of the tree in their order: printable ASCII without those that Swift or JavaScript escape.
  private static let alphabet: [UInt8] = (35..<127).filter { $0 != UInt8(ascii: "\\") && $0 != UInt8(ascii: "`") }
}
