import Foundation
import Glibc
import HTTP
import Support
import Testing
import Workload

/// What an old client got.
struct LegacyResponse {
  let status: Int
  /// Names in lower case.
  let headers: [String: String]
  let bytes: [UInt8]

  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// `message` of an error.
  var message: String? { (try? decoded(Message.self))?.message }

  private struct Message: Decodable { let message: String }

  /// The body as a client's own model reads it.
  func decoded<Model: Decodable>(_ model: Model.Type) throws -> Model {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try decoder.decode(model, from: Data(bytes))
  }
}

/// A request as an old client sends it: the head word for word, over a new connection.
struct OldRequest {
  var line: String
  var headers: [(name: String, value: String)]
  var body: [UInt8] = []

  init(_ line: String, _ headers: [(String, String)], _ body: [UInt8] = []) {
    self.line = line
    self.headers = headers.map { (name: $0.0, value: $0.1) }
    self.body = body
  }

  /// The bytes on the wire. Foundation puts the host first, what the app set next, then what it adds itself.
  var wire: [UInt8] {
    var lines = ["\(line) HTTP/1.1", "Host: old.test"] + headers.map { "\($0.name): \($0.value)" }
    lines += ["Connection: close", "Accept: */*", "User-Agent: App/1 CFNetwork/1485 Darwin/23.1.0"]
    if !body.isEmpty || line.hasPrefix("P") { lines.append("Content-Length: \(body.count)") }
    lines += ["Accept-Language: ko-KR,ko;q=0.9", "Accept-Encoding: br;q=1.0"]
    return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body
  }

  func send(to port: Int) async throws -> LegacyResponse { try await Self.send(wire, to: port) }

  /// Sends bytes as they are.
  static func send(_ bytes: [UInt8], to port: Int) async throws -> LegacyResponse {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread { continuation.resume(with: Result { try OldSocket(port).exchange(bytes) }) }
    }
  }
}

/// A form as the library Alamofire writes it: names between quotes, whatever they hold.
struct OldForm {
  private let boundary = "alamofire.boundary.0123456789abcdef"
  private var bytes: [UInt8] = []

  var contentType: String { "multipart/form-data; boundary=\(boundary)" }
  var body: [UInt8] { bytes + Array("--\(boundary)--\r\n".utf8) }

  mutating func text(_ name: String, _ value: String) {
    bytes += Array("--\(boundary)\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n".utf8)
  }

  mutating func file(_ name: String, named file: String, _ type: String, _ content: [UInt8]) {
    let head = "Content-Disposition: form-data; name=\"\(name)\"; filename=\"\(file)\"\r\nContent-Type: \(type)\r\n\r\n"
    bytes += Array("--\(boundary)\r\n\(head)".utf8) + content + Array("\r\n".utf8)
  }
}

/// Files that clients send.
enum OldFile {
  /// A grey JPEG of 16 by 16 pixels, another one for each shade of 64...127.
  static func jpeg(_ shade: UInt8 = 100) -> [UInt8] {
    let quantisation = [0xFF, 0xDB, 0, 67, 0] + [UInt8](repeating: 8, count: 64)
    let frame: [UInt8] = [0xFF, 0xC0, 0, 11, 8, 0, 16, 0, 16, 1, 1, 0x11, 0]
    // Two codes for differences of the mean, 00 and 01: none, and one of seven bits. One code, 0, for "no more".
    let means: [UInt8] = [0xFF, 0xC4, 0, 21, 0x00, 0, 2] + [UInt8](repeating: 0, count: 14) + [0, 7]
    let rest: [UInt8] = [0xFF, 0xC4, 0, 20, 0x10, 1] + [UInt8](repeating: 0, count: 15) + [0]
    let scan: [UInt8] = [0xFF, 0xDA, 0, 8, 1, 1, 0x00, 0, 63, 0]
    // 01, seven bits, 0, then three blocks of 00 0; filled up with ones.
    let bits = UInt32(0b01) << 30 | UInt32(shade) << 23 | UInt32(0b1_1111) << 8
    let data = [UInt8(bits >> 24), UInt8(bits >> 16 & 0xFF), UInt8(bits >> 8 & 0xFF)]
    return [0xFF, 0xD8] + quantisation + frame + means + rest + scan + data + [0xFF, 0xD9]
  }

  static let pdf = Array("%PDF-1.4\n1 0 obj <</Type /Catalog>> endobj\ntrailer <</Root 1 0 R>>\n%%EOF\n".utf8)
}

/// A blocking connection.
private struct OldSocket: ~Copyable {
  struct Failure: Error { let reason: String }

  private let descriptor: Int32

  init(_ port: Int) throws { descriptor = try connectedSocket(to: port) }

  deinit { close(descriptor) }

  /// Sends everything, as old clients do before they look for an answer, and reads until the server closes.
  func exchange(_ bytes: [UInt8]) throws -> LegacyResponse {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress! + sent, bytes.count - sent, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { throw Failure(reason: "send: \(errno)") }
      sent += count
    }
    var received: [UInt8] = []
    var room = [UInt8](repeating: 0, count: 65_536)
    while case let count = recv(descriptor, &room, room.count, 0), count != 0 {
      guard count > 0 else { throw Failure(reason: "recv: \(errno)") }
      received += room[..<count]
    }
    return try Self.response(received)
  }

  private static func response(_ bytes: [UInt8]) throws -> LegacyResponse {
    let end = Array("\r\n\r\n".utf8)
    guard let start = bytes.indices.first(where: { bytes[$0...].starts(with: end) }) else {
      throw Failure(reason: "no head in \(String(decoding: bytes, as: UTF8.self))")
    }
    let lines = String(decoding: bytes[..<start], as: UTF8.self).components(separatedBy: "\r\n")
    let parts = lines[0].split(separator: " ")
    guard parts.count >= 2, let status = Int(parts[1]) else { throw Failure(reason: lines[0]) }
    let fields = lines.dropFirst().map { line -> (String, String) in
      let halves = line.split(separator: ":", maxSplits: 1)
      return (halves[0].lowercased(), halves.count > 1 ? String(halves[1].drop { $0 == " " }) : "")
    }
    return LegacyResponse(
      status: status, headers: Dictionary(fields) { first, _ in first }, bytes: Array(bytes[(start + 4)...]))
  }
}
