import Basics
import Foundation
import JSON
import Sandbox
import Support
import Testing
import Workload

@Suite("Faults of the sandbox", .timeLimit(.minutes(1)))
struct FaultTests {
  private func cancellation(_ sandbox: SandboxUnderTest) -> String {
    """
    POST /payments/order-1/cancel HTTP/1.1\r\nHost: x\r\nAuthorization: PortOne sandbox-v2-secret\r\n\
    Content-Length: 14\r\n\r\n{"reason":"a"}
    """
  }

  @Test("The connection can break before the request is done, without an effect")
  func closesBefore() async throws {
    try await SandboxUnderTest.run { sandbox in
      try sandbox.gateway.pay(SandboxPurchase(.v2, reference: "order-1", amount: 3000))
      sandbox.gateway.setBehaviour(SandboxBehaviour(.closeBefore, of: .cancel))
      #expect(try bytes(of: cancellation(sandbox), sandbox).isEmpty)
      #expect(sandbox.gateway.payments.first?.status == .paid)
      #expect(sandbox.gateway.counts[.cancel] == 1)
    }
  }

  @Test("The connection can break after the request is done, with its effect")
  func closesAfter() async throws {
    try await SandboxUnderTest.run { sandbox in
      try sandbox.gateway.pay(SandboxPurchase(.v2, reference: "order-1", amount: 3000))
      sandbox.gateway.setBehaviour(SandboxBehaviour(.closeAfter, of: .cancel))
      #expect(try bytes(of: cancellation(sandbox), sandbox).isEmpty)
      #expect(sandbox.gateway.payments.first?.status == .cancelled)
      #expect(sandbox.gateway.log.last?.status == nil)
      await #expect(throws: URLError.self) {
        try await sandbox.v2("POST", "/payments/order-1/cancel", .object(["reason": "a"]))
      }
    }
  }

  /// Everything that comes back on a new connection until the other side closes it.
  private func bytes(of request: String, _ sandbox: SandboxUnderTest) throws -> [UInt8] {
    let descriptor = try connectedSocket(to: sandbox.port)
    defer { close(descriptor) }
    let sent = Array(request.utf8)
    try #require(Glibc.send(descriptor, sent, sent.count, Int32(MSG_NOSIGNAL)) == sent.count)
    var received: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = recv(descriptor, &buffer, buffer.count, 0)
      try #require(count >= 0)
      guard count > 0 else { return received }
      received += buffer[..<count]
    }
  }

  @Test(
    "Faults have the status and the format of each interface",
    arguments: [
      (SandboxFault.internalError, 500), (.unavailable, 503), (.overloaded, 429), (.unauthorized, 401), (.missing, 404),
    ])
  func statuses(fault: SandboxFault, status: Int) async throws {
    try await SandboxUnderTest.run { sandbox in
      let transaction = try sandbox.gateway.pay(SandboxPurchase(.v1, reference: "order-1", amount: 3000))
      try sandbox.gateway.pay(SandboxPurchase(.v2, reference: "order-1", amount: 3000))
      sandbox.gateway.setBehaviour(SandboxBehaviour(fault, of: .get))
      let v1 = try await sandbox.v1("GET", "/payments/\(transaction)")
      #expect(v1.status == status && v1.json["code"] == -1 && v1.response == .null)
      let v2 = try await sandbox.v2("GET", "/payments/order-1")
      #expect(v2.status == status && v2.json["type"] != nil && v2.json["message"] != nil)
    }
  }

  @Test("A request with a fault changes nothing")
  func doesNothing() async throws {
    try await SandboxUnderTest.run { sandbox in
      try sandbox.gateway.pay(SandboxPurchase(.v2, reference: "order-1", amount: 3000))
      for fault in [SandboxFault.internalError, .unavailable, .overloaded, .unauthorized, .missing, .garbage] {
        sandbox.gateway.setBehaviour(SandboxBehaviour(fault, of: .cancel))
        _ = try await sandbox.v2("POST", "/payments/order-1/cancel", .object(["reason": "a"]))
      }
      #expect(sandbox.gateway.payments.first?.cancelledAmount == 0)
      #expect(sandbox.gateway.counts[.cancel] == 6)
    }
  }

  @Test("The garbage fault is a success that is no JSON")
  func garbage() async throws {
    try await SandboxUnderTest.run { sandbox in
      try sandbox.gateway.pay(SandboxPurchase(.v2, reference: "order-1", amount: 3000))
      sandbox.gateway.setBehaviour(SandboxBehaviour(.garbage))
      let response = try await sandbox.v2("GET", "/payments/order-1")
      #expect(response.status == 200)
      #expect(throws: DomainError.self) { try JSONReader.value(of: Array(response.body.utf8)) }
    }
  }

  @Test("A fault applies to one operation and a number of requests, then it ends")
  func times() async throws {
    try await SandboxUnderTest.run { sandbox in
      try sandbox.gateway.pay(SandboxPurchase(.v2, reference: "order-1", amount: 3000))
      sandbox.gateway.setBehaviour(SandboxBehaviour(.unavailable, of: .get, times: 2))
      #expect(try await sandbox.v2("GET", "/payments").status == 200)
      for status in [503, 503, 200, 200] {
        #expect(try await sandbox.v2("GET", "/payments/order-1").status == status)
      }
      #expect(sandbox.gateway.behaviour.times == 0)
      sandbox.gateway.setBehaviour(SandboxBehaviour(.unavailable, times: 1))
      #expect(try await sandbox.v2("GET", "/payments").status == 503)
      #expect(try await sandbox.v2("GET", "/payments/order-1").status == 200)
    }
  }

  @Test("An amount offset changes every reported amount, and not the stored one")
  func lies() async throws {
    try await SandboxUnderTest.run { sandbox in
      let transaction = try sandbox.gateway.pay(SandboxPurchase(.v1, reference: "order-1", amount: 3000))
      try sandbox.gateway.pay(SandboxPurchase(.v2, reference: "order-1", amount: 3000))
      var liar = SandboxBehaviour()
      liar.amountOffset = -2900
      sandbox.gateway.setBehaviour(liar)
      #expect(try await sandbox.v1("GET", "/payments/\(transaction)").response["amount"] == 100)
      #expect(try await sandbox.v1("GET", "/payments/find/order-1").response["amount"] == 100)
      #expect(try await sandbox.v2("GET", "/payments/order-1").json["amount"]?["total"] == 100)
      #expect(try await sandbox.v2("GET", "/payments").body.contains(#""total":100,"#))
      #expect(sandbox.gateway.payments.map(\.amount) == [3000, 3000])
    }
  }

  @Test("A response can be delayed after the work is done")
  func delays() async throws {
    try await SandboxUnderTest.run { sandbox in
      try sandbox.gateway.pay(SandboxPurchase(.v2, reference: "order-1", amount: 3000))
      var slow = SandboxBehaviour()
      slow.delayMilliseconds = 300_000
      slow.operation = .cancel
      sandbox.gateway.setBehaviour(slow)
      let asking = Task { try await sandbox.v2("POST", "/payments/order-1/cancel", .object(["reason": "a"])) }
      try await eventually { sandbox.gateway.payments.first?.status == .cancelled }
      // Others are answered meanwhile.
      #expect(try await sandbox.v2("GET", "/payments/order-1").json["status"] == "CANCELLED")
      await sandbox.stop()
      await #expect(throws: URLError.self) { try await asking.value }
    }
  }

  @Test("Concurrent requests are all served, and each cancellation is made once")
  func concurrency() async throws {
    try await SandboxUnderTest.run { sandbox in
      try sandbox.gateway.pay(SandboxPurchase(.v2, reference: "order-1", amount: 200))
      let taken = try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<40 {
          group.addTask {
            let order: JSONValue = .object(["amount": 10, "reason": "a"])
            return try await sandbox.v2("POST", "/payments/order-1/cancel", order).status == 200 ? 1 : 0
          }
        }
        return try await group.reduce(0, +)
      }
      #expect(taken == 20)
      #expect(sandbox.gateway.payments.first?.cancelledAmount == 200)
      #expect(sandbox.gateway.payments.first?.cancellations.count == 20)
      #expect(sandbox.gateway.counts[.cancel] == 40)
    }
  }
}
