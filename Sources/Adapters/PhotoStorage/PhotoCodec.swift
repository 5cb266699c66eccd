import Basics
import Concurrency
import Confinement
import Glibc
import Images
package import Photos
import Synchronization

/// Decodes received photos, each in a confined process.
package final class PhotoCodec: ImageCodec {
  private let work: BlockingWork
  private let decoder: PhotoDecoder
  private let lostDecoders = Mutex(0)
  private let onLostDecoder: @Sendable (any Error) -> Void

  /// - Parameters:
  ///   - uploads: the number of uploads processed in parallel; nil: the number of cores.
  ///   - waiting: the number of uploads that may wait; more are rejected.
  ///   - onLostDecoder: called when the process of a photo crashed or met a limit; for the operator's log.
  package init(
    decoder: PhotoDecoder, uploads: Int? = nil, waiting: Int = 32,
    onLostDecoder: @escaping @Sendable (any Error) -> Void = { _ in }
  ) {
    let cores = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    work = BlockingWork(
      "photos", parallel: uploads ?? cores, waiting: waiting,
      overloadError: DomainError(
        .rateLimited, "too-many-photos", "Too many photos are being sent just now; try again in a little while."))
    self.decoder = decoder
    self.onLostDecoder = onLostDecoder
  }

  /// How many processes crashed or met a limit.
  package var lostDecoderCount: Int { lostDecoders.withLock { $0 } }

  /// Processes the files of one upload one after the other. Cancelling the task kills the process of the current one.
  package func process(_ files: [ReceivedFile]) async throws -> [ProcessedFile] {
    let cancellation = CallCancellation()
    return try await withTaskCancellationHandler {
      try await work.run { [self] in try files.map { try process($0, cancellation) } }
    } onCancel: {
      cancellation.cancel()
    }
  }

  package func discard(_ files: [ReceivedFile]) {
    for file in files { unlink(file.path) }
  }

  package func withoutMetadata(_ bytes: [UInt8]) -> [UInt8]? { withoutWebPMetadata(bytes) }

  private func process(_ file: ReceivedFile, _ cancellation: CallCancellation) throws -> ProcessedFile {
    let descriptor = open(file.path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { throw FileFault(file.path) }
    defer { close(descriptor) }
    var head = [UInt8](repeating: 0, count: 12)
    let count = pread(descriptor, &head, head.count, 0)
    guard count > 0 else { throw domainError("photo-empty", "The photo has no content: send the file itself.") }
    guard ImageFormat(beginning: head[..<count]) != nil else { return try document(file) }
    do {
      return .image(ProcessedPhoto(try decoder.process(descriptor, cancellation).get()))
    } catch let fault as ImageFault {
      throw DomainError(fault)
    } catch let failure as ConfinedFailure {
      throw refusal(failure)
    }
  }

  private func document(_ file: ReceivedFile) throws -> ProcessedFile {
    let bytes = try readFile(file.path)
    guard PDFDocument.isDocument(bytes) else { throw DomainError(.unknownFormat) }
    return .document(bytes)
  }

  private func refusal(_ failure: ConfinedFailure) -> any Error {
    switch failure {
    case .cancelled: return CancellationError()
    case .unavailable(let reason): return DomainError.photosUnavailable("its operator must look at this: \(reason)")
    case .ended, .timedOut, .tooLong:
      lostDecoders.withLock { $0 += 1 }
      onLostDecoder(LostDecoder(failure))
      return DomainError(
        .unprocessable, "photo-not-decodable",
        "The photo cannot be decoded: it is damaged or too complex; save it again, as JPEG, and send that.",
        field: "files")
    }
  }
}

/// The process that decoded a photo crashed or met a limit: a fault of a decoder, or a hostile photo.
private struct LostDecoder: Error, CustomStringConvertible {
  private let failure: ConfinedFailure

  init(_ failure: ConfinedFailure) { self.failure = failure }

  var description: String { "A photo was refused, because its decoder was lost. \(failure)" }
}

private func domainError(_ code: String, _ message: String) -> DomainError {
  DomainError(.invalid, code, message, field: "files")
}

extension DomainError {
  fileprivate static func photosUnavailable(_ what: String) -> DomainError {
    DomainError(.unavailable, "photos-unavailable", "The server cannot process photos: \(what).")
  }

  fileprivate init(_ fault: ImageFault) {
    switch fault {
    case .unknownFormat:
      self = domainError("photo-type", "The file is not a supported photo: send JPEG, PNG, GIF, WebP or HEIC.")
    case .unreadable:
      self = domainError("photo-not-readable", "The photo cannot be read: it is cut off or damaged; send it again.")
    case .tooManyPixels:
      let limits = PhotoDecoder.limits
      self = domainError(
        "photo-too-many-pixels",
        "The photo is too large to be decoded: at most \(limits.pixels / 1_000_000) megapixels, \(limits.side) pixels a side and \(limits.frames) frames."
      )
    case .libraryMissing:
      self = .photosUnavailable("its operator must install libvips ('fourcuts doctor' says what is missing)")
    }
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
