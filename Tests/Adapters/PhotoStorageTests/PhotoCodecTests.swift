import Basics
import Foundation
import Photos
import Support
import Testing
import Workload

@testable import PhotoStorage

/// A picture of one pixel, as a GIF file.
private let pixel: [UInt8] =
  Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 1, 2, 3, 255, 255, 255]
  + [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B]

@Suite("Reading received photos")
struct PhotoCodecTests {
  private let temporary: ScratchDirectory

  init() throws {
    temporary = try ScratchDirectory()
  }

  private func received(_ bytes: [UInt8]) throws -> ReceivedFile {
    let url = temporary.url.appendingPathComponent(UUID().uuidString)
    try Data(bytes).write(to: url)
    return ReceivedFile(path: url.path, size: bytes.count)
  }

  @Test("An image gets smaller forms and a document none, by its content, not by the file's name")
  func develops() async throws {
    let document = Array("%PDF-1.7\n%%EOF".utf8)
    let developed = try await PhotoCodec(decoder: .built).process([try received(pixel), try received(document)])
    #expect(developed.last == .document(document))
    guard case .image(let image) = developed[0] else { throw Unexpected() }
    #expect(image.fileExtension == "gif" && image.width == 1 && image.height == 1)
    #expect(image.smaller.count == PhotoWidth.allCases.count)
  }

  private struct Unexpected: Error {}

  @Test("Each defect of a file has its own error code")
  func domainErrors() async throws {
    var wide = pixel
    wide.replaceSubrange(24..<28, with: [0, 0x70, 0, 0x70])
    for (bytes, code) in [
      ([], "photo-empty"), (Array("hello".utf8), "photo-type"), (Array(pixel.dropLast()), "photo-not-readable"),
      (wide, "photo-too-many-pixels"),
    ] {
      let failure = try await #require(throws: DomainError.self) {
        try await PhotoCodec(decoder: .built).process([try received(pixel), try received(bytes)])
      }
      #expect(failure.code == code && failure.kind == .invalid && failure.field == "files")
    }
  }

  @Test("Uploads beyond the limits of running and waiting ones are refused, and the others succeed")
  func crowd() async throws {
    let codec = PhotoCodec(decoder: .built, uploads: 1, waiting: 2)
    let files = try (0..<4).map { _ in try received(pixel) }
    let outcomes = await withTaskGroup(of: String.self) { group in
      for _ in 0..<40 {
        group.addTask {
          do {
            return try await codec.process(files).count == files.count ? "served" : "wrong"
          } catch let domainError as DomainError {
            return "\(domainError.kind) \(domainError.code)"
          } catch {
            return "\(error)"
          }
        }
      }
      return await group.reduce(into: [String: Int]()) { $0[$1, default: 0] += 1 }
    }
    #expect(Set(outcomes.keys).isSubset(of: ["served", "rateLimited too-many-photos"]))
    #expect(outcomes["served", default: 0] >= 3)
    #expect(try await codec.process(files).count == 4)
  }

  @Test("Discarded files are removed, and discarding a missing file is no error")
  func discarding() throws {
    let file = try received(pixel)
    let codec = PhotoCodec(decoder: .built)
    codec.discard([file, file])
    #expect(!FileManager.default.fileExists(atPath: file.path))
  }
}
