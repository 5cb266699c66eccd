package import APIKit
package import Accounts
package import Audit
package import Booths
package import Chat
package import GrapeCard
package import Location
package import Notices
package import Photos
package import Posts
import Queue

/// The services behind all APIs. Each endpoint type receives those that it uses.
package struct NativeServices: Sendable {
  package var catalogue: CatalogueHolder
  /// The files with which clients search it without a network.
  package var offline: OfflineFiles
  package var gazetteer: Gazetteer
  /// Counts searches without a booth.
  package var searches = FruitlessSearches.uncounted
  /// The catalogue's store.
  package var store: any CatalogueStore
  package var accounts: AccountService
  package var mailer: AccountMailer
  package var identities: IdentityService
  package var passkeys: PasskeyService
  package var roles: RoleService
  package var administration: AccountAdministration
  package var relations: RelationService
  package var posts: PostService
  package var notices: NoticeService
  package var announcements: AnnouncementService
  package var reports: ReportService
  package var savedBooths: SavedBoothService
  package var corrections: CorrectionService
  package var proposals: ProposalService
  package var evidence: EvidenceService
  package var photos: PhotoService
  package var shop: Shop
  package var chat: ChatConnections
  package var parties: PartyService
  package var grapeCard: GrapeCardService
  /// The directory for files being received; private to the service, on the same file system as its data.
  package var push: PushService
  /// With which browsers subscribe to notices.
  package var pushKey: String
  package var consents: ConsentService
  package var personalData: any PersonalDataStore
  package var uploadDirectory: String
  package var audit: any AuditStore

  package init(
    catalogue: CatalogueHolder, offline: OfflineFiles, gazetteer: Gazetteer, store: any CatalogueStore,
    accounts: AccountService, mailer: AccountMailer, identities: IdentityService, passkeys: PasskeyService,
    roles: RoleService, administration: AccountAdministration, relations: RelationService, posts: PostService,
    notices: NoticeService, announcements: AnnouncementService, reports: ReportService, savedBooths: SavedBoothService,
    corrections: CorrectionService, proposals: ProposalService, evidence: EvidenceService, photos: PhotoService,
    shop: Shop, chat: ChatConnections, parties: PartyService, grapeCard: GrapeCardService, push: PushService,
    pushKey: String, consents: ConsentService, personalData: any PersonalDataStore, uploadDirectory: String,
    audit: any AuditStore
  ) {
    self.catalogue = catalogue
    self.offline = offline
    self.gazetteer = gazetteer
    self.store = store
    self.accounts = accounts
    self.mailer = mailer
    self.identities = identities
    self.passkeys = passkeys
    self.roles = roles
    self.administration = administration
    self.relations = relations
    self.posts = posts
    self.notices = notices
    self.announcements = announcements
    self.reports = reports
    self.savedBooths = savedBooths
    self.corrections = corrections
    self.proposals = proposals
    self.evidence = evidence
    self.photos = photos
    self.shop = shop
    self.chat = chat
    self.parties = parties
    self.grapeCard = grapeCard
    (self.push, self.pushKey) = (push, pushKey)
    self.consents = consents
    self.personalData = personalData
    self.uploadDirectory = uploadDirectory
    self.audit = audit
  }

  /// Everything that waits for a decision.
  var queue: OperatorQueue {
    OperatorQueue(
      reports: reports, corrections: corrections, proposals: proposals, payments: shop.payments,
      evidence: evidence, catalogue: { [catalogue] in catalogue.current })
  }

  package var authenticator: any Authenticator { SessionAuthenticator(accounts: accounts) }
}

package struct NativeSettings: Sendable {
  /// The limits for reported positions, and the default position.
  package var locationPolicy = LocationPolicy()
  /// The token of machines that may do everything now, at least `minOperatorToken` characters; nil: there is none.
  package var operatorToken: @Sendable () -> String? = { nil }
  /// Shorter tokens might be guessed.
  package static let minOperatorToken = 24
  /// Receives each action with a role except imports, and each refused one.
  package var onOperatorAction: @Sendable (OperatorAction) async -> Void = { _ in }
  /// Runs imports over HTTP; nil: disabled.
  package var imports: (any ImportService)?

  package init() {}
}

