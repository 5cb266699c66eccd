package import Basics
import JSON

/// How urgent a log entry is.
package enum LogLevel: String, Sendable, CaseIterable {
  /// Nothing to do.
  case info
  /// Something is impaired.
  case warning
  /// Something failed that should not.
  case error
}

package enum LogFormat: String, Sendable, CaseIterable {
  /// One line for people.
  case text
  /// One JSON object on a line.
  case json
}

/// A named value of a log entry. Never secret, and nothing about a person but identifiers.
package struct LogField: Sendable {
  package enum Value: Sendable {
    case text(String)
    case integer(Int)
  }

  package let name: StaticString
  package let value: Value
  /// Whether the message has it already: lines for people leave it out.
  package let isInMessage: Bool

  package init(_ name: StaticString, _ text: String, isInMessage: Bool = false) {
    (self.name, value, self.isInMessage) = (name, .text(text), isInMessage)
  }

  package init(_ name: StaticString, _ number: Int, isInMessage: Bool = false) {
    (self.name, value, self.isInMessage) = (name, .integer(number), isInMessage)
  }
}

/// Writes entries of a log, each on one line, with the request that the current task serves.
package struct Logger: Sendable {
  private let format: LogFormat
  private let clock: @Sendable () -> Timestamp
  private let write: @Sendable ([UInt8]) -> Void
  package let counts = EventCounter()

  /// - Parameter write: takes one line with its end.
  package init(
    _ format: LogFormat, clock: @escaping @Sendable () -> Timestamp, write: @escaping @Sendable ([UInt8]) -> Void
  ) {
    (self.format, self.clock, self.write) = (format, clock, write)
  }

  /// Writes an entry.
  /// - Parameters:
  ///   - event: what happened, for programs: lower case with dots and hyphens. It never changes.
  ///   - message: what happened, for people.
  ///   - scope: the request that it is about.
  package func log(
    _ level: LogLevel, _ event: StaticString, _ message: String, _ fields: [LogField] = [],
    of scope: RequestScope? = RequestScope.current
  ) {
    counts.count(level.rawValue)
    switch format {
    case .text: write(textLine(level, message, fields, scope))
    case .json: write(jsonLine(level, event, message, fields, scope))
    }
  }

  private func textLine(
    _ level: LogLevel, _ message: String, _ fields: [LogField], _ scope: RequestScope?
  ) -> [UInt8] {
    var line = "\(clock().rfc3339) \(level.rawValue): \(message)"
    for field in fields where !field.isInMessage {
      switch field.value {
      case .text(let text): line += " \(field.name)=\(text)"
      case .integer(let number): line += " \(field.name)=\(number)"
      }
    }
    if let scope { line += " request_id=\(scope.requestID) trace_id=\(scope.trace.traceID)" }
    return Array(onOneLine(line).utf8) + [0x0A]
  }

  private func jsonLine(
    _ level: LogLevel, _ event: StaticString, _ message: String, _ fields: [LogField], _ scope: RequestScope?
  ) -> [UInt8] {
    var writer = JSONWriter(capacity: 256)
    writer.beginObject()
    writer.member("time", clock().rfc3339)
    writer.member("level", level.rawValue)
    writer.member("event", "\(event)")
    writer.member("message", message)
    for field in fields {
      writer.key(field.name)
      switch field.value {
      case .text(let text): writer.string(text)
      case .integer(let number): writer.integer(Int64(number))
      }
    }
    if let scope {
      writer.member("request_id", scope.requestID)
      writer.member("trace_id", scope.trace.traceID)
    }
    writer.endObject()
    return writer.finish() + [0x0A]
  }
}

extension JSONWriter {
  fileprivate mutating func member(_ name: StaticString, _ text: String) {
    key(name)
    string(text)
  }
}

/// Nobody outside can begin a separate line, or move a terminal's cursor.
private func onOneLine(_ text: String) -> String {
  guard text.unicodeScalars.contains(where: isControl) else { return text }
  var result = String.UnicodeScalarView()
  for scalar in text.unicodeScalars { result.append(isControl(scalar) ? " " : scalar) }
  return String(result)
}

/// Whether a character is of the category Cc. Asking Unicode's tables costs more than the rest of a line.
private func isControl(_ scalar: Unicode.Scalar) -> Bool {
  scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
}
