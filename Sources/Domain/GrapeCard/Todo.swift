package import Basics

package struct Todo: Hashable, Sendable {
  package let id: TodoID
  /// 1 to 200 characters.
  package var contents: String
  package var group: TodoGroupID
  package var day: CivilDate
  package var isDone: Bool
  /// The booth to visit; nil for any other task.
  package var booth: BoothID?

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

package struct TodoDraft: Hashable, Sendable {
  /// 1 to 200 characters.
  package var contents: String
  /// Nil: the default group.
  package var group: TodoGroupID?
  /// Nil: today.
  package var day: CivilDate?
  package var booth: BoothID?

  package init(contents: String, group: TodoGroupID? = nil, day: CivilDate? = nil, booth: BoothID? = nil) {
    self.contents = contents
    self.group = group
    self.day = day
    self.booth = booth
  }
}

/// Changes to a todo; nil leaves a field unchanged.
package struct TodoChange: Hashable, Sendable {
  /// 1 to 200 characters.
  package var contents: String?
  package var group: TodoGroupID?
  package var day: CivilDate?
  /// `.some(nil)` removes the booth. Another booth resets the todo to not done, because it has not been visited.
  package var booth: BoothID??

  package init(contents: String? = nil, group: TodoGroupID? = nil, day: CivilDate? = nil, booth: BoothID?? = nil) {
    self.contents = contents
    self.group = group
    self.day = day
    self.booth = booth
  }
}

package struct TodoOutcome: Hashable, Sendable {
  package let todo: Todo
  package let card: Card
}

package struct TodoGroup: Hashable, Sendable {
  package let id: TodoGroupID
  /// 1 to 21 characters.
  package var name: String
  /// `#RRGGBB`.
  package var color: GroupColor
  /// Whether the group is expanded; the todos of a collapsed group count all the same.
  package var isOpen: Bool
  /// Whether it is the initial group, which cannot be removed.
  package let isDefault: Bool

  package init(id: TodoGroupID, name: String, color: GroupColor, isOpen: Bool = true, isDefault: Bool = false) {
    self.id = id
    self.name = name
    self.color = color
    self.isOpen = isOpen
    self.isDefault = isDefault
  }
}

/// Changes to a group; nil leaves a field unchanged.
package struct TodoGroupChange: Hashable, Sendable {
  /// 1 to 21 characters.
  package var name: String?
  package var color: GroupColor?
  package var isOpen: Bool?

  package init(name: String? = nil, color: GroupColor? = nil, isOpen: Bool? = nil) {
    self.name = name
    self.color = color
    self.isOpen = isOpen
  }
}

package struct GroupColor: Hashable, Sendable, CustomStringConvertible {
  /// `#RRGGBB` in upper case.
  package let description: String

  /// Parses a colour; nil unless the text is `#` and six hexadecimal digits.
  package init?(_ text: String) {
    let bytes = Array(text.utf8.prefix(8))
    guard bytes.count == 7, bytes[0] == 0x23, text.dropFirst().allSatisfy({ $0.isASCII && $0.isHexDigit }) else {
      return nil
    }
    description = text.uppercased()
  }

  private init(purple: Void) { description = "#7B4FA3" }

  /// The default colour, of grapes.
  package static let purple = GroupColor(purple: ())
}
