package import Basics

/// Everything that the service keeps of a person, as of one moment.
package struct PersonalData: Sendable {
  /// The records of one kind as a JSON array.
  package struct File: Sendable {
    /// A file name such as `comment.json`.
    package let name: String
    package let content: [UInt8]

    package init(name: String, content: [UInt8]) {
      (self.name, self.content) = (name, content)
    }
  }

  /// Kinds of which there is nothing are left out.
  package let files: [File]
  /// The photos and documents that the person has uploaded.
  package let photos: [PhotoName]

  package init(files: [File], photos: [PhotoName]) {
    (self.files, self.photos) = (files, photos)
  }
}

package protocol PersonalDataStore: Sendable {
  /// - Throws: `DomainError` `token-unusable` if the account is gone.
  func everything(of account: AccountID) async throws -> PersonalData
}
