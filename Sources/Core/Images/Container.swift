import Glibc

/// Walks the container structure of an image file before a decoder sees it.
///
/// Decoders stop when they have their pixels: only the walk finds a truncated end, and it determines how much memory
/// a decoder would need, before decoding.
struct Container {
  /// The bytes to decode: the whole file, or the parts that affect the pixels.
  private(set) var bytes: [UInt8]
  private(set) var frames = 1
  /// The decoder's memory in multiples of one pass over the pixels: 2 when it needs all pixels at once.
  private(set) var memoryFactor = 1
  /// The pixels of the largest independently decoded picture, for formats whose header could state another size.
  private(set) var maxPartPixels = 0

  /// A progressive JPEG costs a pass over all pixels for each scan; encoders write about ten.
  static let maxScans = 100

  /// Walks a file up to the end marker of its format; what follows is ignored.
  /// - Throws: `unreadable` for a truncated or malformed file; `tooManyPixels` for too many scans.
  init(_ file: [UInt8], _ format: ImageFormat) throws(ImageFault) {
    bytes = file
    var walk = ContainerReader(file)
    let isWhole: Bool
    switch format {
    case .jpeg: isWhole = try walk.jpeg(maxScans: Self.maxScans) { memoryFactor = 2 }
    case .png:
      bytes = []
      isWhole = walk.png { bytes += $0 }
      let isInterlaced = file.count > 28 && file[28] != 0
      memoryFactor = isInterlaced ? 2 : 1
    case .gif: isWhole = walk.gif { frames = $0 }
    case .webp:
      isWhole = walk.webp { frames = $0 }
      memoryFactor = 2
    case .heif:
      isWhole = true
      maxPartPixels = try HEIFItems.decodedPixels(of: file)
    }
    guard isWhole else { throw .unreadable }
  }
}

private struct ContainerReader {
  private let file: [UInt8]
  private var position = 0

  init(_ file: [UInt8]) {
    self.file = file
  }

  private var rest: Int { file.count - position }

  private mutating func byte() -> UInt8? {
    guard rest >= 1 else { return nil }
    position += 1
    return file[position - 1]
  }

  private mutating func number(_ count: Int, littleEndian: Bool = false) -> Int? {
    guard rest >= count else { return nil }
    let digits = file[position..<(position + count)]
    position += count
    return littleEndian
      ? digits.reversed().reduce(0) { $0 << 8 | Int($1) } : digits.reduce(0) { $0 << 8 | Int($1) }
  }

  private mutating func name() -> String? {
    guard rest >= 4 else { return nil }
    position += 4
    return String(decoding: file[(position - 4)..<position], as: UTF8.self)
  }

  private mutating func skip(_ count: Int) -> Bool {
    guard count >= 0, rest >= count else { return false }
    position += count
    return true
  }

  // MARK: JPEG (ITU-T T.81, annex B)

  mutating func jpeg(maxScans: Int, _ onProgressive: () -> Void) throws(ImageFault) -> Bool {
    guard skip(2) else { return false }
    var scans = 0
    while let marker = marker() {
      switch marker {
      case 0xD9: return scans > 0
      case 0x01, 0xD0...0xD8: continue
      case 0xC2, 0xC6, 0xCA, 0xCE: onProgressive()
      default: break
      }
      guard let length = number(2), length >= 2, skip(length - 2) else { return false }
      guard marker == 0xDA else { continue }
      scans += 1
      guard scans <= maxScans else { throw .tooManyPixels }
    }
    return false
  }

  /// The next marker; skips entropy-coded data, in which FF is followed by 00.
  private mutating func marker() -> UInt8? {
    while position < file.count {
      let found = file.withUnsafeBytes { bytes in
        memchr(bytes.baseAddress! + position, 0xFF, bytes.count - position)
          .map { UnsafeRawPointer($0) - bytes.baseAddress! }
      }
      guard let found else { return nil }
      position = found + 1
      guard let kind = byte() else { return nil }
      if kind == 0xFF { position -= 1 } else if kind != 0 { return kind }
    }
    return nil
  }

  // MARK: PNG (ISO/IEC 15948, clause 5)

  /// Chunks that affect the pixels. Text chunks are dropped: each may decompress to megabytes.
  private static let pngChunks: Set<String> = [
    "IHDR", "PLTE", "IDAT", "IEND", "tRNS", "iCCP", "sRGB", "gAMA", "cHRM", "eXIf",
  ]

  mutating func png(_ keep: (ArraySlice<UInt8>) -> Void) -> Bool {
    guard skip(8) else { return false }
    keep(file[..<8])
    while true {
      let start = position
      guard let length = number(4), let name = name(), skip(length), skip(4) else { return false }
      if Self.pngChunks.contains(name) { keep(file[start..<position]) }
      if name == "IEND" { return true }
    }
  }

  // MARK: GIF (GIF89a specification, clauses 15 to 27)

  mutating func gif(_ onFrames: (Int) -> Void) -> Bool {
    guard skip(10), let flags = byte(), skip(2), skip(Self.colorTable(flags)) else { return false }
    var frames = 0
    while let introducer = byte() {
      switch introducer {
      case 0x21: guard skip(1), skipSubBlocks() else { return false }
      case 0x2C:
        frames += 1
        guard skip(8), let flags = byte(), skip(Self.colorTable(flags)), skip(1), skipSubBlocks() else { return false }
      case 0x3B:
        onFrames(frames)
        return frames > 0
      default: return false
      }
    }
    return false
  }

  private static func colorTable(_ flags: UInt8) -> Int { flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1) }

  private mutating func skipSubBlocks() -> Bool {
    while let length = byte() {
      if length == 0 { return true }
      guard skip(Int(length)) else { return false }
    }
    return false
  }

  // MARK: WebP (RFC 9649, section 2)

  mutating func webp(_ onFrames: (Int) -> Void) -> Bool {
    guard skip(4), let size = number(4, littleEndian: true), size >= 4, size <= rest, skip(4) else { return false }
    let end = position + size - 4
    var frames = 0
    while position + 8 <= end {
      guard let name = name(), let length = number(4, littleEndian: true), length <= end - position else {
        return false
      }
      if name == "ANMF" { frames += 1 }
      // Chunks begin at even offsets; the padding of the last one is sometimes missing.
      position = min(end, position + length + length % 2)
    }
    onFrames(max(1, frames))
    return position == end
  }
}
