import API
import Accounts
import Basics
import Booths
import Foundation
import Gateways
import Photos
import Posts
import Stores
import Tokens

/// The community of a data folder, and what keeps it well while it is served.
struct CommunityAssembly: Sendable {
  let community: Community
  /// Which secrets sign and are taken now.
  let tokens: AccessTokens
  let ring: KeyRing
  private let now: @Sendable () -> Timestamp

  /// Introduces services, stores and secrets to each other; the secrets and folders are made at first use.
  /// - Parameter catalogue: tells which booths there are.
  /// - Throws: `Refusal` of a secret or a folder that cannot be used.
  init(
    _ assembly: Assembly, _ settings: CommunitySettings, catalogue: LiveCatalogue,
    now: @escaping @Sendable () -> Timestamp
  ) async throws {
    ring = assembly.ring
    tokens = AccessTokens(keys: try ring.signingKeys())
    self.now = now
    let database = assembly.database
    let accounts = AccountService(
      accounts: SQLAccountStore(database), sessions: SQLSessionStore(database), passwords: PasswordHasher(),
      tokens: tokens, policy: settings.sessions, clock: now)
    let posts = PostService(
      posts: SQLPostStore(database), comments: SQLCommentStore(database),
      boothExists: { catalogue.current.ordinal(of: $0) != nil }, clock: now, random: systemRandom)
    let photos = PhotoService(
      codec: PhotoCodec(), store: try PhotoFolder(try Self.folder("photos", in: assembly.folder)),
      register: try await SQLPhotoRegister(database), clock: now)
    community = Community(
      accounts: accounts, relations: RelationService(relations: SQLRelationStore(database), clock: now), posts: posts,
      reports: assembly.reports(now: now), photos: photos, cursorSeal: try ring.cursorSeal(),
      uploadFolder: try Self.folder("uploads", in: assembly.folder), applications: settings.applications)
  }

  /// Follows changes of the keys and tidies up, until the task is cancelled.
  func run(onFailure: @escaping @Sendable (any Error) -> Void) async {
    let follower = KeyFollower(ring: ring, tokens: tokens, onFailure: onFailure)
    let housekeeping = Housekeeping(
      accounts: community.accounts, photos: community.photos, uploadFolder: community.uploadFolder, now: now,
      onFailure: onFailure)
    async let keys: Void = follower.run()
    await housekeeping.run()
    await keys
  }

  /// A folder of the service's own below the data folder, for its owner alone.
  private static func folder(_ name: String, in parent: URL) throws(Refusal) -> String {
    let folder = parent.appendingPathComponent(name)
    do {
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      return folder.path
    } catch {
      throw Refusal(.unavailable, "data-dir-unusable", "The folder \(folder.path) cannot be made.", field: "data-dir")
    }
  }
}
