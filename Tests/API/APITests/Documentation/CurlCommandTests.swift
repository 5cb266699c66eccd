import Foundation
import HTTP
import JSON
import Testing

@testable import NativeAPI

@Suite("The commands of the documentation page")
struct CurlCommandTests {
  private let address = "http://127.0.0.1:8080"

  private func command(
    _ target: String, _ method: HTTP.Method = .get, _ headers: [String] = [], _ body: RecordedExample.Body? = nil
  ) -> String {
    CurlCommand(method: method, target: target, headers: headers, body: body).text(address: address)
  }

  @Test("An address without escapes is quoted as a whole")
  func plain() {
    let target = "/api/booths/near?lat=37.5&lon=127"
    #expect(command(target) == "curl 'http://127.0.0.1:8080\(target)'")
  }

  @Test("Korean stays readable, and curl escapes it")
  func korean() {
    #expect(
      command("/api/search?q=%EA%B0%95%EB%82%A8%EC%97%AD&limit=3")
        == "curl -G 'http://127.0.0.1:8080/api/search' \\\n  --data-urlencode 'q=강남역' \\\n  --data-urlencode 'limit=3'")
  }

  @Test("Secrets are shell variables, and a body other than of a POST names its method")
  func body() {
    let body = RecordedExample.Body.json(.object(["text": "it's 네 컷 $HOME"]))
    #expect(
      command("/api/posts/1", .put, ["Authorization: Bearer $TOKEN"], body) == """
        curl -X PUT 'http://127.0.0.1:8080/api/posts/1' \\
          -H "Authorization: Bearer $TOKEN" \\
          --json '{"text":"it'\\''s 네 컷 $HOME"}'
        """)
    #expect(command("/api/me", .delete) == "curl -X DELETE 'http://127.0.0.1:8080/api/me'")
    let form = command("/x", .post, [], .form(["files=@a.png"]))
    #expect(form == "curl 'http://127.0.0.1:8080/x' \\\n  -F 'files=@a.png'")
  }

  @Test("A shell parses the arguments as intended")
  func shell() throws {
    let text = #"{"text":"it's \"네 컷\" $HOME `id` \\n"}"#
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", "printf %s \(CurlCommand.quoted(text))"]
    process.standardOutput = output
    try process.run()
    process.waitUntilExit()
    #expect(String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self) == text)
  }

  @Test("Formatted JSON keeps short values on one line")
  func indented() {
    let value = JSONValue.object(["a": .array([1, 2]), "b": .object(["c": "가"]), "d": .array([])])
    #expect(value.indented(width: 60) == #"{"a": [1, 2], "b": {"c": "가"}, "d": []}"#)
    #expect(value.indented(width: 20) == "{\n  \"a\": [1, 2],\n  \"b\": {\"c\": \"가\"},\n  \"d\": []\n}")
  }
}
