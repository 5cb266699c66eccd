import APIKit
import Basics
import Contracts
import HTTP
import Payments

/// Where gateways tell that something happened to a payment. They are believed in nothing else: what happened is asked
/// of the gateway later, and nothing is waited for here but that the message is on the disk.
struct WebhookEndpoints: Sendable {
  let shop: Shop

  var all: [Endpoint] { GatewayName.allCases.map(endpoint) }

  /// What a message may have at most, in bytes.
  private static let maxBodyBytes = 65_536

  private func endpoint(_ gateway: GatewayName) -> Endpoint {
    Endpoint(
      method: .post, path: "/api/webhooks/\(gateway.rawValue)", group: .shop, summary: "A message of the gateway's",
      details: Self.details(gateway),
      body: BodyDescription(type: "*/*", summary: "As the gateway sends it.", limit: Self.maxBodyBytes),
      answers: [
        AnswerDescription(200, "Taken in, also where it came before or is about nothing that matters here: `{}`."),
        AnswerDescription(400, "It is none of the gateway's forms.", [(Problem.mediaType, "Problem")]),
        .unauthenticated("The signature is not right, or too old."),
        .missing("The shop does not use this gateway."),
        AnswerDescription(413, "It is larger than \(Self.maxBodyBytes) bytes.", [(Problem.mediaType, "Problem")]),
        AnswerDescription(429, "A great many wait already; send it again later.", [(Problem.mediaType, "Problem")]),
      ],
      errorFormat: .lenientProblem, handler: .deferred { context in try await ingest(context, from: gateway) })
  }

  private static func details(_ gateway: GatewayName) -> String {
    switch gateway {
    case .portOneV1:
      "PortOne's first interface; its messages are not signed, and only the number of the payment is read."
    case .portOneV2: "PortOne's second interface, signed as Standard Webhooks has it; each message is taken once."
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

  /// The request as it came. Of several header fields of one name the first counts.
  private func delivery(_ context: RequestContext) -> WebhookDelivery {
    var body: [UInt8] = []
    if case .bytes(let whole) = context.request.body { body = whole }
    let headers = context.request.headers.fields.map { ($0.name.lowercased(), $0.value) }
    return WebhookDelivery(headers: Dictionary(headers) { first, _ in first }, body: body)
  }
}
