package import Basics
import Contracts
package import HTTP

/// The object that a request's body holds, checked against what an endpoint knows.
package struct JSONBody: Sendable {
  private let members: [JSONMember]

  /// No fields.
  package static let empty = JSONBody(members: [])

  private init(members: [JSONMember]) {
    self.members = members
  }

  /// Reads a body.
  ///
  /// Where `isStrict` is not set, unknown fields are passed over and null is as if not there.
  /// - Throws: What `JSONReader` refuses, `body-not-object`, and where `isStrict` is set `field-unknown`.
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

  /// Whether a field was given.
  package func has<Value>(_ field: BodyField<Value>) -> Bool { json(field.name) != nil }

  /// The value of a field; nil where it was not given.
  /// - Throws: `DomainError` `field-invalid`.
  package func value<Value>(_ field: BodyField<Value>) throws(DomainError) -> Value? {
    guard let json = json(field.name) else { return nil }
    return try field.kind.value(of: json, at: field.name)
  }

  /// The value of a field; nil where it was not given or is null.
  /// - Throws: `DomainError` `field-invalid`.
  package func value<Value>(_ field: BodyField<Value?>) throws(DomainError) -> Value? {
    guard let json = json(field.name) else { return nil }
    return try field.kind.value(of: json, at: field.name)
  }

  /// The value of a field that has to be there.
  /// - Throws: `DomainError` `field-missing`, `field-invalid`.
  package func required<Value>(_ field: BodyField<Value>) throws(DomainError) -> Value {
    if let json = json(field.name) { return try field.kind.value(of: json, at: field.name) }
    throw DomainError(
      .invalid, "field-missing", "The field '\(field.name)' is needed: \(field.kind.expectation).", field: field.name)
  }

  private func json(_ name: String) -> JSONValue? { members.first { $0.key == name }?.value }

  private static func unknown(_ name: String, _ known: [String]) -> DomainError {
    let help = "known are \(known.joined(separator: ", "))"
    guard FieldName.isPlain(name) else {
      return DomainError(.invalid, "field-unknown", "A field of the body is not known here; \(help).")
    }
    return DomainError(.invalid, "field-unknown", "The field '\(name)' is not known here; \(help).", field: name)
  }
}

extension RequestBody {
  /// What of a body that is too large is still read: clients that send all before they listen get their answer.
  package static let discarded = 2_097_152

  /// The whole body, of which no more than the limit is ever kept.
  /// - Throws: `DomainError` `body-too-large` (tooLarge), which names the field in whose midst the limit lies;
  ///   `BodyFailure` where the rest does not come.
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
    let path = JSONReader.path(whereCut: Array(bytes.prefix(limit)))
    let subject = path.map { "The field '\($0)' makes the body" } ?? "The body is"
    return DomainError(
      .tooLarge, "body-too-large", "\(subject) larger than \(limit) bytes; send less.", field: path)
  }
}
