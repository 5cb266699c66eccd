import Basics
import JSON
import Tabular

/// Reads the features of a GeoJSON feature collection (RFC 7946) one by one, with one feature in memory.
struct FeatureScanner {
  /// The maximum size of a feature in bytes.
  static let maxFeatureBytes = 1 << 20
  /// The maximum size in bytes of another member that is parsed.
  private static let maxMemberBytes = 1 << 12

  private var source: any ByteSource
  private var buffer: [UInt8] = []
  private var position = 0
  private var isAtEnd = false
  private var state = State.start
  private(set) var bytesRead = 0
  /// The number of bytes copied to make values whole: at most `bytesRead`, whatever chunks the source gives.
  private(set) var bytesCopied = 0
  /// The number of features read.
  private(set) var count = 0

  private enum State {
    case start
    case members
    case features
    case end
  }

  init(_ source: any ByteSource) {
    self.source = source
  }

  /// The next feature; nil at the end.
  /// - Throws: `DomainError` (invalid) `geojson-malformed`, `geojson-unsupported`, and errors of the source.
  mutating func next() throws -> JSONValue? {
    while true {
      switch state {
      case .start:
        if try peek() == 0xEF { position += 3 }
        try expect(0x7B, "an object")
        state = .members
      case .members:
        guard try nextMember() else { continue }
        if try peek() == 0x7D {
          position += 1
          state = .end
        }
      case .features:
        switch try peek() {
        case 0x2C: position += 1
        case 0x5D:
          position += 1
          state = .members
        case 0x7B:
          count += 1
          let bytes = try value(upTo: Self.maxFeatureBytes)
          return try parsed(bytes)
        default: throw malformed("a feature is expected here")
        }
      case .end:
        guard try peek() == nil else { throw malformed("there is text after the collection") }
        return nil
      }
    }
  }

  /// Reads a member of the collection. Returns false at the start of its features and after skipping a comma.
  private mutating func nextMember() throws -> Bool {
    switch try peek() {
    case 0x2C:
      position += 1
      return false
    case 0x7D: return true
    case 0x22: break
    default: throw malformed("a key is expected here")
    }
    let name = try value(upTo: Self.maxMemberBytes)
    guard case .string(let key) = try parsed(name) else { return true }
    try expect(0x3A, "a colon")
    if key == "features" {
      try expect(0x5B, "a list of features")
      state = .features
      return false
    }
    let isKept = key == "type" || key == "crs"
    let bytes = try value(upTo: isKept ? Self.maxMemberBytes : nil)
    if isKept { try check(key, try parsed(bytes)) }
    return try peek() == 0x7D
  }

  /// Throws unless the collection is a FeatureCollection in longitude and latitude.
  private func check(_ key: String, _ value: JSONValue) throws(DomainError) {
    if key == "type", value != .string("FeatureCollection") {
      throw DomainError(
        .invalid, "geojson-unsupported", "The GeoJSON is not a FeatureCollection; wrap its features in one.")
    }
    guard key == "crs", case .string(let name)? = value["properties"]?["name"] else { return }
    guard ["CRS84", ":4326"].contains(where: name.hasSuffix) else {
      throw DomainError(
        .invalid, "geojson-unsupported",
        "The GeoJSON is in \(name.prefix(60)); write it in longitude and latitude (ogr2ogr -t_srs EPSG:4326).")
    }
  }

  // MARK: Bytes

  /// The unparsed bytes of the value that begins here; empty if `limit` is nil. Complexity: O(length), whatever chunks
  /// the source gives.
  private mutating func value(upTo limit: Int?) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var depth = 0
    var isText = false
    var isEscaped = false
    _ = try peek()
    while try fill() {
      let start = position
      while position < buffer.count {
        let byte = buffer[position]
        if isText {
          position += 1
          if isEscaped {
            isEscaped = false
          } else if byte == 0x5C {
            isEscaped = true
          } else if byte == 0x22 {
            isText = false
            if depth == 0 { return try finish(&bytes, from: start, limit) }
          }
          continue
        }
        switch byte {
        case 0x22: isText = true
        case 0x7B, 0x5B: depth += 1
        case 0x7D, 0x5D:
          // The end of the container of a number.
          if depth == 0 { return try finish(&bytes, from: start, limit) }
          depth -= 1
          if depth == 0 {
            position += 1
            return try finish(&bytes, from: start, limit)
          }
        case 0x2C, 0x20, 0x0A, 0x0D, 0x09:
          if depth == 0 { return try finish(&bytes, from: start, limit) }
        default: break
        }
        position += 1
      }
      try keep(&bytes, from: start, limit)
    }
    throw malformed("it ends in the middle of a value")
  }

  private mutating func finish(_ bytes: inout [UInt8], from start: Int, _ limit: Int?) throws(DomainError) -> [UInt8] {
    try keep(&bytes, from: start, limit)
    return bytes
  }

  /// Appends what was scanned since `start` of the chunk.
  private mutating func keep(_ bytes: inout [UInt8], from start: Int, _ limit: Int?) throws(DomainError) {
    guard let limit else { return }
    guard bytes.count + position - start <= limit else {
      throw malformed("a value is longer than \(limit) bytes")
    }
    bytes += buffer[start..<position]
    bytesCopied += position - start
  }

  /// The next byte that is not whitespace; nil at the end.
  private mutating func peek() throws -> UInt8? {
    while try fill() {
      let byte = buffer[position]
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return byte }
      position += 1
    }
    return nil
  }

  private mutating func expect(_ byte: UInt8, _ what: String) throws {
    guard try peek() == byte else { throw malformed("\(what) is missing") }
    position += 1
  }

  /// Makes sure that a byte is available; false at the end.
  private mutating func fill() throws -> Bool {
    while position >= buffer.count {
      guard !isAtEnd, let chunk = try source.read(upTo: 1 << 17) else {
        isAtEnd = true
        return false
      }
      position -= buffer.count
      buffer = chunk
      bytesRead += chunk.count
    }
    return true
  }

  private func parsed(_ bytes: [UInt8]) throws(DomainError) -> JSONValue {
    do {
      return try JSONReader.value(of: bytes)
    } catch {
      throw malformed(error.message)
    }
  }

  private func malformed(_ reason: String) -> DomainError {
    DomainError(.invalid, "geojson-malformed", "The file is not valid GeoJSON at feature \(max(count, 1)): \(reason).")
  }
}
