import APIKit
import Accounts
import Basics
import Contracts
import HTTP

struct RelationEndpoints: Sendable {
  let relations: RelationService

  var all: [Endpoint] {
    [search, followers, following, follow, unfollow, block, unblock]
  }

  private static let unknown = ResponseDescription.notFound(
    "The account does not exist, or one of both has blocked the other.")

  private var search: Endpoint {
    Endpoint(
      path: "/api/accounts", group: .accounts, summary: "Find accounts by nickname", cost: .search,
      details: "In the order of their nicknames, without accounts that the caller blocks, or that block the caller.",
      query: [AccountParameters.nickname, AccountParameters.limit], caller: .required,
      answers: [ResponseDescription(200, "The accounts.", [(MediaType.json, "PersonList")])],
      handler: .deferred { context in
        let people = try await relations.people(
          nicknamePrefix: try context.query.required(AccountParameters.nickname), for: try context.account(),
          limit: try context.query.value(AccountParameters.limit) ?? 20)
        return .uncached(ListDocument(items: people.map(PersonDocument.init)))
      })
  }

  private var followers: Endpoint {
    Endpoint(
      path: "/api/accounts/{id}/followers", group: .accounts, summary: "The followers of an account",
      details: "Latest first.",
      pathParameters: [AccountParameters.id], query: PageParameters.all, caller: .optional,
      answers: [.people, Self.unknown],
      handler: .deferred { context in
        let account = try context.pathParameter(AccountParameters.id)
        let list = "followers:\(account)"
        let page = try await relations.followers(
          of: account, for: context.viewer, try context.pageRequest(of: list))
        return .varyingByCaller(context.document(page, of: list, PersonDocument.init))
      })
  }

  private var following: Endpoint {
    Endpoint(
      path: "/api/accounts/{id}/following", group: .accounts, summary: "The accounts that an account follows",
      details: "Latest first.", pathParameters: [AccountParameters.id], query: PageParameters.all, caller: .optional,
      answers: [.people, Self.unknown],
      handler: .deferred { context in
        let account = try context.pathParameter(AccountParameters.id)
        let list = "following:\(account)"
        let page = try await relations.following(
          by: account, for: context.viewer, try context.pageRequest(of: list))
        return .varyingByCaller(context.document(page, of: list, PersonDocument.init))
      })
  }

  private var follow: Endpoint {
    Endpoint(
      method: .put, path: "/api/accounts/{id}/follow", group: .accounts, summary: "Follow an account",
      details: "Following twice is no error.", pathParameters: [AccountParameters.id], caller: .required,
      answers: [.noContent, Self.unknown],
      handler: .deferred { context in
        let account = try context.pathParameter(AccountParameters.id)
        do {
          _ = try await relations.follow(account, by: try context.account())
        } catch let domainError as DomainError where domainError.code == "already-following" {
          // Already following: the request is idempotent.
        }
        return .noContent
      })
  }

  private var unfollow: Endpoint {
    Endpoint(
      method: .delete, path: "/api/accounts/{id}/follow", group: .accounts, summary: "Unfollow an account",
      pathParameters: [AccountParameters.id], caller: .required, answers: [.noContent, Self.unknown],
      handler: .deferred { context in
        _ = try await relations.unfollow(
          try context.pathParameter(AccountParameters.id), by: try context.account())
        return .noContent
      })
  }

  private var block: Endpoint {
    Endpoint(
      method: .put, path: "/api/accounts/{id}/block", group: .accounts, summary: "Block an account",
      details: "Neither account sees or follows the other any more.",
      pathParameters: [AccountParameters.id],
      caller: .required, answers: [.noContent, Self.unknown],
      handler: .deferred { context in
        try await relations.block(
          try context.pathParameter(AccountParameters.id), by: try context.account())
        return .noContent
      })
  }

  private var unblock: Endpoint {
    Endpoint(
      method: .delete, path: "/api/accounts/{id}/block", group: .accounts, summary: "Unblock an account",
      pathParameters: [AccountParameters.id], caller: .required, answers: [.noContent],
      handler: .deferred { context in
        try await relations.unblock(
          try context.pathParameter(AccountParameters.id), by: try context.account())
        return .noContent
      })
  }
}
