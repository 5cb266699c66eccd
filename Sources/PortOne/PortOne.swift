public import Basics
public import Foundation
public import Payments

/// How PortOne is reached.
public struct PortOneConnection: Sendable {
  /// Where its first interface is served.
  public static let v1URL = URL(string: "https://api.iamport.kr")!
  /// Where its second interface is served.
  public static let v2URL = URL(string: "https://api.portone.io")!

  /// The address that paths are appended to; `https`, or `http` for a sandbox.
  public var url: URL
  /// How long one request may take, in seconds.
  public var timeout: Double = 10

  /// A connection; see the properties.
  public init(url: URL) {
    self.url = url
  }
}

/// PortOne's first interface, once i'mport: asked with an access token that is fetched by key and secret.
public struct PortOneV1: PaymentGateway {
  /// `.portOneV1`.
  public var name: GatewayName { .portOneV1 }

  /// A client.
  /// - Parameters:
  ///   - key: `imp_key`.
  ///   - secret: `imp_secret`; it is shown to nobody but the gateway.
  ///   - clock: decides when the access token is renewed.
  public init(
    _ connection: PortOneConnection, key: String, secret: String, clock: @escaping @Sendable () -> Timestamp
  ) {
    fatalError("skeleton")
  }

  /// Registers the amount (`POST /payments/prepare`).
  public func prepare(_ reference: String, amount: Int, currency: String) async throws { fatalError("skeleton") }

  /// Looks at a payment (`GET /payments/{imp_uid}`, `GET /payments/find/{merchant_uid}`).
  public func payment(_ reference: PaymentReference) async throws -> GatewayPayment? { fatalError("skeleton") }

  /// Gives money back (`POST /payments/cancel`, with the remaining amount as `checksum`).
  public func cancel(_ order: GatewayCancellation) async throws -> GatewayPayment { fatalError("skeleton") }

  /// Lists payments (`GET /payments/status/all`).
  public func payments(from: Timestamp, until: Timestamp, page: String?) async throws -> GatewayPage {
    fatalError("skeleton")
  }
}

/// PortOne's second interface: asked with a secret.
public struct PortOneV2: PaymentGateway {
  /// `.portOneV2`.
  public var name: GatewayName { .portOneV2 }

  /// A client.
  /// - Parameters:
  ///   - secret: the interface's secret; it is shown to nobody but the gateway.
  ///   - store: whose payments; nil: the store that the secret is made for.
  public init(_ connection: PortOneConnection, secret: String, store: String?) { fatalError("skeleton") }

  /// Registers the amount (`POST /payments/{paymentId}/pre-register`).
  public func prepare(_ reference: String, amount: Int, currency: String) async throws { fatalError("skeleton") }

  /// Looks at a payment (`GET /payments/{paymentId}`).
  public func payment(_ reference: PaymentReference) async throws -> GatewayPayment? { fatalError("skeleton") }

  /// Gives money back (`POST /payments/{paymentId}/cancel`, with `currentCancellableAmount`).
  public func cancel(_ order: GatewayCancellation) async throws -> GatewayPayment { fatalError("skeleton") }

  /// Lists payments (`GET /payments`).
  public func payments(from: Timestamp, until: Timestamp, page: String?) async throws -> GatewayPage {
    fatalError("skeleton")
  }
}

/// Messages of the first interface: not signed, so that no word of them is believed but which payment to look at.
public struct PortOneV1Webhooks: WebhookReader {
  /// A reader.
  public init() {}

  /// The message of a JSON body or a form.
  public func message(of delivery: WebhookDelivery, at moment: Timestamp) throws(Refusal) -> WebhookMessage {
    fatalError("skeleton")
  }
}

/// Messages of the second interface, signed as Standard Webhooks says.
public struct PortOneV2Webhooks: WebhookReader {
  /// A reader that takes each of some secrets (`whsec_` and Base64).
  /// - Throws: `Refusal` `webhook-secret-invalid` (invalid) where one is none.
  public init(secrets: [String]) throws(Refusal) { fatalError("skeleton") }

  /// The message of a signed JSON body, taken within five minutes of its making.
  public func message(of delivery: WebhookDelivery, at moment: Timestamp) throws(Refusal) -> WebhookMessage {
    fatalError("skeleton")
  }
}
