package import Basics

/// Something that somebody means to do on a day.
package struct Todo: Hashable, Sendable {
  /// The todo's.
  package let id: TodoID
  /// 1 to 200 characters.
  package var contents: String
  /// The group it is in.
  package var group: TodoGroupID
  /// The day on which it is to be done.
  package var day: CivilDate
  /// Whether it is.
  package var isDone: Bool
  /// The booth that is to be visited; nil for anything else that can be done.
  package var booth: BoothID?

  /// A todo from its parts.
  package init(
    id: TodoID, contents: String, group: TodoGroupID, day: CivilDate, isDone: Bool = false, booth: BoothID? = nil
  ) {
    self.id = id
    self.contents = contents
    self.group = group
    self.day = day
    self.isDone = isDone
    self.booth = booth
  }
}

/// A todo that is to be made.
package struct TodoDraft: Hashable, Sendable {
  /// 1 to 200 characters.
  package var contents: String
  /// Nil: the default group.
  package var group: TodoGroupID?
  /// Nil: today.
  package var day: CivilDate?
  /// A booth that is to be visited.
  package var booth: BoothID?

  /// A draft from its parts.
  package init(contents: String, group: TodoGroupID? = nil, day: CivilDate? = nil, booth: BoothID? = nil) {
    self.contents = contents
    self.group = group
    self.day = day
    self.booth = booth
  }
}

/// What changes of a todo; what is nil stays as it is.
package struct TodoChange: Hashable, Sendable {
  /// 1 to 200 characters.
  package var contents: String?
  /// Another group.
  package var group: TodoGroupID?
  /// Another day.
  package var day: CivilDate?
  /// `.some(nil)`: no booth any more. With another booth the todo is no longer done: nobody has been there.
  package var booth: BoothID??

  /// A change from its parts.
  package init(contents: String? = nil, group: TodoGroupID? = nil, day: CivilDate? = nil, booth: BoothID?? = nil) {
    self.contents = contents
    self.group = group
    self.day = day
    self.booth = booth
  }
}

/// A todo after a change, and the card to which that led.
package struct TodoOutcome: Hashable, Sendable {
  /// As it is now.
  package let todo: Todo
  /// As it is now.
  package let card: Card
}

/// A group of somebody's todos.
package struct TodoGroup: Hashable, Sendable {
  /// The group's.
  package let id: TodoGroupID
  /// 1 to 21 characters.
  package var name: String
  /// `#RRGGBB`.
  package var color: GroupColor
  /// Whether the group's todos are shown; what is folded away counts all the same.
  package var isOpen: Bool
  /// Whether it is the one that is there from the start and cannot be removed.
  package let isDefault: Bool

  /// A group from its parts.
  package init(id: TodoGroupID, name: String, color: GroupColor, isOpen: Bool = true, isDefault: Bool = false) {
    self.id = id
    self.name = name
    self.color = color
    self.isOpen = isOpen
    self.isDefault = isDefault
  }
}

/// What changes of a group; what is nil stays as it is.
package struct TodoGroupChange: Hashable, Sendable {
  /// 1 to 21 characters.
  package var name: String?
  /// Another colour.
  package var color: GroupColor?
  /// Whether its todos are shown.
  package var isOpen: Bool?

  /// A change from its parts.
  package init(name: String? = nil, color: GroupColor? = nil, isOpen: Bool? = nil) {
    self.name = name
    self.color = color
    self.isOpen = isOpen
  }
}

/// The colour of a group.
package struct GroupColor: Hashable, Sendable, CustomStringConvertible {
  /// `#RRGGBB`, the letters in upper case.
  package let description: String

  /// A colour, or nil where a text is not `#` and six hexadecimal digits.
  package init?(_ text: String) {
    let bytes = Array(text.utf8.prefix(8))
    guard bytes.count == 7, bytes[0] == 0x23, text.dropFirst().allSatisfy({ $0.isASCII && $0.isHexDigit }) else {
      return nil
    }
    description = text.uppercased()
  }

  private init(purple: Void) { description = "#7B4FA3" }

  /// That of grapes.
  package static let purple = GroupColor(purple: ())
}
