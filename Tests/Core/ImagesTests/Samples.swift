import CVips
import CZlib

@testable import Images

/// Generated images, as written by cameras, drawing programs and attackers.
enum Sample {
  /// A smooth gradient with four different corners: red increases to the right, green downwards.
  static func image(_ width: Int, _ height: Int, bands: Int = 3) -> Canvas {
    var pixels: [UInt8] = []
    pixels.reserveCapacity(width * height * bands)
    for y in 0..<height {
      for x in 0..<width {
        let colors = [UInt8(x * 255 / max(1, width - 1)), UInt8(y * 255 / max(1, height - 1)), 60, 128]
        pixels += bands == 1 ? colors[..<1] : colors[..<bands]
      }
    }
    return Canvas(pixels, width, height, bands)
  }

  static let jpeg = image(64, 48).encoded("jpegsave_buffer", "Q=90")
  static let png = image(64, 48).encoded("pngsave_buffer")
  static let gif = image(64, 48).encoded("gifsave_buffer")
  static let webp = image(64, 48).encoded("webpsave_buffer", "Q=90")
  static let heic = image(64, 48).encoded("heifsave_buffer", "compression=hevc,effort=0")
  static let avif = image(64, 48).encoded("heifsave_buffer", "compression=av1,effort=0")
  /// Three frames of 20 by 16.
  static let film = image(20, 48).frames(of: 16).encoded("gifsave_buffer")
  static let veiledWebP = image(40, 30, bands: 4).encoded("webpsave_buffer", "Q=90")
  static let webpFilm = image(20, 48).frames(of: 16).encoded("webpsave_buffer", "Q=90")

  static let all: [(name: String, bytes: [UInt8])] = [
    ("JPEG", jpeg), ("PNG", png), ("GIF", gif), ("WebP", webp), ("HEIC", heic), ("film", film),
    ("WebP film", webpFilm),
  ]
}

/// Pixels that can be encoded in any format, with any options.
final class Canvas {
  let image: UnsafeMutablePointer<VipsImage>

  init(_ pixels: [UInt8], _ width: Int, _ height: Int, _ bands: Int) {
    precondition(ImageLibrary.isReady)
    image = vips_image_new_from_memory_copy(
      pixels, pixels.count, Int32(width), Int32(height), Int32(bands), VIPS_FORMAT_UCHAR)!
    image.pointee.Type = bands < 3 ? VIPS_INTERPRETATION_B_W : VIPS_INTERPRETATION_sRGB
  }

  /// 16 bits for each channel.
  init(deep pixels: [UInt16], _ width: Int, _ height: Int, _ bands: Int) {
    precondition(ImageLibrary.isReady)
    image = vips_image_new_from_memory_copy(
      pixels, pixels.count * 2, Int32(width), Int32(height), Int32(bands), VIPS_FORMAT_USHORT)!
    image.pointee.Type = VIPS_INTERPRETATION_RGB16
  }

  deinit {
    g_object_unref(image)
  }

  /// Interprets the four bands as CMYK.
  func inCMYK() -> Canvas {
    image.pointee.Type = VIPS_INTERPRETATION_CMYK
    return self
  }

  func frames(of height: Int32) -> Canvas {
    vips_image_set_int(image, "page-height", height)
    var delays: [Int32] = [50, 120, 70]
    vips_image_set_array_int(image, "delay", &delays, 3)
    vips_image_set_int(image, "loop", 0)
    return self
  }

  /// Encodes with an operation of libvips.
  func encoded(_ saver: String, _ options: String = "") -> [UInt8] {
    let operation = vips_operation_new(saver)!
    let object = UnsafeMutableRawPointer(operation).assumingMemoryBound(to: VipsObject.self)
    let gobject = UnsafeMutableRawPointer(operation).assumingMemoryBound(to: GObject.self)
    var input = GValue()
    g_value_init(&input, vips_image_get_type())
    g_value_set_object(&input, image)
    g_object_set_property(gobject, "in", &input)
    precondition(vips_object_set_from_string(object, options) == 0, options)
    precondition(vips_object_build(object) == 0, String(cString: vips_error_buffer()))
    var output = GValue()
    g_value_init(&output, vips_blob_get_type())
    g_object_get_property(gobject, "buffer", &output)
    var count = 0
    let bytes = vips_value_get_blob(&output, &count)
    defer {
      g_value_unset(&input)
      g_value_unset(&output)
      vips_object_unref_outputs(object)
      g_object_unref(operation)
    }
    return Array(UnsafeRawBufferPointer(start: bytes, count: count))
  }
}

/// A decoded image.
struct DecodedImage {
  let width: Int
  let height: Int
  let bands: Int
  let pixels: [UInt8]

  init(_ image: EncodedImage) throws {
    try self.init(image.bytes, image.format)
  }

  init(_ bytes: [UInt8], _ format: ImageFormat, allFrames: Bool = false) throws {
    let container = try Container(bytes, format)
    let picture = try container.bytes.withUnsafeBytes { bytes in
      try Picture(bytes, format, allFrames: allFrames).pixels()
    }
    (width, height, bands, pixels) = picture
  }

