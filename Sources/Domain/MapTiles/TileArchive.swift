package import Basics

/// A file with the tiles of a map: images, or vector tiles that the page draws.
package protocol TileArchive: Sendable {
  var information: TileArchiveInformation { get }

  /// The bytes of a tile as they are stored; nil if the file has none.
  /// - Throws: `DomainError` `tiles-damaged`, or what reading the file throws.
  func tile(at address: TileAddress) async throws -> [UInt8]?
}

/// The metadata of a file with tiles.
package struct TileArchiveInformation: Hashable, Sendable {
  /// The attribution as plain text; empty if there is none.
  package var attribution: String
  package var zooms: ClosedRange<Int>
  /// The schema of vector tiles; nil for images.
  package var schema: VectorSchema?
  /// The day that the data are of, as `2026-06-09`; nil if the file does not say.
  package var date: String?

  package init(attribution: String, zooms: ClosedRange<Int>, schema: VectorSchema? = nil, date: String? = nil) {
    (self.attribution, self.zooms, self.schema, self.date) = (attribution, zooms, schema, date)
  }

  /// The key of the metadata with the instant of the data. Planetiler writes it, also for Protomaps.
  package static let dateKey = "planetiler:osm:osmosisreplicationtime"

  /// The day of an instant such as `2026-06-09T17:00:00Z`; nil for anything else.
  package static func day(of instant: String?) -> String? {
    guard let day = instant?.prefix(10), day.wholeMatch(of: /[0-9]{4}-[0-9]{2}-[0-9]{2}/) != nil else { return nil }
    return String(day)
  }

  package static let maxTileBytes = 4 << 20

  /// An attribution as files have it, with markup such as links, as plain text of up to 200 characters.
  package static func plainAttribution(_ markup: String) -> String {
    var text = markup.prefix(4096).replacing(/<[^>]*>/, with: "")
    for (entity, letter) in [("&copy;", "©"), ("&quot;", "\""), ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")] {
      text.replace(entity, with: letter)
    }
    return String(text.split(whereSeparator: \.isWhitespace).joined(separator: " ").prefix(200))
  }
}

package enum TileFormat: Sendable, CaseIterable {
  case png, jpeg, webp
  /// Mapbox Vector Tile, as it is or compressed by gzip.
  case vector, gzippedVector

  /// By the first bytes of an image; nil for anything else. What a file says of its tiles does not count.
  package init?(of image: [UInt8]) {
    if image.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else if image.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if image.starts(with: "RIFF".utf8), image.dropFirst(8).starts(with: "WEBP".utf8) {
      self = .webp
    } else {
      return nil
    }
  }

  /// By the first bytes of a vector tile; nil for anything else.
  package init?(ofVector tile: [UInt8]) {
    // A tile is a list of layers, and nothing but these.
    if tile.starts(with: [0x1F, 0x8B]) {
      self = .gzippedVector
    } else if tile.first == 0x1A {
      self = .vector
    } else {
      return nil
    }
  }

  package var mediaType: String {
    switch self {
    case .png: "image/png"
    case .jpeg: "image/jpeg"
    case .webp: "image/webp"
    case .vector, .gzippedVector: "application/vnd.mapbox-vector-tile"
    }
  }
}

extension DomainError {
  /// A file with tiles that cannot be used.
  /// - Parameter what: What is wrong, as it follows the file's path in the message.
  package static func tileArchiveInvalid(_ path: String, _ what: String) -> DomainError {
    DomainError(.unavailable, "tiles-invalid", "\(path) \(what).", field: "tiles")
  }

  /// A file with tiles that was sound at the start.
  package static let tilesDamaged = DomainError(
    .unavailable, "tiles-damaged", "This tile cannot be read: the operator must replace the file of tiles.")
}
