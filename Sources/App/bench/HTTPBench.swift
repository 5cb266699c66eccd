import App
import Basics
import Booths
import Foundation
import Geo
import HTTP
import Workload

/// Measures requests per second for nearest(10) over 1,000,000 booths, compared with a fixed response of the same size
/// from the same server.
func benchHTTP(count: Int = 1_000_000, seconds: Int = 5, rounds: Int = 3) async throws {
  let directory = try ScratchDirectory()
  let nearRoutes = try await assembledRoutes(
    in: directory.url.appendingPathComponent("data"), serving: CatalogueHolder(clusteredCatalogue(count)))
  var sequence = ClusteredCoordinates(seed: 2)
  let coordinates = (0..<10_000).map { _ in coordinate(sequence.next()) }
  let fixed = try fixedAnswer(nearRoutes, coordinates[0])
  let server = try Server(ServerConfiguration(port: 0, routes: nearRoutes + [fixed]))
  try server.start()
  let script = try writeScript(coordinates, in: directory.url)
  print("HTTP, \(count) booths, 64 connections, \(rounds) rounds of \(seconds) s each way")
  print("  the handler alone: \(ratio(try handlerMicroseconds(nearRoutes, coordinates))) us a request")
  print("  round   near(10)/s      fixed/s   ratio")
  var ratios: [Double] = []
  for round in 1...rounds {
    let near = try await requestsPerSecond(server.port, "/api/booths/near", script, seconds)
    let constant = try await requestsPerSecond(server.port, "/fixed", script, seconds)
    ratios.append(near / constant)
    print(
      "  \(pad(String(round), 5))\(pad(String(Int(near)), 13))\(pad(String(Int(constant)), 13))\(pad(ratio(near / constant), 8))"
    )
  }
  print("  median ratio \(ratio(ratios.sorted()[rounds / 2])) (target: at least 0.85)")
  await server.stop(within: .seconds(1))
}

/// Booths clustered like Korean cities, with the texts of a response. `vary` may change each of them.
func clusteredCatalogue(_ count: Int, vary: (inout BoothAttributes) -> Void = { _ in }) -> Catalogue {
  var coordinates = ClusteredCoordinates(seed: 1)
  var builder = Catalogue.Builder()
  for number in 1...Int64(count) {
    var attributes = BoothAttributes(
      externalID: "S-\(number)", name: "샘플네컷 \(number)호점", coordinate: StoredCoordinate(coordinate(coordinates.next())))
    attributes.brand = "샘플네컷"
    attributes.roadAddress = "서울특별시 샘플구 샘플로 \(number % 900)"
    attributes.openingHours = number % 3 == 0 ? "24/7" : "Mo-Th 10:00-22:00, Fr,Sa 10:00-02:00"
    attributes.status = .operating
    vary(&attributes)
    builder.append(Booth(id: BoothID(number), source: "bench", attributes: attributes))
  }
  return builder.finish(version: 1)
}

private func coordinate(_ coordinate: (latitude: Double, longitude: Double)) -> Coordinate {
  Coordinate(latitude: coordinate.latitude, longitude: coordinate.longitude)!
}

private func ratio(_ value: Double) -> String { String(format: "%.2f", value) }
private func pad(_ text: String, _ width: Int) -> String {
  String(repeating: " ", count: max(0, width - text.count)) + text
}

/// A route that returns the response of `near` for one coordinate, without a search.
private func fixedAnswer(_ routes: [Route], _ coordinate: Coordinate) throws -> Route {
  guard let near = routes.first(where: { $0.pattern == "/api/booths/near" }), case .immediate(let handle) = near.handler
  else { fatalError("near is served at once") }
  let query = "lat=\(coordinate.latitude)&lon=\(coordinate.longitude)&limit=10"
  let answer = handle(Request(method: .get, path: near.pattern, query: query))
  precondition(answer.status == 200)
  return Route(.get, "/fixed", .immediate { _ in answer })
}

/// CPU time of the handler for one request in microseconds, on one thread, without the HTTP engine and the network.
private func handlerMicroseconds(_ routes: [Route], _ coordinates: [Coordinate]) throws -> Double {
  guard let near = routes.first(where: { $0.pattern == "/api/booths/near" }), case .immediate(let handle) = near.handler
  else { fatalError("near is served at once") }
  let requests = coordinates.map { coordinate in
    Request(method: .get, path: near.pattern, query: "lat=\(coordinate.latitude)&lon=\(coordinate.longitude)&limit=10")
  }
  let seconds = Stopwatch.processorSeconds {
    for request in requests { precondition(handle(request).status == 200) }
  }
  return seconds * 1e6 / Double(requests.count)
}

private func writeScript(_ coordinates: [Coordinate], in directory: URL) throws -> URL {
  let queries = coordinates.map { "\"?lat=\($0.latitude)&lon=\($0.longitude)&limit=10\"" }.joined(separator: ",\n")
  let script = """
    local queries = {
    \(queries)
    }
    local index = 0
    local base = wrk.path
    function request()
      index = index % #queries + 1
      return wrk.format(nil, base .. queries[index])
    end
    """
  let file = directory.appendingPathComponent("near.lua")
  try Data(script.utf8).write(to: file)
  return file
}

private func requestsPerSecond(_ port: Int, _ path: String, _ script: URL, _ seconds: Int) async throws -> Double {
  let wrk = Process()
  wrk.executableURL = URL(fileURLWithPath: "/usr/bin/wrk")
  wrk.arguments = ["-t1", "-c64", "-d\(seconds)s", "-s", script.path, "http://127.0.0.1:\(port)\(path)"]
  let output = Pipe()
  wrk.standardOutput = output
  try wrk.run()
  let data = try output.fileHandleForReading.readToEnd() ?? Data()
  wrk.waitUntilExit()
  let text = String(decoding: data, as: UTF8.self)
  guard !text.contains("Non-2xx"), let line = text.split(separator: "\n").first(where: { $0.contains("Requests/sec") }),
    let rate = Double(line.split(separator: " ").last ?? "")
  else { fatalError("wrk said:\n\(text)") }
  return rate
}
