import APIKit
import HTTP
import LegacyAPI
import NativeAPI
import StandardsAPI
import Testing

@Suite("The API over the HTTP engine")
struct EngineTests {
  @Test("GET, revalidation, HEAD and preflight requests are answered")
  func transcripts() async throws {
    let served = try Served(Service())
    let target = "/api/booths/near?\(Sample.gangnam)&fields=name&limit=1"

    let read = try await served.exchange("GET \(target) HTTP/1.1")
    #expect(read.hasPrefix("HTTP/1.1 200 OK\r\n"))
    #expect(read.hasSuffix(#"{"count":1,"booths":[{"id":1,"name":"인생네컷 강남점","distance_m":14.19}]}"#))
    let tag = try #require(read.firstMatch(of: /ETag: (.*)\r\n/)).1

    let again = try await served.exchange("GET \(target) HTTP/1.1", "If-None-Match: \(tag)")
    #expect(again.hasPrefix("HTTP/1.1 304 Not Modified\r\n") && again.hasSuffix("\r\n\r\n"))
    #expect(again.contains("Cache-Control: private, no-cache\r\n"))

    let head = try await served.exchange("HEAD \(target) HTTP/1.1")
    #expect(head.hasPrefix("HTTP/1.1 200 OK\r\n") && head.hasSuffix("\r\n\r\n"))

    let before = try await served.exchange("OPTIONS \(target) HTTP/1.1", "Origin: https://map.example")
    #expect(before.hasPrefix("HTTP/1.1 204 No Content\r\n"))
    #expect(before.contains("Access-Control-Allow-Methods: GET, HEAD, OPTIONS\r\n"))
    await served.stop()
  }

  @Test("The 4cuts client's request and other deferred ones are answered")
  func deferred() async throws {
    let served = try Served(Service())
    let map = try await served.exchange(
      "GET /v2/local/search/keyword?query=%EA%B7%BC%EC%B2%98%20%EC%A6%89%EC%84%9D%EC%82%AC%EC%A7%84&x=127.0276&y=37.4979"
        + " HTTP/1.1", "Accept: */*", "User-Agent: 4cut.zip/1", "Authorization: KakaoAK abc",
      "Accept-Encoding: br;q=1.0")
    #expect(map.hasPrefix("HTTP/1.1 200 OK\r\n") && map.contains(#""place_name":"인생네컷 강남점""#))
    let raw = try await served.exchange("GET /v2/local/search/keyword?query=a HTTP/1.1", "Authorization: 토큰 없음")
    #expect(raw.hasPrefix("HTTP/1.1 401 Unauthorized\r\n") && raw.contains("AccessDeniedError"))
    for target in ["/healthz", "/ogc/collections/booths/items", "/openapi.json", "/docs", "/"] {
      #expect(try await served.exchange("GET \(target) HTTP/1.1").hasPrefix("HTTP/1.1 200 OK\r\n"), "\(target)")
    }
    await served.stop()
  }

  @Test("Errors of the engine have the form of every other problem")
  func faults() async throws {
    let served = try Served(Service())
    let missing = try await served.exchange("GET /nowhere HTTP/1.1")
    #expect(missing.hasPrefix("HTTP/1.1 404 Not Found\r\n"))
    #expect(missing.contains("Content-Type: application/problem+json\r\n") && missing.contains(#""code":"not-found""#))
    let wrong = try await served.exchange("DELETE /api/brands HTTP/1.1")
    #expect(wrong.hasPrefix("HTTP/1.1 405 Method Not Allowed\r\n") && wrong.contains("Allow: GET, HEAD, OPTIONS\r\n"))
    #expect(wrong.contains("Access-Control-Allow-Origin: *\r\n"))
    let hidden = try await served.exchange("POST /api/imports HTTP/1.1", "Content-Length: 0")
    #expect(hidden.hasPrefix("HTTP/1.1 403 Forbidden\r\n"))
    await served.stop()
  }
}
