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
    try await open(.signUp(SignUpRequest(email: email, password: password, nickname: nickname)))
  }

  /// Logs in, replacing the current session.
  @discardableResult
  public func logIn(email: String, password: String) async throws(ClientError) -> AccountDocument {
    try await open(.logIn(LoginRequest(email: email, password: password)))
  }

  /// Ends the session on this device, or all sessions of the account. If the server cannot be reached, the session
  /// stays.
  public func logOut(everywhere: Bool = false) async throws(ClientError) {
    try await leave(.logOut(everywhere: everywhere))
  }

  /// Deletes the account and everything it created, permanently.
  /// - Parameter password: The account's. An account without one must have logged in within the last ten minutes;
  ///   otherwise the server rejects the request with the code `password-needed` or `login-too-old`.
  public func withdraw(password: String? = nil) async throws(ClientError) {
    try await leave(.withdraw(WithdrawalRequest(currentPassword: password)))
  }

  private func open(_ route: APIRequest) async throws(ClientError) -> AccountDocument {
    let opened = try await answer(route, as: SessionDocument.self)
    try begin(
      Session(
        server: server.absoluteString, account: opened.account.id.description, accessToken: opened.tokens.accessToken,
        refreshToken: opened.tokens.refreshToken))
    return opened.account
  }

  private func leave(_ route: APIRequest) async throws(ClientError) {
    try await perform(route)
    try end()
  }

  /// Whether an e-mail address is free for sign-up.
  public func isFree(email: String) async throws(ClientError) -> Bool {
    try await answer(.checkEmail(EmailCheckRequest(email: email)), as: EmailCheckDocument.self).available
  }

  /// A free random nickname.
  public func randomNickname() async throws(ClientError) -> String {
    try await answer(.randomNickname, as: NicknameDocument.self).nickname
  }

  /// The caller's account.
  public func me() async throws(ClientError) -> AccountDocument { try await answer(.me) }

  /// Changes the caller's profile.
  @discardableResult
  public func change(_ profile: ProfileChangeRequest) async throws(ClientError) -> AccountDocument {
    try await answer(.changeProfile(profile))
  }

  /// Changes the password and ends all other sessions of the account.
  public func changePassword(from old: String, to new: String) async throws(ClientError) {
    try await perform(.changePassword(PasswordChangeRequest(currentPassword: old, password: new)))
  }

  // MARK: People

  /// An account's profile.
  public func person(_ id: AccountID) async throws(ClientError) -> ProfileDocument { try await answer(.person(id)) }

  /// Follows an account.
  public func follow(_ id: AccountID) async throws(ClientError) { try await perform(.follow(id)) }

  /// Unfollows an account.
  public func unfollow(_ id: AccountID) async throws(ClientError) { try await perform(.unfollow(id)) }

  /// Blocks an account: neither sees the other any more.
  public func block(_ id: AccountID) async throws(ClientError) { try await perform(.block(id)) }

  /// Unblocks an account.
  public func unblock(_ id: AccountID) async throws(ClientError) { try await perform(.unblock(id)) }

  /// An account's followers.
  public nonisolated func followers(of id: AccountID, pageSize: Int = 50) -> Pages<PersonDocument> {
    pages(pageSize) { .followers(of: id, $0) }
  }

  /// The accounts that an account follows.
  public nonisolated func following(by id: AccountID, pageSize: Int = 50) -> Pages<PersonDocument> {
    pages(pageSize) { .following(by: id, $0) }
  }

  /// The accounts that the caller has blocked.
  public nonisolated func blocked(pageSize: Int = 50) -> Pages<PersonDocument> {
    pages(pageSize) { .blocked($0) }
  }

  // MARK: Posts

  /// The posts of a feed, newest first.
  public nonisolated func posts(in feed: PostFeed = PostFeed(), pageSize: Int = 20) -> Pages<PostDocument> {
    pages(pageSize) { .posts(feed, $0) }
  }

  /// One post.
  public func post(_ id: PostID) async throws(ClientError) -> PostDocument { try await answer(.post(id)) }

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
    if let id { return try await answer(.updatePost(id, post)) }
    return try await answer(.createPost(post, key: UUID().uuidString))
  }

  /// Removes a post of the caller.
  public func remove(_ id: PostID) async throws(ClientError) { try await perform(.removePost(id)) }

  /// Likes or unlikes a post.
  @discardableResult
  public func like(_ id: PostID, _ isLiked: Bool = true) async throws(ClientError) -> LikeDocument {
    try await answer(isLiked ? .like(id) : .unlike(id))
  }

  // MARK: Comments and reports

  /// The comments on a post, newest first.
  public nonisolated func comments(on post: PostID, pageSize: Int = 50) -> Pages<CommentDocument> {
    pages(pageSize) { .comments(on: post, $0) }
  }

  /// Adds a comment, idempotently, or changes the caller's comment with `id`.
  @discardableResult
  public func comment(_ text: String, on post: PostID, id: CommentID? = nil) async throws(ClientError)
    -> CommentDocument
  {
    let request = CommentRequest(text: text)
    if let id { return try await answer(.changeComment(id, on: post, request)) }
    return try await answer(.addComment(on: post, request, key: UUID().uuidString))
  }

  /// Removes a comment of the caller, or any comment on a post of the caller.
  public func remove(_ comment: CommentID, on post: PostID) async throws(ClientError) {
    try await perform(.removeComment(comment, on: post))
  }

  /// Reports a post or a comment to the operator.
  @discardableResult
  public func report(_ report: ReportRequest) async throws(ClientError) -> ReportDocument {
    try await answer(.report(report))
  }

  // MARK: Shop

  /// Orders the goods of a post. The response fixes amount, gateway and reference.
  /// - Parameter key: The idempotency key. A retry with the same key does not create a second order.
  @discardableResult
  public func order(_ post: PostID, key: String = UUID().uuidString) async throws(ClientError) -> OrderDocument {
    try await answer(.createOrder(OrderRequest(post: post), key: key))
  }

  /// The caller's orders, newest first; all of them if `states` is empty.
  public nonisolated func orders(in states: [OrderStateValue] = [], pageSize: Int = 20) -> Pages<OrderDocument> {
    pages(pageSize) { .orders(states, $0) }
  }

  /// An order of the caller.
  public func order(_ id: OrderID) async throws(ClientError) -> OrderDocument { try await answer(.order(id)) }

  /// Validates the payment of an order, after the gateway's library has reported it. An order is validated once; later
  /// calls are rejected. If the server cannot reach the gateway now, the order is settled later, and can be fetched.
  /// - Parameters:
  ///   - transaction: The transaction id that the gateway's library returned (`imp_uid`), if any.
  ///   - key: As with `order`.
  @discardableResult
  public func validate(
    _ order: OrderID, transaction: String? = nil, key: String = UUID().uuidString
  ) async throws(ClientError) -> OrderDocument {
    try await answer(.validateOrder(order, OrderValidationRequest(transaction: transaction), key: key))
  }

  // MARK: Photos

  /// Uploads one to five photos, all or none.
  public func upload(_ photos: [PhotoUpload]) async throws(ClientError) -> [PhotoDocument] {
    try await answer(.uploadPhotos(photos), as: PhotoListDocument.self).photos
  }

  /// The bytes of a photo, or of a version at most `width` pixels wide (320 or 960).
  public func photo(_ name: PhotoName, width: Int? = nil) async throws(ClientError) -> Data {
    try await bytes(.photo(name, width: width)).body
  }

  private nonisolated func pages<Item>(
    _ size: Int, _ route: @escaping @Sendable (PageQuery) -> APIRequest
  ) -> Pages<Item> {
    Pages { cursor throws(ClientError) in
      try await self.answer(route(PageQuery(cursor: cursor, limit: size)))
    }
  }
}
