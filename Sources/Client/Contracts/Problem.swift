public import JSON

/// A problem document (RFC 9457) with a stable code.
public struct Problem: Hashable, Sendable {
  /// The media type of the document.
  public static let mediaType = "application/problem+json"

  /// A URI reference to the description of this problem type.
  public var type: String
  /// A short title, the same for every problem of this type.
  public var title: String
  /// The HTTP status.
  public var status: Int
  /// One sentence: what is wrong and what to do.
  public var detail: String
  /// Stable, for programs.
  public var code: String
  /// The parameter concerned.
  public var parameter: String?
  /// An identifier to quote when reporting an internal error to the operator.
  public var reference: String?

  /// Creates a problem; see the properties.
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

  /// The problem as JSON.
  public var json: JSONValue {
    .object([
      "type": .string(type), "title": .string(title), "status": .integer(status), "detail": .string(detail),
      "code": .string(code), "parameter": parameter.map(JSONValue.string),
      "reference": reference.map(JSONValue.string),
    ])
  }
}
