import APIKit
import Accounts
import Basics
import Contracts
import HTTP
import NativeAPI
import Photos

/// The images of posts and profiles.
///
/// Neither key nor token is required. Clients send both, but it is unknown whether the original servers demanded them,
/// and the image loader of 4cuts does not refresh: an expired token would leave its pages without images. The names are
/// as good as secret, since they are digests of the images. For paid goods, a viewer who is not known to have paid gets
/// the smallest size, so that the shop's pages have their images.
struct LSLPImageEndpoints: Sendable {
  let services: LegacyServices

  var all: [Endpoint] {
    LSLPGeneration.allCases.map { generation in
      Endpoint(
        path: generation == .v0 ? "/uploads/{folder}/{name}" : "/v1/uploads/{folder}/{name}", group: generation.group,
        summary: "A file of a post or a profile",
        details: "Key and token are optional; the token is used only for photos of paid goods.",
        pathParameters: [LSLPParameters.directory, LSLPParameters.file],
        answers: [
          ResponseDescription(200, "The file.", [("image/jpeg", nil), ("image/png", nil), ("application/pdf", nil)]),
          ResponseDescription(444, "There is no such file.", [(MediaType.json, "LSLPMessage")]),
        ], errorFormat: .lslp(.image), errorFormatFor: services.errorFormat(),
        handler: .deferred { context in try await image(context) })
    }
  }
}

extension LSLPImageEndpoints {
  /// The file in the path: either directory serves any photo.
  fileprivate func image(_ context: RequestContext) async throws -> Response {
    let file = context.request.parameters[LSLPParameters.file.name] ?? ""
    guard LSLPPath.directories.contains(context.request.parameters[LSLPParameters.directory.name] ?? "") else {
      throw DomainError.fileUnknown
    }
    if file == LSLPPath.placeholder {
      return .document(LSLPPlaceholder.png, type: "image/png", caching: .shared, tag: "\"placeholder\"")
    }
    guard let name = PhotoName(file) else { throw DomainError.fileUnknown }
    let photos = services.native.photos
    let viewer = { try? await self.viewer(context) }
    do { return .photo(try await photos.open(name, width: nil, for: viewer), name, width: nil) } catch let domainError
      as DomainError
      where domainError.code == "photo-not-bought" && name.fileExtension != "pdf"
    {
      return .photo(try await photos.open(name, width: .small) { nil }, name, width: .small)
    }
  }

  /// The account of the token; nil when none is sent.
  private func viewer(_ context: RequestContext) async throws -> AccountID? {
    guard let token = context.request.headers.bearerToken ?? context.request.headers["Authorization"] else {
      return nil
    }
    return try await services.native.accounts.caller(withAccessToken: token).account
  }
}

extension DomainError {
  fileprivate static let fileUnknown = DomainError(.notFound, "path-unknown", "There is no such file.")
}
