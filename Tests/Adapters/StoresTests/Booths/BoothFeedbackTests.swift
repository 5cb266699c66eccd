import Basics
import Booths
import Concurrency
import Foundation
import Geo
import Notices
import SQL
import Support
import Testing
import TimeZones
import Workload

@testable import Stores

/// The services of saved booths and corrections over a new database.
private struct FeedbackUnderTest {
  let database: any Database
  /// The statements of the services.
  let statements: CountedDatabase
  let saved: SavedBoothService
  let corrections: CorrectionService
  let catalogues: Locked<Catalogue>
  let clock = ManualClock()
  private let directory: ScratchDirectory

  /// With the booths 1 to 9, of which the last is closed.
  init() async throws {
    directory = try ScratchDirectory()
    let database = try await TestDatabase.open(directory.url.appendingPathComponent("feedback.sqlite").path)
    try await database.prepareStores()
    let booths = try await TestDatabase.open(directory.url.appendingPathComponent("booths.sqlite").path)
    self.database = database
    statements = CountedDatabase(database)
    let clock = clock
    let catalogues = Locked(Self.catalogue(of: 1...9, closed: [9], version: 1))
    self.catalogues = catalogues
    saved = SavedBoothService(
      store: SQLSavedBoothStore(statements), catalogue: { catalogues.withLock { $0 } }, clock: { clock.now })
    corrections = CorrectionService(
      corrections: SQLCorrectionStore(statements), catalogue: try await SQLCatalogueStore(booths),
      evidence: EvidenceService(store: SQLEvidenceStore(database), clock: { clock.now }), clock: { clock.now },
      random: seededBytes(3))
  }

  var catalogue: Catalogue { catalogues.withLock { $0 } }

  static func catalogue(
    of numbers: ClosedRange<Int64>, closed: Set<Int64>, hours: String? = "24/7", price: Int? = 4000, version: Int64
  ) -> Catalogue {
    var builder = Catalogue.Builder()
    for number in numbers {
      var attributes = BoothAttributes(
        externalID: "\(number)", name: "부스 \(number)",
        coordinate: StoredCoordinate(latitudeE7: 375_000_000, longitudeE7: 1_270_000_000))
      (attributes.openingHours, attributes.price) = (hours, price)
      if closed.contains(number) { attributes.status = .closed }
      builder.append(Booth(id: BoothID(number), source: "s", attributes: attributes))
    }
    return builder.finish(version: version)
  }

  /// What an account is told, the latest first.
  func notices(of account: AccountID) async throws -> [Notice] {
    try await NoticeService(store: SQLNoticeStore(database), zones: SystemTimeZones(), clock: { clock.now })
      .notices(for: account, PageRequest(after: nil, limit: 50)).items
  }

  /// Changes the catalogue, and tells people of it a second later.
  func change(
    to numbers: ClosedRange<Int64> = 1...9, closed: Set<Int64> = [], hours: String? = "24/7", price: Int? = 4000,
    version: Int64
  ) async throws {
    catalogues.withLock {
      $0 = Self.catalogue(of: numbers, closed: closed, hours: hours, price: price, version: version)
    }
    clock.advance(seconds: 1)
    try await saved.notifyOfChanges()
  }

  func file(
    _ kind: CorrectionKind, _ booth: Int64, _ note: String = "note", duplicate: Int64? = nil,
    photos: [PhotoName] = [], by account: AccountID
  ) async throws -> BoothCorrection {
    clock.advance(milliseconds: 1)
    return try await corrections.file(
      kind, of: BoothID(booth), note: note, duplicate: duplicate.map { BoothID($0) }, photos: photos,
      in: catalogue, by: account)
  }

  /// Photos by their numbers, which the account uploaded.
  func photos(_ numbers: ClosedRange<Int>, by account: AccountID) async throws -> [PhotoName] {
    var photos: [PhotoName] = []
    for number in numbers { photos.append(try await database.addPhoto(number, by: account)) }
    return photos
  }

  /// Gives an account the e-mail address and the nickname that one which leaves must have.
  func name(_ account: AccountID) async throws {
    try await database.write {
      try $0.run(
        "UPDATE account SET email = 'mina@example.com', nickname = 'mina', nickname_folded = 'mina' WHERE id = $1",
        [.text(account.description)])
    }
  }

