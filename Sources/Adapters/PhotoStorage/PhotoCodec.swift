import Basics
import Concurrency
import Glibc
import Images
package import Photos

/// Decodes received photos with the image library, on its own threads.
package final class PhotoCodec: ImageCodec {
  private let work: BlockingWork
  private let limits = ImageLimits.photos

  /// - Parameters:
  ///   - uploads: the number of uploads processed in parallel; nil: the number of cores.
  ///   - waiting: the number of uploads that may wait; more are rejected.
  package init(uploads: Int? = nil, waiting: Int = 32) {
    let cores = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    work = BlockingWork(
      "photos", parallel: uploads ?? cores, waiting: waiting,
      overloadError: DomainError(
        .rateLimited, "too-many-photos", "Too many photos are being sent just now; try again in a little while."))
  }

  /// Processes the files of one upload one after the other. For memory see `processImage`; the files wait on disk.
  package func process(_ files: [ReceivedFile]) async throws -> [ProcessedFile] {
    try await work.run { [limits] in try files.map { try Self.process($0, limits) } }
  }

  /// Deletes received files.
  package func discard(_ files: [ReceivedFile]) {
    for file in files { unlink(file.path) }
  }

  /// A stored image without metadata.
  package func withoutMetadata(_ bytes: [UInt8]) -> [UInt8]? { withoutWebPMetadata(bytes) }

  private static func process(_ file: ReceivedFile, _ limits: ImageLimits) throws -> ProcessedFile {
    let bytes = try readFile(file.path)
    guard !bytes.isEmpty else { throw domainError("photo-empty", "The photo has no content: send the file itself.") }
    if PDFDocument.isDocument(bytes) { return .document(bytes) }
    do {
      let image = try processImage(bytes, widths: PhotoWidth.allCases.map(\.rawValue), limits: limits)
      return .image(ProcessedPhoto(image))
    } catch .unknownFormat {
      throw domainError("photo-type", "The file is not a supported photo: send JPEG, PNG, GIF, WebP or HEIC.")
    } catch .unreadable {
      throw domainError("photo-not-readable", "The photo cannot be read: it is cut off or damaged; send it again.")
    } catch .tooManyPixels {
      let megapixels = limits.pixels / 1_000_000
      throw domainError(
        "photo-too-many-pixels",
        "The photo is too large to be decoded: at most \(megapixels) megapixels, \(limits.side) pixels a side and \(limits.frames) frames."
      )
    } catch .libraryMissing {
      throw DomainError(
        .unavailable, "photos-unavailable",
        "The server cannot process photos: its operator must install libvips ('fourcuts doctor' says what is missing).")
    }
  }

  private static func domainError(_ code: String, _ message: String) -> DomainError {
    DomainError(.invalid, code, message, field: "files")
  }
}

extension ProcessedPhoto {
  fileprivate init(_ image: ProcessedImage) {
    let smaller = zip(PhotoWidth.allCases, image.smaller).map { ($0, $1.bytes) }
    let format = image.full.format
    self.init(
      bytes: image.full.bytes, fileExtension: format == .jpeg ? "jpg" : format.rawValue, width: image.full.width,
      height: image.full.height, smaller: Dictionary(uniqueKeysWithValues: smaller))
  }
}
