import Backups
import Basics
import Support
import Synchronization
import Testing

@Suite("A backup")
struct BackupTests {
  @Test("A backup is restored unchanged", arguments: [nil, BackupsUnderTest.key])
  func restored(key: String?) async throws {
    let backups = BackupsUnderTest(key: key)
    let manifest = try await backups.create()
    #expect(manifest.photos == 5 && manifest.photoBytes == 15_000 && manifest.missingPhotos == 0)
    let (destination, restored) = try await backups.restored(try await backups.repository.newest())
    #expect(restored.damagedPhotos.isEmpty && restored.photos.count == 5)
    backups.source.content.withLock { content in
      #expect(destination.files.withLock(\.self) == content.files)
      #expect(destination.photos.withLock(\.self) == content.photos)
    }
  }

  @Test("A backup stores only new pieces, and reads no photo that is stored already")
  func incremental() async throws {
    let backups = BackupsUnderTest(key: BackupsUnderTest.key)
    try await backups.create()
    let before = Set(backups.target.objects)
    // Three pieces of the database, the secret, five photos and their list.
    #expect(before.count == 10)
    backups.source.content.withLock { content in
      content.read = []
      // A byte of the second piece of the database, and a photo.
      content.files["fourcuts.sqlite"]?[1_500_000] ^= 1
      content.photos["b.jpg"] = [1, 2, 3]
    }
    let second = try await backups.create()
    let added = Set(backups.target.objects).subtracting(before)
    #expect(added.count == 3, "a piece, a photo and the list of the new photos")
    #expect(backups.source.content.withLock { $0.read.filter { !$0.hasSuffix(".320") } } == ["b.jpg"])
    #expect(second.photos == 6)
    let (destination, _) = try await backups.restored(second)
    #expect(
      destination.files.withLock { $0["fourcuts.sqlite"] }
        == backups.source.content.withLock { $0.files["fourcuts.sqlite"] }
    )

