import APIKit
import Basics
import Chat
import Contracts
import HTTP

struct WorkspaceEndpoints: Sendable {
  let chat: ChatService

  var all: [Endpoint] {
    [list, create, one, change, remove, members, leave, removeMember, handOver, search]
  }

  private static let body = BodyDescription.json(
    "The workspace. Absent optional fields become empty.", ChatFields.workspace)

  private var list: Endpoint {
    Endpoint(
      path: "/api/workspaces", group: .chat, summary: "The workspaces that the caller is in",
      details: "The newest membership first.", caller: .required,
      answers: [ResponseDescription(200, "The workspaces.", [(MediaType.json, "WorkspaceList")])],
      handler: .deferred { context in
        let workspaces = try await chat.workspaces(of: try context.account())
        return .uncached(ListDocument(items: workspaces.map { WorkspaceDocument($0) }))
      })
  }

  private var create: Endpoint {
    Endpoint(
      method: .post, path: "/api/workspaces", group: .chat, summary: "Create a workspace",
      details:
        "With a standard channel, which all members of the workspace are in. The caller becomes the owner of both.",
      caller: .required, body: Self.body,
      answers: [
        ResponseDescription(201, "The workspace.", [(MediaType.json, "Workspace")]),
        .conflict("The caller owns a workspace with that name, or too many workspaces."),
      ],
      handler: .deferred { context in
        let workspace = try await chat.makeWorkspace(try context.body.workspaceContent(), by: try context.account())
        return .created(WorkspaceDocument(workspace), at: "/api/workspaces/\(workspace.id)")
      })
  }

  private var one: Endpoint {
    Endpoint(
      path: "/api/workspaces/{id}", group: .chat, summary: "One workspace", pathParameters: [ChatParameters.workspace],
      caller: .required, answers: [.workspace, .workspaceUnknown],
      handler: .deferred { context in
        let workspace = try await chat.workspace(
          try context.pathParameter(ChatParameters.workspace), for: try context.account())
        return .uncached(WorkspaceDocument(workspace))
      })
  }

  private var change: Endpoint {
    Endpoint(
      method: .put, path: "/api/workspaces/{id}", group: .chat, summary: "Change a workspace",
      pathParameters: [ChatParameters.workspace], caller: .required, body: Self.body,
      answers: [
        .workspace, .notOwner, .workspaceUnknown, .conflict("The caller owns another workspace with that name."),
      ],
      handler: .deferred { context in
        let id = try context.pathParameter(ChatParameters.workspace)
        let workspace = try await chat.change(id, to: try context.body.workspaceContent(), by: try context.account())
        return .uncached(WorkspaceDocument(workspace))
      })
  }

  private var remove: Endpoint {
    Endpoint(
      method: .delete, path: "/api/workspaces/{id}", group: .chat, summary: "Remove a workspace",
      details: "Its channels and messages are removed too.", pathParameters: [ChatParameters.workspace],
      caller: .required,
      answers: [.noContent, .notOwner, .workspaceUnknown],
      handler: .deferred { context in
        try await chat.remove(try context.pathParameter(ChatParameters.workspace), by: try context.account())
        return .noContent
      })
  }

  private var members: Endpoint {
    Endpoint(
      path: "/api/workspaces/{id}/members", group: .chat, summary: "The members of a workspace",
      pathParameters: [ChatParameters.workspace], caller: .required, answers: [.members, .workspaceUnknown],
      handler: .deferred { context in
        let id = try context.pathParameter(ChatParameters.workspace)
        let members = try await chat.members(of: id, for: try context.account())
        return .uncached(ListDocument(items: members.map { MemberDocument($0) }))
      })
  }

  private var leave: Endpoint {
    Endpoint(
      method: .delete, path: "/api/workspaces/{id}/membership", group: .chat, summary: "Leave a workspace",
      details: "Its channels are left too. Messages stay.", pathParameters: [ChatParameters.workspace],
      caller: .required,
      answers: [.noContent, .workspaceUnknown, .mustStay],
      handler: .deferred { context in
        try await chat.leave(try context.pathParameter(ChatParameters.workspace), by: try context.account())
        return .noContent
      })
  }

  private var removeMember: Endpoint {
    Endpoint(
      method: .delete, path: "/api/workspaces/{id}/members/{account}", group: .chat,
      summary: "Remove a member from a workspace", details: "Allowed to the owner.",
      pathParameters: [ChatParameters.workspace, ChatParameters.account], caller: .required,
      answers: [.noContent, .notOwner, .memberUnknown, .mustStay],
      handler: .deferred { context in
        let id = try context.pathParameter(ChatParameters.workspace)
        try await chat.remove(try context.pathParameter(ChatParameters.account), from: id, by: try context.account())
        return .noContent
      })
  }

  private var handOver: Endpoint {
    Endpoint(
      method: .put, path: "/api/workspaces/{id}/owner", group: .chat, summary: "Transfer a workspace",
      details: "To another member.", pathParameters: [ChatParameters.workspace], caller: .required,
      body: .json("The new owner.", [ChatFields.account]), answers: [.workspace, .notOwner, .memberUnknown],
      handler: .deferred { context in
        let id = try context.pathParameter(ChatParameters.workspace)
        let member = try context.body.required(ChatFields.account)
        return .uncached(WorkspaceDocument(try await chat.handOver(id, to: member, by: try context.account())))
      })
  }

  private var search: Endpoint {
    Endpoint(
      path: "/api/workspaces/{id}/messages", group: .chat, summary: "Search the messages of a workspace", cost: .search,
      details: "In the channels that the caller is in, newest first. `before` gives the next page.",
      pathParameters: [ChatParameters.workspace],
      query: [ChatParameters.text, ChatParameters.beforeMessage, ChatParameters.searchLimit], caller: .required,
      answers: [.messages, .workspaceUnknown],
      handler: .deferred { context in
        let messages = try await chat.search(
          try context.query.required(ChatParameters.text), in: try context.pathParameter(ChatParameters.workspace),
          before: try context.query.value(ChatParameters.beforeMessage),
          limit: try context.query.value(ChatParameters.searchLimit) ?? 20, for: try context.account())
        return .uncached(ListDocument(items: messages.map { MessageDocument($0) }))
      })
  }
}

extension JSONBody {
  func workspaceContent() throws(DomainError) -> WorkspaceContent {
    WorkspaceContent(
      name: try required(ChatFields.workspaceName), description: try value(ChatFields.description) ?? "",
      photo: try value(ChatFields.workspacePhoto))
  }
}
