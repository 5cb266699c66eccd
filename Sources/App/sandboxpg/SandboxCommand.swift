import Basics
import CommandLineKit
import Crypto
import HTTP
import Sandbox

extension Command {
  static let sandboxGateway = Command(
    specification: CommandSpecification(
      program: "fourcuts-sandbox-pg",
      summary: "Simulate the payment gateway, for trying out the shop",
      options: [
        .value(
          "address", "ADDRESS", "Where to listen; anyone who reaches it can control it", standard: "127.0.0.1"),
        .value("port", "N", "Where to listen; 0 takes any free port", standard: "8090"),
        .value(
          "webhook-url", "URL", "The server that gets webhooks, e.g. http://127.0.0.1:8080; unset, none are sent"),
        .flag("man", "Print the manual page"),
      ],
      discussion: """
        It has the V1 and V2 APIs of PortOne and moves no money. All data is in memory and lost when it ends. At the
        start it prints the options for 'fourcuts serve' and how to pay:
          fourcuts-sandbox-pg --webhook-url http://127.0.0.1:8080
          fourcuts serve --portone-url http://127.0.0.1:8090 …

        Webhooks go to URL/api/webhooks/portone-v1 and URL/api/webhooks/portone-v2, over https, or over http to this
        machine.

        The API below /sandbox makes payments and injects faults:
          POST /sandbox/payments
              {"api":"v1|v2","reference":…,"amount":…}: the customer pays;
              "status": paid, ready, virtual_account_issued, pay_pending,
              failed, …; also "currency", "cancelled_amount", "method",
              "provider", "paid_at", "store", "name", "test", "webhook"
          PATCH /sandbox/payments/TRANSACTION
              {"status":…,"cancelled_amount":…}: changes a payment
          GET /sandbox/payments[/TRANSACTION]
              the payments
          PUT /sandbox/behaviour
              {"operation":"all|token|prepare|get|cancel|list","delay_ms":…,
              "fault":"none|500|503|429|401|404|garbage|close_before|close_after",
              "times":…,"lie_amount":…,"webhooks":true|false,"webhook_copies":…,
              "webhook_delay_ms":…}; missing values are the defaults
          POST /sandbox/webhooks
              {"transaction":…}: sends one webhook now; "type", "secret",
              "timestamp" and "id" replace its usual values
          GET /sandbox/requests, /sandbox/log
              the requests received
        """)
  ) { command, context in
    try command.expectOperands(0...0)
    if command.has("man") {
      return try context.console.out(ManPage("fourcuts-sandbox-pg", of: [command.specification]).source)
    }
    let address = command["address"] ?? "127.0.0.1"
    var settings = SandboxSettings()
    if let server = try command.address("webhook-url") {
      settings.v1WebhookURL = try command.address("\(server)/api/webhooks/portone-v1", of: "webhook-url")
      settings.v2WebhookURL = try command.address("\(server)/api/webhooks/portone-v2", of: "webhook-url")
    }
    let gateway = SandboxGateway(settings, clock: context.now, random: systemRandom)
    var configuration = ServerConfiguration(
      address: address, port: try command.integer("port", 0...65_535) ?? 8090, routes: gateway.routes)
    // A behaviour may delay responses by up to ten minutes.
    configuration.limits.handlerTime = .seconds(660)
    let server = try Server(configuration)
    let signals = ProcessSignals(ProcessSignals.ending)
    try server.start()
    try context.console.out(greeting(settings, base: "http://\(host(of: address)):\(server.port)"))
    _ = await signals.next()
    await server.stop(within: .seconds(2))
  }
}

private func host(of address: String) -> String {
  address.contains(":") ? "[\(address)]" : address == "0.0.0.0" ? "127.0.0.1" : address
}

private func greeting(_ settings: SandboxSettings, base: String) -> String {
  let webhooks =
    if let first = settings.v1WebhookURL, let second = settings.v2WebhookURL {
      "Webhooks go to \(first) and to \(second)."
    } else {
      "No webhooks are sent. To send them to a server, use --webhook-url http://127.0.0.1:8080."
    }
  return """
    fourcuts-sandbox-pg \(version) plays the payment gateway at \(base)
    No money moves. Everything is forgotten when it ends.

    Start the server with
      fourcuts serve --portone-url \(base) --portone-v1-key \(settings.v1Key) \
    --portone-v1-secret \(settings.v1Secret) --portone-v2-secret \(settings.v2Secret) \
    --portone-webhook-secret \(settings.webhookSecret) --checkout-url \(base)/checkout
    \(webhooks)

    Pay an order, or have its customer do so in a browser
      curl '\(base)/sandbox/payments' --json '{"api":"v2","reference":"REFERENCE","amount":3000}'
      \(base)/checkout?api=v2&reference=REFERENCE&amount=3000&name=Album

    Inject a fault, and list the requests
      curl -X PUT '\(base)/sandbox/behaviour' --json '{"operation":"get","fault":"503","times":3}'
      curl '\(base)/sandbox/log'

    See also 'fourcuts-sandbox-pg --help'. Ctrl-C ends it.

    """
}
