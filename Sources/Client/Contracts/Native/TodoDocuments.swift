public import Basics

/// A todo of the caller.
public struct TodoDocument: NativeDocument {
  /// The identifier.
  public var id: TodoID
  /// The text.
  public var contents: String
  /// The todo's group.
  public var group: TodoGroupID
  /// The day it is planned for.
  public var day: CivilDate
  /// Whether it is done.
  public var isDone: Bool
  /// The booth to visit; null for other todos.
  public var booth: BoothID?

  enum CodingKeys: String, CodingKey {
    case id, contents, group, day
    case isDone = "is_done"
    case booth
  }

  /// Creates a todo.
  public init(id: TodoID, contents: String, group: TodoGroupID, day: CivilDate, isDone: Bool, booth: BoothID?) {
    self.id = id
    self.contents = contents
    self.group = group
    self.day = day
    self.isDone = isDone
    self.booth = booth
  }
}

/// The caller's todos of a range of days.
public struct TodoListDocument: NativeDocument {
  /// The current date in the caller's time zone.
  public var today: CivilDate
  /// By day, open ones first, then in order of creation.
  public var todos: [TodoDocument]

  /// Creates a list.
  public init(today: CivilDate, todos: [TodoDocument]) {
    self.today = today
    self.todos = todos
  }
}

/// A changed todo and the resulting card.
public struct TodoOutcomeDocument: NativeDocument {
  /// The todo after the change.
  public var todo: TodoDocument
  /// The card after the change.
  public var card: CardDocument

  /// Creates an outcome.
  public init(todo: TodoDocument, card: CardDocument) {
    self.todo = todo
    self.card = card
  }
}

/// A group of the caller's todos.
public struct TodoGroupDocument: NativeDocument {
  /// The identifier.
  public var id: TodoGroupID
  /// The name.
  public var name: String
  /// `#RRGGBB`.
  public var color: String
  /// Whether its todos are shown.
  public var isOpen: Bool
  /// Whether it is the default group, which cannot be removed.
  public var isDefault: Bool

  enum CodingKeys: String, CodingKey {
    case id, name, color
    case isOpen = "is_open"
    case isDefault = "is_default"
  }

  /// Creates a group.
  public init(id: TodoGroupID, name: String, color: String, isOpen: Bool, isDefault: Bool) {
    self.id = id
    self.name = name
    self.color = color
    self.isOpen = isOpen
    self.isDefault = isDefault
  }
}

/// The caller's groups.
public struct TodoGroupListDocument: NativeDocument {
  /// The default group first, then in order of creation.
  public var groups: [TodoGroupDocument]

  /// Creates a list.
  public init(groups: [TodoGroupDocument]) { self.groups = groups }
}
