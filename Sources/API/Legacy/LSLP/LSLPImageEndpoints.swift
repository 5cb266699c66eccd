import Basics
import Contracts
import HTTP
import Photos

/// The images that posts and profiles name.
///
/// Neither key nor token is asked for. Clients send both, but whether the real servers demanded them is not told, and
/// the image loader of 4cuts does not refresh: a token that expired would leave its pages without images. The names are
/// as good as secret, for they are made from what the images hold.
enum LSLPImageEndpoints {
  static let all: [Endpoint] = LSLPGeneration.allCases.map { generation in
    Endpoint(
      path: generation == .v0 ? "/uploads/{folder}/{name}" : "/v1/uploads/{folder}/{name}", group: generation.group,
      summary: "A file of a post or a profile", details: "A key and a token may be shown and are not looked at.",
      segments: [LSLPParameters.folder, LSLPParameters.file],
      answers: [
        AnswerDescription(200, "The file.", [("image/jpeg", nil), ("image/png", nil), ("application/pdf", nil)]),
        AnswerDescription(444, "There is no such file.", [(MediaType.json, "LSLPMessage")]),
      ], convention: .lslp(.image), conventions: .ofLSLP, reply: .deferred { call in try await call.lslpImage() })
  }
}

extension Call {
  /// The file that the path names: any photo is served from either folder.
  fileprivate func lslpImage() async throws -> Response {
    let file = request.parameters[LSLPParameters.file.name] ?? ""
    guard LSLPPath.folders.contains(request.parameters[LSLPParameters.folder.name] ?? "") else {
      throw Refusal.fileUnknown
    }
    if file == LSLPPath.placeholder {
      return .document(LSLPPlaceholder.png, type: "image/png", caching: .shared, tag: "\"placeholder\"")
    }
    guard let name = PhotoName(file) else { throw Refusal.fileUnknown }
    return .photo(try await site.community.photos.bytes(name, width: nil), name, nil)
  }
}

extension Refusal {
  fileprivate static let fileUnknown = Refusal(.missing, "path-unknown", "There is no such file.")
}
