import CUTF8Proc

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

/// No character decomposes to more (Unicode Standard Annex #15).
private let maxDecomposition = 18

/// Maps a text by the library. The marks are ordered here: the library orders them in quadratic time.
/// Complexity: O(n log n).
private func mapped(_ text: String, _ options: utf8proc_option_t) -> String {
  let options = utf8proc_option_t(options.rawValue | UTF8PROC_STABLE.rawValue)
  var scalars: [Int32] = []
  scalars.reserveCapacity(text.utf8.count + 1)
  withUnsafeTemporaryAllocation(of: Int32.self, capacity: maxDecomposition) { room in
    for scalar in text.unicodeScalars {
      let count = utf8proc_decompose_char(Int32(scalar.value), room.baseAddress, room.count, options, nil)
      precondition((0...room.count).contains(count), "utf8proc: \(count)")
      scalars.append(contentsOf: room[..<count])
    }
  }
  orderMarks(&scalars)
  return encoded(&scalars, options)
}

/// Orders each run of marks by their combining classes, as canonical equivalence asks for; marks of one class keep their
/// order. Complexity: O(n log n).
private func orderMarks(_ scalars: inout [Int32]) {
  var start = 0
  while start < scalars.count {
    var isOrdered = true
    var (end, previous) = (start, Int16(0))
    while end < scalars.count {
      let current = combiningClass(scalars[end])
      guard current > 0 else { break }
      isOrdered = isOrdered && previous <= current
      previous = current
      end += 1
    }
    if !isOrdered { scalars[start..<end].sort { combiningClass($0) < combiningClass($1) } }
    start = end + 1
  }
}

private func combiningClass(_ scalar: Int32) -> Int16 { utf8proc_get_property(scalar).pointee.combining_class }

/// Composes scalars, if that is one of the options, and encodes them.
private func encoded(_ scalars: inout [Int32], _ options: utf8proc_option_t) -> String {
  let count = scalars.count
  // The library writes UTF-8 over the scalars, and NUL behind.
  scalars.append(0)
  return scalars.withUnsafeMutableBufferPointer { buffer in
    let length = utf8proc_reencode(buffer.baseAddress, count, options)
    // It rejects only invalid scalars.
    precondition(length >= 0, "utf8proc: \(length)")
    return String(decoding: UnsafeRawBufferPointer(buffer)[..<length], as: UTF8.self)
  }
}
