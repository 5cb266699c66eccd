import Basics
import Booths
import Geo
import Support
import Testing

@testable import Stores

@Suite("Cells of places")
struct PlaceCellTests {
  @Test(
    "hold every place within 30 m in the four around, anywhere on Earth",
    arguments: [
      0.0, 1, 37.4979, -45, 66, 85, 89.5, 89.899, 89.9, 89.95, 89.9999, -89.9999, 90, -90,
    ])
  func complete(_ latitude: Double) {
    var numbers = SeededNumbers(seed: 11)
    var compared = 0
    while compared < 300 {
      let longitude = numbers.next() % 4 == 0 ? 180 - numbers.unit() * 1e-4 : numbers.unit() * 360 - 180
      let shift = 30 * numbers.unit() / 111_000
      guard let one = Coordinate(latitude: latitude, longitude: longitude).map(StoredCoordinate.init) else { return }
      let scale = max(1e-9, 1 - (latitude / 90) * (latitude / 90))
      let other = StoredCoordinate(
        clampedLatitude: latitude + shift * (numbers.unit() * 2 - 1),
        longitude: longitude + min(180, shift / scale) * (numbers.unit() * 2 - 1))
      guard Geodesic.distance(Coordinate(one), Coordinate(other)) <= 30 else { continue }
      compared += 1
      let cells = [PlaceCell.containing(one)] + PlaceCell.neighbours(of: one)
      #expect(cells.contains(PlaceCell.containing(other)))
      #expect(cells.count <= 4)
      #expect(Set(cells).count == cells.count)
    }
  }
}

extension StoredCoordinate {
  /// A place whose latitude is kept within the poles and whose longitude goes round.
  fileprivate init(clampedLatitude latitude: Double, longitude: Double) {
    let round = longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude
    self.init(Coordinate(latitude: max(-90, min(90, latitude)), longitude: round)!)
  }
}

@Suite("A table of hints")
struct FingerprintTableTests {
  @Test("answers every number entered under a hash, in order, and few others")
  func complete() {
    var numbers = SeededNumbers(seed: 5)
    var table = FingerprintTable()
    let hashes = (0..<20_000).map { _ in numbers.next() }
    for (index, hash) in hashes.enumerated() { table.insert(hash, Int64(index)) }
    for (index, hash) in hashes.enumerated() { table.insert(hash, FingerprintTable.numberLimit - 1 - Int64(index)) }
    var strangers = 0
    for (index, hash) in hashes.enumerated() {
      let found = numbersOf(hash, in: table)
      let own = found.filter { $0 == Int64(index) || $0 == FingerprintTable.numberLimit - 1 - Int64(index) }
      #expect(own == [Int64(index), FingerprintTable.numberLimit - 1 - Int64(index)])
      strangers += found.count - own.count
    }
    #expect(strangers < 20)
  }

  @Test("takes any number of entries under one hash")
  func oneHash() {
    var table = FingerprintTable()
    for number in 0..<3000 { table.insert(42, Int64(number)) }
    #expect(numbersOf(42, in: table) == Array(0..<3000))
    #expect(numbersOf(43 << 48, in: table).isEmpty)
  }

  @Test("keeps its entries in order while its buckets are split")
  func splits() {
    var numbers = SeededNumbers(seed: 6)
    var table = FingerprintTable(fullness: 1)
    let hashes = (0..<100).map { _ in numbers.next() }
    let rounds = 3
    for round in 0..<rounds {
      for (index, hash) in hashes.enumerated() { table.insert(hash, Int64(round * 1000 + index)) }
      // Twice as many buckets each time.
      for _ in 0..<70_000 << round { table.insert(numbers.next(), 999) }
    }
    for (index, hash) in hashes.enumerated() {
      let own = numbersOf(hash, in: table)
      #expect(own.filter { $0 % 1000 == index } == (0..<rounds).map { Int64($0 * 1000 + index) })
    }
  }

  private func numbersOf(_ hash: UInt64, in table: borrowing FingerprintTable) -> [Int64] {
    var found: [Int64] = []
    var cursor = 0
    while let number = table.next(hash, &cursor) { found.append(number) }
    return found
  }
}

@Suite("A fingerprint")
struct FingerprintTests {
  @Test("differs with every field but the identifier")
  func everyField() {
    let plain = BoothAttributes.sample("1", "a")
    let others: [BoothAttributes] = [
      plain, plain.with { $0.name = "b" }, plain.with { $0.brand = "x" }, plain.with { $0.roadAddress = "x" },
      plain.with { $0.lotAddress = "x" }, plain.with { $0.phone = "x" }, plain.with { $0.openingHours = "x" },
      plain.with { $0.brand = "" }, plain.with { $0.tags = ["x"] }, plain.with { $0.tags = ["x", ""] },
      plain.with { $0.cuts = 0 }, plain.with { $0.shots = 0 }, plain.with { $0.price = 0 },
      plain.with { $0.capacity = 0 }, plain.with { $0.evenPrintsOnly = true },
      plain.with { $0.evenPrintsOnly = false }, plain.with { $0.status = .closed },
      plain.with { $0.lastVerified = Timestamp(milliseconds: 0) },
      plain.with { $0.coordinate = StoredCoordinate(latitudeE7: 1, longitudeE7: 2)! },
      plain.with { $0.coordinate = StoredCoordinate(latitudeE7: 2, longitudeE7: 1)! },
    ]
    #expect(Set(others.map(\.fingerprint)).count == others.count)
    #expect(plain.with { $0.externalID = "2" }.fingerprint == plain.fingerprint)
  }

  @Test("is the same in every process and release: it is stored")
  func stable() {
    #expect(BoothAttributes.sample("1", "인생네컷 강남점").fingerprint == -3_208_625_952_318_384_496)
  }
}