extension APISurface {
  package static func native(_ services: NativeServices, _ settings: NativeSettings) -> APISurface {
    let (catalogue, accounts, chat) = (services.catalogue, services.accounts, services.chat.service)
    let (parties, posts) = (services.parties, services.posts)
    let access = OperatorAccess(
      token: settings.operatorToken, roles: services.roles, attempts: accounts.attempts,
      onAction: settings.onOperatorAction)
    let locationPolicy = settings.locationPolicy.named(by: services.gazetteer)
    let endpoints: [[Endpoint]] = [
      BoothEndpoints(
        catalogue: catalogue, gazetteer: services.gazetteer, searches: services.searches,
        evidence: services.evidence, locationPolicy: locationPolicy
      ).all,
      [BoothEditEndpoint(store: services.store, evidence: services.evidence, access: access).endpoint],
      SearchEndpoints(catalogue: catalogue, gazetteer: services.gazetteer).all,
      [PlaceListEndpoint(gazetteer: services.gazetteer).endpoint], OfflineEndpoints(files: services.offline).all,
      ExportEndpoints(catalogue, services.store, directory: services.uploadDirectory).all,
      [SourceListEndpoint(store: services.store).endpoint],
      SavedBoothEndpoints(saved: services.savedBooths, catalogue: catalogue).all,
      LocationEndpoints(catalogue: catalogue, gazetteer: services.gazetteer, locationPolicy: locationPolicy).all,
      AccountEndpoints(accounts: accounts, mailer: services.mailer).all, SessionEndpoints(accounts: accounts).all,
      ProfileEndpoints(accounts: accounts, relations: services.relations).all,
      ConsentEndpoints(consents: services.consents).all,
      PersonalDataEndpoints(store: services.personalData, photos: services.photos, attempts: accounts.attempts).all,
      PasswordResetEndpoints(accounts: accounts, mailer: services.mailer).all,
      AddressEndpoints(accounts: accounts, mailer: services.mailer).all,
      IdentityEndpoints(identities: services.identities, accounts: accounts).all,
      SocialRedirects(identities: services.identities).all,
      PasskeyEndpoints(passkeys: services.passkeys, accounts: accounts, mailer: services.mailer).all,
      RelationEndpoints(relations: services.relations).all,
      PostEndpoints(posts: posts, catalogue: catalogue).all,
      FeedEndpoints(posts: posts, catalogue: catalogue).all,
      GalleryEndpoint(posts: posts, catalogue: catalogue).all, CommentEndpoints(posts: posts).all,
      PhotoEndpoints(photos: services.photos, accounts: accounts, uploadDirectory: services.uploadDirectory).all,
      ReportEndpoints(reports: services.reports).all,
      ReportQueueEndpoints(reports: services.reports, access: access).all,
      QueueEndpoints(queue: services.queue).all,
      AuditEndpoints(audit: services.audit).all,
      CorrectionEndpoints(
        corrections: services.corrections, evidence: services.evidence, catalogue: catalogue,
        attempts: accounts.attempts
      ).all, CorrectionQueueEndpoints(corrections: services.corrections, access: access).all,
      ProposalEndpoints(proposals: services.proposals, attempts: accounts.attempts).all,
      ProposalQueueEndpoints(proposals: services.proposals, access: access).all,
      [
        ConfirmationEndpoint(evidence: services.evidence, catalogue: catalogue, attempts: accounts.attempts).endpoint,
        ClosureCandidateEndpoint(evidence: services.evidence, catalogue: catalogue).endpoint,
      ],
      OrderEndpoints(shop: services.shop, photos: services.photos).all,
      DeliveryEndpoints(shop: services.shop, photos: services.photos).all,
      RefundEndpoints(shop: services.shop, photos: services.photos).all,
      RefundQueueEndpoints(shop: services.shop, photos: services.photos, access: access).all,
      WebhookEndpoints(shop: services.shop).all, WorkspaceEndpoints(chat: chat).all,
      InvitationEndpoints(chat: chat, attempts: accounts.attempts).all, ChannelEndpoints(chat: chat).all,
      MessageEndpoints(chat: chat).all, UnreadEndpoint(chat: chat, notices: services.notices).all,
      NoticeEndpoints(notices: services.notices, chat: chat, mailer: services.mailer).all,
      PushEndpoints(push: services.push, publicKey: services.pushKey).all,
      RealtimeEndpoints(connections: services.chat, accounts: accounts).all, PartyEndpoints(parties: parties).all,
      PartyMemberEndpoints(parties: parties).all, QuestEndpoints(parties: parties).all,
      GrapeCardEndpoints(grapeCard: services.grapeCard).all,
      ImportEndpoints(runner: settings.imports, access: access).all,
      OperatorEndpoints(roles: services.roles, accounts: accounts).all,
      OperatorPasskeyEndpoints(roles: services.roles, passkeys: services.passkeys).all,
      PeopleEndpoints(administration: services.administration, access: access).all,
      AnnouncementEndpoints(announcements: services.announcements, access: access).all,
      [FruitlessSearchEndpoint(searches: services.searches).endpoint],
      ImportRunEndpoints(store: services.store, access: access).all,
      ServiceEndpoints(catalogue: catalogue, store: services.store).all,
    ]
    let authorized = endpoints.flatMap(\.self).map { endpoint in
      var endpoint = endpoint
      endpoint.roleAuthorizer = access
      return endpoint
    }
    return APISurface(endpoints: authorized, schemas: Schemas.native)
  }
}