  /// What the clean-up removes now, by name.
  func removeUnusedPhotos() async throws -> [PhotoName] {
    try await SQLPhotoRegister(prepared: database).removeUnused(before: clock.now)
      .sorted { $0.description < $1.description }
  }

  func queue(_ state: CorrectionState? = .open) async throws -> [BoothCorrection] {
    try await PostsUnderTest.all(limit: 2) { try await corrections.queue(state, $0) }
  }
}

@Suite("Saved booths")
struct SavedBoothTests {
  @Test("Saved booths are listed latest first, and saving or removing twice is no error")
  func order() async throws {
    let feedback = try await FeedbackUnderTest()
    let (account, other) = (try await feedback.database.addAccount(1), try await feedback.database.addAccount(2))
    for number in Int64(1)...3 {
      feedback.clock.advance(milliseconds: 10)
      try await feedback.saved.save(BoothID(number), by: account)
    }
    try await feedback.saved.save(BoothID(1), by: account)
    #expect(try await feedback.saved.booths(of: account).map(\.number) == [3, 2, 1])
    #expect(try await feedback.saved.booths(of: other).isEmpty)
    for _ in 1...2 { try await feedback.saved.remove(BoothID(2), by: account) }
    #expect(try await feedback.saved.booths(of: account).map(\.number) == [3, 1])
  }

  @Test("Booths that a device has saved are merged into the account's in order, without unknown booths")
  func merge() async throws {
    let feedback = try await FeedbackUnderTest()
    let account = try await feedback.database.addAccount(1)
    try await feedback.saved.save(BoothID(5), by: account)
    feedback.clock.advance(milliseconds: 100)
    try await feedback.saved.merge([7, 5, 99, 2, 7].map { BoothID($0) }, by: account)
    #expect(try await feedback.saved.booths(of: account).map(\.number) == [7, 2, 5])
    try await feedback.saved.merge([BoothID(99)], by: account)
    #expect(try await domainError { try await feedback.saved.save(BoothID(99), by: account) }.code == "booth-unknown")
  }

