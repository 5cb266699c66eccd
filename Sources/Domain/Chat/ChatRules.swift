import Basics
import TextForms

/// What the owner of a workspace decided, after the rules: stores write nothing else.
package struct CheckedWorkspace: Hashable, Sendable {
  /// With a composed name.
  package let content: WorkspaceContent
  /// By which two names are the same.
  package let foldedName: String

  /// - Throws: `DomainError` `name-invalid`, `description-too-long`, `text-invalid`.
  init(_ content: WorkspaceContent) throws(DomainError) {
    var content = content
    (content.name, foldedName) = try ChatRules.name(content.name)
    try ChatRules.checkDescription(content.description)
    self.content = content
  }
}

/// What the owner of a channel decided, after the rules: stores write nothing else.
package struct CheckedChannel: Hashable, Sendable {
  /// With a composed name.
  package let content: ChannelContent
  /// By which two names are the same.
  package let foldedName: String

  /// - Throws: `DomainError` `name-invalid`, `description-too-long`, `text-invalid`.
  init(_ content: ChannelContent) throws(DomainError) {
    var content = content
    (content.name, foldedName) = try ChatRules.name(content.name)
    try ChatRules.checkDescription(content.description)
    self.content = content
  }
}

/// What somebody says, after the rules: stores write nothing else.
package struct CheckedText: Hashable, Sendable {
  /// As it was written.
  package let text: String
  /// In which is searched.
  package let folded: String

  /// - Throws: `DomainError` `message-too-long`, `text-invalid`.
  init(_ text: String) throws(DomainError) {
    try TextValidator.check(text, maxLength: ChatRules.maxTextLength, field: "text", tooLong: "message-too-long")
    self.text = text
    folded = TextForms.folded(text)
  }

  /// Whether it says nothing.
  var isBlank: Bool { TextValidator.isBlank(text) }
}

/// What names and texts may be, and how many of each thing there may be.
enum ChatRules {
  static let maxNameLength = 30
  static let maxDescriptionLength = 500
  static let maxTextLength = 5_000
  static let maxPhotos = 5
  static let maxKeyLength = 100
  static let maxSearchLength = 100
  /// Messages that a search looks at in one transaction.
  static let maxSearched = 500
  static let limits = 1...1_000
  /// Workspaces that somebody owns.
  static let maxWorkspaces = 100
  /// Members of a workspace.
  static let maxMembers = 10_000
  /// How long a link lets somebody in, in seconds.
  static let linkLifetime: Int64 = 7 * 86_400
  /// Invitations of a workspace that nobody has answered, links included.
  static let maxInvitations = 1_000
  /// Channels of a workspace, rooms not counted.
  static let maxChannels = 1_000
  /// How many workspaces, rooms, invitations or parties of somebody are listed.
  static let maxListed = 1_000

  /// A name composed and trimmed, and its folded form.
  /// - Parameters:
  ///   - maxLength: in characters.
  ///   - field: what it is: `name` or `title`.
  static func name(
    _ text: String, maxLength: Int = maxNameLength, field: String = "name"
  ) throws(DomainError) -> (name: String, folded: String) {
    // What is much too long is not worked on: composing leaves a third of the bytes or more.
    let name = text.utf8.count > 12 * maxLength ? text : trimmed(composed(text))
    let folded = name.unicodeScalars.count <= maxLength ? TextForms.folded(name) : ""
    guard !folded.isEmpty, CharacterRule.name.offender(in: name) == nil else {
      throw .invalid(
        "\(field)-invalid", field,
        "A \(field) has 1 to \(maxLength) characters, none of them invisible: choose another one.")
    }
    return (name, folded)
  }

  static func checkDescription(_ text: String, maxLength: Int = maxDescriptionLength) throws(DomainError) {
    try TextValidator.check(text, maxLength: maxLength, field: "description", tooLong: "description-too-long")
  }

  static func checkPhotos(_ photos: [PhotoName]) throws(DomainError) {
    guard photos.count <= maxPhotos else {
      throw .invalid("photos-too-many", "photos", "A message shows at most \(maxPhotos) photos.")
    }
    guard Set(photos).count == photos.count else {
      throw .invalid("photo-repeated", "photos", "A message shows each photo once: leave the repeated one out.")
    }
  }

  static func checkKey(_ key: String?) throws(DomainError) {
    guard let key else { return }
    guard (1...maxKeyLength).contains(key.utf8.count), key.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw .invalid("key-invalid", "key", "A key has 1 to \(maxKeyLength) visible ASCII characters.")
    }
  }

  static func checkLimit(_ limit: Int, in limits: ClosedRange<Int> = limits) throws(DomainError) {
    guard limits.contains(limit) else {
      throw .invalid("limit-out-of-range", "limit", "The limit must be a whole number from 1 to \(limits.upperBound).")
    }
  }

  static let messageEmpty = DomainError.invalid("message-empty", "text", "A message needs a text or a photo.")

  /// What is searched for, folded.
  static func searchTerm(_ text: String, field: String = "text") throws(DomainError) -> String {
    try TextValidator.check(text, maxLength: maxSearchLength, field: field, tooLong: "text-invalid")
    let folded = TextForms.folded(text)
    guard !folded.isEmpty else {
      throw .invalid("text-invalid", field, "Search for 1 to \(maxSearchLength) characters that can be seen.")
    }
    return folded
  }
}
