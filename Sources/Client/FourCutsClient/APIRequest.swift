public import Basics
public import Contracts
import Foundation
public import OfflineBooths

/// A request of the native API, without server and token.
public enum APIRequest: Sendable {
  // Accounts and sessions
  case signUp(SignUpRequest)
  case checkEmail(EmailCheckRequest)
  case randomNickname
  case logIn(LoginRequest)
  case refresh(RefreshRequest)
  case logOut(everywhere: Bool)
  case withdraw(WithdrawalRequest)
  case me
  case changeProfile(ProfileChangeRequest)
  case changePassword(PasswordChangeRequest)

  // People
  case person(AccountID)
  case follow(AccountID)
  case unfollow(AccountID)
  case followers(of: AccountID, PageQuery)
  case following(by: AccountID, PageQuery)
  case block(AccountID)
  case unblock(AccountID)
  case blocked(PageQuery)

  // Posts
  case posts(PostFeed, PageQuery)
  case post(PostID)
  case createPost(PostRequest, key: String)
  case updatePost(PostID, PostRequest)
  case removePost(PostID)
  case like(PostID)
  case unlike(PostID)
  case comments(on: PostID, PageQuery)
  case addComment(on: PostID, CommentRequest, key: String)
  case changeComment(CommentID, on: PostID, CommentRequest)
  case removeComment(CommentID, on: PostID)
  case report(ReportRequest)

  // Todos and the grape card
  case grapeCard(GrapeCardRoute)

  // Photos
  case uploadPhotos([PhotoUpload])
  case photo(PhotoName, width: Int?)

  // Shop
  case createOrder(OrderRequest, key: String)
  case orders([OrderStateValue], PageQuery)
  case order(OrderID)
  case validateOrder(OrderID, OrderValidationRequest, key: String)

  // Booths
  case booths(near: BoothQuery)
  case search(String, near: Coordinate?, limit: Int)
  case savedBooths
  case saveBooth(BoothID)
  case saveBooths(SavedBoothsRequest)
  case removeSavedBooth(BoothID)
  case correct(BoothID, CorrectionRequest)

  // The catalogue without a network
  case wellKnown
  case catalogueSnapshot
  case catalogueDelta(since: CatalogueVersion)
}

/// The page of a list.
public struct PageQuery: Hashable, Sendable {
  /// The previous page's `next`; nil for the first page.
  public var cursor: String?
  /// 1...100.
  public var limit: Int

  /// Creates a page query.
  public init(cursor: String? = nil, limit: Int = 20) {
    self.cursor = cursor
    self.limit = limit
  }
}

/// Whether a request sends the access token.
enum TokenUse {
  /// Never.
  case none
  /// When there is a session: the response then includes fields for the caller.
  case optional
  /// Always: the request requires a login.
  case required
}

/// The body of a request.
enum RouteBody {
  case none
  case json(any Encodable & Sendable)
  case photos([PhotoUpload])
}

/// The parts of an HTTP request.
struct RouteParts {
  var method: String
  /// Path components; each is percent-encoded, so that none can contain a slash.
  var path: [String]
  /// Parameters without a value are omitted.
  var query: [(name: String, value: String?)] = []
  var body = RouteBody.none
  var token: TokenUse
  /// The idempotency key; nil when a retry is harmless or must not happen.
  var key: String?

  init(
    _ method: String, _ path: [String], _ query: [(name: String, value: String?)] = [], body: RouteBody = .none,
    token: TokenUse, key: String? = nil
  ) {
    self.init(method, root: ["api"], path, query, body: body, token: token, key: key)
  }

  init(
    _ method: String, root: [String], _ path: [String], _ query: [(name: String, value: String?)] = [],
    body: RouteBody = .none, token: TokenUse, key: String? = nil
  ) {
    self.method = method
    self.path = root + path
    self.query = query
    self.body = body
    self.token = token
    self.key = key
  }
}
