import APIKit
import Accounts
import Contracts
import Payments
import Posts

/// The schemas of accounts, posts, photos and orders.
extension Schemas {
  static let ofCommunity = JSONValue.members([
    "Account": account, "Profile": profile, "Person": person, "PersonPage": page("Person"), "Tokens": tokens,
    "Session": object(["account": named("Account"), "tokens": named("Tokens")]),
    "OpenedSession": .object(["oneOf": .array([named("Session"), named("BrowserSession")])]),
    "RenewedSession": .object(["oneOf": .array([named("Tokens"), named("SessionExpiry")])]),
    "BrowserSession": object(["account": named("Account"), "expires": named("SessionExpiry")]),
    "SessionExpiry": object(["access_expires_at": moment, "refresh_expires_at": moment]),
    "Identity": identity, "IdentityList": object(["identities": list(named("Identity"))]),
    "EmailCheck": object(["available": flag]), "Nickname": object(["nickname": text]), "Post": post,
    "PostPage": page("Post"), "PostBooth": postBooth, "Comment": comment, "CommentPage": page("Comment"),
    "Like": object(["is_liked": flag, "like_count": integer]), "Photo": photo,
    "PhotoList": object(["photos": list(named("Photo"))]), "Report": report, "Order": order, "OrderPage": page("Order"),
    "Checkout": object([
      "store": orNull("string"), "channel": orNull("string"), "method": orNull("string"), "window": orNull("string"),
    ]),
  ])

  static let identifier: JSONValue = .object(["type": "string", "pattern": "^[0-9a-f]{24}$"])
  static let count: JSONValue = .object(["type": "integer", "minimum": 0])

  private static func page(_ item: String) -> JSONValue {
    object(["items": list(named(item)), "next": orNull("string")])
  }

  static func namedOrNull(_ name: String) -> JSONValue {
    .object(["oneOf": [named(name), .object(["type": "null"])]])
  }

  private static let person = object(["id": identifier, "nickname": text, "photo": orNull("string")])
  private static let account = object([
    "id": identifier, "email": orNull("string"), "nickname": text, "bio": text, "photo": orNull("string"),
    "created_at": moment,
    "follower_count": count, "following_count": count, "post_count": count,
  ])
  private static let profile = object([
    "id": identifier, "nickname": text, "bio": text, "photo": orNull("string"), "created_at": moment,
    "follower_count": count, "following_count": count, "post_count": count, "is_followed": flag,
  ])
  private static let identity = object([
    "provider": words(ProviderName.allCases.map(\.rawValue)), "email": orNull("string"), "linked_at": moment,
  ])
  private static let tokens = object([
    "access_token": text, "access_expires_at": moment, "refresh_token": text, "refresh_expires_at": moment,
  ])

  private static let postBooth = object([
    "id": integer, "name": orNull("string"), "latitude": orNull("number"), "longitude": orNull("number"),
    "distance_m": orNull("number"),
  ])
  private static let post = object([
    "id": identifier, "kind": words(PostKind.allCases.map(\.rawValue)), "board": text, "author": named("Person"),
    "title": orNull("string"), "text": text, "notes": list(orNull("string")), "price": orNull("integer"),
    "people": orNull("integer"), "booth": namedOrNull("PostBooth"), "photos": list(text), "hashtags": list(text),
    "created_at": moment, "updated_at": orNull("string", format: "date-time"), "like_count": count,
    "comment_count": count, "is_liked": flag,
  ])
  private static let comment = object([
    "id": identifier, "post": identifier, "author": named("Person"), "text": text, "created_at": moment,
    "updated_at": orNull("string", format: "date-time"),
  ])
  private static let photo = object([
    "name": text, "path": text, "size": count, "width": count, "height": count,
  ])
  private static let report = object([
    "id": identifier, "post": identifier, "comment": orNull("string"),
    "reason": words(ReportReason.allCases.map(\.rawValue)), "note": text, "created_at": moment,
  ])
  private static let order = object([
    "id": identifier, "post": identifier, "name": text, "amount": count, "currency": text,
    "gateway": words(GatewayName.allCases.map(\.rawValue)), "reference": orNull("string"),
    "state": words(OrderState.allCases.map(\.rawValue)), "created_at": moment, "pay_by": moment,
    "paid_at": orNull("string", format: "date-time"), "checkout": namedOrNull("Checkout"),
  ])
}
