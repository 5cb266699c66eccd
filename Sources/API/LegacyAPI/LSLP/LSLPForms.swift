import APIKit
import Basics
import Contracts
import Glibc
import HTTP
import NativeAPI
import Photos

extension UploadRules {
  private static let mebibyte = 1_048_576

  /// The files of a post. The type is detected from the content; the second generation accepts no documents.
  static func lslpPost(_ generation: LSLPGeneration) -> UploadRules {
    UploadRules(
      maxFileBytes: (generation == .v0 ? 10 : 5) * mebibyte, maxFiles: 5, acceptsDocuments: generation == .v0)
  }

  /// The file of a profile: one image.
  static func lslpProfile(_ generation: LSLPGeneration) -> UploadRules {
    UploadRules(maxFileBytes: (generation == .v0 ? 10 : 5) * mebibyte, maxFiles: 1, acceptsDocuments: false)
  }
}

extension LSLPRequest {
  /// The text fields of a form, and its files as stored photos, in order.
  /// - Throws: What reading the form and storing the files throws, and `file-unexpected` for files of another field.
  func form(
    _ rules: UploadRules, files field: String, by account: AccountID
  ) async throws -> (fields: LSLPFields, photos: [PhotoName]) {
    try await legacy.form(context, rules, files: field, by: account)
  }
}

extension LegacyServices {
  /// The text fields of an old client's form, and its files as stored photos, in order.
  /// - Parameter passingOverEmptyFiles: whether empty files are ignored; otherwise they are rejected.
  /// - Throws: What reading the form and storing the files throws, and `file-unexpected` for files of another field.
  func form(
    _ context: RequestContext, _ rules: UploadRules, files field: String, passingOverEmptyFiles: Bool = false,
    by account: AccountID
  ) async throws -> (fields: LSLPFields, photos: [PhotoName]) {
    let limits = FormLimits(maxFileBytes: rules.maxFileBytes, maxFiles: rules.maxFiles)
    var form = try await receiveForm(context.request, limits: limits, into: native.uploadDirectory)
    guard form.files.allSatisfy({ $0.field == field }) else {
      for file in form.files { unlink(file.path) }
      throw DomainError(.invalid, "file-unexpected", "Send files as '\(field)'.", field: field)
    }
    if passingOverEmptyFiles {
      for file in form.files where file.size == 0 { unlink(file.path) }
      form.files.removeAll { $0.size == 0 }
    }
    guard !form.files.isEmpty else { return (LSLPFields(form), []) }
    let files = form.files.map { ReceivedFile(path: $0.path, size: $0.size) }
    let photos = try await native.photos.upload(files, rules, by: account)
    return (LSLPFields(form), photos.map(\.name))
  }
}
