import Basics
import TextForms

/// Validated content of a workspace: stores accept no other.
package struct CheckedWorkspace: Hashable, Sendable {
  /// With the name in composed form.
  package let content: WorkspaceContent
  package let foldedName: String

  /// - Throws: `DomainError` `name-invalid`, `description-too-long`, `text-invalid`.
  init(_ content: WorkspaceContent) throws(DomainError) {
    var content = content
    (content.name, foldedName) = try ChatRules.name(content.name)
    try ChatRules.checkDescription(content.description)
    self.content = content
  }
}

/// Validated content of a channel: stores accept no other.
package struct CheckedChannel: Hashable, Sendable {
  /// With the name in composed form.
  package let content: ChannelContent
  package let foldedName: String

  /// - Throws: `DomainError` `name-invalid`, `description-too-long`, `text-invalid`.
  init(_ content: ChannelContent) throws(DomainError) {
    var content = content
    (content.name, foldedName) = try ChatRules.name(content.name)
    try ChatRules.checkDescription(content.description)
    self.content = content
  }
}

/// Validated text of a message: stores accept no other.
package struct CheckedText: Hashable, Sendable {
  /// As written.
  package let text: String
  package let folded: String

  /// - Throws: `DomainError` `message-too-long`, `text-invalid`.
  init(_ text: String) throws(DomainError) {
    try TextValidator.check(text, maxLength: ChatRules.maxTextLength, field: "text", tooLong: "message-too-long")
    self.text = text
    folded = TextForms.folded(text)
  }

  var isBlank: Bool { TextValidator.isBlank(text) }
}

/// The limits of names, texts and counts.
enum ChatRules {
  static let maxNameLength = 30
  static let maxDescriptionLength = 500
  static let maxTextLength = 5_000
  static let maxPhotos = 5
  static let maxKeyLength = 100
  static let maxSearchLength = 100
  /// Messages that a search scans in one transaction.
  static let maxSearched = 500
  static let limits = 1...1_000
  /// Workspaces that an account owns.
  static let maxWorkspaces = 100
  static let maxMembers = 10_000
  /// Seconds for which an invitation link is valid.
  static let linkLifetime: Int64 = 7 * 86_400
  /// Pending invitations of a workspace, including links.
  static let maxInvitations = 1_000
  /// Channels of a workspace, without direct rooms.
  static let maxChannels = 1_000
  /// Workspaces, rooms, invitations or parties in one list.
  static let maxListed = 1_000
  /// Unread messages, invitations or applications up to which they are counted.
  static let maxUnread = 100
  /// Channels of a summary of what is unread: as many as a connection follows.
  static let maxUnreadChannels = 200

  /// Validates a name: the trimmed composed form, and its folded form.
  /// - Parameters:
  ///   - maxLength: in Unicode scalars.
  ///   - field: `name` or `title`, for the error.
  static func name(
    _ text: String, maxLength: Int = maxNameLength, field: String = "name"
  ) throws(DomainError) -> (name: String, folded: String) {
    // Much longer texts are not composed: composing keeps at least a third of the bytes.
    let name = text.utf8.count > 12 * maxLength ? text : trimmed(composed(text))
    let folded = name.unicodeScalars.count <= maxLength ? TextForms.folded(name) : ""
    guard !folded.isEmpty, CharacterRule.name.firstDisallowed(in: name) == nil else {
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

  static func searchTerm(_ text: String, field: String = "text") throws(DomainError) -> String {
    try TextValidator.check(text, maxLength: maxSearchLength, field: field, tooLong: "text-invalid")
    let folded = TextForms.folded(text)
    guard !folded.isEmpty else {
      throw .invalid("text-invalid", field, "Search for 1 to \(maxSearchLength) characters that can be seen.")
    }
    return folded
  }
}
