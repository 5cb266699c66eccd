import Accounts
import Basics
import Chat
import Contracts
import HTTP
import Photos

/// One's own profile, and others'.
enum SLPUserEndpoints {
  static let all = [mine, edit, editImage, others]

  private static let mine = Endpoint.slp(
    .get, "/v1/users/my", "One's own profile", answers: "The person.", as: "User",
    reply: { call in
      let caller = try await call.caller()
      let profile = try await call.community.accounts.profile(caller)
      return call.answer(try await call.user(profile.account, caller))
    })

  private static let edit = Endpoint.slp(
    .put, "/v1/users/my", "Change one's profile", details: "A number is put behind a nickname that somebody has.",
    takes: .json("`nickname` and `phone`; what is left out stays."), answers: "The person.", as: "User",
    faults: [.badRequest],
    reply: { call in
      let caller = try await call.caller()
      let fields = try call.fields()
      let (nickname, phone) = (try fields.text("nickname"), try fields.text("phone"))
      let profile = try await call.change(caller, nickname: nickname, phone: phone)
      return call.answer(try await call.user(profile.account, caller))
    })

  private static let editImage = Endpoint.slp(
    .put, "/v1/users/my/image", "Change one's image", takes: .form("One `image` of at most 5 MB.", .slpImage),
    answers: "The person.", as: "User", faults: [.badRequest, .overCall],
    reply: { call in
      let caller = try await call.caller()
      let (_, photos) = try await call.form(.slpImage, files: "image", by: caller)
      guard let photo = photos.first else { throw Refusal.valueMissing("image") }
      var change = ProfileChange()
      change.photo = .some(photo)
      let profile = try await call.community.accounts.change(caller, change)
      return call.answer(try await call.user(profile.account, caller))
    })

  /// See `SLPDocuments.swift` for who is told the address; to everybody else it is empty.
  private static let others = Endpoint.slp(
    .get, "/v1/users/{user_id}", "Somebody's profile",
    details: "The e-mail address is empty for whoever shares no workspace of this contract with the person.",
    segments: [SLPParameters.user], answers: "The person.", as: "Member", faults: [.missing],
    reply: { call in
      let caller = try await call.caller()
      let person = try await call.account(try call.call.segment(SLPParameters.user))
      let id = person.account.id
      _ = try await call.community.accounts.profile(of: id, for: caller.account)
      let isNear = try await id == caller.account ? true : call.chat.areTogetherBySLP(caller.account, id)
      return call.answer(SLPMember(person, tellingAddress: isNear))
    })
}

extension SLPCall {
  /// Changes what is told of a profile.
  fileprivate func change(_ caller: Caller, nickname: String?, phone: String?) async throws -> Profile {
    var change = ProfileChange()
    change.phone = phone
    let accounts = community.accounts
    guard let nickname else { return try await accounts.change(caller, change) }
    return try await self.nickname(nickname) { [change] nickname in
      var change = change
      change.nickname = nickname
      return try await accounts.change(caller, change)
    }
  }
}