  /// The width and height of a WebP file.
  static func webpSize(_ bytes: [UInt8]) -> (Int, Int) {
    let shown = try! DecodedImage(bytes, .webp)
    return (shown.width, shown.height)
  }

  /// The channels of a pixel.
  func color(_ x: Int, _ y: Int) -> [Int] {
    pixels[((y * width + x) * bands)..<((y * width + x + 1) * bands)].map(Int.init)
  }
}

extension Picture {
  /// Width, height, bands and bytes.
  fileprivate func pixels() throws -> (Int, Int, Int, [UInt8]) {
    let bytes = try withImage { image -> [UInt8] in
      var count = 0
      guard let memory = vips_image_write_to_memory(UnsafeMutablePointer(image), &count) else {
        throw ImageFault.unreadable
      }
      defer { g_free(memory) }
      return Array(UnsafeRawBufferPointer(start: memory, count: count))
    }
    return (width, height, bytes.count / (width * height), bytes)
  }
}

// MARK: Handmade files

func bigEndian(_ number: Int, _ count: Int) -> [UInt8] {
  (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
}

/// A chunk of a PNG file.
func pngChunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
  let named = Array(name.utf8) + content
  return bigEndian(content.count, 4) + named + bigEndian(Int(crc32(0, named, UInt32(named.count))), 4)
}

/// Compresses bytes with zlib.
func packed(_ bytes: [UInt8]) -> [UInt8] {
  var count = compressBound(UInt(bytes.count))
  var output = [UInt8](repeating: 0, count: Int(count))
  compress2(&output, &count, bytes, UInt(bytes.count), 9)
  return Array(output.prefix(Int(count)))
}

extension [UInt8] {
  /// Inserts chunks into a PNG file after its header.
  func withChunks(_ chunks: [UInt8]) -> [UInt8] { Array(self[..<33]) + chunks + self[33...] }

  /// Inserts a segment into a JPEG file after its first two bytes.
  func withSegment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
    Array(self[..<2]) + [0xFF, marker] + bigEndian(content.count + 2, 2) + content + self[2...]
  }

  /// Adds a colour profile, Exif, XMP and an unknown chunk to a WebP file, each containing a text.
  func withWebPMetadata(_ text: String) -> [UInt8] {
    func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
      let size = bigEndian(content.count, 4).reversed()
      return Array(name.utf8) + size + content + [UInt8](repeating: 0, count: content.count % 2)
    }
    let marker = Array(text.utf8)
    var (head, rest) = ([UInt8](repeating: 0, count: 10), Array(self[12...]))
    if rest.starts(with: Array("VP8X".utf8)) {
      head = Array(rest[8..<18])
      rest = Array(rest[18...])
    } else {
      let (width, height) = (DecodedImage.webpSize(self).0 - 1, DecodedImage.webpSize(self).1 - 1)
      head.replaceSubrange(4..<10, with: bigEndian(width, 3).reversed() + bigEndian(height, 3).reversed())
    }
    head[0] |= 0x20 | 0x08 | 0x04
    let chunks =
      chunk("VP8X", head) + chunk("ICCP", marker) + rest + chunk("EXIF", exif(orientation: 1) + marker)
      + chunk("XMP ", Array("<x:xmpmeta>".utf8) + marker) + chunk("nobo", marker)
    return Array("RIFF".utf8) + bigEndian(chunks.count + 4, 4).reversed() + Array("WEBP".utf8) + chunks
  }

  /// Whether the bytes contain a text.
  func holds(_ text: String) -> Bool {
    let wanted = Array(text.utf8)
    guard count >= wanted.count else { return false }
    return (0...(count - wanted.count)).contains { self[$0] == wanted[0] && self[$0...].starts(with: wanted) }
  }
}

/// Exif with an orientation, a maker's name and GPS data, as from a phone.
func exif(orientation: UInt8) -> [UInt8] {
  func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: [UInt8]) -> [UInt8] {
    bigEndian(tag, 2) + bigEndian(type, 2) + bigEndian(count, 4) + value
  }
  // The GPS directory follows the first: 8 bytes of header, 2 of count, 3 entries of 12, 4 of the end.
  let coordinate = bigEndian(50, 4)
  let first =
    bigEndian(3, 2) + entry(0x010F, 2, 4, Array("Ny9\0".utf8)) + entry(0x0112, 3, 1, [0, orientation, 0, 0])
    + entry(0x8825, 4, 1, coordinate) + bigEndian(0, 4)
  let second =
    bigEndian(2, 2) + entry(1, 2, 2, Array("N\0\0\0".utf8)) + entry(2, 5, 3, bigEndian(50 + 30, 4)) + bigEndian(0, 4)
  let latitude = [37, 1, 30, 1, 4242, 100].flatMap { bigEndian($0, 4) }
  return Array("MM\0*".utf8) + bigEndian(8, 4) + first + second + latitude
}
