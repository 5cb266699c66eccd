import APIKit
import Accounts
import Basics
import Chat
import Contracts
import HTTP
import NativeAPI
import Photos

struct SLPWorkspaceEndpoints: Sendable {
  let services: LegacyServices

  var all: [Endpoint] {
    [list, create, one, edit, remove, leave, handOver]
  }

  private static let form = LSLPBody.form(
    "`name` of 1 to 30 characters, `description`, and one `image` of at most 5 MB.", .slpImage)

  private var list: Endpoint {
    Endpoint.slp(
      services, .get, "/v1/workspaces", "Your workspaces", details: "Most recently joined first.",
      answers: "The workspaces.", as: "Workspaces",
      handler: { request in try await request.ownWorkspaces(try await request.caller()) })
  }

  private var create: Endpoint {
    Endpoint.slp(
      services, .post, "/v1/workspaces", "Create a workspace",
      details: "It has the channel `일반`, which every member is in.",
      takes: Self.form, answers: "The workspace.", as: "Workspace", faults: [.badRequest, .taken, .rateLimited],
      handler: { request in
        let caller = try await request.caller()
        let (fields, photos) = try await request.form(.slpImage, files: "image", by: caller)
        let content = WorkspaceContent(
          name: try fields.required("name"), description: try fields.text("description") ?? "", photo: photos.first)
        let workspace = try await request.chat.makeWorkspace(content, origin: .slp, by: caller.account)
        return request.answer(try await request.workspace(workspace))
      })
  }

  private var one: Endpoint {
    Endpoint.slp(
      services, .get, "/v1/workspaces/{id}", "One workspace", pathParameters: [SLPParameters.workspace],
      answers: "The workspace with its visible channels, `일반` first, and its members, the owner first.",
      as: "WholeWorkspace", faults: [.missing],
      handler: { request in
        let caller = try await request.caller()
        let id = try request.context.pathParameter(SLPParameters.workspace)
        let workspace = try await request.chat.workspace(id, for: caller.account)
        return request.answer(try await request.workspaceWithMembers(workspace, for: caller))
      })
  }

  private var edit: Endpoint {
    Endpoint.slp(
      services, .put, "/v1/workspaces/{id}", "Change a workspace", details: "Absent fields stay.",
      pathParameters: [SLPParameters.workspace], takes: Self.form, answers: "The workspace.", as: "Workspace",
      faults: [.badRequest, .taken, .missing, .notOwner, .rateLimited],
      handler: { request in
        let caller = try await request.caller()
        let id = try request.context.pathParameter(SLPParameters.workspace)
        var content = try await request.chat.workspace(id, for: caller.account).content
        let (fields, photos) = try await request.form(.slpImage, files: "image", by: caller)
        if let name = try fields.text("name") { content.name = name }
        if let description = try fields.text("description") { content.description = description }
        if let photo = photos.first { content.photo = photo }
        let workspace = try await request.chat.change(id, to: content, by: caller.account)
        return request.answer(try await request.workspace(workspace))
      })
  }

  private var remove: Endpoint {
    Endpoint.slp(
      services, .delete, "/v1/workspaces/{id}", "Remove a workspace", details: "With everything in it.",
      pathParameters: [SLPParameters.workspace], answers: "It is done.", faults: [.missing, .notOwner],
      handler: { request in
        let caller = try await request.caller()
        try await request.chat.remove(try request.context.pathParameter(SLPParameters.workspace), by: caller.account)
        return request.done
      })
  }

  private var leave: Endpoint {
    Endpoint.slp(
      services, .get, "/v1/workspaces/{id}/leave", "Leave a workspace",
      details: "(It is a GET because clients ask so.)",
      pathParameters: [SLPParameters.workspace], answers: "The caller's remaining workspaces.", as: "Workspaces",
      faults: [.missing, .ownerMustStay], isSafe: false,
      handler: { request in
        let caller = try await request.caller()
        try await request.chat.leave(try request.context.pathParameter(SLPParameters.workspace), by: caller.account)
        return try await request.ownWorkspaces(caller)
      })
  }

  private var handOver: Endpoint {
    Endpoint.slp(
      services, .put, "/v1/workspaces/{id}/change/admin/{user_id}", "Hand a workspace over",
      details: "To another member.",
      pathParameters: [SLPParameters.workspace, SLPParameters.user], takes: .ignored, answers: "The workspace.",
      as: "Workspace",
      faults: [.missing, .notOwner],
      handler: { request in
        let caller = try await request.caller()
        let id = try request.context.pathParameter(SLPParameters.workspace)
        _ = try await request.chat.workspace(id, for: caller.account)
        let person = try await request.account(try request.context.pathParameter(SLPParameters.user))
        let workspace = try await request.chat.handOver(id, to: person.account.id, by: caller.account)
        return request.answer(try await request.workspace(workspace))
      })
  }
}

extension SLPRequest {
  fileprivate func ownWorkspaces(_ caller: Caller) async throws -> Response {
    answer(SLPList(try await workspaces(try await chat.workspaces(of: caller.account))))
  }
}