  @Test("The number of saved booths is limited, and an account that is gone saves none")
  func limits() async throws {
    let feedback = try await FeedbackUnderTest()
    let account = try await feedback.database.addAccount(1)
    let store = SQLSavedBoothStore(feedback.database)
    let instant = feedback.clock.now
    let booths = (1...4).map { SavedBooth(BoothID($0), in: feedback.catalogue) }
    try await store.add(Array(booths[0..<2]), of: account, maxCount: 3, at: instant)
    #expect(
      try await domainError { try await store.add(Array(booths[2..<4]), of: account, maxCount: 3, at: instant) }.code
        == "saved-booths-full")
    #expect(try await store.booths(of: account).map(\.number) == [1, 2])
    #expect(
      try await domainError { try await feedback.saved.save(BoothID(1), by: AccountID.numbered(7)) }.code
        == "token-unusable")
  }

  @Test("Everybody who has saved a booth is told once that it has closed, was removed or has opened again")
  func changes() async throws {
    let feedback = try await FeedbackUnderTest()
    var accounts: [AccountID] = []
    // More than are told in one transaction.
    for number in 1...203 {
      accounts.append(try await feedback.database.addAccount(number))
      try await feedback.saved.save(BoothID(1), by: accounts[number - 1])
    }
    let mina = accounts[0]
    for number in Int64(2)...4 { try await feedback.saved.save(BoothID(number), by: mina) }
    try await feedback.saved.notifyOfChanges()
    #expect(try await feedback.notices(of: mina).isEmpty, "nothing has changed")
    for _ in 1...2 { try await feedback.change(closed: [1], version: 2) }
    for account in accounts {
      let told = try await feedback.notices(of: account)
      #expect(told.map(\.kind) == [.savedBooth] && told.first?.change == .closed && told.first?.text == "부스 1")
      #expect(told.first?.subject.booth == BoothID(1) && told.first?.people == [])
    }
    // What was read stays as it was.
    let reader = accounts[200]
    let shown = try #require(try await feedback.notices(of: reader).first)
    #expect(
      try await SQLNoticeStore(feedback.database).markRead(
        upTo: PageKey(instant: shown.updatedAt, id: shown.id.description), for: reader, at: feedback.clock.now))
    // A node with an older catalogue tells nothing.
    try await feedback.change(closed: [], version: 1)
    #expect(try await feedback.notices(of: mina).map(\.change) == [.closed])
    try await feedback.change(to: 1...3, closed: [2], version: 3)
    let told = try await feedback.notices(of: mina)
    #expect(
      Dictionary(uniqueKeysWithValues: told.map { ($0.text, $0.change) })
        == ["부스 1": .reopened, "부스 2": .closed, "부스 4": .removed])
    #expect(try await feedback.notices(of: accounts[202]).map(\.change) == [.reopened])
    #expect(try await feedback.notices(of: reader).map(\.change) == [.reopened, .closed])
  }

  @Test("People are told of other hours and of another price, but not of those that become known or unknown")
  func details() async throws {
    let feedback = try await FeedbackUnderTest()
    var accounts: [AccountID] = []
    for number in 1...203 {
      accounts.append(try await feedback.database.addAccount(number))
      try await feedback.saved.save(BoothID(1), by: accounts[number - 1])
    }
    let (mina, juno) = (accounts[0], accounts[1])
    // Saved by an older program, which did not record them.
    try await feedback.database.write {
      _ = try $0.run(
        "UPDATE saved_booth SET opening_hours = NULL, price = NULL WHERE account_id = $1", [.id(juno)])
    }
    for _ in 1...2 { try await feedback.change(hours: "Mo-Su 10:00-22:00", version: 2) }
    for (number, account) in accounts.enumerated() {
      #expect(try await feedback.notices(of: account).map(\.change) == (number == 1 ? [] : [.hours]))
    }
    try await feedback.change(hours: nil, price: nil, version: 3)
    try await feedback.change(hours: "Mo-Su 11:00-22:00", price: 5000, version: 4)
    #expect(try await feedback.notices(of: mina).map(\.change) == [.hours])
    try await feedback.change(price: 6000, version: 3)
    #expect(try await feedback.notices(of: juno).isEmpty, "an older catalogue")
    try await feedback.change(hours: "Mo-Su 11:00-22:00", price: 6000, version: 5)
    #expect(try await feedback.notices(of: juno).map(\.change) == [.price])
    #expect(try await feedback.notices(of: mina).map(\.change) == [.price], "joined until it is read")
    // Of several changes at once, everybody is told of the most important.
    try await feedback.change(closed: [1], hours: nil, price: 7000, version: 6)
    for account in accounts { #expect(try await feedback.notices(of: account).map(\.change) == [.closed]) }
    try await feedback.change(to: 2...9, version: 7)
    #expect(try await feedback.notices(of: mina).map(\.change) == [.removed])
  }

  @Test(
    "In a random life of a booth everybody is told what a plain comparison says",
    arguments: 1...3 as ClosedRange<UInt64>)
  func randomLife(_ seed: UInt64) async throws {
    let feedback = try await FeedbackUnderTest()
    var numbers = SeededNumbers(seed: seed)
    var savers: [AccountID] = []
    var known = (isThere: true, isClosed: false, hours: "24/7" as String?, price: 4000 as Int?)
    for version in Int64(2)...14 {
      // More than are notified in one transaction.
      if known.isThere, savers.count < 230 {
        for _ in 0..<Int.random(in: 40...120, using: &numbers) {
          savers.append(try await feedback.database.addAccount(savers.count + 1))
          try await feedback.saved.save(BoothID(1), by: savers[savers.count - 1])
        }
      }
      var next = known
      next.isThere = Int.random(in: 0..<6, using: &numbers) > 0
      next.isClosed = Int.random(in: 0..<3, using: &numbers) == 0
      next.hours = ["24/7", "Mo-Su 10:00-22:00", nil].randomElement(using: &numbers) ?? nil
      next.price = [4000, 5000, nil].randomElement(using: &numbers) ?? nil
      try await feedback.change(
        to: (next.isThere ? 1 : 2)...9, closed: next.isClosed ? [1] : [], hours: next.hours, price: next.price,
        version: version)
      let expected = Self.change(from: known, to: next)
      for (number, account) in savers.enumerated() {
        let unread = try await feedback.notices(of: account).filter { !$0.isRead }
        #expect(unread.map(\.change) == (expected.map { [$0] } ?? []), "version \(version), account \(number)")
      }
      try await feedback.database.write { _ = try $0.run("UPDATE notice SET read_at = 1 WHERE read_at IS NULL", []) }
      // What is known of a booth that is gone stays until it is back.
      if next.isThere { known = next } else { known.isThere = false }
    }
  }

  private typealias State = (isThere: Bool, isClosed: Bool, hours: String?, price: Int?)

  private static func change(from old: State, to new: State) -> SavedBoothChange? {
    guard new.isThere else { return old.isThere ? .removed : nil }
    if !old.isThere || old.isClosed != new.isClosed { return new.isClosed ? .closed : .reopened }
    if let before = old.hours, let now = new.hours, before != now { return .hours }
    if let before = old.price, let now = new.price, before != now { return .price }
    return nil
  }

  @Test("Nobody is told of a booth that they have removed, or of how it was before they saved it")
  func unsaved() async throws {
    let feedback = try await FeedbackUnderTest()
    let (mina, juno) = (try await feedback.database.addAccount(1), try await feedback.database.addAccount(2))
    for account in [mina, juno] { try await feedback.saved.save(BoothID(1), by: account) }
    // Saved by an older program, which did not record it.
    try await feedback.database.write {
      _ = try $0.run(
        "UPDATE saved_booth SET presence = NULL, name = NULL, catalogue_version = 0 WHERE account_id = $1", [.id(juno)])
    }
    try await feedback.change(closed: [1], version: 2)
    #expect(try await feedback.notices(of: juno).isEmpty)
    #expect(try await feedback.notices(of: mina).count == 1)
    try await feedback.saved.remove(BoothID(1), by: mina)
    #expect(try await feedback.notices(of: mina).isEmpty)
    try await feedback.change(closed: [], version: 3)
    #expect(try await feedback.notices(of: mina).isEmpty)
    #expect(try await feedback.notices(of: juno).map(\.change) == [.reopened])
    #expect(try await feedback.notices(of: juno).map(\.text) == ["부스 1"])
  }

  @Test("A withdrawal removes saved booths, and the name and note of corrections")
  func withdrawal() async throws {
    let feedback = try await FeedbackUnderTest()
    let account = try await feedback.database.addAccount(1)
    try await feedback.saved.save(BoothID(1), by: account)
    try await feedback.name(account)
    let correction = try await feedback.file(.price, 1, "제 전화는 010…", by: account)
    _ = try await feedback.database.write { try Withdrawal.run(account, at: Timestamp(milliseconds: 0), on: $0) }
    #expect(try await feedback.saved.booths(of: account).isEmpty)
    let details = try await feedback.corrections.details(of: correction.id)
    #expect(details.reporter == nil && details.correction.note.isEmpty && details.correction.kind == .price)
  }
}

