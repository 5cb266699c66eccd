import Basics
import Chat
import Contracts
import HTTP

/// Workspaces and who is in them.
enum WorkspaceEndpoints {
  static let all = [list, create, one, change, remove, members, leave, removeMember, handOver, search]

  private static let body = BodyDescription.json(
    "The workspace. What is not given, it does not have.", ChatFields.workspace)

  private static let list = Endpoint(
    path: "/api/workspaces", group: .chat, summary: "The workspaces that the caller is in",
    details: "The newest membership first.", caller: .needed,
    answers: [AnswerDescription(200, "The workspaces.", [(MediaType.json, "WorkspaceList")])],
    reply: .deferred { call in
      let workspaces = try await call.chat.workspaces(of: try call.account())
      return .own(ListDocument(items: workspaces.map { WorkspaceDocument($0) }))
    })

  private static let create = Endpoint(
    method: .post, path: "/api/workspaces", group: .chat, summary: "Make a workspace",
    details: "With a standard channel, in which everybody in the workspace is. Whoever makes it owns both.",
    caller: .needed, body: body,
    answers: [
      AnswerDescription(201, "The workspace.", [(MediaType.json, "Workspace")]),
      .conflict("The caller owns one of that name, or too many."),
    ],
    reply: .deferred { call in
      let workspace = try await call.chat.makeWorkspace(try call.body.workspaceContent(), by: try call.account())
      return .made(WorkspaceDocument(workspace), at: "/api/workspaces/\(workspace.id)")
    })

  private static let one = Endpoint(
    path: "/api/workspaces/{id}", group: .chat, summary: "One workspace", segments: [ChatParameters.workspace],
    caller: .needed, answers: [.workspace, .workspaceUnknown],
    reply: .deferred { call in
      let workspace = try await call.chat.workspace(try call.segment(ChatParameters.workspace), for: try call.account())
      return .own(WorkspaceDocument(workspace))
    })

  private static let change = Endpoint(
    method: .put, path: "/api/workspaces/{id}", group: .chat, summary: "Change what the owner decides of a workspace",
    segments: [ChatParameters.workspace], caller: .needed, body: body,
    answers: [.workspace, .notOwner, .workspaceUnknown, .conflict("The caller owns another one of that name.")],
    reply: .deferred { call in
      let id = try call.segment(ChatParameters.workspace)
      let workspace = try await call.chat.change(id, to: try call.body.workspaceContent(), by: try call.account())
      return .own(WorkspaceDocument(workspace))
    })

  private static let remove = Endpoint(
    method: .delete, path: "/api/workspaces/{id}", group: .chat, summary: "Remove a workspace",
    details: "With everything in it.", segments: [ChatParameters.workspace], caller: .needed,
    answers: [.done, .notOwner, .workspaceUnknown],
    reply: .deferred { call in
      try await call.chat.remove(try call.segment(ChatParameters.workspace), by: try call.account())
      return .done
    })

  private static let members = Endpoint(
    path: "/api/workspaces/{id}/members", group: .chat, summary: "Who is in a workspace",
    segments: [ChatParameters.workspace], caller: .needed, answers: [.members, .workspaceUnknown],
    reply: .deferred { call in
      let id = try call.segment(ChatParameters.workspace)
      let members = try await call.chat.members(of: id, for: try call.account())
      return .own(ListDocument(items: members.map { MemberDocument($0) }))
    })

  private static let leave = Endpoint(
    method: .delete, path: "/api/workspaces/{id}/membership", group: .chat, summary: "Leave a workspace",
    details: "With all its channels. What was said stays.", segments: [ChatParameters.workspace], caller: .needed,
    answers: [.done, .workspaceUnknown, .mustStay],
    reply: .deferred { call in
      try await call.chat.leave(try call.segment(ChatParameters.workspace), by: try call.account())
      return .done
    })

  private static let removeMember = Endpoint(
    method: .delete, path: "/api/workspaces/{id}/members/{account}", group: .chat,
    summary: "Take somebody out of a workspace", details: "Its owner may.",
    segments: [ChatParameters.workspace, ChatParameters.account], caller: .needed,
    answers: [.done, .notOwner, .memberUnknown, .mustStay],
    reply: .deferred { call in
      let id = try call.segment(ChatParameters.workspace)
      try await call.chat.remove(try call.segment(ChatParameters.account), from: id, by: try call.account())
      return .done
    })

  private static let handOver = Endpoint(
    method: .put, path: "/api/workspaces/{id}/owner", group: .chat, summary: "Hand a workspace over",
    details: "To another of its members.", segments: [ChatParameters.workspace], caller: .needed,
    body: .json("The new owner.", [ChatFields.account]), answers: [.workspace, .notOwner, .memberUnknown],
    reply: .deferred { call in
      let id = try call.segment(ChatParameters.workspace)
      let member = try call.body.required(ChatFields.account)
      return .own(WorkspaceDocument(try await call.chat.handOver(id, to: member, by: try call.account())))
    })

  private static let search = Endpoint(
    path: "/api/workspaces/{id}/messages", group: .chat, summary: "Search what was said in a workspace",
    details: "In the channels that the caller is in, newest first. What follows is asked for by `before`.",
    segments: [ChatParameters.workspace],
    query: [ChatParameters.text, ChatParameters.beforeMessage, ChatParameters.searchLimit], caller: .needed,
    answers: [.messages, .workspaceUnknown],
    reply: .deferred { call in
      let messages = try await call.chat.search(
        try call.query.required(ChatParameters.text), in: try call.segment(ChatParameters.workspace),
        before: try call.query.value(ChatParameters.beforeMessage),
        limit: try call.query.value(ChatParameters.searchLimit) ?? 20, for: try call.account())
      return .own(ListDocument(items: messages.map { MessageDocument($0) }))
    })
}

extension JSONBody {
  /// What the owner decides of a workspace.
  func workspaceContent() throws(Refusal) -> WorkspaceContent {
    WorkspaceContent(
      name: try required(ChatFields.workspaceName), description: try value(ChatFields.description) ?? "",
      photo: try value(ChatFields.workspacePhoto))
  }
}
