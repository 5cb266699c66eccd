import Accounts
import Basics
import Contracts
import HTTP
import Photos
import Posts

/// Profiles, and who follows whom.
enum LSLPProfileEndpoints {
  static let all: [Endpoint] = LSLPGeneration.allCases.flatMap { generation in
    [
      mine(generation), edit(generation), others(generation), follow(generation), unfollow(generation),
    ]
  }

  private static let shown = "The profile; `followers`, `following` and `posts` list at most \(LSLPProfile.most) each."

  private static func mine(_ generation: LSLPGeneration) -> Endpoint {
    .lslp(
      generation, .get, minePath(generation), .profile, "One's own profile", answers: shown, as: "Profile",
      reply: { call in
        let caller = try await call.caller()
        return try await call.answer(try await call.community.accounts.profile(caller), for: caller.account)
      })
  }

  private static func edit(_ generation: LSLPGeneration) -> Endpoint {
    let rules = UploadRules.lslpProfile(generation)
    return .lslp(
      generation, .put, minePath(generation), .editProfile, "Change one's profile",
      takes: .form("`nick`, `phoneNum`, `birthDay`, and an image as `profile`; what is left out stays.", rules),
      answers: shown, as: "Profile",
      reply: { call in
        let caller = try await call.caller()
        let (fields, photos) = try await call.form(rules, files: "profile", by: caller.account)
        var change = ProfileChange()
        change.nickname = try fields.text("nick").map(call.nickname)
        change.phone = try fields.text("phoneNum")
        change.birthday = try fields.text("birthDay")
        if let photo = photos.first { change.photo = .some(photo) }
        return try await call.answer(try await call.community.accounts.change(caller, change), for: caller.account)
      })
  }

  private static func others(_ generation: LSLPGeneration) -> Endpoint {
    .lslp(
      generation, .get, generation == .v0 ? "/profile/{user_id}" : "/v1/users/{user_id}/profile", .profile,
      "Somebody's profile", segments: [LSLPParameters.account],
      answers: "\(shown) What is for the owner alone is left out.", as: "Profile",
      reply: { call in
        let caller = try await call.caller()
        let account = try call.call.segment(LSLPParameters.account)
        return try await call.answer(
          try await call.community.accounts.profile(of: account, for: caller.account), for: caller.account)
      })
  }

  private static func follow(_ generation: LSLPGeneration) -> Endpoint {
    .lslp(
      generation, .post, followPath(generation), .follow, "Follow somebody", segments: [LSLPParameters.account],
      answers: "Both nicknames, and that one follows now.", as: "Follow",
      reply: { call in
        let caller = try await call.caller()
        let account = try call.call.segment(LSLPParameters.account)
        let (me, other) = try await call.community.relations.follow(account, by: caller.account)
        return call.answer(LSLPFollow(nickname: me.nickname, opponent: other.nickname, isFollowing: true))
      })
  }

  private static func unfollow(_ generation: LSLPGeneration) -> Endpoint {
    .lslp(
      generation, .delete, followPath(generation), .unfollow, "Follow somebody no more",
      segments: [LSLPParameters.account], answers: "Both nicknames, and that one does not follow now.", as: "Follow",
      reply: { call in
        let caller = try await call.caller()
        let account = try call.call.segment(LSLPParameters.account)
        let (me, other) = try await call.community.relations.unfollow(account, by: caller.account)
        return call.answer(LSLPFollow(nickname: me.nickname, opponent: other.nickname, isFollowing: false))
      })
  }

  private static func minePath(_ generation: LSLPGeneration) -> String {
    generation == .v0 ? "/profile/me" : "/v1/users/me/profile"
  }

  private static func followPath(_ generation: LSLPGeneration) -> String {
    generation == .v0 ? "/follow/{user_id}" : "/v1/follow/{user_id}"
  }
}

extension LSLPCall {
  /// A profile with its lists, as `viewer` sees it.
  fileprivate func answer(_ profile: Profile, for viewer: AccountID) async throws -> Response {
    let account = profile.account
    let isOwn = account.id == viewer
    return answer(
      LSLPProfile(
        person: LSLPPerson(account),
        own: isOwn
          ? LSLPProfile.Private(email: account.addressForOldClients, phone: account.phone, birthday: account.birthday)
          : nil,
        followers: try await all { try await community.relations.followers(of: account.id, for: viewer, $0) }
          .map(LSLPPerson.init),
        following: try await all { try await community.relations.following(by: account.id, for: viewer, $0) }
          .map(LSLPPerson.init),
        posts: try await all { try await community.posts.page(Feed(.by(account.id)), for: viewer, $0) }
          .map(\.id.description)))
  }

  /// The items of a list's pages, as far as a profile shows them.
  func all<Item>(_ page: (PageRequest) async throws -> Page<Item>) async throws -> [Item] {
    try await Page.items(LSLPProfile.most, page)
  }
}
