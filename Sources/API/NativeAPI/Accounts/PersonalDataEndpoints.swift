import APIKit
import Accounts
import Basics
import HTTP
import Photos
import Zip

/// Everything that is kept of a person, as one file.
struct PersonalDataEndpoints: Sendable {
  let store: any PersonalDataStore
  let photos: PhotoService
  let attempts: AttemptLimiter

  private static let limits = [AttemptLimit(maxCount: 10, seconds: 86_400)]
  private static let mediaType = "application/zip"

  var all: [Endpoint] { [export] }

  private var export: Endpoint {
    Endpoint(
      path: "/api/me/export", group: .accounts, summary: "Everything that is kept of the caller", cost: .upload,
      details: """
        A ZIP archive, as of one moment: a JSON file of each kind of record (profile, logins, posts, comments, likes, \
        orders, messages, card, saved booths, reports, the security log and others), and the uploaded photos. What \
        others have written is not in it, nor who blocks or reports the caller, nor hashes of passwords and tokens. It is \
        made while it is sent, and kept nowhere. At most \(Self.limits[0].maxCount) a day.
        """,
      caller: .required, answers: [ResponseDescription(200, "The archive.", [(Self.mediaType, nil)]), .rateLimited],
      deadline: .uploads,
      handler: .deferred { context in
        let caller = try context.account()
        let key = AttemptKey("export", Array(caller.description.utf8), Self.limits)
        guard case .counted = try await attempts.count([key], at: context.now) else {
          throw DomainError(.rateLimited, "too-many-exports", "You have had this file often today: wait a day.")
        }
        let archive = PersonalArchive(try await store.everything(of: caller), photos)
        return Response(
          status: 200,
          headers: Headers([
            ("Content-Type", Self.mediaType), ("Cache-Control", "private, no-store"),
            ("Content-Disposition", "attachment; filename=\"fourcuts.zip\""),
          ]), body: .stream { try await archive.next() })
      })
  }
}

/// The archive, an entry at a time.
private actor PersonalArchive {
  private var files: ArraySlice<PersonalData.File>
  private var names: ArraySlice<PhotoName>
  private let photos: PhotoService
  private var zip = ZipWriter()
  private var isAtEnd = false

  init(_ data: PersonalData, _ photos: PhotoService) {
    (files, names, self.photos) = (data.files[...], data.photos[...], photos)
  }

  /// The next bytes; nil after the last. A photo that is removed meanwhile is left out.
  func next() async throws -> [UInt8]? {
    if let file = files.popFirst() { return zip.entry(file.name, file.content) }
    while let name = names.popFirst() {
      if let bytes = try await photos.bytes(of: name) { return zip.entry("photos/\(name)", bytes) }
    }
    guard !isAtEnd else { return nil }
    isAtEnd = true
    return zip.end()
  }
}