@Suite("Corrections")
struct CorrectionTests {
  @Test("A correction keeps the catalogue's attributes and its reporter")
  func evidence() async throws {
    let feedback = try await FeedbackUnderTest()
    let account = try await feedback.database.addAccount(1)
    let correction = try await feedback.file(.hours, 2, "토요일은 24시까지", by: account)
    #expect(
      correction.evidence
        == "name: 부스 2\nlatitude: 37.5000000\nlongitude: 127.0000000\nopening_hours: 24/7\nprice: 4000\nstatus: unknown"
    )
    let details = try await feedback.corrections.details(of: correction.id)
    #expect(details.correction == correction && details.reporter?.id == account && details.openCount == 1)
    let unknown = CorrectionID(at: feedback.clock.now, random: seededBytes(9))
    #expect(
      try await domainError { _ = try await feedback.corrections.details(of: unknown) }.code == "correction-unknown")
  }

  @Test("Corrections of one account, booth and kind are merged while they are open")
  func merged() async throws {
    let feedback = try await FeedbackUnderTest()
    let (one, other) = (try await feedback.database.addAccount(1), try await feedback.database.addAccount(2))
    let first = try await feedback.file(.hours, 2, "a", by: one)
    let again = try await feedback.file(.hours, 2, "b", by: one)
    #expect((again.id, again.note, again.createdAt) == (first.id, "b", first.createdAt))
    let more = [
      try await feedback.file(.hours, 2, by: other), try await feedback.file(.price, 2, by: one),
      try await feedback.file(.hours, 3, by: one),
    ]
    #expect(try await feedback.queue() == more.reversed() + [again])
    #expect(try await feedback.corrections.details(of: first.id).openCount == 2)

    let closed = try await feedback.corrections.accept(first.id)
    #expect(closed.isAccepted && closed.closedAt == feedback.clock.now)
    #expect(try await feedback.queue() == [more[2], more[1]])
    #expect(try await feedback.queue(nil).count == 4)
    _ = try await feedback.corrections.decline(more[1].id)
    #expect(try await feedback.queue(.accepted).map(\.id) == [more[0].id, first.id])
    #expect(try await feedback.queue(.closed).map(\.id) == [more[1].id])
    #expect(
      try await domainError { _ = try await feedback.corrections.decline(more[0].id) }.code
        == "correction-closed")
    #expect(try await feedback.file(.hours, 2, "c", by: one).id != first.id)
  }

  @Test(
    "A correction without content or with an unknown duplicate is refused",
    arguments: [
      (CorrectionKind.hours, 1, "", nil, "note-missing"), (.moved, 1, " \n", nil, "note-missing"),
      (.duplicate, 1, "", nil, "duplicate-missing"), (.duplicate, 1, "", 1, "duplicate-unknown"),
      (.duplicate, 1, "", 99, "duplicate-unknown"), (.price, 1, "x", 2, "duplicate-unexpected"),
      (.closed, 99, "", nil, "booth-unknown"), (.closed, 1, String(repeating: "가", count: 1001), nil, "note-too-long"),
      (.closed, 1, "a\u{0}", nil, "text-invalid"),
    ] as [(CorrectionKind, Int64, String, Int64?, String)])
  func refused(_ kind: CorrectionKind, _ booth: Int64, _ note: String, _ duplicate: Int64?, _ code: String) async throws
  {
    let feedback = try await FeedbackUnderTest()
    let account = try await feedback.database.addAccount(1)
    #expect(
      try await domainError { _ = try await feedback.file(kind, booth, note, duplicate: duplicate, by: account) }.code
        == code)
    #expect(try await feedback.queue(nil).isEmpty)
  }

  @Test("A correction needs no note if its kind needs none, also for a closed booth")
  func withoutNote() async throws {
    let feedback = try await FeedbackUnderTest()
    let account = try await feedback.database.addAccount(1)
    #expect(try await feedback.file(.closed, 9, "", by: account).evidence.contains("status: closed"))
    #expect(try await feedback.file(.duplicate, 1, "", duplicate: 2, by: account).duplicate == BoothID(2))
  }
}

