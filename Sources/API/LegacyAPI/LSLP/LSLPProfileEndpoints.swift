import APIKit
import Accounts
import Basics
import Contracts
import HTTP
import NativeAPI
import Photos
import Posts

struct LSLPProfileEndpoints: Sendable {
  let services: LegacyServices

  var all: [Endpoint] {
    LSLPGeneration.allCases.flatMap { generation in
      [
        mine(generation), edit(generation), others(generation), follow(generation), unfollow(generation),
      ]
    }
  }

  private static let documentedFields =
    "The profile; `followers`, `following` and `posts` list at most \(LSLPProfile.maxListed) each."

  private func mine(_ generation: LSLPGeneration) -> Endpoint {
    .lslp(
      services, generation, .get, Self.minePath(generation), .profile, "Get your profile",
      answers: Self.documentedFields,
      as: "Profile",
      handler: { request in
        let caller = try await request.caller()
        return try await request.answer(try await request.services.accounts.profile(caller), for: caller.account)
      })
  }

  private func edit(_ generation: LSLPGeneration) -> Endpoint {
    let rules = UploadRules.lslpProfile(generation)
    return .lslp(
      services, generation, .put, Self.minePath(generation), .editProfile, "Change your profile",
      takes: .form("`nick`, `phoneNum`, `birthDay`, and an image as `profile`; absent fields stay.", rules),
      answers: Self.documentedFields, as: "Profile",
      handler: { request in
        let caller = try await request.caller()
        let (fields, photos) = try await request.form(rules, files: "profile", by: caller.account)
        var change = ProfileChange()
        change.nickname = try fields.text("nick").map(request.nickname)
        change.phone = try fields.text("phoneNum")
        change.birthday = try fields.text("birthDay")
        if let photo = photos.first { change.photo = .some(photo) }
        return try await request.answer(try await request.services.accounts.change(caller, change), for: caller.account)
      })
  }

  private func others(_ generation: LSLPGeneration) -> Endpoint {
    .lslp(
      services, generation, .get, generation == .v0 ? "/profile/{user_id}" : "/v1/users/{user_id}/profile", .profile,
      "Get a profile", pathParameters: [LSLPParameters.account],
      answers: "\(Self.documentedFields) Without the owner's private fields.", as: "Profile",
      handler: { request in
        let caller = try await request.caller()
        let account = try request.context.pathParameter(LSLPParameters.account)
        return try await request.answer(
          try await request.services.accounts.profile(of: account, for: caller.account), for: caller.account)
      })
  }

  private func follow(_ generation: LSLPGeneration) -> Endpoint {
    .lslp(
      services, generation, .post, Self.followPath(generation), .follow, "Follow an account",
      pathParameters: [LSLPParameters.account],
      answers: "Both nicknames, and `following_status` true.", as: "Follow",
      handler: { request in
        let caller = try await request.caller()
        let account = try request.context.pathParameter(LSLPParameters.account)
        let (me, other) = try await request.services.relations.follow(account, by: caller.account)
        return request.answer(LSLPFollow(nickname: me.nickname, opponent: other.nickname, isFollowing: true))
      })
  }

  private func unfollow(_ generation: LSLPGeneration) -> Endpoint {
    .lslp(
      services, generation, .delete, Self.followPath(generation), .unfollow, "Unfollow an account",
      pathParameters: [LSLPParameters.account], answers: "Both nicknames, and `following_status` false.",
      as: "Follow",
      handler: { request in
        let caller = try await request.caller()
        let account = try request.context.pathParameter(LSLPParameters.account)
        let (me, other) = try await request.services.relations.unfollow(account, by: caller.account)
        return request.answer(LSLPFollow(nickname: me.nickname, opponent: other.nickname, isFollowing: false))
      })
  }

  private static func minePath(_ generation: LSLPGeneration) -> String {
    generation == .v0 ? "/profile/me" : "/v1/users/me/profile"
  }

  private static func followPath(_ generation: LSLPGeneration) -> String {
    generation == .v0 ? "/follow/{user_id}" : "/v1/follow/{user_id}"
  }
}

extension LSLPRequest {
  /// A profile with its lists, as `viewer` sees it.
  fileprivate func answer(_ profile: Profile, for viewer: AccountID) async throws -> Response {
    let account = profile.account
    let isOwn = account.id == viewer
    return answer(
      LSLPProfile(
        person: LSLPPerson(account),
        own: isOwn
          ? LSLPProfile.Private(email: account.legacyEmail, phone: account.phone, birthday: account.birthday)
          : nil,
        followers: try await all { try await services.relations.followers(of: account.id, for: viewer, $0) }
          .map(LSLPPerson.init),
        following: try await all { try await services.relations.following(by: account.id, for: viewer, $0) }
          .map(LSLPPerson.init),
        posts: try await all { try await services.posts.page(Feed(.by(account.id)), for: viewer, $0) }
          .map(\.id.description)))
  }

  func all<Item>(_ page: (PageRequest) async throws -> Page<Item>) async throws -> [Item] {
    try await Page.items(LSLPProfile.maxListed, page)
  }
}
