import Basics
import HTTP
import JSON

// The control API of the sandbox, for tests and for trying things out.
extension SandboxGateway {
  var controlRoutes: [Route] {
    [
      control(.post, "/sandbox/payments") { gateway, request throws(DomainError) in
        let purchase = try SandboxPurchase(request)
        let transaction = try gateway.pay(purchase)
        let answer: JSONValue = .object([
          "transaction": .string(transaction), "reference": .string(purchase.reference),
        ])
        return .json(answer, status: 201)
      },
      control(.get, "/sandbox/payments") { gateway, _ throws(DomainError) in
        .json(.object(["payments": .array(gateway.payments.map(\.control))]))
      },
      control(.get, "/sandbox/payments/{transaction}") { gateway, request throws(DomainError) in
        guard let payment = gateway.payment(request.transaction) else { throw .paymentMissing }
        return .json(payment.control)
      },
      control(.patch, "/sandbox/payments/{transaction}") { gateway, request throws(DomainError) in
        .json(try gateway.change(request.transaction, try SandboxChange(request)).control)
      },
      control(.put, "/sandbox/behaviour") { gateway, request throws(DomainError) in
        gateway.setBehaviour(try SandboxBehaviour(request))
        return .json(gateway.behaviour.control)
      },
      control(.get, "/sandbox/behaviour") { gateway, _ in .json(gateway.behaviour.control) },
      control(.get, "/sandbox/requests") { gateway, _ in .json(gateway.counts.control) },
      control(.get, "/sandbox/log") { gateway, _ throws(DomainError) in
        .json(.object(["requests": .array(gateway.log.map(\.control))]))
      },
      control(.post, "/sandbox/webhooks") { gateway, request async throws(DomainError) in
        let status = try await gateway.send(try SandboxMessage(request))
        return .json(.object(["status": status.map { .integer($0) } ?? .null]))
      },
    ]
  }

  private func control(
    _ method: Method, _ pattern: String,
    _ answer: @escaping @Sendable (SandboxGateway, Request) async throws(DomainError) -> Response
  ) -> Route {
    Route(
      method, pattern,
      .deferred { [self] request in
        do throws(DomainError) {
          return try await answer(self, request)
        } catch {
          return .domainError(error)
        }
      })
  }
}

extension Request {
  fileprivate var transaction: String { parameters["transaction"] ?? "" }
}

extension Response {
  /// The error document: code, message and field.
  static func domainError(_ domainError: DomainError) -> Response {
    let status =
      switch domainError.kind {
      case .notFound: 404
      case .conflict: 409
      case .unavailable: 503
      default: 400
      }
    let answer: JSONValue = .object([
      "code": .string(domainError.code), "message": .string(domainError.message),
      "field": domainError.field.map { .string($0) },
    ])
    return .json(answer, status: status)
  }
}
