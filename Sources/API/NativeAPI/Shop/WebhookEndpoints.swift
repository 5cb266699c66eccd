import APIKit
import Basics
import Contracts
import HTTP
import JSON
import Payments

/// Webhooks of the payment gateways. A message only names a payment, whose state is fetched from the gateway later; the
/// response waits only until the message is durably stored.
struct WebhookEndpoints: Sendable {
  let shop: Shop

  var all: [Endpoint] { GatewayName.allCases.map(endpoint) }

  /// The maximum size of a message.
  private static let maxBodyBytes = 65_536

  private func endpoint(_ gateway: GatewayName) -> Endpoint {
    Endpoint(
      method: .post, path: "/api/webhooks/\(gateway.rawValue)", group: .shop, summary: "Webhook of the payment gateway",
      details: Self.details(gateway),
      body: BodyDescription(type: "*/*", summary: "As the gateway sends it.", limit: Self.maxBodyBytes),
      answers: [
        ResponseDescription(200, "Accepted, also when repeated or irrelevant: `{}`."),
        ResponseDescription(400, "The message is malformed.", [(Problem.mediaType, "Problem")]),
        .unauthenticated("The signature is wrong or too old."),
        .notFound("The shop does not use this gateway."),
        ResponseDescription(
          413, "The message is larger than \(Self.maxBodyBytes) bytes.", [(Problem.mediaType, "Problem")]),
        ResponseDescription(
          429, "Too many messages are waiting; send it again later.", [(Problem.mediaType, "Problem")]),
      ],
      errorFormat: .lenientProblem, handler: .deferred { context in try await ingest(context, from: gateway) })
  }

  private static func details(_ gateway: GatewayName) -> String {
    switch gateway {
    case .portOneV1:
      "PortOne API V1. Messages are not signed; only the identifier of the payment is read."
    case .portOneV2: "PortOne API V2, signed by Standard Webhooks; each message is processed once."
    }
  }
}

extension WebhookEndpoints {
  private func ingest(_ context: RequestContext, from gateway: GatewayName) async throws -> Response {
    guard let reader = shop.webhooks[gateway] else {
      throw DomainError(.notFound, "webhook-unknown", "This shop does not use the gateway '\(gateway.rawValue)'.")
    }
    let message = try reader.message(of: delivery(context), at: context.now)
    if let reference = message.reference {
      try await shop.payments.ingest(reference, at: gateway, message: message.id)
    }
    return .json(.object([:]), caching: .none)
  }

  /// The received request. Of several header fields with one name, the first counts.
  private func delivery(_ context: RequestContext) -> WebhookDelivery {
    var body: [UInt8] = []
    if case .bytes(let whole) = context.request.body { body = whole }
    let headers = context.request.headers.fields.map { ($0.name.lowercased(), $0.value) }
    return WebhookDelivery(headers: Dictionary(headers) { first, _ in first }, body: body)
  }
}
