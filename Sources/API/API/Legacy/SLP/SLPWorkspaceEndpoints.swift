import Accounts
import Basics
import Chat
import Contracts
import HTTP
import Photos

/// Workspaces.
enum SLPWorkspaceEndpoints {
  static let all = [list, create, one, edit, remove, leave, handOver]

  private static let form = LSLPBody.form(
    "`name` of 1 to 30 characters, `description`, and one `image` of at most 5 MB.", .slpImage)

  private static let list = Endpoint.slp(
    .get, "/v1/workspaces", "The workspaces that one is in", details: "The one that one joined last first.",
    answers: "The workspaces.", as: "Workspaces",
    reply: { call in try await call.ownWorkspaces(try await call.caller()) })

  private static let create = Endpoint.slp(
    .post, "/v1/workspaces", "Make a workspace", details: "It has the channel `일반`, which everybody in it is in.",
    takes: form, answers: "The workspace.", as: "Workspace", faults: [.badRequest, .taken, .overCall],
    reply: { call in
      let caller = try await call.caller()
      let (fields, photos) = try await call.form(.slpImage, files: "image", by: caller)
      let content = WorkspaceContent(
        name: try fields.required("name"), description: try fields.text("description") ?? "", photo: photos.first)
      let workspace = try await call.chat.makeWorkspace(content, origin: .slp, by: caller.account)
      return call.answer(try await call.workspace(workspace))
    })

  private static let one = Endpoint.slp(
    .get, "/v1/workspaces/{id}", "One workspace", segments: [SLPParameters.workspace],
    answers: "The workspace with the channels that one sees, `일반` first, and its members, the owner first.",
    as: "WholeWorkspace", faults: [.missing],
    reply: { call in
      let caller = try await call.caller()
      let id = try call.call.segment(SLPParameters.workspace)
      let workspace = try await call.chat.workspace(id, for: caller.account)
      return call.answer(try await call.wholeWorkspace(workspace, for: caller))
    })

  private static let edit = Endpoint.slp(
    .put, "/v1/workspaces/{id}", "Change a workspace", details: "What is left out stays.",
    segments: [SLPParameters.workspace], takes: form, answers: "The workspace.", as: "Workspace",
    faults: [.badRequest, .taken, .missing, .notOwner, .overCall],
    reply: { call in
      let caller = try await call.caller()
      let id = try call.call.segment(SLPParameters.workspace)
      var content = try await call.chat.workspace(id, for: caller.account).content
      let (fields, photos) = try await call.form(.slpImage, files: "image", by: caller)
      if let name = try fields.text("name") { content.name = name }
      if let description = try fields.text("description") { content.description = description }
      if let photo = photos.first { content.photo = photo }
      let workspace = try await call.chat.change(id, to: content, by: caller.account)
      return call.answer(try await call.workspace(workspace))
    })

  private static let remove = Endpoint.slp(
    .delete, "/v1/workspaces/{id}", "Remove a workspace", details: "With everything in it.",
    segments: [SLPParameters.workspace], answers: "It is done.", faults: [.missing, .notOwner],
    reply: { call in
      let caller = try await call.caller()
      try await call.chat.remove(try call.call.segment(SLPParameters.workspace), by: caller.account)
      return call.done
    })

  private static let leave = Endpoint.slp(
    .get, "/v1/workspaces/{id}/leave", "Leave a workspace", details: "(It is a GET because clients ask so.)",
    segments: [SLPParameters.workspace], answers: "The workspaces that one is in now.", as: "Workspaces",
    faults: [.missing, .ownerMustStay], isSafe: false,
    reply: { call in
      let caller = try await call.caller()
      try await call.chat.leave(try call.call.segment(SLPParameters.workspace), by: caller.account)
      return try await call.ownWorkspaces(caller)
    })

  private static let handOver = Endpoint.slp(
    .put, "/v1/workspaces/{id}/change/admin/{user_id}", "Hand a workspace over", details: "To another member.",
    segments: [SLPParameters.workspace, SLPParameters.user], takes: .passedOver, answers: "The workspace.",
    as: "Workspace",
    faults: [.missing, .notOwner],
    reply: { call in
      let caller = try await call.caller()
      let id = try call.call.segment(SLPParameters.workspace)
      _ = try await call.chat.workspace(id, for: caller.account)
      let person = try await call.account(try call.call.segment(SLPParameters.user))
      let workspace = try await call.chat.handOver(id, to: person.account.id, by: caller.account)
      return call.answer(try await call.workspace(workspace))
    })
}

extension SLPCall {
  /// The workspaces that somebody is in.
  fileprivate func ownWorkspaces(_ caller: Caller) async throws -> Response {
    answer(SLPList(try await workspaces(try await chat.workspaces(of: caller.account))))
  }
}
