import Foundation
import JSON
import Support
import Testing
import Workload

@Suite("The sandbox gateway")
struct SandboxCommandTests {
  @Test("The sandbox prints how to start the server and how to pay, accepts payments, and ends on request")
  func playsTheGateway() async throws {
    let program = try Program("fourcuts-sandbox-pg")
    let process = try program.start(["--port", "0", "--webhook-url", "http://127.0.0.1:9/"])
    let base = try await process.address(printedAs: /gateway at (http\S+)\n(?s:.*)Ctrl-C/)
    for reported in [
      "No money moves", "fourcuts serve --portone-url \(base.absoluteString) --portone-v1-key sandbox-key ",
      "--portone-v1-secret sandbox-secret --portone-v2-secret sandbox-v2-secret --portone-webhook-secret whsec_",
      " --checkout-url \(base.absoluteString)/checkout\n", "http://127.0.0.1:9/api/webhooks/portone-v1",
      "http://127.0.0.1:9/api/webhooks/portone-v2",
      "curl '\(base.absoluteString)/sandbox/payments'", "/checkout?api=v2&reference=",
    ] {
      #expect(process.output.contains(reported), "\(reported)")
    }
    let server = ServerAddress(base: base)
    let order = #"{"api":"v2","reference":"order-1","amount":3000,"webhook":false}"#
    #expect(try await server.send("POST", "/sandbox/payments", body: Data(order.utf8)).status == 201)
    let payment = try await server.send(
      "GET", "/payments/order-1", ["Authorization": "PortOne sandbox-v2-secret"])
    #expect(payment.status == 200 && payment.json["status"] == "PAID")
    process.signal(SIGTERM)
    #expect(try process.finish().code == 0)
  }

  @Test("Without a webhook address the sandbox says so, and it needs no data folder")
  func withoutServer() async throws {
    let program = try Program("fourcuts-sandbox-pg")
    let process = try program.start(["--port", "0"])
    _ = try await process.address(printedAs: /gateway at (http\S+)\n(?s:.*)Ctrl-C/)
    #expect(process.output.contains("No webhooks are sent"))
    process.signal(SIGINT)
    #expect(try process.finish().code == 0)
    #expect(!FileManager.default.fileExists(atPath: program.directory.url.appendingPathComponent("data").path))
  }

  @Test(
    "An invalid server address is refused",
    arguments: [
      "shop.example", "ftp://shop.example", "http://", "http://shop.example/", "https://shop.example/?a=b",
      "http://a b",
    ])
  func webhookAddresses(text: String) throws {
    let result = try Program("fourcuts-sandbox-pg").run("--port", "0", "--webhook-url", text)
    #expect(result.code == 2 && result.errors.hasPrefix("fourcuts-sandbox-pg: "))
    #expect(result.errors.contains("--webhook-url"))
  }

  @Test("The help describes the whole control interface")
  func help() throws {
    let text = try Program("fourcuts-sandbox-pg").run("--help").output
    #expect(text.contains("\nUsage: fourcuts-sandbox-pg [OPTIONS]"))
    for line in text.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
    for reported in [
      "/sandbox/payments", "/sandbox/behaviour", "/sandbox/webhooks", "close_after", "moves no money",
      "fourcuts serve ",
    ] {
      #expect(text.contains(reported), "\(reported)")
    }
    #expect(!text.contains("--data-dir"))
  }
}
