import APIKit
import Contracts
import GrapeCard

extension CardDocument {
  init(_ card: Card) {
    self.init(
      today: card.today, timeZone: card.zone, hasGrape: card.hasGrapeToday, fill: card.fill,
      fullBunches: card.fullBunches, grapes: card.grapes)
  }
}

extension TodoDocument {
  init(_ todo: Todo) {
    self.init(
      id: todo.id, contents: todo.contents, group: todo.group, day: todo.day, isDone: todo.isDone, booth: todo.booth)
  }
}

extension TodoOutcomeDocument {
  init(_ outcome: TodoOutcome) {
    self.init(todo: TodoDocument(outcome.todo), card: CardDocument(outcome.card))
  }
}

extension TodoGroupDocument {
  init(_ group: TodoGroup) {
    self.init(
      id: group.id, name: group.name, color: group.color.description, isOpen: group.isOpen, isDefault: group.isDefault)
  }
}
