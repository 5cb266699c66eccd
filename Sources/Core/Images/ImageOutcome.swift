/// The outcome of processing an image as bytes, as the decoding process returns it.
///
/// One byte for a fault, or 0 and the images: the full one first, each with its format, width, height and length (4
/// bytes each, little-endian) before its file. The reader believes none of it.
package enum ImageOutcome {
  private static let formats: [ImageFormat] = [.jpeg, .png, .gif, .webp]
  private static let faults: [ImageFault] = [.unknownFormat, .unreadable, .tooManyPixels, .libraryMissing]

  package static func bytes(of file: [UInt8], widths: [Int], limits: ImageLimits) -> [UInt8] {
    do throws(ImageFault) {
      let image = try processImage(file, widths: widths, limits: limits)
      return [0] + ([image.full] + image.smaller).flatMap(bytes)
    } catch {
      return [UInt8(faults.firstIndex(of: error)! + 1)]
    }
  }

  private static func bytes(of image: EncodedImage) -> [UInt8] {
    let numbers = [formats.firstIndex(of: image.format)!, image.width, image.height, image.bytes.count]
    return numbers.flatMap { littleEndian($0) } + image.bytes
  }

  /// Reads an outcome.
  /// - Parameter smaller: how many smaller sizes were asked for.
  /// - Returns: Nil for bytes that `bytes(of:widths:limits:)` never returns, such as a file that does not begin as its
  ///   format does.
  package static func read(
    _ bytes: [UInt8], smaller: Int, limits: ImageLimits
  ) -> Result<ProcessedImage, ImageFault>? {
    guard let first = bytes.first else { return nil }
    guard first == 0 else {
      guard bytes.count == 1, faults.indices.contains(Int(first) - 1) else { return nil }
      return .failure(faults[Int(first) - 1])
    }
    var (rest, images) = (bytes.dropFirst(), [EncodedImage]())
    for _ in 0...smaller {
      guard let image = image(&rest, limits) else { return nil }
      images.append(image)
    }
    guard rest.isEmpty else { return nil }
    return .success(ProcessedImage(full: images[0], smaller: Array(images.dropFirst())))
  }

  private static func image(_ rest: inout ArraySlice<UInt8>, _ limits: ImageLimits) -> EncodedImage? {
    guard rest.count >= 16 else { return nil }
    let numbers = (0..<4).map { littleEndian(rest.dropFirst($0 * 4).prefix(4)) }
    rest = rest.dropFirst(16)
    guard formats.indices.contains(numbers[0]), numbers[3] <= rest.count,
      (1...limits.side).contains(numbers[1]), (1...limits.side).contains(numbers[2])
    else { return nil }
    let file = rest.prefix(numbers[3])
    guard ImageFormat(beginning: file) == formats[numbers[0]] else { return nil }
    rest = rest.dropFirst(numbers[3])
    return EncodedImage(bytes: Array(file), format: formats[numbers[0]], width: numbers[1], height: numbers[2])
  }
}
