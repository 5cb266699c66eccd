import Basics
import Glibc

/// Decodes percent-encoding once. Nil for a percent sign without two hexadecimal digits, invalid UTF-8 or NUL.
func percentDecoded(_ bytes: UnsafeRawBufferPointer, plusIsBlank: Bool = false) -> String? {
  guard needsDecoding(bytes, plusIsBlank: plusIsBlank) else { return text(bytes) }
  return withUnsafeTemporaryAllocation(byteCount: bytes.count, alignment: 1) { room -> String? in
    guard let count = decode(bytes, into: room, plusIsBlank: plusIsBlank) else { return nil }
    return text(UnsafeRawBufferPointer(rebasing: room[..<count]))
  }
}

private func needsDecoding(_ bytes: UnsafeRawBufferPointer, plusIsBlank: Bool) -> Bool {
  for byte in bytes where byte == 0x25 || byte == 0 || (plusIsBlank && byte == 0x2B) { return true }
  return false
}

/// Nil for invalid UTF-8. `String(validating:)` does the same by generic code, for several times as long.
private func text(_ bytes: UnsafeRawBufferPointer) -> String? {
  guard let valid = try? UTF8Span(validating: Span(_unsafeBytes: bytes)) else { return nil }
  return String(copying: valid)
}

/// Returns the number of bytes written; nil for a broken escape or a NUL.
private func decode(
  _ bytes: UnsafeRawBufferPointer, into room: UnsafeMutableRawBufferPointer, plusIsBlank: Bool
) -> Int? {
  var read = 0
  var written = 0
  while read < bytes.count {
    var byte = bytes[read]
    read += 1
    if byte == 0x25 {
      guard read + 1 < bytes.count, let high = hexadecimalValue(bytes[read]),
        let low = hexadecimalValue(bytes[read + 1])
      else { return nil }
      byte = high << 4 | low
      read += 2
    } else if plusIsBlank && byte == 0x2B {
      byte = 0x20
    }
    guard byte != 0 else { return nil }
    room[written] = byte
    written += 1
  }
  return written
}

/// Whether a path may be routed: every segment decodes to UTF-8 without NUL, a slash or a long run of combining marks, and
/// none is `.` or `..`, in any encoding. Other paths could be read differently by the code that checks them and the code
/// that opens them.
func isClean(path: UnsafeRawBufferPointer) -> Bool {
  guard path.first == UInt8(ascii: "/") else { return false }
  guard memchr(path.baseAddress!, 0x25, path.count) != nil || memchr(path.baseAddress!, 0x2E, path.count) != nil else {
    return true
  }
  return path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: true).allSatisfy { segment in
    guard let decoded = percentDecoded(UnsafeRawBufferPointer(rebasing: segment)) else { return false }
    return !CombiningMarks.areTooMany(in: decoded) && decoded != "." && decoded != ".."
      && !decoded.utf8.contains(UInt8(ascii: "/"))
  }
}
