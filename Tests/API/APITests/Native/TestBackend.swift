import APIKit
import Accounts
import Basics
import Booths
import Chat
import Crypto
import Dispatch
import Foundation
import Gateways
import LegacyAPI
import NativeAPI
import Photos
import Posts
import SQL
import SQLite
import StandardsAPI
import Stores
import Support
import Synchronization
import Workload

/// A community over a real database in a folder of its own, with a clock that is moved by hand.
final class TestBackend: Sendable {
  let directory: ScratchDirectory
  let clock: MovedClock
  let catalogue: CatalogueHolder
  let services: NativeServices
  let idempotency: SQLIdempotencyStore
  let cursorSeal = Seal(key: systemRandom(Seal.keyLength))
  let database: SQLiteDatabase

  /// Makes a town's shop.
  typealias ShopOpening = (any Database, PostService, @escaping @Sendable () -> Timestamp) throws -> Shop

  /// A town with nobody in it and some booths, to which people come by the word of some providers too; its
  /// shop is closed unless it is opened.
  /// - Parameter wrapped: the database as the shop and the keys of requests see it.
  init(
    _ booths: [Booth] = Sample.booths, clock: MovedClock = MovedClock(Sample.now),
    providers: [any IdentityProvider] = [], wrapped: (any Database) -> any Database = { $0 },
    shop: ShopOpening = { database, _, now in .closed(database, now) }
  ) async throws {
    let catalogue = Sample.catalogue(booths)
    directory = try ScratchDirectory()
    database = try await SQLiteDatabase(path: directory.url.appendingPathComponent("town.sqlite").path)
    try await database.prepareStores()
    let inner = wrapped(database)
    idempotency = SQLIdempotencyStore(inner)
    services = try await TestBackend.services(
      database, directory.url.appendingPathComponent("photos").path, clock, catalogue, providers
    ) { try shop(inner, $1, $2) }
    self.catalogue = catalogue
    self.clock = clock
  }

  private static func services(
    _ database: SQLiteDatabase, _ photos: String, _ clock: MovedClock, _ catalogue: CatalogueHolder,
    _ providers: [any IdentityProvider], _ shop: ShopOpening
  ) async throws -> NativeServices {
    let now: @Sendable () -> Timestamp = { clock.now }
    let directory = try PhotoDirectory(photos)
    let accounts = AccountService(
      accounts: SQLAccountStore(database), sessions: SQLSessionStore(database),
      passwords: PasswordHasher(), tokens: AccessTokens(keys: SigningKeys(random: systemRandom)),
      seal: Seal(key: systemRandom(Seal.keyLength)), clock: now)
    let posts = PostService(
      posts: SQLPostStore(database), comments: SQLCommentStore(database),
      boothExists: { catalogue.current.ordinal(of: $0) != nil }, clock: now, random: systemRandom)
    let bus = LocalEventBus()
    let chats = ChatService(store: SQLChatStore(database), bus: bus, clock: now)
    return NativeServices(
      catalogue: catalogue, store: IdleStore(stored: 7), accounts: accounts,
      identities: IdentityService(
        accounts: accounts, identities: SQLIdentityStore(database), providers: providers,
        box: SecretBox(key: systemRandom(SecretBox.keyLength)), clock: now),
      relations: RelationService(relations: SQLRelationStore(database), clock: now), posts: posts,
      reports: ReportService(reports: SQLReportStore(database), clock: now, random: systemRandom),
      photos: PhotoService(
        codec: PhotoCodec(), store: directory, register: try await SQLPhotoRegister(database), clock: now),
      shop: try shop(database, posts, now),
      chat: ChatConnections(service: chats, bus: bus, clock: now, accounts: accounts),
      parties: PartyService(chat: chats, random: systemRandom), grapeCard: .here(database, catalogue, now),
      uploadDirectory: directory.incoming)
  }

  /// Every row of every table, as text.
  func contents() async throws -> [String] {
    try await database.read { connection in
      var tables: [String] = []
      try connection.each("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name", []) {
        tables.append($0.text(0))
      }
      var rows: [String] = []
      for table in tables {
        var columns: [String] = []
        try connection.each("SELECT name FROM pragma_table_info($1)", [.text(table)]) {
          columns.append("quote(\"\($0.text(0))\")")
        }
        try connection.each("SELECT \(columns.joined(separator: " || ',' || ")) FROM \"\(table)\" ORDER BY 1", []) {
          rows.append("\(table): \($0.text(0))")
        }
      }
      return rows
    }
  }
}

extension TestBackend {
  /// A town for tests of booths, which ask nothing of it.
  static let empty: TestBackend = opened()

  /// Waits for a town to be opened. Its tasks run on a queue of their own, so that waiting keeps no thread from them.
  private static func opened() -> TestBackend {
    let result = Mutex<Result<TestBackend, any Error>?>(nil)
    let isDone = DispatchSemaphore(value: 0)
    Task.detached(executorPreference: QueueExecutor()) {
      do {
        let backend = try await TestBackend()
        result.withLock { $0 = .success(backend) }
      } catch {
        result.withLock { $0 = .failure(error) }
      }
      isDone.signal()
    }
    isDone.wait()
    return try! result.withLock { $0 }!.get()
  }
}

/// Runs tasks on a queue of its own.
private final class QueueExecutor: TaskExecutor {
  private let queue = DispatchQueue(label: "town")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
