import Accounts
import Basics
import Contracts
import HTTP

/// Following and blocking.
enum RelationEndpoints {
  static let all = [followers, following, follow, unfollow, block, unblock]

  private static let unknown = AnswerDescription.missing(
    "There is no such account, or one of both has blocked the other.")

  private static let followers = Endpoint(
    path: "/api/accounts/{id}/followers", group: .accounts, summary: "Who follows somebody", details: "Latest first.",
    segments: [AccountParameters.id], query: PageParameters.all, caller: .optional, answers: [.people, unknown],
    reply: .deferred { call in
      let account = try call.segment(AccountParameters.id)
      let list = "followers:\(account)"
      let page = try await call.site.community.relations.followers(
        of: account, for: call.viewer, try call.pageRequest(of: list))
      return .seen(call.document(page, of: list, PersonDocument.init))
    })

  private static let following = Endpoint(
    path: "/api/accounts/{id}/following", group: .accounts, summary: "Whom somebody follows",
    details: "Latest first.", segments: [AccountParameters.id], query: PageParameters.all, caller: .optional,
    answers: [.people, unknown],
    reply: .deferred { call in
      let account = try call.segment(AccountParameters.id)
      let list = "following:\(account)"
      let page = try await call.site.community.relations.following(
        by: account, for: call.viewer, try call.pageRequest(of: list))
      return .seen(call.document(page, of: list, PersonDocument.init))
    })

  private static let follow = Endpoint(
    method: .put, path: "/api/accounts/{id}/follow", group: .accounts, summary: "Follow somebody",
    details: "Following twice is no error.", segments: [AccountParameters.id], caller: .needed,
    answers: [.done, unknown],
    reply: .deferred { call in
      do {
        _ = try await call.site.community.relations.follow(
          try call.segment(AccountParameters.id), by: try call.account())
      } catch let refusal as Refusal where refusal.code == "already-following" {
        // What was asked for is so.
      }
      return .done
    })

  private static let unfollow = Endpoint(
    method: .delete, path: "/api/accounts/{id}/follow", group: .accounts, summary: "Follow somebody no more",
    segments: [AccountParameters.id], caller: .needed, answers: [.done, unknown],
    reply: .deferred { call in
      _ = try await call.site.community.relations.unfollow(
        try call.segment(AccountParameters.id), by: try call.account())
      return .done
    })

  private static let block = Endpoint(
    method: .put, path: "/api/accounts/{id}/block", group: .accounts, summary: "Block somebody",
    details: "From now on neither sees the other, and neither follows the other.", segments: [AccountParameters.id],
    caller: .needed, answers: [.done, unknown],
    reply: .deferred { call in
      try await call.site.community.relations.block(
        try call.segment(AccountParameters.id), by: try call.account())
      return .done
    })

  private static let unblock = Endpoint(
    method: .delete, path: "/api/accounts/{id}/block", group: .accounts, summary: "Block somebody no more",
    segments: [AccountParameters.id], caller: .needed, answers: [.done],
    reply: .deferred { call in
      try await call.site.community.relations.unblock(
        try call.segment(AccountParameters.id), by: try call.account())
      return .done
    })
}
