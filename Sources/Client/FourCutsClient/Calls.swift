public import Basics
public import Contracts
public import Foundation

// The API calls of an app. All throw `ClientError`.

extension FourCutsClient {
  // MARK: Accounts and sessions

  /// The account that is logged in on this device, without a request; nil without a session.
  public var account: AccountID? {
    get throws(ClientError) {
      guard case .open(let session) = try knownSession() else { return nil }
      return AccountID(session.account)
    }
  }

  /// Creates an account and opens its session.
  @discardableResult
  public func signUp(email: String, password: String, nickname: String) async throws(ClientError) -> AccountDocument {
    try await open(
      "accounts", SignUpRequest(email: email, password: password, nickname: nickname))
  }

  /// Logs in, replacing the current session.
  @discardableResult
  public func logIn(email: String, password: String) async throws(ClientError) -> AccountDocument {
    try await open("sessions", LoginRequest(email: email, password: password))
  }

  /// Ends the session on this device, or all sessions of the account. If the server cannot be reached, the session
  /// stays.
  public func logOut(everywhere: Bool = false) async throws(ClientError) {
    try await leave(
      everywhere ? APIRequest("DELETE", "sessions") : APIRequest("DELETE", "sessions", "current"))
  }

  /// Deletes the account and everything it created, permanently.
  /// - Parameter password: The account's. An account without one must have logged in within the last ten minutes;
  ///   otherwise the server rejects the request with the code `password-needed` or `login-too-old`.
  public func withdraw(password: String? = nil) async throws(ClientError) {
    try await leave(APIRequest("DELETE", "me", json: WithdrawalRequest(currentPassword: password)))
  }

  private func open(
    _ resource: String, _ body: any Encodable & Sendable
  ) async throws(ClientError) -> AccountDocument {
    let opened = try await answer(APIRequest("POST", resource, json: body, token: .none), as: SessionDocument.self)
    try begin(
      Session(
        server: server.absoluteString, account: opened.account.id.description, accessToken: opened.tokens.accessToken,
        refreshToken: opened.tokens.refreshToken))
    return opened.account
  }

  private func leave(_ request: APIRequest) async throws(ClientError) {
    try await perform(request)
    try end()
  }

  /// Whether an e-mail address is free for sign-up.
  public func isFree(email: String) async throws(ClientError) -> Bool {
    try await answer(
      APIRequest("POST", "accounts", "email-check", json: EmailCheckRequest(email: email), token: .none),
      as: EmailCheckDocument.self
    ).available
  }

  /// A free random nickname.
  public func randomNickname() async throws(ClientError) -> String {
    try await answer(APIRequest("GET", "nicknames", "random", token: .none), as: NicknameDocument.self).nickname
  }

  /// The caller's account.
  public func me() async throws(ClientError) -> AccountDocument { try await answer(APIRequest("GET", "me")) }

  /// Changes the caller's profile.
  @discardableResult
  public func change(_ profile: ProfileChangeRequest) async throws(ClientError) -> AccountDocument {
    try await answer(APIRequest("PATCH", "me", json: profile))
  }

  /// Changes the password and ends all other sessions of the account.
  public func changePassword(from old: String, to new: String) async throws(ClientError) {
    try await perform(
      APIRequest("PUT", "me", "password", json: PasswordChangeRequest(currentPassword: old, password: new)))
  }

  // MARK: People

  /// An account's profile.
  public func person(_ id: AccountID) async throws(ClientError) -> ProfileDocument {
    try await answer(APIRequest("GET", "accounts", id.description, token: .optional))
  }

  /// Follows an account.
  public func follow(_ id: AccountID) async throws(ClientError) {
    try await perform(APIRequest("PUT", "accounts", id.description, "follow"))
  }

  /// Unfollows an account.
  public func unfollow(_ id: AccountID) async throws(ClientError) {
    try await perform(APIRequest("DELETE", "accounts", id.description, "follow"))
  }

  /// Blocks an account: neither sees the other any more.
  public func block(_ id: AccountID) async throws(ClientError) {
    try await perform(APIRequest("PUT", "accounts", id.description, "block"))
  }

  /// Unblocks an account.
  public func unblock(_ id: AccountID) async throws(ClientError) {
    try await perform(APIRequest("DELETE", "accounts", id.description, "block"))
  }

  /// An account's followers.
  public nonisolated func followers(of id: AccountID, pageSize: Int = 50) -> Pages<PersonDocument> {
    pages(of: APIRequest("GET", "accounts", id.description, "followers", token: .optional), pageSize)
  }

  /// The accounts that an account follows.
  public nonisolated func following(by id: AccountID, pageSize: Int = 50) -> Pages<PersonDocument> {
    pages(of: APIRequest("GET", "accounts", id.description, "following", token: .optional), pageSize)
  }

  /// The accounts that the caller has blocked.
  public nonisolated func blocked(pageSize: Int = 50) -> Pages<PersonDocument> {
    pages(of: APIRequest("GET", "me", "blocks"), pageSize)
  }

  // MARK: Posts

  /// The posts of a feed, newest first.
  public nonisolated func posts(in feed: PostFeed = PostFeed(), pageSize: Int = 20) -> Pages<PostDocument> {
    pages(of: feed.request, pageSize)
  }

