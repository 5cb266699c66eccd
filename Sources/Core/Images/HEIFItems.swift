/// The items of a HEIC file (ISO/IEC 14496-12, clause 8.11, and ISO/IEC 23008-12), before a decoder sees them.
///
/// Decoders follow references between items without an end, decode an item once for each reference, take codecs other
/// than HEVC, and trust parameter sets within the coded data. Accepted is what cameras write: a primary image that is
/// coded in HEVC, or a grid of such images, and auxiliary images of the same kinds. The work is linear in the length of
/// the file.
struct HEIFItems {
  private let file: [UInt8]
  private var primary: Int?
  private var types: [Int: FourCharacters] = [:]
  private var locations: [Int: Location] = [:]
  /// The references of derived images to what they are made of.
  private var sources: [Int: [Int]] = [:]
  /// The auxiliary images of an image, such as its transparency.
  private var auxiliaries: [Int: [Int]] = [:]
  private var properties: [ArraySlice<UInt8>?] = []
  private var associations: [Int: [Int]] = [:]
  private var itemData: ArraySlice<UInt8> = []

  // The items that decoding the primary image uses.
  private var visits = 0
  private var readBytes = 0
  private var pixels: [Int: Int] = [:]
  private var maxPixels = 0
  private var totalPixels = 0

  /// Phones write some hundred tiles.
  private static let maxVisits = 10_000
  /// A tile of a grid that is the transparency of an image.
  private static let maxDepth = 3

  /// The pixels of the largest image that decoding allocates, but at least half of the sum of all coded images: the
  /// tiles of a grid may reach beyond its edges.
  /// - Throws: `unreadable` for a malformed file, and for items that cameras do not write; `tooManyPixels`.
  static func decodedPixels(of file: [UInt8]) throws(ImageFault) -> Int {
    var items = try HEIFItems(file)
    guard let primary = items.primary else { throw .unreadable }
    try items.visit(primary, depth: 0)
    return max(items.maxPixels, items.totalPixels / 2)
  }

  // MARK: Boxes

  private init(_ file: [UInt8]) throws(ImageFault) {
    self.file = file
    let meta = try Self.boxes(in: file[...]).filter { $0.type == "meta" }
    guard meta.count == 1 else { throw .unreadable }
    var reader = ByteReader(meta[0].content)
    _ = try reader.number(4)
    var boxes: [FourCharacters: ArraySlice<UInt8>] = [:]
    for box in try Self.boxes(in: reader.rest) where Self.known.contains(box.type) {
      guard boxes.updateValue(box.content, forKey: box.type) == nil else { throw .unreadable }
    }
    itemData = boxes["idat"] ?? []
    if let box = boxes["pitm"] { try readPrimary(box) }
    if let box = boxes["iinf"] { try readTypes(box) }
    if let box = boxes["iref"] { try readReferences(box) }
    if let box = boxes["iloc"] { try readLocations(box) }
    if let box = boxes["iprp"] { try readProperties(box) }
  }

  private static let known: Set<FourCharacters> = ["pitm", "iinf", "iref", "iloc", "iprp", "idat"]

  private struct Box {
    let type: FourCharacters
    let content: ArraySlice<UInt8>
  }

  private static func boxes(in bytes: ArraySlice<UInt8>) throws(ImageFault) -> [Box] {
    var (reader, boxes) = (ByteReader(bytes), [Box]())
    while !reader.rest.isEmpty {
      var length = try reader.number(4)
      let type = FourCharacters(try reader.number(4))
      switch length {
      case 0: length = reader.rest.count
      case 1:
        length = try reader.number(8)
        guard length >= 16 else { throw .unreadable }
        length -= 16
      default:
        guard length >= 8 else { throw .unreadable }
        length -= 8
      }
      boxes.append(Box(type: type, content: try reader.bytes(length)))
    }
    return boxes
  }

  private static func head(_ reader: inout ByteReader) throws(ImageFault) -> (version: Int, flags: Int) {
    (try reader.number(1), try reader.number(3))
  }

