import APIKit
import Accounts
import Basics
import Booths
import Chat
import Concurrency
import Crypto
import Foundation
import NativeAPI
import Notices
import PhotoStorage
import Photos
import Posts
import Stores
import TimeZones
import WebPush

/// The services of a data directory and their background work.
struct ServiceAssembly: Sendable {
  let services: NativeServices
  let idempotency: SQLIdempotencyStore
  let rateBuckets: SQLRateBucketStore
  let cursorAuthenticator: MessageAuthenticator
  let tokens: AccessTokens
  let keyRing: KeyRing
  let shop: ShopAssembly
  let mail: MailAssembly
  let push: PushAssembly
  let photoCodec: PhotoCodec
  private let directory: URL
  private let audit: AuditLog
  private let now: @Sendable () -> Timestamp

  /// Creates the services with their stores and secrets. Missing secrets and directories are created.
  /// - Parameters:
  ///   - maskedSecrets: Secrets to mask in responses of payment gateways.
  ///   - gazetteer: The places that the search knows.
  ///   - catalogue: Supplies the booths that posts may refer to.
  ///   - bus: Carries the events of chats.
  ///   - audit: Records logins.
  /// - Throws: `DomainError` of a secret or a directory that cannot be used.
  init(
    _ assembly: Assembly, _ settings: ServiceSettings, maskedSecrets: [String] = [], gazetteer: Gazetteer = .empty,
    catalogue: CatalogueHolder,
    bus: any EventBus = LocalEventBus(), audit: AuditLog, now: @escaping @Sendable () -> Timestamp
  ) async throws {
    keyRing = assembly.keyRing
    tokens = AccessTokens(keys: try await keyRing.signingKeys())
    self.now = now
    self.audit = audit
    self.directory = assembly.directory
    cursorAuthenticator = try await keyRing.cursorAuthenticator()
    idempotency = SQLIdempotencyStore(assembly.database, run: assembly.temporary?.name ?? "")
    // Reads of posts, profiles and grape cards may be a moment old. Not those of sessions, so that a revoked one is
    // refused at once, of payments, of photos, which caches keep, and of chats, whose readers follow notifications.
    let (database, readDatabase) = (assembly.database, assembly.readDatabase)
    push = try PushAssembly(
      assembly, settings.push, key: try await keyRing.pushKey(), contact: settings.mail.base, now: now)
    let announce: NoticeAnnouncement = { [wake = push.service.wake] in
      bus.publish(.account($0))
      wake()
    }
    rateBuckets = SQLRateBucketStore(database)
    let temporary = assembly.temporary?.url ?? assembly.directory.appendingPathComponent("photos/incoming")
    let location = settings.photos ?? .standard(in: assembly.directory)
    photoCodec = PhotoCodec(decoder: settings.decoder, onLostDecoder: settings.onLostDecoder)
    let photos = PhotoService(
      codec: photoCodec, store: try location.store(temporary: temporary),
      register: try await SQLPhotoRegister(database), clock: now)
    var service = AccountService(
      accounts: SQLAccountStore(readDatabase), sessions: SQLSessionStore(database), attempts: SQLAttemptStore(database),
      passwords: PasswordHasher(), tokens: tokens, authenticator: cursorAuthenticator, policy: settings.sessions,
      clock: now)
    // Photos that this fails to remove are removed by the next cleanup.
    service.afterWithdrawal = { _ = try? await photos.removeOrphans() }
    service.onEvent = audit.record
    mail = try MailAssembly(
      assembly, settings.mail, attempts: service.attempts, authenticator: cursorAuthenticator, now: now)
    service.notifyOwner = { [mailer = mail.mailer] in await mailer.notify($0, $1, $2) }
    let accounts = service
    let posts = PostService(
      posts: SQLPostStore(readDatabase, announcing: announce),
      comments: SQLCommentStore(readDatabase, announcing: announce),
      boothExists: { catalogue.current.ordinal(of: $0) != nil }, clock: now, random: systemRandom)
    shop = try ShopAssembly(
      assembly, settings.shop, maskedSecrets: maskedSecrets, goods: { try await posts.goods($0) },
      announcing: announce, now: now)
    let chat = ChatConnections(
      service: ChatService(store: SQLChatStore(database), bus: bus, clock: now), bus: bus, clock: now,
      accounts: accounts)
    var services = NativeServices(
      catalogue: catalogue,
      offline: OfflineFiles(
        catalogue: catalogue, changes: assembly.store.changes, sources: assembly.store.sources,
        signer: try await keyRing.catalogueSigner(),
        directory: temporary.path),
      gazetteer: gazetteer, store: assembly.store, accounts: accounts, mailer: mail.mailer,
      identities: try await identityService(assembly, settings.social, accounts: accounts, now: now),
      passkeys: PasskeyService(accounts: accounts, store: SQLPasskeyStore(database)),
      roles: RoleService(
        accounts: accounts, store: SQLRoleStore(database), box: try await keyRing.factorBox()),
      administration: assembly.accountControl(now: now),
      relations: RelationService(relations: SQLRelationStore(readDatabase, announcing: announce), clock: now),
      posts: posts, notices: NoticeService(store: SQLNoticeStore(database), zones: SystemTimeZones(), clock: now),
      announcements: assembly.announcements(catalogue: catalogue, announcing: announce, now: now),
      reports: assembly.reports(announcing: announce, now: now),
      savedBooths: SavedBoothService(
        store: SQLSavedBoothStore(readDatabase, announcing: announce), catalogue: { catalogue.current }, clock: now),
      corrections: assembly.corrections(announcing: announce, now: now),
      proposals: assembly.proposals(announcing: announce, now: now), evidence: assembly.evidence(now: now),
      photos: photos, shop: shop.shop, chat: chat,
      parties: PartyService(chat: chat.service, random: systemRandom),
      grapeCard: assembly.grapeCard(catalogue: catalogue, now: now),
      push: push.service, pushKey: push.sender.publicKey,
      consents: ConsentService(texts: settings.legalTexts, store: SQLConsentStore(database), clock: now),
      personalData: SQLPersonalDataStore(database), uploadDirectory: temporary.path,
      audit: audit.store)
    services.searches = FruitlessSearches(SQLFruitlessSearchStore(database), clock: now)
    self.services = services
  }

