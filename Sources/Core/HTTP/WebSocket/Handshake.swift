import COpenSSL

/// The opening handshake of a WebSocket (RFC 6455 §4.2.1).
enum Handshake {
  /// The value of `Sec-WebSocket-Accept`, or why the request is not a valid handshake.
  static func acceptKey(_ request: Request, isOldVersion isHTTP10: Bool) -> Result<String, Fault> {
    guard !isHTTP10, names(request.headers["Upgrade"], "websocket"),
      names(request.headers["Connection"], "upgrade")
    else { return .failure(.upgradeRequired) }
    guard request.headers["Sec-WebSocket-Version"] == "13" else { return .failure(.webSocketVersion) }
    guard let key = request.headers["Sec-WebSocket-Key"], isKey(key) else { return .failure(.webSocketKey) }
    return .success(acceptKey(for: key))
  }

  /// Whether a list contains a token, ignoring case.
  private static func names(_ list: String?, _ token: String) -> Bool {
    guard let list else { return false }
    return list.split(separator: ",").contains { item in
      item.drop { $0 == " " || $0 == "\t" }.prefix { $0 != " " && $0 != "\t" }.lowercased() == token
    }
  }

  /// 16 bytes in Base64: 22 characters and two equals signs.
  private static func isKey(_ key: String) -> Bool {
    let bytes = Array(key.utf8)
    return bytes.count == 24 && bytes.suffix(2) == Array("==".utf8)
      && bytes.prefix(22).allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"):
          true
        default: false
        }
      }
  }

  /// The SHA-1 of the key and the protocol's GUID, in Base64 (RFC 6455 §4.2.2).
  static func acceptKey(for key: String) -> String {
    let text = Array((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8)
    var digest = [UInt8](repeating: 0, count: Int(SHA_DIGEST_LENGTH))
    SHA1(text, text.count, &digest)
    // Four characters for each three bytes, and a NUL.
    var code = [UInt8](repeating: 0, count: (digest.count + 2) / 3 * 4 + 1)
    let length = EVP_EncodeBlock(&code, digest, Int32(digest.count))
    return String(decoding: code.prefix(Int(length)), as: UTF8.self)
  }
}
