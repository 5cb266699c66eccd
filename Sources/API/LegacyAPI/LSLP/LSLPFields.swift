import APIKit
import Basics
import HTTP
import JSON
import NativeAPI

/// The fields of a body, JSON or form. Unknown fields are ignored; null counts as absent.
struct LSLPFields: Sendable {
  private let values: [String: JSONValue]

  /// The fields of a JSON object. An empty body is an object without fields: clients declare JSON without sending any.
  /// - Throws: What `JSONReader` throws, and `body-not-object`.
  init(_ body: RequestBody) throws(DomainError) {
    guard case .bytes(let bytes) = body, !bytes.isEmpty else {
      values = [:]
      return
    }
    guard case .object(let members) = try JSONReader.value(of: bytes) else {
      throw DomainError(.invalid, "body-not-object", "The body must be a JSON object.")
    }
    values = Dictionary(members.map { ($0.key, $0.value) }) { first, _ in first }
  }

  /// The text fields of a form; the first of those with the same name.
  init(_ form: ReceivedForm) {
    values = Dictionary(form.texts.map { ($0.name, .string($0.value)) }) { first, _ in first }
  }

  func text(_ name: String) throws(DomainError) -> String? {
    switch values[name] {
    case nil, .null: nil
    case .string(let text): text
    default: throw .wrongType(name)
    }
  }

  /// A required text, not empty.
  func required(_ name: String) throws(DomainError) -> String {
    guard let text = try text(name), !text.isEmpty else { throw .valueMissing(name) }
    return text
  }

  func requiredFlag(_ name: String) throws(DomainError) -> Bool {
    switch values[name] {
    case nil, .null: throw .valueMissing(name)
    case .bool(let flag): flag
    default: throw .wrongType(name)
    }
  }

  func integer(_ name: String) throws(DomainError) -> Int? {
    switch values[name] {
    case nil, .null: nil
    case .integer(let number): number
    default: throw .wrongType(name)
    }
  }

  func texts(_ name: String) throws(DomainError) -> [String]? {
    switch values[name] {
    case nil, .null: return nil
    case .array(let items):
      var texts: [String] = []
      for item in items {
        guard case .string(let text) = item else { throw .wrongType(name) }
        texts.append(text)
      }
      return texts
    default: throw .wrongType(name)
    }
  }
}

extension DomainError {
  /// A required field is absent or empty.
  static func valueMissing(_ name: String) -> DomainError {
    DomainError(.invalid, "value-missing", "The field '\(name)' is needed.", field: name)
  }

  fileprivate static func wrongType(_ name: String) -> DomainError {
    DomainError(.invalid, "value-wrong-type", "The field '\(name)' has another type than it must have.", field: name)
  }
}
