import APIKit
import Contracts

/// The schemas of grape cards and todos.
extension Schemas {
  static let ofStamps = JSONValue.members([
    "Card": card, "BunchList": object(["bunches": list(object(["number": count, "completed_on": day]))]),
    "CardDayList": object([
      "days": list(object(["day": day, "todos": count, "done": count, "has_grape": flag]))
    ]),
    "Todo": todo, "TodoList": object(["today": day, "todos": list(named("Todo"))]),
    "TodoOutcome": object(["todo": named("Todo"), "card": named("Card")]), "TodoGroup": group,
    "TodoGroupList": object(["groups": list(named("TodoGroup"))]),
  ])

  private static let day: JSONValue = .object(["type": "string", "format": "date"])

  private static let card = object([
    "today": day, "time_zone": text, "has_grape": flag,
    "fill": .object(["type": "integer", "minimum": 0, "maximum": 10]), "full_bunches": count, "grapes": count,
  ])
  private static let todo = object([
    "id": identifier, "contents": text, "group": identifier, "day": day, "is_done": flag, "booth": orNull("integer"),
  ])
  private static let group = object([
    "id": identifier, "name": text, "color": text, "is_open": flag, "is_default": flag,
  ])
}
