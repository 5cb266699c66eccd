import Basics
import Booths
import Geo
import Support
import Testing

@Suite("A fingerprint")
struct FingerprintTests {
  @Test("A fingerprint differs with every field but the identifier")
  func everyField() {
    let plain = BoothAttributes.sample("1", "a")
    let others: [BoothAttributes] = [
      plain, plain.with { $0.name = "b" }, plain.with { $0.brand = "x" }, plain.with { $0.roadAddress = "x" },
      plain.with { $0.lotAddress = "x" }, plain.with { $0.phone = "x" }, plain.with { $0.openingHours = "x" },
      plain.with { $0.brand = "" }, plain.with { $0.tags = ["x"] }, plain.with { $0.tags = ["x", ""] },
      plain.with { $0.cuts = 0 }, plain.with { $0.shots = 0 }, plain.with { $0.price = 0 },
      plain.with { $0.capacity = 0 }, plain.with { $0.evenPrintsOnly = true },
      plain.with { $0.evenPrintsOnly = false }, plain.with { $0.status = .closed },
      plain.with { $0.lastVerified = Timestamp(milliseconds: 0) }, plain.with { $0.englishName = "x" },
      plain.with { $0.coordinate = StoredCoordinate(latitudeE7: 1, longitudeE7: 2)! },
      plain.with { $0.coordinate = StoredCoordinate(latitudeE7: 2, longitudeE7: 1)! },
    ]
    #expect(Set(others.map(\.fingerprint)).count == others.count)
    #expect(plain.with { $0.externalID = "2" }.fingerprint == plain.fingerprint)
  }

  @Test("A fingerprint is the same in every process and release")
  func stable() {
    #expect(BoothAttributes.sample("1", "인생네컷 강남점").fingerprint == -3_208_625_952_318_384_496)
  }
}
