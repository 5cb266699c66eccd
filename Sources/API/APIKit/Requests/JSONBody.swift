package import Basics
package import HTTP
import JSON

/// The JSON object of a request body, validated against the fields of an endpoint.
package struct JSONBody: Sendable {
  private let members: [JSONMember]

  package static let empty = JSONBody(members: [])

  private init(members: [JSONMember]) {
    self.members = members
  }

  /// Parses a body.
  ///
  /// When `isStrict` is false, unknown fields are ignored and null is the same as absent.
  /// - Throws: Errors of `JSONReader`, `body-not-object`, and when `isStrict` `field-unknown`.
  package init(_ bytes: [UInt8], knowing fields: [any DescribedField], isStrict: Bool) throws(DomainError) {
    guard case .object(let members) = try JSONReader.value(of: bytes) else {
      throw DomainError(.invalid, "body-not-object", "The body must be a JSON object.")
    }
    let names = fields.map(\.name)
    if isStrict, let unknown = members.first(where: { !names.contains($0.key) }) {
      throw JSONBody.unknown(unknown.key, names)
    }
    self.members = isStrict ? members : members.filter { names.contains($0.key) && $0.value != .null }
  }

  package func has<Value>(_ field: BodyField<Value>) -> Bool { json(field.name) != nil }

  /// The value of a field; nil when absent.
  /// - Throws: `DomainError` `field-invalid`.
  package func value<Value>(_ field: BodyField<Value>) throws(DomainError) -> Value? {
    guard let json = json(field.name) else { return nil }
    return try field.kind.value(of: json, at: field.name)
  }

  /// The value of a field; nil when absent or null.
  /// - Throws: `DomainError` `field-invalid`.
  package func value<Value>(_ field: BodyField<Value?>) throws(DomainError) -> Value? {
    guard let json = json(field.name) else { return nil }
    return try field.kind.value(of: json, at: field.name)
  }

  /// The value of a required field.
  /// - Throws: `DomainError` `field-missing`, `field-invalid`.
  package func required<Value>(_ field: BodyField<Value>) throws(DomainError) -> Value {
    if let json = json(field.name) { return try field.kind.value(of: json, at: field.name) }
    throw DomainError(
      .invalid, "field-missing", "The field '\(field.name)' is required: \(field.kind.expectation).", field: field.name)
  }

  private func json(_ name: String) -> JSONValue? { members.first { $0.key == name }?.value }

  private static func unknown(_ name: String, _ known: [String]) -> DomainError {
    let help = "known fields: \(known.joined(separator: ", "))"
    guard FieldName.isPlain(name) else {
      return DomainError(.invalid, "field-unknown", "The body has an unknown field; \(help).")
    }
    return DomainError(.invalid, "field-unknown", "The field '\(name)' is unknown; \(help).", field: name)
  }
}

extension RequestBody {
  /// How many bytes of a body that is too large are still read, for clients that read the answer only after sending
  /// all.
  package static let discarded = 2_097_152

  /// The whole body; at most `limit` bytes are kept.
  /// - Throws: `DomainError` `body-too-large` (tooLarge), which names the field that crosses the limit; `BodyFailure`
  ///   when the body is incomplete.
  package func whole(maxCount limit: Int) async throws -> [UInt8] {
    switch self {
    case .none: return []
    case .bytes(let bytes):
      if bytes.count > limit { throw RequestBody.tooLarge(bytes, limit) }
      return bytes
    case .stream(let chunks):
      var bytes: [UInt8] = []
      var isTooLarge = false
      for try await chunk in chunks where !isTooLarge {
        bytes += chunk
        isTooLarge = bytes.count > limit
      }
      if isTooLarge { throw RequestBody.tooLarge(bytes, limit) }
      return bytes
    }
  }

  private static func tooLarge(_ bytes: [UInt8], _ limit: Int) -> DomainError {
    let path = JSONReader.path(ofTruncated: Array(bytes.prefix(limit)))
    let subject = path.map { "The field '\($0)' makes the body" } ?? "The body is"
    return DomainError(
      .tooLarge, "body-too-large", "\(subject) larger than \(limit) bytes; send less.", field: path)
  }
}
