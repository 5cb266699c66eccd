package import Basics
import CExpat

/// Parses an XML document that comes in chunks, with a bounded memory. Entity declarations are refused, and nothing
/// outside of the document is read.
package final class XMLParser {
  package enum Text {
    /// It is not kept.
    case ignored
    /// It is kept with the text of the elements in it, and passed to `end`.
    case kept
    /// These characters are added to the text that is being kept.
    case inserted(String)
  }

  static let maxDepth = 256
  /// The maximum length in bytes of a kept text, and of a tag.
  package static let maxTextBytes = 1 << 20

  private let parser: XML_Parser
  private let handler: any XMLHandler
  private var depth = 0
  private var bytesParsed: Int64 = 0
  /// The text that is being kept, and the depth of its element.
  private var text: [UInt8] = []
  private var keepingDepth: Int?
  private var failure: DomainError?

  /// - Parameter handler: is told of the elements.
  package init(_ handler: any XMLHandler) {
    guard let parser = XML_ParserCreate(nil) else { fatalError("There is no memory for an XML parser.") }
    self.parser = parser
    self.handler = handler
    XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    XML_SetElementHandler(
      parser, { XMLParser.of($0).start($1, $2) }, { data, name in XMLParser.of(data).end(name) })
    XML_SetCharacterDataHandler(parser) { XMLParser.of($0).append($1, $2) }
    XML_SetEntityDeclHandler(parser) { data, _, _, _, _, _, _, _, _ in
      XMLParser.of(data).stop(XMLParser.malformed("it declares entities, which are not read"))
    }
  }

  deinit { XML_ParserFree(parser) }

  /// Parses a chunk; `isLast` marks the last one, which may be empty.
  /// - Throws: `DomainError` `xml-malformed`, and errors of the handler.
  package func parse(_ chunk: [UInt8], isLast: Bool) throws(DomainError) {
    let status = chunk.withUnsafeBufferPointer { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        XML_Parse(parser, $0.baseAddress, Int32(clamping: $0.count), isLast ? 1 : 0)
      }
    }
    if let failure { throw failure }
    bytesParsed += Int64(chunk.count)
    guard status == XML_STATUS_OK else { throw syntaxError() }
    // The library keeps an unfinished tag, and would scan it again with each chunk.
    let position = Int64(XML_GetCurrentByteIndex(parser))
    guard position < 0 || bytesParsed - position <= Int64(2 * Self.maxTextBytes) else {
      throw Self.malformed("a tag is longer than \(Self.maxTextBytes) bytes")
    }
  }

  private func syntaxError() -> DomainError {
    let code = XML_GetErrorCode(parser)
    let line = Int(XML_GetCurrentLineNumber(parser))
    if code == XML_ERROR_UNKNOWN_ENCODING {
      return Self.malformed("its encoding is not known; save it as UTF-8")
    }
    let reason = XML_ErrorString(code).map { String(cString: $0) } ?? "unknown error"
    return Self.malformed("\(reason) on line \(line)")
  }

  private static func malformed(_ reason: String) -> DomainError {
    DomainError(.invalid, "xml-malformed", "The file is not valid XML: \(reason).")
  }

  private static func of(_ data: UnsafeMutableRawPointer?) -> XMLParser {
    guard let data else { fatalError("The XML parser has no user data.") }
    return Unmanaged<XMLParser>.fromOpaque(data).takeUnretainedValue()
  }

  private func stop(_ error: DomainError) {
    guard failure == nil else { return }
    failure = error
    XML_StopParser(parser, 0)
  }

  private func start(
    _ name: UnsafePointer<CChar>?, _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?
  ) {
    guard failure == nil, let name else { return }
    depth += 1
    guard depth <= Self.maxDepth else {
      return stop(Self.malformed("its elements are nested deeper than \(Self.maxDepth) levels"))
    }
    do throws(DomainError) {
      switch try handler.start(XMLName.local(name), XMLAttributes(attributes)) {
      case .ignored: break
      case .kept where keepingDepth == nil:
        keepingDepth = depth
        text.removeAll(keepingCapacity: true)
      case .kept: break
      case .inserted(let characters): if keepingDepth != nil { text += characters.utf8 }
      }
    } catch {
      stop(error)
    }
  }

  private func end(_ name: UnsafePointer<CChar>?) {
    guard failure == nil, let name else { return }
    var kept = ""
    if keepingDepth == depth {
      kept = String(decoding: text, as: UTF8.self)
      keepingDepth = nil
    }
    depth -= 1
    do throws(DomainError) {
      try handler.end(XMLName.local(name), kept)
    } catch {
      stop(error)
    }
  }

  private func append(_ characters: UnsafePointer<CChar>?, _ count: Int32) {
    guard failure == nil, keepingDepth != nil, let characters else { return }
    let bytes = UnsafeRawBufferPointer(start: characters, count: Int(count))
    guard text.count + bytes.count <= Self.maxTextBytes else {
      return stop(Self.malformed("a text is longer than \(Self.maxTextBytes) bytes"))
    }
    text.append(contentsOf: bytes)
  }
}

/// Receives the elements of a document. Names are without namespace prefixes.
package protocol XMLHandler: AnyObject {
  func start(_ name: String, _ attributes: XMLAttributes) throws(DomainError) -> XMLParser.Text
  /// An element ends; `text` is its kept text.
  func end(_ name: String, _ text: String) throws(DomainError)
}

/// The attributes of an element, valid while it begins.
package struct XMLAttributes {
  private let pairs: UnsafeMutablePointer<UnsafePointer<CChar>?>?

  fileprivate init(_ pairs: UnsafeMutablePointer<UnsafePointer<CChar>?>?) {
    self.pairs = pairs
  }

  /// The value of an attribute by its name without a prefix.
  package subscript(_ name: StaticString) -> String? {
    guard let pairs else { return nil }
    var position = 0
    while let attribute = pairs[position], let value = pairs[position + 1] {
      if XMLName.isEqual(attribute, name) { return String(cString: value) }
      position += 2
    }
    return nil
  }
}

enum XMLName {
  /// A name without its prefix.
  static func local(_ name: UnsafePointer<CChar>) -> String { String(cString: start(name)) }

  static func isEqual(_ name: UnsafePointer<CChar>, _ word: StaticString) -> Bool {
    let local = start(name)
    for index in 0..<word.utf8CodeUnitCount where UInt8(bitPattern: local[index]) != word.utf8Start[index] {
      return false
    }
    return local[word.utf8CodeUnitCount] == 0
  }

  private static func start(_ name: UnsafePointer<CChar>) -> UnsafePointer<CChar> {
    var start = name
    var position = name
    while position.pointee != 0 {
      if position.pointee == 0x3A { start = position + 1 }
      position += 1
    }
    return start
  }
}
