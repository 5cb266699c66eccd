/// What went wrong, as RFC 9457 has it, with a stable code beside.
public struct Problem: Hashable, Sendable {
  /// The media type of the document.
  public static let mediaType = "application/problem+json"

  /// A reference that leads to what problems of this kind mean.
  public var type: String
  /// The kind in words; the same for every problem of this type.
  public var title: String
  /// The HTTP status.
  public var status: Int
  /// One sentence: what is wrong this time and what to do.
  public var detail: String
  /// Stable, for programs.
  public var code: String
  /// The parameter it speaks of.
  public var parameter: String?
  /// What to name when asking the operator about a fault.
  public var reference: String?

  /// A problem; see the properties.
  public init(
    type: String, title: String, status: Int, detail: String, code: String, parameter: String? = nil,
    reference: String? = nil
  ) {
    self.type = type
    self.title = title
    self.status = status
    self.detail = detail
    self.code = code
    self.parameter = parameter
    self.reference = reference
  }

  /// The document.
  public var json: JSONValue {
    .object([
      "type": .string(type), "title": .string(title), "status": .integer(status), "detail": .string(detail),
      "code": .string(code), "parameter": parameter.map(JSONValue.string),
      "reference": reference.map(JSONValue.string),
    ])
  }
}