  private mutating func readPrimary(_ box: ArraySlice<UInt8>) throws(ImageFault) {
    var reader = ByteReader(box)
    let version = try Self.head(&reader).version
    primary = try reader.number(version == 0 ? 2 : 4)
  }

  private mutating func readTypes(_ box: ArraySlice<UInt8>) throws(ImageFault) {
    var reader = ByteReader(box)
    let version = try Self.head(&reader).version
    _ = try reader.number(version == 0 ? 2 : 4)
    for entry in try Self.boxes(in: reader.rest) where entry.type == "infe" {
      var reader = ByteReader(entry.content)
      let version = try Self.head(&reader).version
      guard version == 2 || version == 3 else { throw .unreadable }
      let item = try reader.number(version == 2 ? 2 : 4)
      _ = try reader.number(2)
      let type = FourCharacters(try reader.number(4))
      guard Self.acceptedTypes.contains(type), types.updateValue(type, forKey: item) == nil else { throw .unreadable }
    }
  }

  /// Images in HEVC, grids of them, metadata, and the tone maps that newer phones add beside the primary image.
  private static let acceptedTypes: Set<FourCharacters> = ["hvc1", "grid", "Exif", "mime", "uri ", "tmap"]

  private mutating func readReferences(_ box: ArraySlice<UInt8>) throws(ImageFault) {
    var reader = ByteReader(box)
    let size = try Self.head(&reader).version == 0 ? 2 : 4
    for entry in try Self.boxes(in: reader.rest) {
      var reader = ByteReader(entry.content)
      let item = try reader.number(size)
      for _ in 0..<(try reader.number(2)) {
        let target = try reader.number(size)
        if entry.type == "dimg" { sources[item, default: []].append(target) }
        if entry.type == "auxl" { auxiliaries[target, default: []].append(item) }
      }
    }
  }

  private mutating func readProperties(_ box: ArraySlice<UInt8>) throws(ImageFault) {
    let boxes = try Self.boxes(in: box)
    let (containers, maps) = (boxes.filter { $0.type == "ipco" }, boxes.filter { $0.type == "ipma" })
    guard containers.count == 1, maps.count == 1 else { throw .unreadable }
    properties = try Self.boxes(in: containers[0].content).map { $0.type == "hvcC" ? $0.content : nil }
    var reader = ByteReader(maps[0].content)
    let (version, flags) = try Self.head(&reader)
    for _ in 0..<(try reader.number(4)) {
      let item = try reader.number(version == 0 ? 2 : 4)
      for _ in 0..<(try reader.number(1)) {
        let index = flags & 1 == 0 ? try reader.number(1) & 0x7F : try reader.number(2) & 0x7FFF
        associations[item, default: []].append(index)
      }
    }
  }

  // MARK: Data of items

  private struct Location {
    /// Whether the offsets are those of `idat`, not of the file.
    var isInItemData: Bool
    var extents: [(offset: Int, length: Int)] = []
  }

  private mutating func readLocations(_ box: ArraySlice<UInt8>) throws(ImageFault) {
    var reader = ByteReader(box)
    let version = try Self.head(&reader).version
    guard version <= 2 else { throw .unreadable }
    let sizes = try reader.number(2)
    let (offsetSize, lengthSize, baseSize) = (sizes >> 12, sizes >> 8 & 15, sizes >> 4 & 15)
    let indexSize = version == 0 ? 0 : sizes & 15
    guard [offsetSize, lengthSize, baseSize, indexSize].allSatisfy([0, 4, 8].contains) else { throw .unreadable }
    for _ in 0..<(try reader.number(version < 2 ? 2 : 4)) {
      let item = try reader.number(version < 2 ? 2 : 4)
      let method = version == 0 ? 0 : try reader.number(2) & 15
      // Data in another file, or in another item.
      guard try reader.number(2) == 0, method <= 1 else { throw .unreadable }
      let base = try reader.number(baseSize)
      var location = Location(isInItemData: method == 1)
      for _ in 0..<(try reader.number(2)) {
        _ = try reader.number(indexSize)
        let (offset, overflow) = base.addingReportingOverflow(try reader.number(offsetSize))
        guard !overflow else { throw .unreadable }
        location.extents.append((offset, try reader.number(lengthSize)))
      }
      guard locations.updateValue(location, forKey: item) == nil else { throw .unreadable }
    }
  }

