import Basics
import Foundation
import JSON
import Payments

@testable import PortOne

/// What the gateways say, as their documentation writes it.
enum Documents {
  static let token =
    #"{"code":0,"message":null,"response":{"access_token":"token-1","now":1800000000,"expired_at":1800001800}}"#

  static func token(_ text: String, now: Int = 1_800_000_000, seconds: Int = 1800) -> String {
    #"{"code":0,"message":null,"response":{"access_token":"\#(text)","now":\#(now),"expired_at":\#(now + seconds)}}"#
  }

  static let v1Missing = #"{"code":-1,"message":"존재하지 않는 결제정보입니다.","response":null}"#

  static func v1(_ response: String) -> String { #"{"code":0,"message":null,"response":\#(response)}"# }

  /// A payment of the first interface with some members put in place of the usual ones; `null` for none.
  static func v1Payment(_ changes: KeyValuePairs<String, String> = [:]) -> String {
    document(
      [
        "imp_uid": #""imp_1""#, "merchant_uid": #""order-1""#, "status": #""paid""#, "amount": "3000",
        "cancel_amount": "0", "currency": #""KRW""#, "pay_method": #""card""#, "pg_provider": #""html5_inicis""#,
        "paid_at": "1800000100",
      ], changes)
  }

  /// A payment of the second interface, likewise.
  static func v2Payment(_ changes: KeyValuePairs<String, String> = [:]) -> String {
    document(
      [
        "status": #""PAID""#, "id": #""order-1""#, "transactionId": #""0190-1""#, "merchantId": #""merchant-1""#,
        "storeId": #""store-1""#, "method": #"{"type":"PaymentMethodCard"}"#,
        "channel": #"{"type":"LIVE","pgProvider":"HTML5_INICIS","pgMerchantId":"mid"}"#, "version": #""V2""#,
        "requestedAt": #""2027-01-15T08:00:00Z""#, "currency": #""KRW""#,
        "amount": #"{"total":3000,"taxFree":0,"discount":0,"paid":3000,"cancelled":0,"cancelledTaxFree":0}"#,
        "paidAt": #""2027-01-15T08:01:40Z""#,
      ], changes)
  }

  private static func document(
    _ standard: KeyValuePairs<String, String>, _ changes: KeyValuePairs<String, String>
  ) -> String {
    var members = standard.map { ($0.key, $0.value) }
    for (key, value) in changes {
      if let index = members.firstIndex(where: { $0.0 == key }) {
        members[index].1 = value
      } else {
        members.append((key, value))
      }
    }
    return "{" + members.map { #""\#($0.0)":\#($0.1)"# }.joined(separator: ",") + "}"
  }

  /// The value of a document.
  static func value(_ text: String) throws -> JSONValue { try JSONReader.value(of: Array(text.utf8)) }
}

let theInstant = Timestamp(seconds: 1_800_000_000)

/// How a server is reached by clients that ask again at once.
private func connection(_ url: URL, timeout: Double) -> PortOneConfiguration {
  var connection = try! PortOneConfiguration(url.absoluteString)
  connection.timeout = timeout
  connection.retryDelays = [0, 0.001]
  return connection
}

/// Clients of a server.
func v1(_ url: URL, timeout: Double = 5, clock: @escaping @Sendable () -> Timestamp = { theInstant }) -> PortOneV1 {
  PortOneV1(connection(url, timeout: timeout), key: "the-key", secret: "the-secret", clock: clock)
}

func v2(_ url: URL, timeout: Double = 5, store: String? = nil) -> PortOneV2 {
  PortOneV2(connection(url, timeout: timeout), secret: "the-secret", store: store)
}

/// The code of the refusal that a call ends with; nil where it ends well.
func code<Value>(_ call: () async throws -> Value) async -> String? {
  do {
    _ = try await call()
    return nil
  } catch let domainError as DomainError {
    return domainError.code
  } catch {
    return "\(type(of: error))"
  }
}
