import Basics

/// Decodes any of the encodings to UTF-8, chunk by chunk.
///
/// Without an explicit encoding the text counts as ASCII, which all encodings but UTF-16 share, up to the first other
/// byte: the bytes from there on decide, however late they come.
struct TextDecoder: Sendable {
  /// The number of bytes, from the first non-ASCII one on, that decide.
  static let evidence = 1 << 16

  /// The explicit or detected encoding; nil as long as everything was ASCII.
  private(set) var encoding: TextEncoding?
  /// Bytes of an incomplete character, or before the decision.
  private var held: [UInt8] = []

  init(_ encoding: TextEncoding?) {
    self.encoding = encoding
  }

  /// Appends a chunk to the text; `atEnd` marks the last one.
  /// - Throws: `DomainError` `encoding-undecided` or `encoding-unavailable`.
  mutating func append(_ chunk: [UInt8], atEnd: Bool, to text: inout DecodedText) throws(DomainError) {
    var input = held.isEmpty ? chunk : held + chunk
    held = []
    if encoding == nil {
      let plain = input.firstIndex { $0 >= 0x80 } ?? input.count
      text.bytes += input[..<plain]
      input.removeSubrange(..<plain)
      guard !input.isEmpty else { return }
      guard atEnd || input.count >= Self.evidence else {
        held = input
        return
      }
      encoding = try Self.decide(input)
    }
    let taken = try Self.decode(input, encoding ?? .utf8, atEnd: atEnd, into: &text)
    held = Array(input[taken...])
  }

  /// UTF-8 if the sample is valid in it, or nearly so; otherwise the most likely of the others.
  private static func decide(_ input: [UInt8]) throws(DomainError) -> TextEncoding {
    let sample = Array(input.prefix(evidence))
    var text = DecodedText()
    _ = UTF8Text.decode(sample, atEnd: false, into: &text)
    let faults = text.undecodable.count
    guard faults > 0 else { return .utf8 }
    // Hardly any byte sequence of another encoding is valid in UTF-8 by chance.
    let characters = text.bytes.count { $0 >= 0xC0 } - faults
    return faults * 4 <= characters ? .utf8 : try EncodingDetector.encoding(of: sample)
  }

  /// Appends the decoded bytes and returns how many were consumed: an incomplete character is left.
  static func decode(
    _ input: [UInt8], _ encoding: TextEncoding, atEnd: Bool, into text: inout DecodedText
  ) throws(DomainError) -> Int {
    switch encoding {
    case .utf8:
      return UTF8Text.decode(input, atEnd: atEnd, into: &text)
    case .cp949:
      let page = try CodePage949.shared()
      return input.withUnsafeBufferPointer { page.decode($0, atEnd: atEnd, into: &text) }
    case .utf16LittleEndian, .utf16BigEndian:
      let high = encoding == .utf16BigEndian ? 0 : 1
      return input.withUnsafeBufferPointer { UTF16Text.decode($0, high: high, atEnd: atEnd, into: &text) }
    default:
      return try IconvText.decode(input, encoding, atEnd: atEnd, into: &text)
    }
  }
}

enum UTF8Text {
  /// Appends text, with U+FFFD for each invalid part, and returns the number of bytes consumed.
  static func decode(_ input: [UInt8], atEnd: Bool, into text: inout DecodedText) -> Int {
    let count = atEnd ? input.count : input.count - unfinishedTail(input)
    guard let fault = firstFault(input, 0..<count) else {
      if text.bytes.isEmpty, count == input.count { text.bytes = input } else { text.bytes += input[..<count] }
      return count
    }
    text.append(atMost: 3 * count) { output in
      input.withUnsafeBufferPointer { input in
        output.copy(input, 0..<fault.lowerBound)
        output.putUndecodable()
      }
      var start = fault.upperBound
      while start < count {
        let fault = firstFault(input, start..<count)
        input.withUnsafeBufferPointer { output.copy($0, start..<(fault?.lowerBound ?? count)) }
        guard let fault else { return }
        output.putUndecodable()
        start = fault.upperBound
      }
    }
    return count
  }

  /// The first invalid part of a range.
  private static func firstFault(_ input: [UInt8], _ range: Range<Int>) -> Range<Int>? {
    let start = input.withUnsafeBufferPointer { validPrefix($0, range) }
    guard start < range.upperBound else { return nil }
    do throws(UTF8.ValidationError) {
      _ = try UTF8Span(validating: input.span.extracting(start..<range.upperBound))
      return nil
    } catch {
      return error.byteOffsets.lowerBound + start..<error.byteOffsets.upperBound + start
    }
  }

  /// The position of the first character of a range that is neither ASCII nor one of three bytes, as Korean text is, or
  /// is invalid. It takes a third of the library's validation.
  private static func validPrefix(_ input: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Int {
    let raw = UnsafeRawBufferPointer(input)
    var position = range.lowerBound
    while position < range.upperBound {
      if position + 8 <= range.upperBound,
        raw.loadUnaligned(fromByteOffset: position, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
      {
        position += 8
      } else if input[position] < 0x80 {
        position += 1
      } else {
        guard position + 3 <= range.upperBound, input[position + 2] & 0xC0 == 0x80 else { break }
        switch (input[position], input[position + 1]) {
        // U+1000...U+D7FF: what begins with E0 or ED may also be too long or a surrogate.
        case (0xE1...0xEC, 0x80...0xBF), (0xED, 0x80...0x9F): position += 3
        default: return position
        }
      }
    }
    return position
  }

  /// The number of bytes at the end that begin an incomplete character.
  private static func unfinishedTail(_ input: [UInt8]) -> Int {
    for length in 1...3 where length <= input.count {
      let byte = input[input.count - length]
      guard byte >= 0x80 else { return 0 }
      guard byte >= 0xC0 else { continue }
      return length < (byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4) ? length : 0
    }
    return 0
  }
}

/// UTF-16 of either byte order.
enum UTF16Text {
  /// Appends text, with U+FFFD for each lone surrogate, and returns the number of bytes consumed. `high` is the
  /// offset of the high byte in a pair.
  static func decode(_ input: UnsafeBufferPointer<UInt8>, high: Int, atEnd: Bool, into text: inout DecodedText) -> Int {
    var taken = 0
    text.append(atMost: 2 * input.count + 3) { output in
      func unit(_ offset: Int) -> UInt16 {
        UInt16(input[offset + high]) << 8 | UInt16(input[offset + 1 - high])
      }
      while taken + 2 <= input.count {
        let first = unit(taken)
        guard first & 0xF800 == 0xD800 else {
          output.put(first)
          taken += 2
          continue
        }
        let hasNext = taken + 4 <= input.count
        guard hasNext || atEnd else { return }
        if first < 0xDC00, hasNext, unit(taken + 2) & 0xFC00 == 0xDC00 {
          output.put(first, unit(taken + 2))
          taken += 4
        } else {
          output.putUndecodable()
          taken += 2
        }
      }
      if atEnd, taken < input.count {
        output.putUndecodable()
        taken = input.count
      }
    }
    return taken
  }
}
