import Basics

/// The errors of the gateways, as `PaymentGateway` specifies. Messages contain only plain words of the gateway: other
/// texts could hold anything, such as an order's reference.
enum GatewayError {
  /// No response in time, overload, or an internal error.
  /// - Parameter reason: the predicate of the message.
  static func unavailable(_ reason: String) -> DomainError {
    unavailable(
      "gateway-unavailable",
      "The payment gateway \(reason); the outcome is unknown, and a retry may succeed.")
  }

  /// The gateway rejects the secret.
  static var unauthorized: DomainError {
    unavailable(
      "gateway-unauthorized",
      "The payment gateway rejects the secret of this server; the operator must check the settings.")
  }

  /// A response that violates the contract.
  /// - Parameter reason: a clause of the message, whose subject is the response.
  static func malformedResponse(_ reason: String) -> DomainError {
    unavailable("gateway-not-understood", "The payment gateway's answer is not understood: \(reason).")
  }

  private static func unavailable(_ code: String, _ message: String) -> DomainError {
    DomainError(.unavailable, code, message, condition: ServiceCondition(.gateway, message))
  }

  /// The error for a status other than success without further information.
  static func unexpected(_ response: PortOneResponse) -> DomainError {
    switch response.status {
    case 401, 403: unauthorized
    case 408, 425, 429, 500...: unavailable("answered with status \(response.status)")
    default: malformedResponse("its status is \(response.status)\(response.word.map { " (\($0))" } ?? "")")
    }
  }

  /// The gateway refuses a refund.
  /// - Parameter word: the gateway's code for the reason.
  static func cancelRejected(_ word: String?) -> DomainError {
    DomainError(
      .conflict, "cancel-refused",
      "The payment gateway refuses the refund\(word.map { " (\($0))" } ?? ""); check the payment there.")
  }

  /// The order is already paid at the gateway.
  static var orderPaid: DomainError {
    DomainError(.conflict, "order-paid-there", "The order is paid at the payment gateway already; have it validated.")
  }

  /// The order was prepared with another amount or currency.
  static var amountMismatch: DomainError {
    DomainError(
      .conflict, "order-prepared-otherwise",
      "The payment gateway knows the order with another amount or currency; make a new order.")
  }

  /// A page token that no earlier page returned.
  static var pageInvalid: DomainError {
    DomainError(
      .invalid, "gateway-page-invalid", "The page is not known; pass the value that the previous page returned.",
      field: "page")
  }
}
