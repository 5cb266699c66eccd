import CUTF8Proc
import Glibc

/// The version of the library, by which texts may fold otherwise.
package func utf8procLibraryVersion() -> String { String(cString: utf8proc_version()) }

/// Normalizes a text to NFC. Complexity: O(n).
package func composed(_ text: String) -> String {
  let isComposed = text.utf8.withContiguousStorageIfAvailable {
    ComposedBytes.firstPossiblyNonNFC(in: Span(_unsafeElements: $0)) == $0.count
  }
  return isComposed == true ? text : mapped(text, UTF8PROC_COMPOSE)
}

/// Folds a text for comparison: ignores case, width, composition and invisible characters (Unicode's NFKC_Casefold,
/// which drops default-ignorable characters), collapses each run of white space to one space and trims the ends.
/// Idempotent. Complexity: O(n).
package func folded(_ text: String) -> String {
  let caseless = caseless(text)
  var result = String.UnicodeScalarView()
  var isAfterBlank = false
  for scalar in caseless.unicodeScalars {
    if scalar.properties.isWhitespace {
      isAfterBlank = !result.isEmpty
    } else {
      if isAfterBlank { result.append(" ") }
      isAfterBlank = false
      result.append(scalar)
    }
  }
  return String(result)
}

/// Folds a name for comparison: as `folded`, but without any white space and control characters. The second
/// composition makes the result independent of where the white space was. Complexity: O(n).
func foldedWithoutBlanks(_ text: String) -> String {
  let once = caseless(withoutBlanks(text))
  let rest = withoutBlanks(once)
  return rest.utf8.count == once.utf8.count ? once : caseless(rest)
}

/// Unicode's NFKC_Casefold.
private func caseless(_ text: String) -> String {
  mapped(
    text,
    utf8proc_option_t(
      UTF8PROC_COMPOSE.rawValue | UTF8PROC_COMPAT.rawValue | UTF8PROC_CASEFOLD.rawValue | UTF8PROC_IGNORE.rawValue))
}

private func withoutBlanks(_ text: String) -> String {
  String(
    String.UnicodeScalarView(
      text.unicodeScalars.filter { !$0.properties.isWhitespace && $0.properties.generalCategory != .control }))
}

/// Removes the diacritics of letters: `é` becomes `e`. Hangul syllables are decomposed. Complexity: O(n).
package func withoutMarks(_ text: String) -> String {
  mapped(text, utf8proc_option_t(UTF8PROC_DECOMPOSE.rawValue | UTF8PROC_STRIPMARK.rawValue))
}

/// More combining marks on one letter are processed in pieces of this size: the library sorts each piece in quadratic
/// time. No language needs so many (30 is the limit of the Stream-Safe Text Format, Unicode Standard Annex #15).
private let maxMarks = 30

/// Maps a text by the library, in one piece unless it has too many combining marks in a row.
private func mapped(_ text: String, _ options: utf8proc_option_t) -> String {
  var result = ""
  var start = text.startIndex
  var markCount = 0
  for index in text.unicodeScalars.indices {
    let isMark = text.unicodeScalars[index].properties.canonicalCombiningClass != .notReordered
    markCount = isMark ? markCount + 1 : 0
    if markCount > maxMarks {
      result += mapped(piece: text[start..<index], options)
      start = index
      markCount = 1
    }
  }
  return result + mapped(piece: text[start...], options)
}

private func mapped(piece: Substring, _ options: utf8proc_option_t) -> String {
  var piece = piece
  return piece.withUTF8 { bytes in
    guard !bytes.isEmpty else { return "" }
    var start: UnsafeMutablePointer<UInt8>?
    let count = utf8proc_map(
      bytes.baseAddress, bytes.count, &start, utf8proc_option_t(options.rawValue | UTF8PROC_STABLE.rawValue))
    // It rejects only invalid UTF-8 and results that exceed the memory; a string is valid UTF-8.
    guard count >= 0, let start else { preconditionFailure("utf8proc: \(count)") }
    let owner = MappedText(start: start, count: count)
    return owner.text
  }
}

/// Owns a text that the library allocated.
private struct MappedText: ~Copyable {
  let start: UnsafeMutablePointer<UInt8>
  let count: Int

  var text: String { String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self) }

  deinit { free(start) }
}