  /// Notifies people of changes of booths that they have saved, within ten seconds of a change of the catalogue. Each hour
  /// also of those that were saved with an older catalogue on another node.
  private func notifyOfSavedBooths(_ onFailure: @escaping @Sendable (any Error) -> Void) async {
    var (version, round) = (Int64.min, 0)
    await repeating(every: .seconds(10), onFailure: onFailure) { [services] in
      let current = services.catalogue.current.version
      round += 1
      guard current != version || round % 360 == 0 else { return }
      try await services.savedBooths.notifyOfChanges()
      version = current
    }
  }

  /// Verifies the stored photo files once.
  private func checkPhotos(_ onFailure: @escaping @Sendable (any Error) -> Void) async {
    do {
      let damaged = try await services.photos.verifyStored()
      if damaged > 0 { onFailure(PhotosDamaged(count: damaged)) }
    } catch is CancellationError {
    } catch { onFailure(error) }
  }

  /// Follows key rotations, delivers chat messages to listeners, and cleans up, until the task is cancelled.
  func run(onFailure: @escaping @Sendable (any Error) -> Void) async {
    let follower = KeyFollower(keyRing: keyRing, tokens: tokens, onFailure: onFailure)
    let cleanup = Cleanup(
      accounts: services.accounts, passkeys: services.passkeys, roles: services.roles, photos: services.photos,
      directory: directory,
      idempotency: idempotency,
      rateBuckets: rateBuckets, notices: services.notices, audit: audit, now: now, onFailure: onFailure)
    async let keys: Void = follower.run()
    async let broadcasting: Void = services.chat.run(onFailure: onFailure)
    async let revocations: Void = RevocationWorker(
      identities: services.identities, onFailure: onFailure
    ).run()
    async let checking: Void = checkPhotos(onFailure)
    async let counting: Void = repeating(every: .seconds(60)) { [services] in
      do { try await services.searches.write() } catch { onFailure(error) }
    }
    async let notifying: Void = notifyOfSavedBooths(onFailure)
    async let writing: Void = repeating(every: .seconds(10), onFailure: onFailure) { [services] in
      try await services.announcements.sendDue()
    }
    async let mailing: Void = repeating(every: .seconds(60), onFailure: onFailure) { [services] in
      if try await services.notices.queueMails() { services.mailer.wake() }
    }
    await cleanup.run()
    await checking
    await notifying
    await writing
    await mailing
    await counting
    await keys
    await revocations
    await broadcasting
  }
}

private struct PhotosDamaged: Error, CustomStringConvertible {
  let count: Int
  var description: String {
    "\(counted(count, "photo is", "photos are")) damaged in storage and not served: restore from a backup."
  }
}
