package import Basics
import Contracts
import JSON

extension ParameterKind {
  /// A serial number.
  package static func serial<Subject>() -> ParameterKind where Value == Number<Subject> {
    ParameterKind("a number from 1 on", schema: .object(["type": "integer", "minimum": 1])) { text in
      ParsedParameter(DecimalText.integer(text).flatMap { $0 > 0 ? Number(Int64($0)) : nil })
    }
  }
}

extension FieldKind {
  /// A serial number.
  package static func serial<Subject>() -> FieldKind where Value == Number<Subject> {
    FieldKind("a number from 1 on", schema: .object(["type": "integer", "minimum": 1])) { json, _ in
      guard case .integer(let number) = json, number > 0 else { return nil }
      return Number(Int64(number))
    }
  }
}