@Suite("Photos of corrections")
struct CorrectionPhotoTests {
  @Test("Photos of a correction stay while it is open, are replaced with it, and are freed by closing it")
  func kept() async throws {
    let feedback = try await FeedbackUnderTest()
    let (one, other) = (try await feedback.database.addAccount(1), try await feedback.database.addAccount(2))
    let photos = try await feedback.photos(1...4, by: one)
    let others = try await feedback.photos(5...5, by: other)
    let first = try await feedback.file(.price, 2, photos: [photos[1], photos[0], photos[2]], by: one)
    _ = try await feedback.file(.price, 2, photos: others, by: other)
    #expect(try await feedback.queue().map(\.photos) == [others, [photos[1], photos[0], photos[2]]])
    #expect(try await feedback.removeUnusedPhotos() == [photos[3]])
    // One that it has already may stay.
    #expect(try await feedback.file(.price, 2, photos: [photos[1]], by: one).photos == [photos[1]])
    #expect(try await feedback.removeUnusedPhotos() == [photos[0], photos[2]])
    #expect(try await feedback.corrections.accept(first.id).photos.isEmpty)
    #expect(try await feedback.queue(nil).allSatisfy(\.photos.isEmpty))
    #expect(try await feedback.removeUnusedPhotos() == [photos[1]] + others)
  }

