import Basics
package import JSON

/// A field of a JSON body without its type: for validation of names, and for the OpenAPI document.
package protocol DescribedField: Sendable {
  var name: String { get }
  /// One or two sentences for the documentation.
  var summary: String { get }
  var schema: JSONValue { get }
  var isRequired: Bool { get }
  var example: JSONValue? { get }
}

/// A field of a JSON body: its name, its type and how it is decoded.
package struct BodyField<Value: Sendable>: DescribedField {
  package let name: String
  package let summary: String
  package let kind: ValueKind<Value>
  package let isRequired: Bool
  package let example: JSONValue?

  package init(
    _ name: String, _ kind: ValueKind<Value>, _ summary: String, isRequired: Bool = false, example: JSONValue? = nil
  ) {
    self.name = name
    self.kind = kind
    self.summary = summary
    self.isRequired = isRequired
    self.example = example
  }

  package var schema: JSONValue { kind.schema }
}
