import Basics

/// Text in an encoding that the C library decodes.
enum IconvText {
  /// Appends the bytes as UTF-8 and returns how many were consumed: all, or all but an incomplete character at the end.
  /// Invalid bytes become U+FFFD, but an ASCII byte is never consumed as part of them, so that a broken character
  /// swallows no delimiter, quote or line end.
  /// - Throws: `DomainError` `encoding-unavailable` when the C library lacks the encoding.
  static func decode(
    _ input: [UInt8], _ encoding: TextEncoding, atEnd: Bool, into text: inout DecodedText
  ) throws(DomainError) -> Int {
    guard let name = names[encoding], let converter = Converter(from: name, to: "UTF-8") else {
      throw DomainError(
        .unavailable, "encoding-unavailable",
        "This system's C library does not know \(encoding.rawValue); convert the file to UTF-8 first.")
    }
    var taken = 0
    text.append(atMost: 3 * input.count + 16) { output in
      input.withUnsafeBufferPointer { input in
        while taken < input.count {
          var stop = Converter.Stop.end
          output.fill { output in
            let converted = converter.convert(UnsafeBufferPointer(rebasing: input[taken...]), into: output)
            taken += converted.read
            stop = converted.stop
            return converted.written
          }
          if stop == .end { return }
          let isLast = taken + 1 >= input.count
          guard atEnd || (stop == .invalid && !isLast) else { return }
          output.putUndecodable()
          taken += stop == .invalid && encoding.isMultiByte && !isLast && input[taken + 1] >= 0x80 ? 2 : 1
        }
      }
    }
    return taken
  }

  /// The C library's names, of the variants that Windows uses.
  private static let names: [TextEncoding: String] = [
    .shiftJIS: "CP932", .eucJP: "EUC-JP-MS", .gb18030: "GB18030", .big5: "CP950", .windows1250: "CP1250",
    .windows1251: "CP1251", .windows1252: "CP1252", .windows1253: "CP1253", .windows1254: "CP1254",
    .windows1255: "CP1255", .windows1256: "CP1256", .windows1257: "CP1257", .windows1258: "CP1258",
    .windows874: "CP874", .koi8R: "KOI8-R",
  ]
}
