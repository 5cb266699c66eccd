import APIKit
import Accounts
package import Basics
import Contracts
package import HTTP
import JSON
package import Photos

struct PhotoEndpoints: Sendable {
  let photos: PhotoService
  let accounts: AccountService
  let uploadDirectory: String

  var all: [Endpoint] {
    [upload, one]
  }

  private static let rules = UploadRules.native

  private static let form: JSONValue = .object([
    "type": "object", "required": ["files"],
    "properties": .object([
      "files": .object(["type": "array", "items": .object(["type": "string", "format": "binary"])])
    ]),
  ])

  private var upload: Endpoint {
    Endpoint(
      method: .post, path: "/api/photos", group: .photos, summary: "Upload photos", cost: .upload,
      details: """
        One to \(Self.rules.maxFiles) files in parts named `files`, each of at most \
        \(Self.rules.maxFileBytes / 1_000_000) MB: JPEG, PNG, GIF, WebP or HEIC, detected by content. They are rotated \
        upright and stripped of all metadata. All are stored or none. Photos that no post, profile or open correction \
        uses within a day are removed.
        """,
      caller: .required,
      body: BodyDescription(
        type: "multipart/form-data", summary: "The files.",
        limit: Self.rules.maxFiles * Self.rules.maxFileBytes + 65_536,
        schema: Self.form),
      answers: [
        ResponseDescription(201, "The photos, in the order of their files.", [(MediaType.json, "PhotoList")]),
        .rateLimited,
      ],
      // Five large PNG files, behind the uploads of others.
      deadline: .uploads,
      handler: .streaming { context in
        let limits = FormLimits(maxFileBytes: Self.rules.maxFileBytes, maxFiles: Self.rules.maxFiles, maxTexts: 0)
        let form = try await receiveForm(context.request, limits: limits, into: uploadDirectory)
        if form.files.isEmpty {
          throw DomainError(
            .invalid, "files-missing", "Send at least one file, in a part named 'files'.", field: "files")
        }
        let files = form.files.map { ReceivedFile(path: $0.path, size: $0.size) }
        let taken = try await photos.upload(files, Self.rules, by: try context.account())
        let documents = taken.map { PhotoDocument(name: $0.name, size: $0.size, width: $0.width, height: $0.height) }
        return .uncached(PhotoListDocument(photos: documents), status: 201)
      })
  }

  private static let name = Parameter<PhotoName>(
    "name", .photo(), "The name of a photo.", example: String(repeating: "0", count: 64) + ".jpg")
  private static let width = Parameter<PhotoWidth>(
    "width", .width(), "The maximum width in pixels, for a smaller version.", example: "320")

  private var one: Endpoint {
    Endpoint(
      path: "/api/photos/{name}", group: .photos, summary: "A photo",
      details: """
        Supports `Range`. Browsers may store it for ten minutes only, as it can be removed; then they revalidate it by \
        its `ETag`. Shared caches may store the form of 320 pixels only, as any photo can become one of goods. The full \
        size of a photo of paid goods is for the seller and the buyers, with their access token; others get 320 pixels \
        at most, whatever `width` they ask for.
        """,
      pathParameters: [Self.name], query: [Self.width],
      answers: [
        ResponseDescription(
          200, "The photo.", ["image/jpeg", "image/png", "image/gif", "image/webp"].map { ($0, nil) }),
        .forbidden("The full size of paid goods is for the buyers."),
        .notFound("There is no such photo."),
      ],
      handler: .deferred { context in
        let (name, width) = (try context.pathParameter(Self.name), try context.query.value(Self.width))
        let opened = try await photos.open(name, width: width) { try await context.optionalAccount(accounts) }
        return .photo(opened, name, width: width)
      })
  }
}

extension Duration {
  /// The time limit of an upload: five large photos, behind the uploads of others.
  package static let uploads = Duration.seconds(180)
}

extension Response {
  /// A photo. Caches may store it for ten minutes only, so that a removed photo disappears soon; revalidation is cheap.
  /// Only the form that everybody may see for ever is for shared caches: they would serve the others to everybody still
  /// when the photo has become one of goods. Browsers never execute it, whatever its content.
  /// - Parameter width: as the client asked for it.
  package static func photo(_ photo: OpenedPhoto, _ name: PhotoName, width: PhotoWidth?) -> Response {
    let caching = width == .small ? "public, max-age=600" : "private, max-age=600"
    var headers = Headers([
      ("Content-Type", photo.type),
      ("Cache-Control", photo.isSold ? Caching.personal.rawValue : caching),
      ("ETag", "\"\(photo.tag)\""), ("Accept-Ranges", "bytes"), ("X-Content-Type-Options", "nosniff"),
      ("Content-Security-Policy", "default-src 'none'; sandbox"), ("Cross-Origin-Resource-Policy", "cross-origin"),
      ("Access-Control-Allow-Origin", "*"),
    ])
    if name.fileExtension == "pdf" { headers.add("Content-Disposition", "attachment; filename=\"\(name)\"") }
    if photo.isSold { headers.add("Vary", "Authorization, Cookie, Fourcuts-Session") }
    return Response(status: 200, headers: headers, body: .file(photo.file))
  }
}

extension ValueKind<PhotoWidth> {
  fileprivate static func width() -> ValueKind {
    let widths = PhotoWidth.allCases.map(\.rawValue)
    return ValueKind(
      "one of \(widths.map(String.init).joined(separator: ", "))",
      schema: .object(["type": "integer", "enum": .array(widths.map(JSONValue.integer))])
    ) { text in ParsedParameter(DecimalText.integer(text).flatMap(PhotoWidth.init(rawValue:))) }
  }
}
