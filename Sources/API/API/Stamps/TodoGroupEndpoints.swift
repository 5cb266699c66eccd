import Basics
import Contracts
import HTTP
import Stamps

/// The groups of todos.
enum TodoGroupEndpoints {
  static let all = [list, add, change, remove]

  private static let unknown = AnswerDescription.missing("There is no such group.")

  private static let list = Endpoint(
    path: "/api/todo-groups", group: .stamps, summary: "The caller's groups of todos",
    details: "The default one first, then in the order in which they were made.", caller: .needed,
    answers: [AnswerDescription(200, "The groups.", [(MediaType.json, "TodoGroupList")])],
    reply: .deferred { call in
      let groups = try await call.site.community.stamps.groups(of: try call.account())
      return .own(TodoGroupListDocument(groups: groups.map(TodoGroupDocument.init)))
    })

  private static let add = Endpoint(
    method: .post, path: "/api/todo-groups", group: .stamps, summary: "Make a group", caller: .needed,
    body: .json("The group.", [StampFields.name, StampFields.color, StampFields.isOpen]),
    answers: [
      AnswerDescription(201, "The group.", [(MediaType.json, "TodoGroup")]),
      .conflict("There are as many groups as there may be."),
    ],
    reply: .deferred { call in
      let group = try await call.site.community.stamps.addGroup(
        try call.body.required(StampFields.name), color: try call.body.value(StampFields.color) ?? .purple,
        isOpen: try call.body.value(StampFields.isOpen) ?? true, by: try call.account())
      return .own(TodoGroupDocument(group), status: 201)
    })

  private static let change = Endpoint(
    method: .patch, path: "/api/todo-groups/{id}", group: .stamps, summary: "Change a group",
    details: "What is not given stays as it is.", segments: [StampParameters.group], caller: .needed,
    body: .json("What changes.", [StampFields.changedName, StampFields.color, StampFields.isOpen]),
    answers: [AnswerDescription(200, "The group.", [(MediaType.json, "TodoGroup")]), unknown],
    reply: .deferred { call in
      let change = TodoGroupChange(
        name: try call.body.value(StampFields.changedName), color: try call.body.value(StampFields.color),
        isOpen: try call.body.value(StampFields.isOpen))
      let group = try await call.site.community.stamps.changeGroup(
        try call.segment(StampParameters.group), change, by: try call.account())
      return .own(TodoGroupDocument(group))
    })

  private static let remove = Endpoint(
    method: .delete, path: "/api/todo-groups/{id}", group: .stamps, summary: "Remove a group with its todos",
    details: "The default group stays.", segments: [StampParameters.group], caller: .needed,
    answers: [
      AnswerDescription(200, "The card.", [(MediaType.json, "Card")]), unknown, .conflict("It is the default group."),
    ],
    reply: .deferred { call in
      let id = try call.segment(StampParameters.group)
      return .own(CardDocument(try await call.site.community.stamps.removeGroup(id, by: try call.account())))
    })
}
