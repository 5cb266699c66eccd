import APIKit
import Accounts
import Basics
import Chat
import Contracts
import HTTP
import NativeAPI
import Photos

struct SLPUserEndpoints: Sendable {
  let services: LegacyServices

  var all: [Endpoint] {
    [mine, edit, editImage, others]
  }

  private var mine: Endpoint {
    Endpoint.slp(
      services, .get, "/v1/users/my", "Get your profile", answers: "The person.", as: "User",
      handler: { request in
        let caller = try await request.caller()
        let profile = try await request.services.accounts.profile(caller)
        return request.answer(try await request.user(profile.account, caller))
      })
  }

  private var edit: Endpoint {
    Endpoint.slp(
      services, .put, "/v1/users/my", "Change your profile",
      details: "A number is appended to a taken nickname.",
      takes: .json("`nickname` and `phone`; absent fields stay."), answers: "The person.", as: "User",
      faults: [.badRequest],
      handler: { request in
        let caller = try await request.caller()
        let fields = try request.fields()
        let (nickname, phone) = (try fields.text("nickname"), try fields.text("phone"))
        let profile = try await request.change(caller, nickname: nickname, phone: phone)
        return request.answer(try await request.user(profile.account, caller))
      })
  }

  private var editImage: Endpoint {
    Endpoint.slp(
      services, .put, "/v1/users/my/image", "Change your image",
      takes: .form("One `image` of at most 5 MB.", .slpImage),
      answers: "The person.", as: "User", faults: [.badRequest, .rateLimited],
      handler: { request in
        let caller = try await request.caller()
        let (_, photos) = try await request.form(.slpImage, files: "image", by: caller)
        guard let photo = photos.first else { throw DomainError.valueMissing("image") }
        var change = ProfileChange()
        change.photo = .some(photo)
        let profile = try await request.services.accounts.change(caller, change)
        return request.answer(try await request.user(profile.account, caller))
      })
  }

  /// See `SLPDocuments.swift` for who sees the e-mail address; for others it is empty.
  private var others: Endpoint {
    Endpoint.slp(
      services, .get, "/v1/users/{user_id}", "Get a profile",
      details: "The e-mail address is empty unless you share a workspace of this contract.",
      pathParameters: [SLPParameters.user], answers: "The person.", as: "Member", faults: [.missing],
      handler: { request in
        let caller = try await request.caller()
        let person = try await request.account(try request.context.pathParameter(SLPParameters.user))
        let id = person.account.id
        _ = try await request.services.accounts.profile(of: id, for: caller.account)
        let sharesWorkspace = try await id == caller.account ? true : request.chat.shareSLPWorkspace(caller.account, id)
        return request.answer(SLPMember(person, includingEmail: sharesWorkspace))
      })
  }
}

extension SLPRequest {
  fileprivate func change(_ caller: Caller, nickname: String?, phone: String?) async throws -> Profile {
    var change = ProfileChange()
    change.phone = phone
    let accounts = services.accounts
    guard let nickname else { return try await accounts.change(caller, change) }
    return try await self.nickname(nickname) { [change] nickname in
      var change = change
      change.nickname = nickname
      return try await accounts.change(caller, change)
    }
  }
}
