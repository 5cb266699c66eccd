import Foundation
import Support
import Testing
import Workload

@testable import Images

private let widths = [320, 960]

/// The fault of a file. Nil when it is accepted.
private func fault(_ file: [UInt8], _ limits: ImageLimits = .photos) -> ImageFault? {
  do {
    _ = try processImage(file, widths: widths, limits: limits)
    return nil
  } catch {
    return error
  }
}

/// The peak memory of the process in bytes.
private func peakMemory() throws -> Int {
  let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
  let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
  return try #require(Int(line.split(whereSeparator: { !$0.isNumber }).first ?? "")) * 1024
}

@Suite("Hostile images", .serialized)
struct HostileImageTests {
  @Test("A truncated file is refused", arguments: Sample.all.map(\.name))
  func truncated(_ name: String) throws {
    let file = try #require(Sample.all.first { $0.name == name }?.bytes)
    #expect(fault(file) == nil)
    let step = max(1, file.count / 150)
    for count in Array(stride(from: 0, to: file.count, by: step)) + [file.count - 2, file.count - 1] {
      let rejected = fault(Array(file[..<count]))
      #expect(rejected == .unreadable || (rejected == .unknownFormat && count < 12), "cut at \(count)")
    }
  }

  private func png(_ width: Int, _ height: Int, _ content: [UInt8]) -> [UInt8] {
    Array(Sample.png[..<8]) + pngChunk("IHDR", bigEndian(width, 4) + bigEndian(height, 4) + [8, 2, 0, 0, 0])
      + pngChunk("IDAT", content) + pngChunk("IEND", [])
  }

  /// A JPEG file whose header claims a size.
  private func jpeg(claiming width: Int, _ height: Int) throws -> [UInt8] {
    var bytes = Sample.jpeg
    let frame = try #require(bytes.indices.dropLast().first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC0 })
    bytes.replaceSubrange((frame + 5)..<(frame + 9), with: bigEndian(height, 2) + bigEndian(width, 2))
    return bytes
  }

  /// A GIF file with many frames of one pixel.
  private func gif(frames: Int, canvas: Int) -> [UInt8] {
    let size = [UInt8(canvas & 255), UInt8(canvas >> 8)]
    let frame: [UInt8] = [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0x80, 0, 0, 0, 255, 255, 255, 2, 2, 0x44, 1, 0]
    return Array("GIF89a".utf8) + size + size + [0, 0, 0] + (0..<frames).flatMap { _ in frame } + [0x3B]
  }

  @Test("A small file that expands to a huge image is refused before that")
  func bombs() throws {
    #expect(fault(gif(frames: 3, canvas: 4)) == nil)
    let zeros = packed([UInt8](repeating: 0, count: 4_000_000))
    let before = try peakMemory()
    #expect(fault(png(20_000, 20_000, zeros)) == .tooManyPixels)
    #expect(fault(png(2_000_000_000, 2_000_000_000, zeros)) != nil)
    #expect(fault(png(1, 31_000, zeros)) == .tooManyPixels)
    #expect(fault(try jpeg(claiming: 65_500, 65_500)) == .tooManyPixels)
    #expect(fault(try jpeg(claiming: 65_535, 65_535)) != nil)
    #expect(fault(gif(frames: 400, canvas: 2_000)) == .tooManyPixels)
    #expect(fault(gif(frames: 100_000, canvas: 1)) == .tooManyPixels)
    #expect(try peakMemory() - before < 32_000_000)
  }

  @Test("An image whose header promises more pixels than it has is refused without allocating them")
  func emptyPromises() throws {
    let before = try peakMemory()
    #expect(fault(png(7000, 7000, packed([0, 1, 2]))) == .unreadable)
    #expect(fault(try jpeg(claiming: 7000, 7000)) == .unreadable)
    let grown = try peakMemory() - before
    #expect(grown < 64_000_000)
  }

  @Test("Texts that would expand to gigabytes are not decompressed")
  func textBomb() throws {
    let text = pngChunk("zTXt", Array("Comment\0\0".utf8) + packed([UInt8](repeating: 0, count: 7_900_000)))
    let file = Sample.png.withChunks((0..<300).flatMap { _ in text })
    let before = try peakMemory()
    #expect(fault(file) == nil)
    #expect(try peakMemory() - before < 32_000_000)
  }

