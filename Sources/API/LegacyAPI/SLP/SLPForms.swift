import APIKit
import Accounts
import Basics
import Contracts
import HTTP
import NativeAPI
import Photos

extension UploadRules {
  /// The files of a chat: as for the posts of LSLP's second generation.
  static let slpChat = UploadRules(maxFileBytes: 5 * 1_048_576, maxFiles: 5, acceptsDocuments: false)
  /// The file of a profile or workspace: one image.
  static let slpImage = UploadRules(maxFileBytes: 5 * 1_048_576, maxFiles: 1, acceptsDocuments: false)
}

extension SLPRequest {
  /// The text fields of a form, and its files as stored photos, in order. Mojitalk sends an empty file with each chat;
  /// empty files are ignored.
  func form(
    _ rules: UploadRules, files field: String, by caller: Caller
  ) async throws -> (fields: LSLPFields, photos: [PhotoName]) {
    try await legacy.form(context, rules, files: field, passingOverEmptyFiles: true, by: caller.account)
  }
}
