import Basics
import Foundation
import HTTP
import WebClient

struct CheckoutOrder {
  let interface: SandboxInterface
  let reference: String
  let amount: Int
  let name: String
  /// The return URL. Nil: none.
  let returnURL: String?

  init(_ parameters: inout Parameters) throws(DomainError) {
    guard let interface = try parameters.enumValue("api", SandboxInterface.self) else { throw .missingField("api") }
    guard let reference = try parameters.text("reference"), !reference.isEmpty else { throw .missingField("reference") }
    guard let amount = try parameters.integer("amount", amountRange) else { throw .missingField("amount") }
    self.interface = interface
    self.reference = reference
    self.amount = amount
    name = try parameters.text("name").flatMap { $0.isEmpty ? nil : $0 } ?? "인생네컷 앨범"
    returnURL = try parameters.text("return").flatMap { $0.isEmpty ? nil : $0 }
    if let returnURL, !Self.isWebAddress(returnURL) {
      throw .wrongType("return", "an address that begins with http:// or https://")
    }
  }

  private static func isWebAddress(_ text: String) -> Bool {
    guard let parts = URLComponents(string: text), let scheme = parts.scheme?.lowercased() else { return false }
    return (scheme == "http" || scheme == "https") && parts.host?.isEmpty == false
  }

  /// The return URL with the outcome, in the query parameters of each API's own payment window.
  func address(_ outcome: CheckoutOutcome) -> String? {
    guard let returnURL, var parts = URLComponents(string: returnURL) else { return nil }
    let parameters = WebRequest.escaped(interface == .v1 ? v1(outcome) : v2(outcome))
    parts.percentEncodedQuery = ([parts.percentEncodedQuery].compactMap { $0 } + [parameters]).joined(separator: "&")
    return parts.string
  }

  private func v1(_ outcome: CheckoutOutcome) -> [(String, String)] {
    let parameters = [
      ("imp_uid", outcome.transaction ?? ""), ("merchant_uid", reference),
      ("imp_success", outcome.objection == nil ? "true" : "false"),
    ]
    return parameters + (outcome.objection.map { [("error_msg", $0)] } ?? [])
  }

  private func v2(_ outcome: CheckoutOutcome) -> [(String, String)] {
    let parameters = [("paymentId", reference), ("transactionType", "PAYMENT"), ("txId", outcome.transaction ?? "")]
    return parameters + (outcome.objection.map { [("code", "FAILURE_TYPE_PG"), ("message", $0)] } ?? [])
  }
}

/// The outcome of a payment window.
struct CheckoutOutcome {
  /// The transaction number. Nil when no payment was started.
  let transaction: String?
  /// The reason of a failure. Nil after a successful payment.
  let objection: String?
}

enum CheckoutChoice: String, CaseIterable {
  case pay
  case fail
  case leave
}