  @Test("A correction has at most three photos, each once, uploaded by the reporter")
  func refused() async throws {
    let feedback = try await FeedbackUnderTest()
    let (one, other) = (try await feedback.database.addAccount(1), try await feedback.database.addAccount(2))
    let photos = try await feedback.photos(1...4, by: one)
    let strange = try await feedback.database.addPhoto(5, by: other)
    for (sent, code) in [
      (photos, "photos-too-many"), ([photos[0], photos[0]], "photo-repeated"), ([strange], "photo-unknown"),
      ([photos[0], .numbered(9)], "photo-unknown"),
    ] {
      let failure = try await domainError { _ = try await feedback.file(.hours, 1, photos: sent, by: one) }
      #expect(failure.code == code && failure.field == "photos")
    }
    #expect(try await feedback.queue(nil).isEmpty)
    let filed = try await feedback.file(.hours, 1, "a", photos: [photos[0]], by: one)
    _ = try await domainError { _ = try await feedback.file(.hours, 1, "b", photos: [strange], by: one) }
    #expect(try await feedback.queue() == [filed])
  }

  @Test("Photos of corrections are removed with the reporter's account, and do not make goods free")
  func withdrawal() async throws {
    let feedback = try await FeedbackUnderTest()
    let (account, other) = (try await feedback.database.addAccount(1), try await feedback.database.addAccount(2))
    let photos = try await feedback.photos(1...1, by: account)
    try await feedback.name(account)
    let correction = try await feedback.file(.photo, 2, photos: photos, by: account)
    let register = SQLPhotoRegister(prepared: feedback.database)
    #expect(try await !register.isAccessible(photos[0], to: nil))
    #expect(try await !register.isAccessible(photos[0], to: other))
    _ = try await feedback.database.write { try Withdrawal.run(account, at: Timestamp(milliseconds: 0), on: $0) }
    #expect(try await feedback.corrections.details(of: correction.id).correction.photos.isEmpty)
    #expect(try await feedback.removeUnusedPhotos() == photos)
  }
}

/// Over a network each statement is a round trip.
@Suite("The number of statements about saved booths and corrections")
struct FeedbackStatementTests {
  @Test("Saving any number of booths takes three statements, and other requests about them one")
  func saved() async throws {
    let feedback = try await FeedbackUnderTest()
    let (saved, statements) = (feedback.saved, feedback.statements)
    let account = try await feedback.database.addAccount(1)
    try await statements.expect(3) { try await saved.save(BoothID(1), by: account) }
    try await statements.expect(3) { try await saved.merge((1...9).map { BoothID($0) }, by: account) }
    #expect(try await statements.expect(1) { try await saved.booths(of: account).count } == 9)
    try await statements.expect(1) { try await saved.remove(BoothID(1), by: account) }
  }

  @Test("Filing, showing and closing a correction take three statements, and a page of them one")
  func corrections() async throws {
    let feedback = try await FeedbackUnderTest()
    let (corrections, statements) = (feedback.corrections, feedback.statements)
    var filed: [BoothCorrection] = []
    for number in 1...3 {
      let account = try await feedback.database.addAccount(number)
      let photos = try await feedback.photos(number * 10...number * 10 + 2, by: account)
      for _ in 1...2 {
        filed.append(try await statements.expect(3) { try await feedback.file(.hours, 2, photos: photos, by: account) })
      }
    }
    let request = try PageRequest(limit: 2)
    let page = try await statements.expect(1) { try await corrections.queue(.open, request) }
    #expect(page.items.count == 2 && page.next != nil)
    let details = try await statements.expect(3) { try await corrections.details(of: filed[0].id) }
    #expect(details.openCount == 3)
    let closed = try await statements.expect(3) { try await corrections.decline(filed[0].id) }
    #expect(closed.state == .closed)
  }
}
