public import Basics
public import Contracts
public import Foundation

// What an app asks for, each in one call. All throw `ClientError`.

extension FourCutsClient {
  // MARK: Accounts and sessions

  /// Who is logged in on this device, without asking the server; nil where nobody is.
  public var account: AccountID? {
    get throws(ClientError) {
      guard case .open(let session) = try knownSession() else { return nil }
      return AccountID(session.account)
    }
  }

  /// Makes an account and opens its session.
  @discardableResult
  public func signUp(email: String, password: String, nickname: String) async throws(ClientError) -> AccountDocument {
    try await open(.signUp(SignUpRequest(email: email, password: password, nickname: nickname)))
  }

  /// Opens a session in place of the one before.
  @discardableResult
  public func logIn(email: String, password: String) async throws(ClientError) -> AccountDocument {
    try await open(.logIn(LoginRequest(email: email, password: password)))
  }

  /// Ends the session on this device, or those on all devices. Where the server cannot be asked, the session stays.
  public func logOut(everywhere: Bool = false) async throws(ClientError) {
    try await leave(.logOut(everywhere: everywhere))
  }

  /// Removes the account and everything that the person made, for good.
  /// - Parameter password: The account's. One without a password has to have been logged in to within ten minutes; what
  ///   is missing is refused with the code `password-needed` or `login-too-old`.
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

  /// Whether nobody has signed up with an e-mail address.
  public func isFree(email: String) async throws(ClientError) -> Bool {
    try await answer(.checkEmail(EmailCheckRequest(email: email)), as: EmailCheckDocument.self).available
  }

  /// A nickname that nobody has.
  public func randomNickname() async throws(ClientError) -> String {
    try await answer(.randomNickname, as: NicknameDocument.self).nickname
  }

  /// The account of whoever is logged in.
  public func me() async throws(ClientError) -> AccountDocument { try await answer(.me) }

  /// Changes one's own profile.
  @discardableResult
  public func change(_ profile: ProfileChangeRequest) async throws(ClientError) -> AccountDocument {
    try await answer(.changeProfile(profile))
  }

  /// Changes the password and ends the sessions on all other devices.
  public func changePassword(from old: String, to new: String) async throws(ClientError) {
    try await perform(.changePassword(PasswordChangeRequest(currentPassword: old, password: new)))
  }

  // MARK: People

  /// Somebody's profile.
  public func person(_ id: AccountID) async throws(ClientError) -> ProfileDocument { try await answer(.person(id)) }

  /// Follows somebody.
  public func follow(_ id: AccountID) async throws(ClientError) { try await perform(.follow(id)) }

  /// Follows somebody no more.
  public func unfollow(_ id: AccountID) async throws(ClientError) { try await perform(.unfollow(id)) }

  /// Blocks somebody: neither sees the other from now on.
  public func block(_ id: AccountID) async throws(ClientError) { try await perform(.block(id)) }

  /// Blocks somebody no more.
  public func unblock(_ id: AccountID) async throws(ClientError) { try await perform(.unblock(id)) }

  /// Who follows somebody.
  public nonisolated func followers(of id: AccountID, pageSize: Int = 50) -> Pages<PersonDocument> {
    pages(pageSize) { .followers(of: id, $0) }
  }

  /// Whom somebody follows.
  public nonisolated func following(by id: AccountID, pageSize: Int = 50) -> Pages<PersonDocument> {
    pages(pageSize) { .following(by: id, $0) }
  }

  /// Whom one has blocked.
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

  /// Makes a post, or with an identifier replaces one's own: the rules are the same.
  ///
  /// The photos are uploaded first and come behind those that the post names already. Where making the post then fails,
  /// nobody refers to them, and the server removes them after a day. A new post is made once, also where an answer is
  /// lost and the request is made again.
  /// - Returns: The post as it is now.
  @discardableResult
  public func save(_ post: PostRequest, photos: [PhotoUpload] = [], id: PostID? = nil) async throws(ClientError)
    -> PostDocument
  {
    var post = post
    if !photos.isEmpty { post.photos = (post.photos ?? []) + (try await upload(photos)).map(\.name) }
    if let id { return try await answer(.updatePost(id, post)) }
    return try await answer(.createPost(post, key: UUID().uuidString))
  }

  /// Removes one's own post.
  public func remove(_ id: PostID) async throws(ClientError) { try await perform(.removePost(id)) }

  /// Likes a post, or takes the like back.
  @discardableResult
  public func like(_ id: PostID, _ isLiked: Bool = true) async throws(ClientError) -> LikeDocument {
    try await answer(isLiked ? .like(id) : .unlike(id))
  }

  // MARK: Comments and reports

  /// The comments on a post, newest first.
  public nonisolated func comments(on post: PostID, pageSize: Int = 50) -> Pages<CommentDocument> {
    pages(pageSize) { .comments(on: post, $0) }
  }

  /// Adds a comment, once as with posts, or with an identifier changes one's own.
  @discardableResult
  public func comment(_ text: String, on post: PostID, id: CommentID? = nil) async throws(ClientError)
    -> CommentDocument
  {
    let request = CommentRequest(text: text)
    if let id { return try await answer(.changeComment(id, on: post, request)) }
    return try await answer(.addComment(on: post, request, key: UUID().uuidString))
  }

  /// Removes one's own comment, or any on one's own post.
  public func remove(_ comment: CommentID, on post: PostID) async throws(ClientError) {
    try await perform(.removeComment(comment, on: post))
  }

  /// Reports a post or a comment to the operator.
  @discardableResult
  public func report(_ report: ReportRequest) async throws(ClientError) -> ReportDocument {
    try await answer(.report(report))
  }

  // MARK: Shop

  /// Orders what a post offers: what is to be paid, where, and under which reference, is fixed by the answer.
  /// - Parameter key: by which the server knows a repetition. Whoever gets no answer asks again with the same key, and
  ///   has one order and not two.
  @discardableResult
  public func order(_ post: PostID, key: String = UUID().uuidString) async throws(ClientError) -> OrderDocument {
    try await answer(.createOrder(OrderRequest(post: post), key: key))
  }

  /// One's own orders, newest first; those in some states only, unless there are none given.
  public nonisolated func orders(in states: [OrderStateWord] = [], pageSize: Int = 20) -> Pages<OrderDocument> {
    pages(pageSize) { .orders(states, $0) }
  }

  /// One of one's own orders.
  public func order(_ id: OrderID) async throws(ClientError) -> OrderDocument { try await answer(.order(id)) }

  /// Finds out whether an order is paid, after the gateway's library has said so. The server says it once; where it
  /// cannot ask the gateway now, the order settles by itself, and can be looked at.
  /// - Parameters:
  ///   - transaction: the number that the gateway's library told (`imp_uid`), if any.
  ///   - key: as with `order`.
  @discardableResult
  public func validate(
    _ order: OrderID, transaction: String? = nil, key: String = UUID().uuidString
  ) async throws(ClientError) -> OrderDocument {
    try await answer(.validateOrder(order, OrderValidationRequest(transaction: transaction), key: key))
  }

  // MARK: Photos

  /// Uploads one to five photos; all are taken or none.
  public func upload(_ photos: [PhotoUpload]) async throws(ClientError) -> [PhotoDocument] {
    try await answer(.uploadPhotos(photos), as: PhotoListDocument.self).photos
  }

  /// The bytes of a photo, or of a form of it that is at most so many pixels wide (320 or 960).
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
