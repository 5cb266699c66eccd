import Basics
import Confinement
import Glibc
import Images
import Photos

/// Decodes photos in confined processes: decoders are large libraries of others, and photos are bytes of strangers.
package struct PhotoDecoder: Sendable {
  /// The command line argument of a program for `hostPhotoDecoders`.
  package static let argument = "photo-decoder"

  private static let widths = PhotoWidth.allCases.map(\.rawValue)
  static let limits = ImageLimits.photos
  /// The largest photos within the limits take half of both.
  private static let confinement = ConfinementLimits(memory: 1 << 30, processorSeconds: 40)
  /// Five photos of an upload end before its time limit.
  private static let timeout = Duration.seconds(35)
  /// A photo without compression, and its smaller sizes.
  private static let maxBytes = limits.pixels * 5

  private let decode: ConfinedFunction

  /// - Parameter program: a program that calls `hostPhotoDecoders` when its argument says so; by default this one.
  package init(program: String = "/proc/self/exe") {
    decode = ConfinedFunction(program: program, arguments: [Self.argument])
  }

  /// Serves the decoders of the process that started this one. The process must have one thread.
  package static func host() -> Never {
    // Loads the library once, before processes are forked.
    _ = imageLibraryFault()
    hostConfinedFunction(confinement) { ImageOutcome.bytes(of: $0, widths: widths, limits: limits) }
  }

  /// Decodes one pixel.
  /// - Parameter directory: for a file without a name.
  /// - Returns: Why photos cannot be decoded on this machine, in the words of the system; nil: they can.
  package func fault(in directory: String) -> String? {
    do {
      let file = try UnnamedFile(in: directory)
      try file.append(Self.pixel)
      lseek(file.descriptor, 0, SEEK_SET)
      _ = try process(file.descriptor, CallCancellation()).get()
      return nil
    } catch {
      return "\(error)"
    }
  }

  private static let pixel: [UInt8] =
    Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
    + [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B]

  /// Decodes an open file. Blocks.
  func process(_ file: Int32, _ cancellation: CallCancellation) throws -> Result<ProcessedImage, ImageFault> {
    let bytes = try decode.call(on: file, maxBytes: Self.maxBytes, within: Self.timeout, cancellation)
    guard let outcome = ImageOutcome.read(bytes, smaller: Self.widths.count, limits: Self.limits) else {
      throw ConfinedFailure.ended("a result that is none")
    }
    return outcome
  }
}
