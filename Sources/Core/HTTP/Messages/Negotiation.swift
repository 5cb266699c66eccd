extension Request {
  /// Whether the client accepts gzip and does not prefer the uncompressed form.
  package var acceptsGzip: Bool { HTTP.acceptsGzip(headers.values(of: "Accept-Encoding").joined(separator: ",")) }
}

/// Whether an `Accept-Encoding` value accepts gzip and does not prefer the uncompressed form (RFC 9110 §12.5.3).
func acceptsGzip(_ value: String) -> Bool {
  var gzip: Int?
  var any: Int?
  var identity: Int?
  for item in value.utf8.split(separator: UInt8(ascii: ",")) {
    let parts = item.split(separator: UInt8(ascii: ";"))
    guard let coding = parts.first.map(trimmed) else { continue }
    let quality = parts.dropFirst().reduce(1000) { previous, part in weight(trimmed(part)) ?? previous }
    switch coding {
    case "gzip", "x-gzip": gzip = max(gzip ?? 0, quality)
    case "*": any = quality
    case "identity": identity = quality
    default: break
    }
  }
  let taken = gzip ?? any ?? 0
  return taken > 0 && taken >= identity ?? 0
}

private func trimmed(_ bytes: Substring.UTF8View) -> String {
  String(decoding: bytes.filter { $0 != 0x20 && $0 != 0x09 }.map(lowered), as: UTF8.self)
}

/// `q=0.5` in thousandths; nil for another parameter, 0 for a malformed weight.
private func weight(_ parameter: String) -> Int? {
  guard parameter.hasPrefix("q=") else { return nil }
  let digits = Array(parameter.utf8.dropFirst(2))
  guard let whole = digits.first, whole == 0x30 || whole == 0x31, digits.count <= 5 else { return 0 }
  guard digits.count > 1 else { return whole == 0x31 ? 1000 : 0 }
  guard digits[1] == UInt8(ascii: ".") else { return 0 }
  var thousandths = 0
  for position in 0..<3 {
    let digit = position + 2 < digits.count ? digits[position + 2] : 0x30
    guard digit >= 0x30 && digit <= 0x39 else { return 0 }
    thousandths = thousandths * 10 + Int(digit - 0x30)
  }
  return whole == 0x31 ? (thousandths == 0 ? 1000 : 0) : thousandths
}

/// Whether a body of this media type is worth compressing.
func isCompressible(_ type: UnsafeRawBufferPointer) -> Bool {
  let end = type.firstIndex { $0 == UInt8(ascii: ";") || $0 == 0x20 } ?? type.count
  let essence = UnsafeRawBufferPointer(rebasing: type[..<end])
  if end > 5, matches(UnsafeRawBufferPointer(rebasing: essence[..<5]), "text/") { return true }
  if hasSuffix(essence, "json") || hasSuffix(essence, "xml") { return true }
  return matches(essence, "application/javascript") || matches(essence, "application/x-ndjson")
    || matches(essence, "application/vnd.mapbox-vector-tile")
    || matches(essence, "application/vnd.fourcuts.catalogue")
}

/// Compares case-insensitively; `suffix` must be in lower case.
func hasSuffix(_ bytes: UnsafeRawBufferPointer, _ suffix: StaticString) -> Bool {
  let count = suffix.utf8CodeUnitCount
  return bytes.count >= count && matches(UnsafeRawBufferPointer(rebasing: bytes[(bytes.count - count)...]), suffix)
}

/// Whether an `If-None-Match` value matches the tag by weak comparison (RFC 9110 §13.1.2); `*` matches every tag.
func matchesTag(_ value: String, _ tag: String) -> Bool {
  let opaque = withoutWeakness(tag[...])
  return entityTags(value).contains { $0 == "*" || withoutWeakness($0) == opaque }
}

/// The tags of a list. A quoted tag may contain commas.
private func entityTags(_ value: String) -> [Substring] {
  var tags: [Substring] = []
  var start = value.startIndex
  var isQuoted = false
  for index in value.utf8.indices {
    if value.utf8[index] == UInt8(ascii: "\"") { isQuoted.toggle() }
    if value.utf8[index] == UInt8(ascii: ",") && !isQuoted {
      tags.append(value[start..<index])
      start = value.utf8.index(after: index)
    }
  }
  tags.append(value[start...])
  return tags.map { tag in
    let leading = tag.drop { $0 == " " || $0 == "\t" }
    return leading.lastIndex { $0 != " " && $0 != "\t" }.map { leading[...$0] } ?? ""
  }
}

private func withoutWeakness(_ tag: Substring) -> Substring {
  tag.hasPrefix("W/") ? tag.dropFirst(2) : tag
}

/// A strong tag made weak: the compressed form of a body is a different sequence of bytes.
func weakened(_ tag: String) -> String {
  tag.hasPrefix("W/") ? tag : "W/" + tag
}

/// The evaluation of a `Range` header against a body (RFC 9110 §14.2).
enum RequestedRange: Equatable {
  /// Malformed, or not a single range of bytes: the whole body is sent.
  case whole
  case part(Range<Int>)
  case unsatisfiable

  /// Reads `bytes=0-99`, `bytes=100-` or `bytes=-50` against a body of `count` bytes.
  init(_ value: String, count: Int) {
    self = .whole
    let bytes = value.utf8
    guard bytes.count > 6, value.prefix(6).lowercased() == "bytes=" else { return }
    let parts = bytes.dropFirst(6).split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard parts.count == 2, let first = Self.number(parts[0]), let last = Self.number(parts[1]) else { return }
    switch (first, last) {
    case (nil, nil): return
    case (nil, let suffix?):
      self = suffix == 0 || count == 0 ? .unsatisfiable : .part(max(0, count - suffix)..<count)
    case (let start?, nil):
      self = start < count ? .part(start..<count) : .unsatisfiable
    case (let start?, let end?):
      guard start <= end else { return }
      self = start < count ? .part(start..<min(count - 1, end) + 1) : .unsatisfiable
    }
  }

  /// `.some(nil)` for no digits, nil when malformed; a number that overflows is `Int.max`.
  private static func number(_ digits: Substring.UTF8View) -> Int?? {
    guard digits.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else { return nil }
    guard !digits.isEmpty else { return .some(nil) }
    return Int(String(decoding: digits, as: UTF8.self)) ?? Int.max
  }
}