    let third = try await backups.create()
    #expect(third.addedBytes == 0)
    #expect(backups.target.objects.count == before.count + 3)
  }

  @Test("A backup does not list photos that were removed")
  func removedPhotos() async throws {
    let backups = BackupsUnderTest()
    try await backups.create()
    backups.source.content.withLock { $0.photos["a3.jpg"] = nil }
    let (destination, _) = try await backups.restored(try await backups.create())
    #expect(destination.photos.withLock { $0.keys.sorted() } == ["a1.jpg", "a2.jpg", "a4.jpg", "a5.jpg"])
  }

  @Test("A backup counts photos that are missing or were removed meanwhile")
  func missingPhotos() async throws {
    let backups = BackupsUnderTest()
    backups.source.content.withLock { content in
      content.lost = ["a1.jpg"]
      content.removed = ["a2.jpg"]
    }
    let manifest = try await backups.create()
    #expect(manifest.missingPhotos == 1 && manifest.removedPhotos == 1 && manifest.photos == 3)
  }

  @Test("An encrypted backup reveals neither contents nor their hashes")
  func encrypted() async throws {
    let backups = BackupsUnderTest(key: BackupsUnderTest.key)
    try await backups.create()
    let plain = BackupsUnderTest()
    try await plain.create()
    let names = { (target: MemoryTarget) in Set(target.objects.map { $0.split(separator: "/")[3] }) }
    #expect(names(backups.target).isDisjoint(with: names(plain.target)))
    for path in backups.target.paths {
      let bytes = try #require(backups.target.get(path))
      #expect(bytes.firstRange(of: Array("the secret".utf8)) == nil)
      #expect(bytes.firstRange(of: Array("keys.json".utf8)) == nil)
    }
    #expect(plain.target.paths.contains { plain.target.get($0)?.firstRange(of: Array("the secret".utf8)) != nil })
  }

  @Test("A wrong, missing or needless key is reported")
  func keys() async throws {
    let backups = BackupsUnderTest(key: BackupsUnderTest.key)
    let id = try await backups.create().id
    let other = String(BackupsUnderTest.key.reversed())
    #expect(await backups.code { _ = try await backups.repository(key: other).manifest(id) } == "backup-key-wrong")
    #expect(await backups.code { _ = try await backups.repository(key: nil).manifest(id) } == "backup-key-missing")
    let plain = BackupsUnderTest()
    let plainID = try await plain.create().id
    #expect(
      await plain.code { _ = try await plain.repository(key: other).manifest(plainID) } == "backup-not-encrypted")
    #expect(BackupKey("short") == nil && BackupKey(String(repeating: "g", count: 64)) == nil)
  }

  /// What can happen to stored bytes.
  enum Damage: CaseIterable { case missing, truncated, empty, flipped, appended, exchanged }

  @Test(
    "Damage to any file of a backup is found", arguments: Damage.allCases,
    [nil, BackupsUnderTest.key])
  func damage(_ damage: Damage, key: String?) async throws {
    let backups = BackupsUnderTest(key: key)
    let manifest = try await backups.create()
    let stored = backups.target.paths
    for (number, path) in stored.enumerated() {
      let intact = try #require(backups.target.get(path))
      let other = try #require(backups.target.get(stored[(number + 1) % stored.count]))
      switch damage {
      case .missing: backups.target.remove([path])
      case .truncated: backups.target.change(path) { $0.removeLast() }
      case .empty: backups.target.change(path) { $0 = [] }
      case .flipped: backups.target.change(path) { $0[$0.count / 2] ^= 4 }
      case .appended: backups.target.change(path) { $0.append(0) }
      case .exchanged: backups.target.change(path) { $0 = other }
      }
      let code = await backups.code {
        let (_, restored) = try await backups.restored(try await backups.repository.manifest(manifest.id))
        if let photo = restored.damagedPhotos.first {
          #expect(restored.damagedPhotos.count == 1 && photo.path == path)
          throw DomainError(.conflict, "photo-damaged", "")
        }
      }
      let codes = ["backup-damaged", "photo-damaged", "backup-unknown"]
      #expect(code.map(codes.contains) == true, "\(damage) \(path): \(code ?? "nothing")")
      backups.target.change(path) { $0 = intact }
    }
    #expect(await backups.code { _ = try await backups.restored(manifest) } == nil)
  }

  @Test("A backup stores lost pieces of an earlier one again")
  func lostObject() async throws {
    let backups = BackupsUnderTest()
    let first = try await backups.create()
    for path in backups.target.objects { backups.target.remove([path]) }
    #expect(await backups.code { _ = try await backups.restored(first) } == "backup-damaged")
    let (destination, restored) = try await backups.restored(try await backups.create())
    #expect(restored.photos.count == 5 && destination.files.withLock { $0.count } == 2)
  }

  @Test(
    "A failed backup leaves nothing behind, and the next one succeeds",
    arguments: ["objects/", "backups/", "synchronize"])
  func failure(place: String) async throws {
    let backups = BackupsUnderTest()
    backups.target.refuse(place)
    #expect(await backups.code { try await backups.create() } == "backup-place-unusable")
    #expect(backups.target.paths.isEmpty)
    #expect(await backups.code { _ = try await backups.repository.newest() } == "backup-missing")
    backups.target.refuse(nil)
    #expect(try await backups.create().photos == 5)
  }

  @Test("A backup that takes longer than a day is discarded, since its pieces may have been removed")
  func tooSlow() async throws {
    let backups = BackupsUnderTest()
    let code = await backups.code {
      _ = try await backups.repository.create(from: {
        backups.clock.advance(seconds: 23 * 3600)
        return backups.source
      })
    }
    #expect(code == "backup-too-slow")
    #expect(backups.target.paths.isEmpty)
  }

  @Test("Backups are named by their instants and sort in the order of time")
  func identifiers() throws {
    let id = BackupID(at: Timestamp(milliseconds: 1_800_000_000_007), random: { [UInt8](repeating: 0xAB, count: $0) })
    #expect(id.description == "20270115T080000007Z-abababab")
    #expect(BackupID(id.description)?.instant == id.instant)
    #expect(BackupID(at: id.instant.advanced(milliseconds: 1), random: { [UInt8](repeating: 0, count: $0) }) > id)
    let others = ["", "20270115T080000007Z", "20271315T080000007Z-abababab", "\(id)/", "../\(id)"]
    for text in others { #expect(BackupID(text) == nil) }
  }
}
