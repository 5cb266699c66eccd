public import Basics
public import Contracts
import Foundation

/// A request of the native interface: everything about it but the server and the token.
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
  case orders([OrderStateWord], PageQuery)
  case order(OrderID)
  case validateOrder(OrderID, OrderValidationRequest, key: String)

  // Booths
  case booths(near: BoothQuery)
}

/// Which part of a list is asked for.
public struct PageQuery: Hashable, Sendable {
  /// What the page before gave as `next`; nil begins with the newest.
  public var cursor: String?
  /// 1...100.
  public var limit: Int

  /// A part of a list.
  public init(cursor: String? = nil, limit: Int = 20) {
    self.cursor = cursor
    self.limit = limit
  }
}

/// Whether a request shows who makes it.
enum TokenUse {
  /// Never.
  case none
  /// Where somebody is logged in: the answer then tells what that person has to do with what it shows.
  case offered
  /// Always: without it there is nothing to ask.
  case needed
}

/// What a request carries.
enum RouteBody {
  case none
  case json(any Encodable & Sendable)
  case photos([PhotoUpload])
}

/// A request's parts, as they go on the wire.
struct RouteParts {
  var method: String
  /// Each is percent-encoded by itself, so that none can hold a slash.
  var path: [String]
  /// What has no value is left out.
  var query: [(name: String, value: String?)] = []
  var body = RouteBody.none
  var token: TokenUse
  /// By which the server knows a repetition of the request; nil where repeating it would do it twice, or does no harm.
  var key: String?

  init(
    _ method: String, _ path: [String], _ query: [(name: String, value: String?)] = [], body: RouteBody = .none,
    token: TokenUse, key: String? = nil
  ) {
    self.method = method
    self.path = ["api"] + path
    self.query = query
    self.body = body
    self.token = token
    self.key = key
  }
}
