import APIKit
import Accounts
package import Basics
import Contracts
package import HTTP
package import Photos

/// Photos: taking them in and serving them.
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
      method: .post, path: "/api/photos", group: .photos, summary: "Upload photos",
      details: """
        One to \(Self.rules.maxFiles) files in parts named `files`, each of at most \(Self.rules.maxFileBytes / 1_000_000) MB: JPEG, \
        PNG, GIF, WebP or HEIC, by what their bytes are. They are turned upright and stripped of all metadata. All are \
        taken or none. What neither a post nor a profile refers to within a day is removed.
        """,
      caller: .required,
      body: BodyDescription(
        type: "multipart/form-data", summary: "The files.",
        limit: Self.rules.maxFiles * Self.rules.maxFileBytes + 65_536,
        schema: Self.form),
      answers: [
        AnswerDescription(201, "The photos, in the order of their files.", [(MediaType.json, "PhotoList")]),
        .rateLimited,
      ],
      // Five large PNG files behind other people's.
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
        return .own(PhotoListDocument(photos: documents), status: 201)
      })
  }

  private static let name = Parameter<PhotoName>(
    "name", .photo(), "The name of a photo.", example: String(repeating: "0", count: 64) + ".jpg")
  private static let width = Parameter<PhotoWidth>(
    "width", .width(), "A smaller form, at most so many pixels wide.", example: "320")

  private var one: Endpoint {
    Endpoint(
      path: "/api/photos/{name}", group: .photos, summary: "A photo",
      details: """
        Parts of it can be asked for with `Range`. It may be kept for minutes, since it can be taken back; whether it is \
        still the same is then asked with its `ETag`. A photo of goods that cost something is shown at full size to its \
        seller and to those who paid, who show their access token; to others only 320 pixels wide, whichever `width` they \
        ask for.
        """,
      pathParameters: [Self.name], query: [Self.width],
      answers: [
        AnswerDescription(200, "The photo.", ["image/jpeg", "image/png", "image/gif", "image/webp"].map { ($0, nil) }),
        .forbidden("It is sold, and its full size is for those who bought it."),
        .missing("There is no such photo."),
      ],
      handler: .deferred { context in
        let (name, width) = (try context.pathParameter(Self.name), try context.query.value(Self.width))
        return .photo(try await photos.open(name, width: width) { try await context.shownAccount(accounts) }, name)
      })
  }
}

extension Duration {
  /// How long it may take to read the photos of one upload: five large ones, behind those of others.
  package static let uploads = Duration.seconds(180)
}

extension Response {
  /// A photo. Whoever takes theirs back does not wait for caches longer than ten minutes, and asking again costs
  /// little; whatever it should hold, no browser runs it.
  package static func photo(_ photo: OpenedPhoto, _ name: PhotoName) -> Response {
    var headers = Headers([
      ("Content-Type", photo.type),
      ("Cache-Control", photo.isSold ? Caching.personal.rawValue : "public, max-age=600"),
      ("ETag", "\"\(photo.tag)\""), ("Accept-Ranges", "bytes"), ("X-Content-Type-Options", "nosniff"),
      ("Content-Security-Policy", "default-src 'none'; sandbox"), ("Cross-Origin-Resource-Policy", "cross-origin"),
      ("Access-Control-Allow-Origin", "*"),
    ])
    if name.fileExtension == "pdf" { headers.add("Content-Disposition", "attachment; filename=\"\(name)\"") }
    if photo.isSold { headers.add("Vary", "Authorization, Cookie, Fourcuts-Session") }
    return Response(status: 200, headers: headers, body: .file(photo.file))
  }
}

extension ParameterKind<PhotoName> {
  fileprivate static func photo() -> ParameterKind {
    ParameterKind(
      "the name of a photo, as an upload answers it",
      schema: .object([
        "type": "string", "pattern": .string("^[0-9a-f]{64}\\.(\(PhotoName.fileExtensions.joined(separator: "|")))$"),
      ])
    ) { text in Reading(PhotoName(text)) }
  }
}

extension ParameterKind<PhotoWidth> {
  fileprivate static func width() -> ParameterKind {
    let widths = PhotoWidth.allCases.map(\.rawValue)
    return ParameterKind(
      "one of \(widths.map(String.init).joined(separator: ", "))",
      schema: .object(["type": "integer", "enum": .array(widths.map(JSONValue.integer))])
    ) { text in Reading(DecimalText.integer(text).flatMap(PhotoWidth.init(rawValue:))) }
  }
}
