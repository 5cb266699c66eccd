import Testing

@testable import Images

@Suite("Hostile HEIC files", .serialized)
struct HostileHEIFTests {
  private func fault(_ file: HEIFFile, pixels: Int = ImageLimits.photos.pixels) -> ImageFault? {
    fault(file.bytes, pixels: pixels)
  }

  private func fault(_ bytes: [UInt8], pixels: Int = ImageLimits.photos.pixels) -> ImageFault? {
    do {
      _ = try processImage(bytes, widths: [320], limits: ImageLimits(pixels: pixels, side: 30_000, frames: 1))
      return nil
    } catch {
      return error
    }
  }

  @Test("An image or a grid of images is accepted, with metadata and tone maps beside it")
  func regular() throws {
    #expect(fault(.plain) == nil)
    let grid = HEIFFile.grid(2, 2, tiles: [1, 1, 1, 1])
    let image = try processImage(grid.bytes, widths: [320]).full
    #expect((image.width, image.height) == (128, 128))
    var phone = grid
    phone.items += [
      .init(id: 20, type: "Exif", data: [1, 2, 3]), .init(id: 21, type: "mime", data: [4]), .init(id: 22, type: "tmap"),
    ]
    phone.references += [("cdsc", 20, [9]), ("dimg", 22, [9, 1])]
    #expect(fault(phone) == nil)
  }

  @Test(
    "A box with a length of 64 bits that is too small or too large is refused",
    arguments: [0, 1, 15, 16, Int.min, Int.min + 16, -1, Int.max, 1 << 40])
  func longLengths(_ length: Int) {
    let words = (0..<8).map { UInt8(truncatingIfNeeded: length >> (56 - 8 * $0)) }
    let long = bigEndian(1, 4) + Array("free".utf8) + words
    #expect(fault(HEIFFile.plain.bytes + long) == (length == 16 ? nil : .unreadable))
    var file = HEIFFile.plain
    file.furtherMeta = long
    #expect(fault(file) == (length == 16 ? nil : .unreadable))
    #expect(fault(HEIFFile.box("ftyp", Array("heicheic".utf8)) + long) == .unreadable)
  }

  @Test(
    "Items that form a cycle or a long chain are refused", arguments: ["iden", "iovl", "grid"])
  func cycles(_ type: String) {
    var file = HEIFFile.plain
    let data: [UInt8] = [0, 0, 0, 0, 0, 64, 0, 64]
    file.primary = 2
    file.items += [.init(id: 2, type: type, data: data), .init(id: 3, type: type, data: data)]
    file.references = [("dimg", 2, [3]), ("dimg", 3, [2])]
    #expect(fault(file) == .unreadable)
    file.references = [("dimg", 2, [2])]
    #expect(fault(file) == .unreadable)
    file.items += (4..<3000).map { .init(id: $0, type: type, data: data) }
    file.references = (2..<2999).map { ("dimg", $0, [$0 + 1]) } + [("dimg", 2999, [1])]
    #expect(fault(file) == .unreadable)
  }

  @Test("Transparency that refers to itself is refused")
  func auxiliaryCycles() {
    var file = HEIFFile.plain
    file.items.append(.init(id: 2, type: "hvc1", data: file.items[0].data, isConfigured: true, isAlpha: true))
    file.references = [("auxl", 2, [1])]
    #expect(fault(file) == nil)
    file.references = [("auxl", 2, [1]), ("auxl", 1, [2])]
    #expect(fault(file) == .tooManyPixels)
    file.references = [("auxl", 1, [1])]
    #expect(fault(file) == .tooManyPixels)
  }

