import Basics
import Contracts
import Payments

/// The fields of the bodies that speak of orders.
enum OrderFields {
  static let post = BodyField<PostID>(
    "post", .identifier(), "The post whose goods are bought.", isRequired: true, example: "0199c0ffee0123456789abcd")
  static let transaction = BodyField<String>(
    "transaction", .transaction(),
    "The gateway's own number of the payment (`imp_uid`), where its library told one; without it the gateway is asked by the"
      + " order's reference.", example: "imp_123456789012")
}

/// The parameters of the order endpoints.
enum OrderParameters {
  static let id = Parameter<OrderID>(
    "id", .identifier(), "The identifier of an order.", example: "0199c0ffee0123456789abcd")
  static let state = Parameter<Set<OrderState>>("state", .words(), "Only orders in these states.", example: "paid")
  static let key = Parameter<String>(
    "Idempotency-Key", .visible(most: 255),
    "The client's own word for this request, such as a UUID. The same request with the same key is done once, however often"
      + " it is sent within a day: repetitions get the first answer, with the header `Idempotency-Replayed: true`.",
    example: "3f2a8c1e-5b0d-4f6e-9a77-0c2d1e4b8f90")
}

extension FieldKind<String> {
  private static let mostTransaction = 100

  /// A gateway's number of a payment.
  fileprivate static func transaction() -> FieldKind {
    FieldKind(
      "1 to \(mostTransaction) visible ASCII characters",
      schema: .object(["type": "string", "pattern": .string("^[!-~]{1,\(mostTransaction)}$")])
    ) { json, _ in
      guard case .string(let text) = json, isVisible(text, most: mostTransaction) else { return nil }
      return text
    }
  }
}

extension ParameterKind<String> {
  /// Visible ASCII characters.
  fileprivate static func visible(most length: Int) -> ParameterKind {
    ParameterKind(
      "1 to \(length) visible ASCII characters",
      schema: .object(["type": "string", "pattern": .string("^[!-~]{1,\(length)}$")])
    ) { text in isVisible(text, most: length) ? .value(text) : .malformed }
  }
}

private func isVisible(_ text: String, most length: Int) -> Bool {
  (1...length).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
}
