package import Basics
import Geo

extension DomainError {
  /// There is no such todo, or it is another account's.
  static let todoUnknown = DomainError(.notFound, "todo-unknown", "There is no such todo; it may have been removed.")
  /// There is no such group, or it is another account's.
  static let todoGroupUnknown = DomainError(
    .notFound, "todo-group-unknown", "There is no such group; it may have been removed.")
  /// The group of a todo does not exist.
  static let groupUnknown = DomainError(
    .invalid, "group-unknown", "There is no such group: choose one of your own.", field: "group")
  static let groupIsDefault = DomainError(
    .conflict, "todo-group-default", "The default group cannot be removed; it can be renamed.")
  static let groupsTooMany = DomainError(
    .conflict, "todo-groups-too-many", "There may be \(GrapeCardRules.maxGroups) groups: remove one first.")
  static let todosTooMany = DomainError(
    .conflict, "todos-too-many", "A day may have \(GrapeCardRules.maxTodos) todos: choose another day.", field: "day")
  static let checkInNeeded = DomainError(
    .conflict, "check-in-needed", "A visit to a booth is done by checking in there.")
  static let todoWithoutBooth = DomainError(
    .conflict, "todo-without-booth", "This todo is no visit to a booth: mark it as done instead.")
  static let boothGone = DomainError(
    .conflict, "booth-gone", "The booth is not in the catalogue any more: choose another one or none.")
  static let boothTooFar = DomainError(
    .conflict, "booth-too-far",
    "This is more than \(Int(ReportedPosition.maxDistance)) m from the booth: check in when you are there.")

  static func boothUnknown(_ booth: BoothID) -> DomainError {
    DomainError(.invalid, "booth-unknown", "There is no booth \(booth): choose one from the catalogue.", field: "booth")
  }

  /// The account was removed meanwhile; the same code as for its tokens.
  package static let personGone = DomainError(
    .unauthenticated, "token-unusable", "The account does not exist any more: log in with another one.")
}
