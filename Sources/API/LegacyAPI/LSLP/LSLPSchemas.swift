import APIKit
import Contracts
import JSON
import NativeAPI

extension Schemas {
  static let ofLSLP =
    JSONValue.members(["LSLPMessage": object(["message": text])])
    + LSLPGeneration.allCases.flatMap { LSLPSchemas(generation: $0).all }
}

private struct LSLPSchemas {
  let generation: LSLPGeneration

  private typealias Properties = [(key: String, schema: JSONValue)]

  private var isV0: Bool { generation == .v0 }
  private var accountKey: String { isV0 ? "_id" : "user_id" }
  private var imageKey: String { isV0 ? "profile" : "profileImage" }
  private var timeKey: String { isV0 ? "time" : "createdAt" }

  var all: [JSONMember] {
    [
      member("Account", account), member("Login", login), member("Refreshed", refreshed), member("Person", person),
      member("Profile", profile, optional: [imageKey, "email", "phoneNum", "birthDay"]), member("Follow", follow),
      member("Comment", comment), member("Post", post, optional: ["price"] + notes),
      member("Page", [("data", Schemas.list(named("Post"))), ("next_cursor", Schemas.text)]),
      member("Like", [("like_status", Schemas.boolean)]), member("Message", texts("message")),
    ] + (isV0 ? removals : v1Members)
  }

  private var account: Properties { texts(accountKey, "email", "nick") }
  private var refreshed: Properties { texts(isV0 ? "token" : "accessToken") }
  private var person: Properties { texts(accountKey, "nick", imageKey) }
  private var login: Properties {
    isV0
      ? texts("_id", "token", "refreshToken")
      : texts("user_id", "email", "nick", imageKey, "accessToken", "refreshToken")
  }

  private var profile: Properties {
    texts(accountKey, "nick", "email", "phoneNum", "birthDay", imageKey) + [
      ("followers", Schemas.list(named("Person"))), ("following", Schemas.list(named("Person"))),
      ("posts", Schemas.list(Schemas.text)),
    ]
  }

  private var follow: Properties {
    texts(isV0 ? "user" : "nick", isV0 ? "following" : "opponent_nick") + [("following_status", Schemas.boolean)]
  }

  private var comment: Properties {
    texts(isV0 ? "_id" : "comment_id", "content") + [(timeKey, Schemas.instant), ("creator", named("Person"))]
  }

  private let notes = ["content1", "content2", "content3", "content4", "content5"]

  private var post: Properties {
    var lists = [isV0 ? "image" : "files", "likes", "hashTags"]
    if !isV0 { lists += ["likes2", "buyers"] }
    return texts(isV0 ? "_id" : "post_id", "product_id", "title", "content")
      + notes.map { ($0, Schemas.text) } + (isV0 ? [] : [("price", Schemas.integer)])
      + [(timeKey, Schemas.instant), ("creator", named("Person"))]
      + lists.map { ($0, Schemas.list(Schemas.text)) } + [("comments", Schemas.list(named("Comment")))]
  }

  private var v1Members: [JSONMember] {
    [
      member("Files", [("files", Schemas.list(Schemas.text))]), member("Payment", payment),
      member("PaymentList", [("data", Schemas.list(named("ListedPayment")))]),
      member("ListedPayment", texts("payment_id") + payment), member("PaymentRefusal", texts("message", "price")),
    ]
  }

  private var payment: Properties {
    texts("buyer_id", "post_id", "merchant_uid", "productName")
      + [("price", Schemas.integer), ("paidAt", Schemas.instant)]
  }

  private var removals: [JSONMember] {
    [member("Removal", texts("_id")), member("CommentRemoval", texts("postID"))]
  }

  private func texts(_ keys: String...) -> Properties { keys.map { ($0, Schemas.text) } }

  private func named(_ name: String) -> JSONValue { Schemas.named("LSLP\(generation.rawValue)\(name)") }

  private func member(_ name: String, _ properties: Properties, optional: [String] = []) -> JSONMember {
    let optional = isV0 && name == "Person" ? [imageKey] : optional
    let required = properties.map(\.key).filter { !optional.contains($0) }
    return JSONMember(
      key: "LSLP\(generation.rawValue)\(name)",
      value: .object([
        "type": "object", "required": .array(required.map(JSONValue.string)),
        "properties": .object(properties.map { JSONMember(key: $0.key, value: $0.schema) }),
      ]))
  }
}
