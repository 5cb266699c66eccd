public import Basics

/// Something that the caller means to do on a day.
public struct TodoDocument: NativeDocument {
  /// The todo's.
  public var id: TodoID
  /// What is to be done.
  public var contents: String
  /// The group it is in.
  public var group: TodoGroupID
  /// When.
  public var day: CivilDate
  /// Whether it is done.
  public var isDone: Bool
  /// The number of the booth that is to be visited; null for anything else.
  public var booth: BoothID?

  enum CodingKeys: String, CodingKey {
    case id, contents, group, day
    case isDone = "is_done"
    case booth
  }

  /// A todo from its parts.
  public init(id: TodoID, contents: String, group: TodoGroupID, day: CivilDate, isDone: Bool, booth: BoothID?) {
    self.id = id
    self.contents = contents
    self.group = group
    self.day = day
    self.isDone = isDone
    self.booth = booth
  }
}

/// The caller's todos of some days.
public struct TodoListDocument: NativeDocument {
  /// The caller's today.
  public var today: CivilDate
  /// By day, those that are not done first, then in the order in which they were made.
  public var todos: [TodoDocument]

  /// A list from its parts.
  public init(today: CivilDate, todos: [TodoDocument]) {
    self.today = today
    self.todos = todos
  }
}

/// A todo after a change, and the card to which that led.
public struct TodoOutcomeDocument: NativeDocument {
  /// As it is now.
  public var todo: TodoDocument
  /// As it is now.
  public var card: CardDocument

  /// An outcome from its parts.
  public init(todo: TodoDocument, card: CardDocument) {
    self.todo = todo
    self.card = card
  }
}

/// A group of the caller's todos.
public struct TodoGroupDocument: NativeDocument {
  /// The group's.
  public var id: TodoGroupID
  /// What it is called.
  public var name: String
  /// `#RRGGBB`.
  public var color: String
  /// Whether its todos are shown.
  public var isOpen: Bool
  /// Whether it is the one that cannot be removed.
  public var isDefault: Bool

  enum CodingKeys: String, CodingKey {
    case id, name, color
    case isOpen = "is_open"
    case isDefault = "is_default"
  }

  /// A group from its parts.
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
  /// The default one first, then in the order in which they were made.
  public var groups: [TodoGroupDocument]

  /// A list of groups.
  public init(groups: [TodoGroupDocument]) { self.groups = groups }
}
