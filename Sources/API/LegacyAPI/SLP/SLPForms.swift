import APIKit
import Accounts
import Basics
import Contracts
import HTTP
import NativeAPI
import Photos

extension UploadRules {
  /// What may be sent with a chat: as for the posts of LSLP's second generation.
  static let slpChat = UploadRules(maxFileBytes: 5 * 1_048_576, maxFiles: 5, acceptsDocuments: false)
  /// What may be sent for a person or a workspace: one image.
  static let slpImage = UploadRules(maxFileBytes: 5 * 1_048_576, maxFiles: 1, acceptsDocuments: false)
}

extension SLPRequest {
  /// The texts of a form, and its files as photos that were taken in, in order. Mojitalk sends a file without a byte
  /// with each chat: those are as if not sent.
  func form(
    _ rules: UploadRules, files field: String, by caller: Caller
  ) async throws -> (fields: LSLPFields, photos: [PhotoName]) {
    try await legacy.form(context, rules, files: field, passingOverEmptyFiles: true, by: caller.account)
  }
}