  /// One post.
  public func post(_ id: PostID) async throws(ClientError) -> PostDocument {
    try await answer(APIRequest("GET", "posts", id.description, token: .optional))
  }

  /// Creates a post, or replaces the caller's post with `id`, by the same rules.
  ///
  /// The photos are uploaded first and appended to those that the post names already. If the post then fails, the
  /// server removes the unused photos after a day. Creating a post is idempotent: a retry after a lost response creates
  /// no second post.
  /// - Returns: The post after the change.
  @discardableResult
  public func save(_ post: PostRequest, photos: [PhotoUpload] = [], id: PostID? = nil) async throws(ClientError)
    -> PostDocument
  {
    var post = post
    if !photos.isEmpty { post.photos = (post.photos ?? []) + (try await upload(photos)).map(\.name) }
    if let id { return try await answer(APIRequest("PUT", "posts", id.description, json: post)) }
    return try await answer(APIRequest("POST", "posts", json: post, key: UUID().uuidString))
  }

  /// Removes a post of the caller.
  public func remove(_ id: PostID) async throws(ClientError) {
    try await perform(APIRequest("DELETE", "posts", id.description))
  }

  /// Likes or unlikes a post.
  @discardableResult
  public func like(_ id: PostID, _ isLiked: Bool = true) async throws(ClientError) -> LikeDocument {
    try await answer(APIRequest(isLiked ? "PUT" : "DELETE", "posts", id.description, "like"))
  }

  // MARK: Comments and reports

  /// The comments on a post, newest first.
  public nonisolated func comments(on post: PostID, pageSize: Int = 50) -> Pages<CommentDocument> {
    pages(of: APIRequest("GET", "posts", post.description, "comments", token: .optional), pageSize)
  }

  /// Adds a comment, idempotently, or changes the caller's comment with `id`.
  @discardableResult
  public func comment(_ text: String, on post: PostID, id: CommentID? = nil) async throws(ClientError)
    -> CommentDocument
  {
    let request = CommentRequest(text: text)
    if let id {
      return try await answer(
        APIRequest("PUT", "posts", post.description, "comments", id.description, json: request))
    }
    return try await answer(
      APIRequest("POST", "posts", post.description, "comments", json: request, key: UUID().uuidString))
  }

  /// Removes a comment of the caller, or any comment on a post of the caller.
  public func remove(_ comment: CommentID, on post: PostID) async throws(ClientError) {
    try await perform(APIRequest("DELETE", "posts", post.description, "comments", comment.description))
  }

  /// Reports a post or a comment to the operator.
  @discardableResult
  public func report(_ report: ReportRequest) async throws(ClientError) -> ReportDocument {
    try await answer(APIRequest("POST", "reports", json: report))
  }

  // MARK: Shop

  /// Orders the goods of a post. The response fixes amount, gateway and reference.
  /// - Parameter key: The idempotency key. A retry with the same key does not create a second order.
  @discardableResult
  public func order(_ post: PostID, key: String = UUID().uuidString) async throws(ClientError) -> OrderDocument {
    try await answer(APIRequest("POST", "orders", json: OrderRequest(post: post), key: key))
  }

  /// The caller's orders, newest first; all of them if `states` is empty.
  public nonisolated func orders(in states: [OrderStateValue] = [], pageSize: Int = 20) -> Pages<OrderDocument> {
    let state = states.isEmpty ? nil : states.map(\.rawValue).joined(separator: ",")
    return pages(of: APIRequest("GET", "orders", query: [("state", state)]), pageSize)
  }

  /// An order of the caller.
  public func order(_ id: OrderID) async throws(ClientError) -> OrderDocument {
    try await answer(APIRequest("GET", "orders", id.description))
  }

  /// Validates the payment of an order, after the gateway's library has reported it. An order is validated once; later
  /// calls are rejected. If the server cannot reach the gateway now, the order is settled later, and can be fetched.
  /// - Parameters:
  ///   - transaction: The transaction id that the gateway's library returned (`imp_uid`), if any.
  ///   - key: As with `order`.
  @discardableResult
  public func validate(
    _ order: OrderID, transaction: String? = nil, key: String = UUID().uuidString
  ) async throws(ClientError) -> OrderDocument {
    try await answer(
      APIRequest(
        "POST", "orders", order.description, "validation", json: OrderValidationRequest(transaction: transaction),
        key: key))
  }

  // MARK: Photos

  /// Uploads one to five photos, all or none.
  public func upload(_ photos: [PhotoUpload]) async throws(ClientError) -> [PhotoDocument] {
    var request = APIRequest("POST", "photos")
    request.body = .photos(photos)
    return try await answer(request, as: PhotoListDocument.self).photos
  }

  /// The bytes of a photo, or of a version at most `width` pixels wide (320 or 960).
  public func photo(_ name: PhotoName, width: Int? = nil) async throws(ClientError) -> Data {
    try await bytes(
      APIRequest(
        "GET", "photos", name.description, query: [("width", width.map(String.init))], token: .optional)
    ).body
  }

  private nonisolated func pages<Item>(of list: APIRequest, _ size: Int) -> Pages<Item> {
    Pages { cursor throws(ClientError) in try await self.answer(list.page(cursor, limit: size)) }
  }
}
