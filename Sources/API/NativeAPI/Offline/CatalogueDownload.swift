import APIKit
package import Basics
import Booths
import Compression
import Concurrency
import Crypto
import HTTP
import OfflineBooths

/// A file of the whole catalogue at one version. It has no name: it is gone with the last reader.
package struct CatalogueDownload: Sendable {
  let version: CatalogueVersion
  package let plain: OpenFile
  package let compressed: OpenFile
  /// A digest of the content, for entity tags.
  let tag: String

  /// - Parameter directory: For the compressed file.
  /// - Throws: `FileFault`.
  init(_ plain: OpenFile, of catalogue: Catalogue, tag: String, in directory: String) throws {
    let compressed = try UnnamedFile(in: directory)
    guard Gzip.compress(file: plain.descriptor, to: compressed.descriptor) else { throw FileFault(directory) }
    self.version = CatalogueVersion(of: catalogue)
    self.plain = plain
    self.compressed = try compressed.opened()
    self.tag = tag
  }

  /// The file, in gzip for clients that accept it, with ranges.
  func response(to request: Request, type: String) -> Response {
    var headers = Headers.common(type, caching: .shared)
    headers.add("Accept-Ranges", "bytes")
    guard request.acceptsGzip else {
      headers.add("ETag", "\"\(tag)\"")
      return Response(status: 200, headers: headers, body: .file(plain))
    }
    // A range is one of the compressed form, which therefore has its own tag.
    headers.add("ETag", "\"\(tag)-gzip\"")
    headers.add("Content-Encoding", "gzip")
    return Response(status: 200, headers: headers, body: .file(compressed))
  }
}

/// Keeps a file of the catalogue, which is made on request.
actor CatalogueDownloadCache {
  /// How long a file serves after the catalogue has changed.
  private static let maxAge = Duration.seconds(600)

  private let catalogue: CatalogueHolder
  private let now: @Sendable () -> ContinuousClock.Instant

  private var latest: (download: CatalogueDownload, madeAt: ContinuousClock.Instant)?
  private var making: Task<CatalogueDownload, any Error>?

  init(_ catalogue: CatalogueHolder, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
    (self.catalogue, self.now) = (catalogue, now)
  }

  /// A file that is at most ten minutes older than the catalogue. It is made once for all who ask while it is made.
  /// - Throws: `DomainError` `catalogue-file-unwritable` (unavailable).
  func current(
    _ make: @escaping @Sendable (Catalogue) async throws -> CatalogueDownload
  ) async throws -> CatalogueDownload {
    let current = catalogue.current
    if let latest, isUsable(latest, for: current) { return latest.download }
    if let making { return try await making.value }
    let task = Task {
      // On a separate thread, so that requests continue.
      try await withTaskExecutorPreference(BackgroundThread("catalogue file")) {
        do { return try await make(current) } catch let error as DomainError where error.condition != nil {
          // The database does not answer.
          throw error
        } catch { throw Self.unwritable(error) }
      }
    }
    making = task
    defer { making = nil }
    let download = try await task.value
    latest = (download, now())
    return download
  }

  private func isUsable(
    _ latest: (download: CatalogueDownload, madeAt: ContinuousClock.Instant), for current: Catalogue
  ) -> Bool {
    if latest.download.version == CatalogueVersion(of: current) { return true }
    // A catalogue from a backup may have a lower version: what it has is another history.
    return latest.download.version.number < current.version && now() - latest.madeAt < Self.maxAge
  }

  private static func unwritable(_ error: any Error) -> DomainError {
    DomainError(
      .unavailable, "catalogue-file-unwritable",
      "The file cannot be made now: the disk of the server is full or its directory cannot be written.",
      condition: ServiceCondition(
        .uploads,
        "A file of the catalogue cannot be made (\(error)): check the directory's permissions and free space."))
  }
}

extension CatalogueVersion {
  init(of catalogue: Catalogue) { self.init(number: catalogue.version, mark: catalogue.mark) }
}