  /// The bytes of an item. All calls together return no more bytes than the file has: cameras share none.
  private mutating func data(of item: Int) throws(ImageFault) -> ArraySlice<UInt8> {
    guard let location = locations[item] else { throw .unreadable }
    let source = location.isInItemData ? itemData : file[...]
    var bytes: ArraySlice<UInt8> = []
    for (offset, length) in location.extents {
      guard offset <= source.count, length <= source.count - offset else { throw .unreadable }
      readBytes += length
      guard readBytes <= file.count else { throw .unreadable }
      let part = source.dropFirst(offset).prefix(length)
      if bytes.isEmpty { bytes = part } else { bytes += part }
    }
    return bytes
  }

  // MARK: What decoding touches

  private mutating func visit(_ item: Int, depth: Int) throws(ImageFault) {
    visits += 1
    guard visits <= Self.maxVisits, depth <= Self.maxDepth else { throw .tooManyPixels }
    switch types[item] {
    case "hvc1":
      if pixels[item] == nil { pixels[item] = try codedPixels(of: item) }
      let coded = pixels[item]!
      maxPixels = max(maxPixels, coded)
      totalPixels += coded
    case "grid": try visitGrid(item, depth: depth)
    default: throw .unreadable
    }
    for auxiliary in auxiliaries[item] ?? [] { try visit(auxiliary, depth: depth + 1) }
  }

  /// A grid (ISO/IEC 23008-12, clause 6.6.2.3): its rows and columns less one, and the size of the image.
  private mutating func visitGrid(_ item: Int, depth: Int) throws(ImageFault) {
    var reader = ByteReader(try data(of: item))
    _ = try reader.number(1)
    let size = try reader.number(1) & 1 == 0 ? 2 : 4
    let (rows, columns) = (try reader.number(1) + 1, try reader.number(1) + 1)
    let (area, overflow) = try reader.number(size).multipliedReportingOverflow(by: try reader.number(size))
    guard !overflow else { throw .tooManyPixels }
    maxPixels = max(maxPixels, area)
    let tiles = sources[item] ?? []
    guard tiles.count == rows * columns else { throw .unreadable }
    for tile in tiles {
      guard types[tile] == "hvc1" else { throw .unreadable }
      try visit(tile, depth: depth + 1)
    }
  }

  /// The pixels of a coded image by the parameter sets of its configuration; those within its data, which the decoder
  /// would take instead, are refused.
  private mutating func codedPixels(of item: Int) throws(ImageFault) -> Int {
    let configurations = (associations[item] ?? []).compactMap { index in
      properties.indices.contains(index - 1) ? properties[index - 1] : nil
    }
    guard configurations.count == 1, let pixels = HEVCConfiguration.maxPicture(of: configurations[0]) else {
      throw .unreadable
    }
    var reader = ByteReader(try data(of: item))
    while !reader.rest.isEmpty {
      let unit = try reader.bytes(try reader.number(4))
      guard let first = unit.first, !(32...34).contains(first >> 1 & 0x3F) else { throw .unreadable }
    }
    return pixels
  }
}

/// The name of a box or the type of an item.
private struct FourCharacters: Hashable, ExpressibleByStringLiteral {
  private let code: Int

  init(_ code: Int) { self.code = code }

  init(stringLiteral name: String) { code = name.utf8.reduce(0) { $0 << 8 | Int($1) } }
}

/// Reads big-endian numbers.
private struct ByteReader {
  private(set) var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  /// A number of at most 8 bytes; larger than `Int` is malformed.
  mutating func number(_ count: Int) throws(ImageFault) -> Int {
    let digits = try bytes(count)
    guard count < 8 || digits.first! < 0x80 else { throw .unreadable }
    return digits.reduce(0) { $0 << 8 | Int($1) }
  }

  mutating func bytes(_ count: Int) throws(ImageFault) -> ArraySlice<UInt8> {
    guard count <= rest.count else { throw .unreadable }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }
}
