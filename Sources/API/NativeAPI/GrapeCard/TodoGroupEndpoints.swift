import APIKit
import Basics
import Contracts
import GrapeCard
import HTTP

struct TodoGroupEndpoints: Sendable {
  let grapeCard: GrapeCardService

  var all: [Endpoint] {
    [list, add, change, remove]
  }

  private static let unknown = ResponseDescription.notFound("There is no such group.")

  private var list: Endpoint {
    Endpoint(
      path: "/api/todo-groups", group: .grapeCard, summary: "The caller's groups of todos",
      details: "The default group first, then by creation.", caller: .required,
      answers: [ResponseDescription(200, "The groups.", [(MediaType.json, "TodoGroupList")])],
      handler: .deferred { context in
        let groups = try await grapeCard.groups(of: try context.account())
        return .uncached(TodoGroupListDocument(groups: groups.map(TodoGroupDocument.init)))
      })
  }

  private var add: Endpoint {
    Endpoint(
      method: .post, path: "/api/todo-groups", group: .grapeCard, summary: "Create a group", caller: .required,
      body: .json("The group.", [GrapeCardFields.name, GrapeCardFields.color, GrapeCardFields.isOpen]),
      answers: [
        ResponseDescription(201, "The group.", [(MediaType.json, "TodoGroup")]),
        .conflict("There are too many groups."),
      ],
      handler: .deferred { context in
        let group = try await grapeCard.addGroup(
          try context.body.required(GrapeCardFields.name),
          color: try context.body.value(GrapeCardFields.color) ?? .purple,
          isOpen: try context.body.value(GrapeCardFields.isOpen) ?? true, by: try context.account())
        return .uncached(TodoGroupDocument(group), status: 201)
      })
  }

  private var change: Endpoint {
    Endpoint(
      method: .patch, path: "/api/todo-groups/{id}", group: .grapeCard, summary: "Change a group",
      details: "Absent fields stay unchanged.", pathParameters: [GrapeCardParameters.group], caller: .required,
      body: .json("The changes.", [GrapeCardFields.changedName, GrapeCardFields.color, GrapeCardFields.isOpen]),
      answers: [ResponseDescription(200, "The group.", [(MediaType.json, "TodoGroup")]), Self.unknown],
      handler: .deferred { context in
        let change = TodoGroupChange(
          name: try context.body.value(GrapeCardFields.changedName),
          color: try context.body.value(GrapeCardFields.color),
          isOpen: try context.body.value(GrapeCardFields.isOpen))
        let group = try await grapeCard.changeGroup(
          try context.pathParameter(GrapeCardParameters.group), change, by: try context.account())
        return .uncached(TodoGroupDocument(group))
      })
  }

  private var remove: Endpoint {
    Endpoint(
      method: .delete, path: "/api/todo-groups/{id}", group: .grapeCard, summary: "Remove a group with its todos",
      details: "The default group cannot be removed.", pathParameters: [GrapeCardParameters.group], caller: .required,
      answers: [
        ResponseDescription(200, "The card.", [(MediaType.json, "Card")]), Self.unknown,
        .conflict("It is the default group."),
      ],
      handler: .deferred { context in
        let id = try context.pathParameter(GrapeCardParameters.group)
        return .uncached(CardDocument(try await grapeCard.removeGroup(id, by: try context.account())))
      })
  }
}