  @Test("Each decoding of an image counts, also when it is the same image")
  func repeats() {
    #expect(fault(.grid(4, 4, tiles: Array(repeating: 1, count: 16)), pixels: 16 * 64 * 64) == nil)
    #expect(fault(.grid(4, 4, tiles: Array(repeating: 1, count: 16)), pixels: 8 * 64 * 64 - 1) == .tooManyPixels)
    #expect(fault(.grid(200, 200, tiles: Array(repeating: 1, count: 40_000))) == .tooManyPixels)
    #expect(fault(.grid(4, 4, tiles: [1])) == .unreadable)
    var overlay = HEIFFile.plain
    overlay.primary = 2
    overlay.items.append(.init(id: 2, type: "iovl", data: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 64, 0, 64]))
    overlay.references = [("dimg", 2, Array(repeating: 1, count: 400))]
    #expect(fault(overlay) == .unreadable)
  }

  @Test("A grid may not be of grids, nor state a size beyond the limit")
  func grids() {
    var nested = HEIFFile.grid(1, 1, tiles: [9])
    #expect(fault(nested) == .unreadable)
    nested = .grid(1, 1, tiles: [1])
    let position = nested.items.count - 1
    nested.items[position].data = [0, 1, 0, 0] + bigEndian(60_000, 4) + bigEndian(60_000, 4)
    #expect(fault(nested) == .tooManyPixels)
    nested.items[position].data = [0, 1, 0, 0] + [UInt8](repeating: 0xFF, count: 8)
    #expect(fault(nested) == .tooManyPixels)
    nested.items[position].data = [0]
    #expect(fault(nested) == .unreadable)
  }

  @Test("Another codec is refused anywhere, also behind a configuration of HEVC")
  func codecs() {
    for type in ["av01", "avc1", "jpeg", "j2k1", "vvc1", "unci"] {
      var file = HEIFFile.plain
      file.items[0].type = type
      #expect(fault(file) == .unreadable, "\(type)")
      file = .plain
      file.items.append(.init(id: 2, type: type))
      #expect(fault(file) == .unreadable, "\(type) beside")
    }
    let configuration = HEIFFile.box("hvcC", HEIFFile.plain.configuration)
    var avif = Sample.avif
    avif.replaceSubrange(8..<12, with: "mif1".utf8)
    #expect(fault(avif + HEIFFile.box("free", configuration)) == .unreadable)
    #expect(fault(avif + HEIFFile.box("meta", [0, 0, 0, 0] + configuration)) == .unreadable)
  }

  @Test("Parameter sets within the coded data are refused", arguments: [32, 33, 34])
  func parameterSets(_ type: Int) {
    var file = HEIFFile.plain
    let unit: [UInt8] = [UInt8(type << 1), 1, 2, 3]
    file.items[0].data = bigEndian(unit.count, 4) + unit + file.items[0].data
    #expect(fault(file) == .unreadable)
    file = .plain
    file.items[0].data += bigEndian(unit.count, 4) + unit
    #expect(fault(file) == .unreadable)
  }

  @Test("Units whose lengths do not have four bytes, or exceed the data, are refused")
  func unitLengths() {
    var file = HEIFFile.plain
    file.configuration[21] &= 0xFC
    #expect(fault(file) == .unreadable)
    file = .plain
    file.items[0].data += [0xFF, 0xFF, 0xFF, 0xFF, 0]
    #expect(fault(file) == .unreadable)
    file.items[0].data = Array(HEIFFile.plain.items[0].data.dropLast())
    #expect(fault(file) == .unreadable)
  }

  @Test("A second list of items, or a second configuration, is refused")
  func seconds() {
    var file = HEIFFile.plain
    let meta = HEIFFile.content(of: "meta", in: file.bytes)
    file.further = HEIFFile.box("meta", meta)
    #expect(fault(file) == .unreadable)
    for name in ["pitm", "iinf", "iref", "iloc", "iprp"] {
      file = .plain
      file.furtherMeta = HEIFFile.box(name, HEIFFile.content(of: name, in: file.bytes))
      #expect(fault(file) == .unreadable, "\(name)")
    }
  }

  @Test("Many items that share bytes of the file are refused before they are read")
  func sharedBytes() {
    var file = HEIFFile.plain
    let tiles = (100..<160).map { HEIFFile.Item(id: $0, type: "hvc1", isConfigured: true) }
    file.primary = 9
    file.items += tiles + [.init(id: 9, type: "grid", data: [0, 0, 0, 59] + bigEndian(64 * 60, 2) + bigEndian(64, 2))]
    file.references = [("dimg", 9, Array(100..<160))]
    var bytes = file.bytes
    // All tiles at the bytes of the first image.
    let table = bytes.indices.first { bytes[$0...].starts(with: "iloc".utf8) }! + 12
    for position in 1...60 {
      let (first, entry) = (table + 6, table + position * 14 + 6)
      bytes.replaceSubrange(entry..<(entry + 8), with: bytes[first..<(first + 8)])
    }
    #expect(fault(bytes) == .unreadable)
  }
}
