/// Writes HEIC files with any items, references and locations, also those that no camera writes.
struct HEIFFile {
  struct Item {
    var id: Int
    var type: String
    var data: [UInt8] = []
    /// Whether it has the configuration of the coded image, which is 64 pixels wide and high.
    var isConfigured = false
    /// Whether it states to be the transparency of another image.
    var isAlpha = false
  }

  var brand = "heic"
  var primary = 1
  var items: [Item] = []
  var references: [(type: String, from: Int, to: [Int])] = []
  var configuration: [UInt8] = []
  /// The width and height that items without a configuration state.
  var stated = (64, 64)
  /// Boxes behind those of a regular file.
  var furtherMeta: [UInt8] = []
  var further: [UInt8] = []

  static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
    bigEndian(content.count + 8, 4) + Array(type.utf8) + content
  }

  var bytes: [UInt8] {
    let start = Self.box("ftyp", Array((brand + "\0\0\0\0" + brand + "mif1").utf8))
    // The locations depend on the length of the box that has them, which does not depend on them.
    let empty = meta(dataStart: 0)
    let data = Self.box("mdat", items.flatMap(\.data))
    return start + meta(dataStart: start.count + empty.count + 8) + data + further
  }

  private func meta(dataStart: Int) -> [UInt8] {
    let handler = Self.box(
      "hdlr", [UInt8](repeating: 0, count: 8) + Array("pict".utf8) + [UInt8](repeating: 0, count: 13))
    let primaryItem = Self.box("pitm", [0, 0, 0, 0] + bigEndian(primary, 2))
    var (entries, links, associations): ([UInt8], [UInt8], [UInt8]) = ([], [], [])
    for item in items {
      entries += Self.box("infe", [2, 0, 0, 0] + bigEndian(item.id, 2) + [0, 0] + Array(item.type.utf8) + [0])
      let indices: [UInt8] = item.isAlpha ? [3, 3, 0x82, 0x84] : item.isConfigured ? [2, 3, 0x82] : [1, 1]
      associations += bigEndian(item.id, 2) + indices
    }
    for reference in references {
      var content = bigEndian(reference.from, 2) + bigEndian(reference.to.count, 2)
      for target in reference.to { content += bigEndian(target, 2) }
      links += Self.box(reference.type, content)
    }
    let information = Self.box("iinf", [0, 0, 0, 0] + bigEndian(items.count, 2) + entries)
    var container = Self.box("ispe", [0, 0, 0, 0] + bigEndian(stated.0, 4) + bigEndian(stated.1, 4))
    container += Self.box("hvcC", configuration)
    container += Self.box("ispe", [0, 0, 0, 0] + bigEndian(64, 4) + bigEndian(64, 4))
    container += Self.box("auxC", [0, 0, 0, 0] + Array("urn:mpeg:hevc:2015:auxid:1\0".utf8))
    let properties = Self.box(
      "iprp", Self.box("ipco", container) + Self.box("ipma", [0, 0, 0, 0] + bigEndian(items.count, 4) + associations))
    var (offset, locations) = (dataStart, [UInt8]())
    for item in items {
      locations += bigEndian(item.id, 2) + [0, 0, 0, 1]
      locations += bigEndian(offset, 4) + bigEndian(item.data.count, 4)
      offset += item.data.count
    }
    let location = Self.box("iloc", [0, 0, 0, 0, 0x44, 0] + bigEndian(items.count, 2) + locations)
    var content: [UInt8] = [0, 0, 0, 0] + handler + primaryItem + information
    content += Self.box("iref", [0, 0, 0, 0] + links) + properties + location + furtherMeta
    return Self.box("meta", content)
  }

  // MARK: Of a real file

  /// The content of the first box of a type in a file.
  static func content(of type: String, in file: [UInt8]) -> [UInt8] {
    let name = file.indices.first { file[$0...].starts(with: type.utf8) }!
    let length = file[(name - 4)..<name].reduce(0) { $0 << 8 | Int($1) }
    return Array(file[(name + 4)..<(name - 4 + length)])
  }

  /// A file with one image of 64 pixels a side: the tile of a sample, whose data begin with its only unit.
  static let plain: HEIFFile = {
    let all = content(of: "mdat", in: Sample.heic)
    let data = Array(all[..<(4 + all[..<4].reduce(0) { $0 << 8 | Int($1) })])
    var file = HEIFFile(items: [Item(id: 1, type: "hvc1", data: data, isConfigured: true)])
    file.configuration = content(of: "hvcC", in: Sample.heic)
    return file
  }()

  /// A grid of `columns` by `rows` tiles.
  static func grid(_ columns: Int, _ rows: Int, tiles: [Int]) -> HEIFFile {
    var file = plain
    file.primary = 9
    file.stated = (64 * columns, 64 * rows)
    let size = bigEndian(64 * columns, 2) + bigEndian(64 * rows, 2)
    file.items.append(Item(id: 9, type: "grid", data: [0, 0, UInt8(rows - 1), UInt8(columns - 1)] + size))
    file.references = [("dimg", 9, tiles)]
    return file
  }
}
