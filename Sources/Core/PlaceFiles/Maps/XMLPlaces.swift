import Basics
import Tabular
import XML

/// Reads the places of an XML document: a handler of its format collects them.
final class XMLPlaces<Handler: XMLPlaceHandler>: ElementSource, @unchecked Sendable {
  private static var chunkBytes: Int { 1 << 16 }

  private let handler: Handler
  private let parser: XMLParser
  private var source: any ByteSource
  private var isAtEnd = false
  private var nextPlace = 0
  private(set) var bytesRead = 0
  private(set) var count = 0

  init(_ source: any ByteSource, _ handler: Handler) {
    self.source = source
    self.handler = handler
    parser = XMLParser(handler)
  }

  var format: PlaceFormat { Handler.format }

  var centres: ElementCentres { handler.centres }

  var terms: FileTerms { handler.terms }

  func next(_ place: inout PlaceFields) throws -> Bool {
    while nextPlace == handler.places.count {
      guard !isAtEnd else {
        if count == 0, let error = handler.reasonForNoPlaces { throw error }
        return false
      }
      handler.places.removeAll(keepingCapacity: true)
      nextPlace = 0
      let chunk = try source.read(upTo: Self.chunkBytes)
      isAtEnd = chunk == nil
      bytesRead += chunk?.count ?? 0
      try parser.parse(chunk ?? [], isLast: isAtEnd)
    }
    place = handler.places[nextPlace]
    nextPlace += 1
    count += 1
    return true
  }
}

protocol XMLPlaceHandler: XMLHandler {
  static var format: PlaceFormat { get }
  /// The places that have ended and were not taken yet.
  var places: [PlaceFields] { get set }
  var centres: ElementCentres { get }
  /// The terms in the document, as far as it was parsed.
  var terms: FileTerms { get }
  /// Why a document without places has none.
  var reasonForNoPlaces: DomainError? { get }
}

extension XMLPlaceHandler {
  var centres: ElementCentres { ElementCentres() }
  var terms: FileTerms { FileTerms() }
  var reasonForNoPlaces: DomainError? { nil }
}

/// The root element of an XML document, by its beginning.
enum XMLRoot {
  /// The name without its prefix; nil for a text that is no XML.
  static func name(_ beginning: [UInt8]) -> String? {
    var text = beginning[...]
    if text.starts(with: [0xFF, 0xFE]) || text.starts(with: [0xFE, 0xFF]) {
      // UTF-16: the names are ASCII.
      text = text.dropFirst(2).filter { $0 != 0 }[...]
    } else if text.starts(with: [0xEF, 0xBB, 0xBF]) {
      text = text.dropFirst(3)
    }
    while true {
      text = text.drop { $0 <= 0x20 }
      if text.starts(with: "<?".utf8) {
        text = after("?>", text)
      } else if text.starts(with: "<!--".utf8) {
        text = after("-->", text)
      } else if text.starts(with: "<!DOCTYPE".utf8) {
        // It names the root element; what it declares is up to the parser.
        let name = text.dropFirst(9).drop { $0 <= 0x20 }.prefix { $0 > 0x20 && $0 != 0x3E && $0 != 0x5B }
        return String(decoding: name, as: UTF8.self)
      } else {
        break
      }
    }
    guard text.first == 0x3C else { return nil }
    let name = text.dropFirst().prefix { $0 > 0x20 && $0 != 0x3E && $0 != 0x2F }
    return name.split(separator: 0x3A).last.map { String(decoding: $0, as: UTF8.self) }
  }

  private static func after(_ mark: String, _ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let mark = Array(mark.utf8)
    var rest = text
    while !rest.isEmpty {
      if rest.starts(with: mark) { return rest.dropFirst(mark.count) }
      rest = rest.dropFirst()
    }
    return rest
  }
}
