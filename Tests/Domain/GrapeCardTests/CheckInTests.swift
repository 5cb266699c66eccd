import Basics
import Geo
import GrapeCard
import SQL
import Support
import Testing

@Suite("Check-ins at booths")
struct CheckInTests {
  private static let booth = GrapeCardUnderTest.coordinate(of: BoothID(1))!

  /// A coordinate at a distance from the booth, to a millimetre.
  private static func coordinate(metres: Double, north: Double, east: Double) -> Coordinate {
    var (low, high) = (0.0, 0.1)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if Geodesic.distance(booth, at(middle * north, middle * east)) < metres { low = middle } else { high = middle }
    }
    return at(low * north, low * east)
  }

  private static func at(_ north: Double, _ east: Double) -> Coordinate {
    Coordinate(latitude: booth.latitude + north, longitude: booth.longitude + east)!
  }

  private static let positions: [(metres: Double, accuracy: Double, domainError: String?)] = [
    (0, 0, nil), (199, 0, nil), (200.5, 0, "booth-too-far"), (201, 0, "booth-too-far"),
    // What the device does not know is credited, up to 100 m.
    (201, 1.5, nil), (249, 50, nil), (251, 50, "booth-too-far"), (299, 100, nil), (301, 100, "booth-too-far"),
    (299, 300, nil), (301, 300, "booth-too-far"), (199, 300, nil),
    // What is worse than 300 m says nothing, wherever it is.
    (0, 300.5, "position-inexact"), (0, 40_000_000, "position-inexact"), (0, .infinity, "position-inexact"),
    (0, -1, "accuracy-invalid"), (0, .nan, "accuracy-invalid"), (8_000_000, 0, "booth-too-far"),
  ]

  @Test(
    "A check-in is accepted within 200 m plus up to 100 m of inaccuracy",
    arguments: [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.7)])
  func reach(_ north: Double, _ east: Double) async throws {
    let grapeCard = try await GrapeCardUnderTest()
    let mina = try await grapeCard.account()
    for (metres, accuracy, domainError) in Self.positions {
      let todo = try await grapeCard.service.add(TodoDraft(contents: "가기", booth: BoothID(1)), by: mina).todo
      let coordinate =
        metres > 1000
        ? Coordinate(latitude: -37, longitude: -52)! : Self.coordinate(metres: metres, north: north, east: east)
      let position = ReportedPosition(coordinate: coordinate, accuracy: accuracy)
      var code: String?
      do {
        #expect(try await grapeCard.service.checkIn(todo.id, at: position, by: mina).todo.isDone)
      } catch let rejected as DomainError { code = rejected.code }
      #expect(code == domainError, "\(metres) m, exact to \(accuracy) m")
      #expect(try await grapeCard.service.todo(todo.id, of: mina).isDone == (domainError == nil))
      _ = try await grapeCard.service.remove(todo.id, by: mina)
    }
  }

  @Test("A todo with a booth is done by checking in only, and earns like other todos")
  func onlyByCheckIn() async throws {
    let grapeCard = try await GrapeCardUnderTest()
    let (mina, service) = (try await grapeCard.account(), grapeCard.service)
    let here = ReportedPosition(coordinate: Self.booth, accuracy: 10)
    let checkIn = try await service.add(TodoDraft(contents: "가기", booth: BoothID(1)), by: mina).todo
    #expect(await code { _ = try await service.setDone(checkIn.id, true, by: mina) } == "check-in-needed")
    #expect(try await service.checkIn(checkIn.id, at: here, by: mina).card.hasGrapeToday)
    // Doing it again is no error, either way.
    #expect(try await service.checkIn(checkIn.id, at: here, by: mina).todo.isDone)
    #expect(try await service.setDone(checkIn.id, true, by: mina).todo.isDone)
    #expect(try await !service.setDone(checkIn.id, false, by: mina).card.hasGrapeToday)
    #expect(await code { _ = try await service.setDone(checkIn.id, true, by: mina) } == "check-in-needed")
  }

  @Test("A todo with another booth needs a new check-in; without a booth it is an ordinary todo")
  func otherBooth() async throws {
    let grapeCard = try await GrapeCardUnderTest()
    let (mina, service) = (try await grapeCard.account(), grapeCard.service)
    let here = ReportedPosition(coordinate: Self.booth, accuracy: 10)
    let plain = try await service.add(TodoDraft(contents: "t"), by: mina).todo
    #expect(await code { _ = try await service.checkIn(plain.id, at: here, by: mina) } == "todo-without-booth")
    #expect(try await service.setDone(plain.id, true, by: mina).card.hasGrapeToday)
    let checkIn = try await service.change(plain.id, TodoChange(booth: .some(BoothID(2))), by: mina)
    #expect(!checkIn.todo.isDone && !checkIn.card.hasGrapeToday)
    #expect(await code { _ = try await service.checkIn(plain.id, at: here, by: mina) } == "booth-too-far")
    _ = try await service.change(plain.id, TodoChange(booth: .some(BoothID(1))), by: mina)
    #expect(try await service.checkIn(plain.id, at: here, by: mina).todo.isDone)
    // The same booth once more is no change.
    #expect(try await service.change(plain.id, TodoChange(booth: .some(BoothID(1))), by: mina).todo.isDone)
    #expect(try await service.change(plain.id, TodoChange(booth: .some(nil)), by: mina).todo.isDone)
    #expect(
      await code { _ = try await service.add(TodoDraft(contents: "t", booth: BoothID(77)), by: mina) }
        == "booth-unknown")
    #expect(
      await code { _ = try await service.change(plain.id, TodoChange(booth: .some(BoothID(77))), by: mina) }
        == "booth-unknown")
  }

  @Test("If the booth has left the catalogue, the check-in fails but every other change works")
  func boothGone() async throws {
    let grapeCard = try await GrapeCardUnderTest()
    let (mina, service) = (try await grapeCard.account(), grapeCard.service)
    let here = ReportedPosition(coordinate: Self.booth, accuracy: 10)
    let checkIn = try await service.add(TodoDraft(contents: "가기", booth: BoothID(1)), by: mina).todo
    grapeCard.remove(BoothID(1))
    #expect(await code { _ = try await service.checkIn(checkIn.id, at: here, by: mina) } == "booth-gone")
    #expect(try await service.change(checkIn.id, TodoChange(contents: "못 감"), by: mina).todo.booth == BoothID(1))
    #expect(try await service.postpone(checkIn.id, by: mina).todo.booth == BoothID(1))
    #expect(try await service.change(checkIn.id, TodoChange(booth: .some(nil)), by: mina).todo.booth == nil)
  }

  @Test("No table holds the reported position")
  func forgotten() async throws {
    let grapeCard = try await GrapeCardUnderTest()
    let mina = try await grapeCard.account()
    let checkIn = try await grapeCard.service.add(TodoDraft(contents: "가기", booth: BoothID(1)), by: mina).todo
    let coordinate = Coordinate(latitude: 37.497_123_4, longitude: 127.027_432_1)!
    _ = try await grapeCard.service.checkIn(
      checkIn.id, at: ReportedPosition(coordinate: coordinate, accuracy: 12.625), by: mina)
    let kept = try await grapeCard.everything()
    #expect(kept.contains { $0.contains("가기") })
    for trace in ["37.49", "127.02", "374971234", "1270274321", "12.6"] {
      #expect(!kept.contains { $0.contains(trace) }, "\(trace)")
    }
  }
}

/// The code of what is refused; nil where nothing is.
func code(_ body: () async throws -> Void) async -> String? {
  do {
    try await body()
    return nil
  } catch let domainError as DomainError {
    return domainError.code
  } catch { return "\(error)" }
}

extension GrapeCardUnderTest {
  /// Every row of every table, as text.
  func everything() async throws -> [String] {
    let tables = try await database.tables()
    return try await database.read { connection in
      var rows: [String] = []
      for table in tables {
        try connection.each("SELECT * FROM \(table)", []) { row in
          rows.append(table + ": " + (0..<20).compactMap { row.optionalText($0) }.joined(separator: "|"))
        }
      }
      return rows
    }
  }
}
