import Basics
import JSON

/// Spans as a request of OTLP/HTTP in JSON (`ExportTraceServiceRequest`): field names in lower camel case, identifiers in
/// hexadecimal digits, 64-bit numbers as strings.
/// - Parameters:
///   - service: The attributes of the resource.
///   - scope: The name of the program that recorded them.
package func traceExport(_ spans: [Span], service: [LogField], scope: String) -> [UInt8] {
  var writer = JSONWriter(capacity: 256 + 512 * spans.count)
  writer.beginObject()
  writer.key("resourceSpans")
  writer.beginArray()
  writer.beginObject()
  writer.key("resource")
  writer.beginObject()
  writer.attributes(service)
  writer.endObject()
  writer.key("scopeSpans")
  writer.beginArray()
  writer.beginObject()
  writer.key("scope")
  writer.beginObject()
  writer.key("name")
  writer.string(scope)
  writer.endObject()
  writer.key("spans")
  writer.beginArray()
  for span in spans { writer.span(span) }
  writer.endArray()
  writer.endObject()
  writer.endArray()
  writer.endObject()
  writer.endArray()
  writer.endObject()
  return writer.finish()
}

extension JSONWriter {
  fileprivate mutating func span(_ span: Span) {
    beginObject()
    key("traceId")
    string(span.trace.traceID)
    key("spanId")
    string(hexadecimal(span.id))
    if let parent = span.parent {
      key("parentSpanId")
      string(hexadecimal(parent))
    }
    key("name")
    string(span.name)
    key("kind")
    integer(Int64(span.kind.rawValue))
    key("startTimeUnixNano")
    string(String(span.start))
    key("endTimeUnixNano")
    string(String(span.end))
    attributes(span.attributes)
    key("status")
    beginObject()
    if span.hasFailed {
      // STATUS_CODE_ERROR
      key("code")
      integer(2)
    }
    endObject()
    endObject()
  }

  fileprivate mutating func attributes(_ fields: [LogField]) {
    key("attributes")
    beginArray()
    for field in fields {
      beginObject()
      key("key")
      string("\(field.name)")
      key("value")
      beginObject()
      switch field.value {
      case .text(let text):
        key("stringValue")
        string(text)
      case .integer(let number):
        key("intValue")
        string(String(number))
      }
      endObject()
      endObject()
    }
    endArray()
  }
}
