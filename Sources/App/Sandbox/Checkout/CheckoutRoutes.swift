import Basics
import HTTP

// The payment page for browsers. Its form posts to `/sandbox/checkout`, which executes the customer's choice.
extension SandboxGateway {
  var checkoutRoutes: [Route] {
    [
      Route(.get, "/checkout", .immediate { request in Self.window(request) }),
      Route(.get, "/sandbox/checkout.css", .immediate { _ in CheckoutPage.styleSheet }),
      Route(.post, "/sandbox/checkout", .deferred { [self] request in finish(request) }),
    ]
  }

  private static func window(_ request: Request) -> Response {
    let page = CheckoutPage(request)
    do {
      var parameters = try Parameters(query: request)
      return page.orderPage(try CheckoutOrder(&parameters))
    } catch {
      return page.domainError(error)
    }
  }

  private func finish(_ request: Request) -> Response {
    let page = CheckoutPage(request)
    do throws(DomainError) {
      var parameters = try Parameters(form: request)
      let order = try CheckoutOrder(&parameters)
      guard let choice = try parameters.enumValue("choice", CheckoutChoice.self) else { throw .missingField("choice") }
      let outcome = try outcome(of: choice, order, page.language)
      guard let address = order.address(outcome) else { return page.result(order, outcome) }
      return Response(status: 303, headers: Headers([("Location", address), ("Cache-Control", "no-store")]))
    } catch {
      return page.domainError(error)
    }
  }

  private func outcome(
    of choice: CheckoutChoice, _ order: CheckoutOrder, _ language: CheckoutLanguage
  ) throws(DomainError) -> CheckoutOutcome {
    var purchase = SandboxPurchase(order.interface, reference: order.reference, amount: order.amount)
    purchase.name = order.name
    switch choice {
    case .pay: return CheckoutOutcome(transaction: try pay(purchase), objection: nil)
    case .fail:
      purchase.status = .failed
      return CheckoutOutcome(transaction: try pay(purchase), objection: language.declined)
    case .leave: return CheckoutOutcome(transaction: nil, objection: language.left)
    }
  }
}
