import Basics

/// What the gateways throw, in the words of `PaymentGateway`. No sentence has a text of the gateway that is not plain:
/// it could hold anything, an order's reference among it.
enum GatewayError {
  /// It did not answer, or not in time, or is overloaded or at fault.
  /// - Parameter reason: ends the sentence.
  static func unavailable(_ reason: String) -> DomainError {
    unavailable(
      "gateway-unavailable",
      "The payment gateway \(reason); what it did is not known, and the same may succeed in a little while.")
  }

  /// It does not take the secret.
  static var unauthorized: DomainError {
    unavailable(
      "gateway-unauthorized",
      "The payment gateway does not take the secret of this server; its operator has to look at the settings.")
  }

  /// Its answer is none of its contract.
  /// - Parameter reason: begins the second part of the sentence.
  static func notUnderstood(_ reason: String) -> DomainError {
    unavailable("gateway-not-understood", "The payment gateway's answer is not understood: \(reason).")
  }

  private static func unavailable(_ code: String, _ message: String) -> DomainError {
    DomainError(.unavailable, code, message, condition: ServiceCondition(.gateway, message))
  }

  /// Another than success where nothing else is said about it.
  static func unexpected(_ response: PortOneResponse) -> DomainError {
    switch response.status {
    case 401, 403: unauthorized
    case 408, 425, 429, 500...: unavailable("answered with status \(response.status)")
    default: notUnderstood("its status is \(response.status)\(response.word.map { " (\($0))" } ?? "")")
    }
  }

  /// It gives nothing back.
  /// - Parameter word: the gateway's own for the reason.
  static func cancelRefused(_ word: String?) -> DomainError {
    DomainError(
      .conflict, "cancel-refused",
      "The payment gateway refuses to give the money back\(word.map { " (\($0))" } ?? ""); look at the payment there.")
  }

  /// The order is paid there.
  static var orderPaid: DomainError {
    DomainError(.conflict, "order-paid-there", "The order is paid at the payment gateway already; have it validated.")
  }

  /// The order was announced with another amount or currency.
  static var preparedOtherwise: DomainError {
    DomainError(
      .conflict, "order-prepared-otherwise",
      "The payment gateway knows the order with another amount or currency; make a new order.")
  }

  /// A page that no page before gave.
  static var pageInvalid: DomainError {
    DomainError(.invalid, "gateway-page-invalid", "Give the page as the page before named it.", field: "page")
  }
}
