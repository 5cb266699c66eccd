import Concurrency
import Glibc
import Support
import Testing
import Workload

@testable import HTTP

private let slow = Route(
  .get, "/slow",
  .deferred { _ in
    try? await Task.sleep(for: .milliseconds(20))
    return plain("slow")
  })

private let booth = Route(.get, "/booths/{id}", .immediate { plain("booth \($0.parameters["id"]!)") })

@Suite("Middleware", .timeLimit(.minutes(1)))
struct MiddlewareTests {
  @Test("Middleware adds fields to every answer, the engine's own included")
  func addsFields() async throws {
    try await withServer(
      [hello, slow],
      { configuration in
        configuration.middleware = [
          Middleware("origin") { incoming in
            incoming.responseHeaders["Access-Control-Allow-Origin"] = incoming.request.headers["Origin"]
            return nil
          }
        ]
        configuration.errorBody = { fault, request in
          plain("\(fault.code) \(request?.path ?? "-")", status: fault.status)
        }
      }
    ) { port in
      let client = try Client(port)
      for (path, text) in [("/hello", "hello"), ("/slow", "slow"), ("/nothing", "not-found /nothing")] {
        client.send(get(path, "Origin: http://map"))
        let response = try client.response()
        #expect(response["Access-Control-Allow-Origin"] == "http://map")
        #expect(response.text == text)
      }
      client.send("OPTIONS /hello HTTP/1.1\r\nHost: x\r\nOrigin: http://map\r\n\r\n")
      #expect(try client.response()["Access-Control-Allow-Origin"] == "http://map")
      client.send("nonsense\r\n\r\n")
      #expect(try client.response().text == "malformed-request -")
    }
  }

  @Test("The log holds the route's pattern, never the path or the query")
  func logs() async throws {
    let records = Records()
    try await withServer([hello, slow, booth], { $0.middleware = [records.step] }) { port in
      let client = try Client(port)
      for request in [
        get("/booths/7?lat=37.5"), get("/slow"), get("/nothing"), "HEAD /hello HTTP/1.1\r\nHost: x\r\n\r\n",
      ] {
        client.send(request)
        _ = try client.response(isHead: request.hasPrefix("HEAD"))
      }
      client.send("nonsense\r\n\r\n")
      _ = try client.response()
    }
    let all = records.all
    #expect(all.map(\.route) == ["/booths/{id}", "/slow", nil, "/hello", nil])
    #expect(all.map(\.method) == [.get, .get, .get, .head, nil])
    #expect(all.map(\.status) == [200, 200, 404, 200, 400])
    #expect(all[0].bytes == 7)
    #expect(all[3].bytes == 0)
    #expect(all[1].duration >= .milliseconds(15))
  }

  @Test(
    "A fault of a step is answered before the body is read, and later steps are skipped")
  func refuses() async throws {
    let records = Records()
    let (seen, called) = (Counter(), Counter())
    let upload = Route(
      .post, "/up", bodyLimit: 1_000_000,
      .deferred { _ in
        called.add()
        return plain("")
      })
    try await withServer(
      [upload],
      { configuration in
        configuration.middleware = [
          records.step,
          Middleware("limit") { incoming in
            incoming.responseHeaders.add("X-Cost", "\(incoming.route ?? "-") \(incoming.cost)")
            return .range
          },
          Middleware("later") { _ in
            seen.add()
            return nil
          },
        ]
      }
    ) { port in
      let response = try exchange(port, "POST /up HTTP/1.1\r\nHost: x\r\nContent-Length: 900000\r\n\r\n")
      #expect(response.status == 416)
      #expect(response["X-Cost"] == "/up 1")
      #expect(response["Connection"] == "close")
    }
    #expect(seen.value == 0)
    #expect(called.value == 0)
    #expect(records.all.map(\.route) == ["/up"])
  }

  @Test("The handler gets the request that the steps have changed, and the last step finishes first")
  func wraps() async throws {
    let order = Locked<[String]>([])
    let route = Route(.get, "/", .immediate { request in plain("\(request.path) \(request.id)") })
    let steps = ["outer", "inner"].map { name in
      Middleware(name) { incoming in
        incoming.request.path += name
        order.withLock { $0.append("\(name) \(incoming.request.id)") }
        return nil
      } finish: { _, request in
        order.withLock { $0.append("\(name) \(request!.id)") }
      }
    }
    let response = try await withServer([route], { $0.middleware = steps }) { try exchange($0, get("/")) }
    let words = response.text.split(separator: " ")
    #expect(words[0] == "/outerinner")
    #expect(words[1].count == 16)
    #expect(order.withLock { $0 } == ["outer", "inner", "inner", "outer"].map { "\($0) \(words[1])" })
  }

  @Test("A request whose client disconnects before the response is finished with status 499")
  func finishesAbandoned() async throws {
    let records = Records()
    let (begun, ended) = (Gate(), Gate())
    let route = Route(
      .get, "/",
      .deferred { _ in
        begun.open()
        try? await Task.sleep(for: .seconds(60))
        ended.open()
        return plain("")
      })
    let server = try started([route], [records.step])
    var client: Client? = try Client(server.port)
    client?.send(get("/"))
    await begun.wait()
    var linger = linger(l_onoff: 1, l_linger: 0)
    setsockopt(client!.descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
    client = nil
    await ended.wait()
    #expect(server.inFlight == 0)
    await server.stop(within: .zero)
    #expect(records.all.map(\.status) == [499])
  }

  @Test("Requests in flight are counted from head to response")
  func countsInFlight() async throws {
    let (gate, waiting) = (Gate(), Gate())
    let server = try started([gated("/", by: gate) { waiting.open() }])
    async let response = onThread { try exchange(server.port, get("/")) }
    await waiting.wait()
    #expect(server.inFlight == 1)
    gate.open()
    #expect(try await response.status == 200)
    #expect(server.inFlight == 0)
    await server.stop(within: .zero)
  }

  @Test("Requests within the process pass through the same steps")
  func runsInProcess() async throws {
    let records = Records()
    var configuration = ServerConfiguration(port: 0, routes: [booth])
    configuration.middleware = [
      records.step,
      Middleware("field") { incoming in
        incoming.responseHeaders.add("X-Route", incoming.route ?? "-")
        return incoming.request.path == "/booths/8" ? .host : nil
      },
    ]
    let server = try InProcessServer(configuration)
    let host = Headers([("Host", "test")])
    let answer = await server.answer(.get, "/booths/7", host)
    #expect(answer.headers["X-Route"] == "/booths/{id}")
    #expect(await server.answer(.get, "/booths/8", host).status == 400)
    #expect(records.all.map(\.status) == [200, 400])
  }
}

private func started(_ routes: [Route], _ middleware: [Middleware] = []) throws -> Server {
  var configuration = ServerConfiguration(port: 0, routes: routes)
  configuration.loops = 2
  configuration.middleware = middleware
  let server = try Server(configuration)
  try server.start()
  return server
}

/// Collects the records of ended requests from any thread.
private final class Records: Sendable {
  private let records = Locked<[AccessRecord]>([])

  var step: Middleware {
    Middleware("records") { _ in
      nil
    } finish: { record, _ in
      self.records.withLock { $0.append(record) }
    }
  }

  var all: [AccessRecord] { records.withLock { $0 } }
}