  @Test("Scans without end are refused")
  func scans() throws {
    let progressive = Sample.image(64, 48).encoded("jpegsave_buffer", "interlace=true")
    #expect(fault(progressive) == nil)
    let scan = try #require(
      progressive.indices.dropLast().last { progressive[$0] == 0xFF && progressive[$0 + 1] == 0xDA })
    let more = (0..<2000).flatMap { _ in progressive[scan..<(progressive.count - 2)] }
    #expect(fault(Array(progressive.dropLast(2)) + more + [0xFF, 0xD9]) == .tooManyPixels)
  }

  @Test("Bytes between the parts of a JPEG file are no damage, and missing pixels are")
  func strayBytes() throws {
    let progressive = Sample.image(64, 48).encoded("jpegsave_buffer", "interlace=true")
    for file in [Sample.jpeg, progressive] {
      let expected = try processImage(file, widths: widths)
      let scan = try #require(file.indices.dropLast().last { file[$0] == 0xFF && file[$0 + 1] == 0xDA })
      for position in [scan, file.count - 2] {
        for stray in [[0], [0x55, 0, 0x12]] as [[UInt8]] {
          var bytes = file
          bytes.insert(contentsOf: stray, at: position)
          #expect(try processImage(bytes, widths: widths) == expected, "before \(position)")
          // The same, truncated.
          #expect(fault(Array(bytes.dropLast(40))) == .unreadable, "\(stray) before \(position) of \(file.count)")
        }
      }
      for count in [2, 10, 100, 200] {
        #expect(fault(Array(file.dropLast(count))) == .unreadable, "\(count) of \(file.count)")
      }
    }
    #expect(fault(Array(Sample.jpeg.dropLast(200)) + [0xFF, 0xD9]) == .unreadable)
  }

  @Test("Each limit is exact")
  func limits() throws {
    let file = Sample.png
    #expect(fault(file, ImageLimits(pixels: 64 * 48, side: 64, frames: 1)) == nil)
    #expect(fault(file, ImageLimits(pixels: 64 * 48 - 1, side: 64, frames: 1)) == .tooManyPixels)
    #expect(fault(file, ImageLimits(pixels: 64 * 48, side: 63, frames: 1)) == .tooManyPixels)
    #expect(fault(Sample.film, ImageLimits(pixels: 20 * 48, side: 64, frames: 3)) == nil)
    #expect(fault(Sample.film, ImageLimits(pixels: 20 * 48 - 1, side: 64, frames: 3)) == .tooManyPixels)
    #expect(fault(Sample.webpFilm, ImageLimits(pixels: 2 * 20 * 48, side: 64, frames: 2)) == .tooManyPixels)
  }

  @Test("Formats that are decoded as a whole may have half as many pixels")
  func weights() throws {
    let canvas = Sample.image(64, 48)
    let heavy = ImageLimits(pixels: 2 * 64 * 48, side: 64, frames: 3)
    let less = ImageLimits(pixels: 2 * 64 * 48 - 1, side: 64, frames: 3)
    for file in [
      canvas.encoded("jpegsave_buffer", "interlace=true"), canvas.encoded("pngsave_buffer", "interlace=true"),
      Sample.webp,
    ] {
      #expect(fault(file, heavy) == nil && fault(file, less) == .tooManyPixels)
    }
  }

  @Test("A HEIC file whose container understates its image's size is refused before it is decoded")
  func lyingHEIC() throws {
    var file = Sample.image(128, 128).encoded("heifsave_buffer", "compression=hevc,effort=0")
    let limits = ImageLimits(pixels: 128 * 128, side: 128, frames: 1)
    #expect(fault(file, limits) == nil)
    let size = try #require(file.indices.first { file[$0...].starts(with: "ispe".utf8) })
    file.replaceSubrange((size + 8)..<(size + 16), with: bigEndian(16, 4) + bigEndian(16, 4))
    #expect(fault(file, ImageLimits(pixels: 128 * 128 - 1, side: 128, frames: 1)) == .tooManyPixels)
  }

  @Test("Several threads give the same result as one")
  func concurrency() async throws {
    let expected = try processImage(Sample.jpeg, widths: widths)
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 {
        group.addTask { (try? processImage(Sample.jpeg, widths: widths)) == expected }
      }
      for await isSame in group { #expect(isSame) }
    }
  }
}
