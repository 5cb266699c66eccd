public import Accounts
import Basics
public import Chat
public import Photos
public import Posts
public import Stamps
public import Tokens

/// What people do with each other here: their accounts, posts, photos and talk.
public struct Community: Sendable {
  /// Who there is and who is logged in.
  public var accounts: AccountService
  /// Who comes by the word of others.
  public var identities: IdentityService
  /// Who follows and who blocks whom.
  public var relations: RelationService
  /// What people share, with its comments and likes.
  public var posts: PostService
  /// Complaints, and the operator's queue of them.
  public var reports: ReportService
  /// The photos of posts and profiles.
  public var photos: PhotoService
  /// What is sold.
  public var shop: Shop
  /// Remembers requests that may be repeated.
  public var idempotency: any IdempotencyStore
  /// Where people talk.
  public var chat: ChatDesk
  /// Where people find others to talk and do something with.
  public var parties: PartyService
  /// Todos, and the grapes that they earn.
  public var stamps: StampService
  /// Seals the cursors of pages.
  public var cursorSeal: Seal
  /// The folder into which files are received; the service's own, and on the same file system as what it keeps.
  public var uploadFolder: String
  /// The keys of old clients with the contract that each was written for.
  public var applications: [String: LegacyContract]
  /// Whether the contract of PartyQuest is served, whose clients show no key.
  public var servesPartyQuest = false
  /// What lets clients of PartyQuest in that come without a proof; nil: nobody comes in in this way.
  public var partyQuestSecret: PartyQuestSecret?
  /// How often expired access tokens are shown, each known by its hash, to end the loop of clients that retry with one.
  ///
  /// Mobbie refreshes upon 419 and then repeats its request with the *old* token, for ever; only another status ends
  /// that. Said by the refresh, it would log the person out; said to the repeated request, the next thing the person does
  /// uses the new token. So the limit here lies below that of refreshes, and above what a client with many requests in
  /// flight shows at once.
  let expiredTokens = CallLimiter<Int>(most: 50, seconds: 10)
  /// The same for applications of SLP.
  ///
  /// Mojitalk repeats a request as fast as it is told that its token has expired, starting a refresh each time, until the
  /// first of them is answered: that must not be cut short. But where its refresh token has expired as well it goes on
  /// for ever; only another code than `E05` ends that.
  let hurriedTokens = CallLimiter<Int>(most: 500, seconds: 10)

  /// How often each person looks up who has an e-mail address, so that nobody learns by a list of them whose they are.
  let lookedUpAddresses = CallLimiter<AccountID>(most: 60, seconds: 60)

  /// A community from its parts.
  public init(
    accounts: AccountService, identities: IdentityService, relations: RelationService, posts: PostService,
    reports: ReportService, photos: PhotoService, shop: Shop, idempotency: any IdempotencyStore,
    stamps: StampService, chat: ChatDesk, parties: PartyService, cursorSeal: Seal, uploadFolder: String,
    applications: [String: LegacyContract]
  ) {
    self.accounts = accounts
    self.identities = identities
    self.relations = relations
    self.posts = posts
    self.reports = reports
    self.photos = photos
    self.shop = shop
    self.idempotency = idempotency
    self.stamps = stamps
    self.chat = chat
    self.parties = parties
    self.cursorSeal = cursorSeal
    self.uploadFolder = uploadFolder
    self.applications = applications
  }
}

/// The contracts of old clients that a key can stand for.
public enum LegacyContract: String, Hashable, Sendable, CaseIterable {
  /// The learning platform's first generation, at the root: Mobbie, OOTD.
  case lslpV0 = "lslp-v0"
  /// Its second, under `/v1`: 4cuts.zip.
  case lslpV1 = "lslp-v1"
  /// That of workspaces and chats, under `/v1` as well, with its login under `/v2`: Mojitalk.
  case slp
}
