import CCurl
import Glibc

/// One handle of the library, with the connections that it keeps.
///
/// Unchecked, as it is used by one thread at a time: whoever uses it has taken it out of the client's list.
final class CurlHandle: @unchecked Sendable {
  private let pointer: UnsafeMutableRawPointer

  /// Once for the process, before anything else of the library.
  private static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

  init() {
    precondition(Self.isReady, "libcurl cannot be initialised")
    guard let pointer = curl_easy_init() else { preconditionFailure("no memory for a connection") }
    self.pointer = pointer
  }

  deinit { curl_easy_cleanup(pointer) }

  /// One request and its answer, within so many milliseconds and bytes of its body. Blocks.
  func exchange(_ request: WebRequest, milliseconds: Int, bytes: Int) throws(WebFailure) -> WebResponse {
    // Connections are kept, everything else is forgotten.
    curl_easy_reset(pointer)
    let type = request.body.map { [WebRequest.Field("Content-Type", $0.contentType)] } ?? []
    let headers = try HeaderList(type + request.headers)
    set(CURLOPT_HTTPHEADER, headers)
    restrict(to: request, milliseconds: milliseconds)
    if let body = request.body { send(body.bytes) }
    let received = Received(maxBytes: bytes)
    let result = receive(into: received)
    // The library reads the list until the exchange is over.
    withExtendedLifetime(headers) {}
    switch result {
    case CURLE_OK: break
    case CURLE_OPERATION_TIMEDOUT: throw .tooSlow
    case CURLE_WRITE_ERROR: throw .tooLarge
    case CURLE_PEER_FAILED_VERIFICATION: throw .untrusted
    default: throw .unreachable(String(cString: curl_easy_strerror(result)))
    }
    var status = 0
    ccurl_get_number(pointer, CURLINFO_RESPONSE_CODE, &status)
    return WebResponse(status: status, body: received.body, headers: received.headers)
  }

  private func restrict(to request: WebRequest, milliseconds: Int) {
    request.target.withCString { _ = ccurl_set_text(pointer, CURLOPT_URL, $0) }
    ccurl_set_text(pointer, CURLOPT_PROTOCOLS_STR, "http,https")
    ccurl_set_number(pointer, CURLOPT_FOLLOWLOCATION, 0)
    ccurl_set_number(pointer, CURLOPT_TIMEOUT_MS, milliseconds)
    // No signals: other threads would get them.
    ccurl_set_number(pointer, CURLOPT_NOSIGNAL, 1)
    // Of HTTP/2 the library sends a request whose stream was refused again by itself.
    ccurl_set_number(pointer, CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1)
    // Firewalls before services refuse who gives no name.
    ccurl_set_text(pointer, CURLOPT_USERAGENT, "fourcuts")
    // An empty name stands for no proxy, whatever the environment says.
    if request.isLocal { ccurl_set_text(pointer, CURLOPT_PROXY, "") }
  }

  /// Has the request sent by POST, once, over a connection of its own.
  private func send(_ body: [UInt8]) {
    body.withUnsafeBytes { _ = ccurl_set_body(pointer, $0.baseAddress, $0.count) }
    ccurl_set_number(pointer, CURLOPT_FRESH_CONNECT, 1)
    ccurl_set_number(pointer, CURLOPT_FORBID_REUSE, 1)
  }

  private func set(_ option: CURLoption, _ list: borrowing HeaderList) {
    ccurl_set_list(pointer, option, list.pointer)
  }

  private func receive(into received: Received) -> CURLcode {
    let context = Unmanaged.passUnretained(received).toOpaque()
    ccurl_set_context(pointer, CURLOPT_WRITEDATA, context)
    ccurl_set_context(pointer, CURLOPT_HEADERDATA, context)
    ccurl_set_receiver(pointer, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
      guard let bytes, let context else { return 0 }
      let received = Unmanaged<Received>.fromOpaque(context).takeUnretainedValue()
      return received.append(UnsafeRawBufferPointer(start: bytes, count: size * count))
    }
    ccurl_set_receiver(pointer, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
      guard let bytes, let context else { return 0 }
      let received = Unmanaged<Received>.fromOpaque(context).takeUnretainedValue()
      return received.appendHeader(UnsafeRawBufferPointer(start: bytes, count: size * count))
    }
    return withExtendedLifetime(received) { curl_easy_perform(pointer) }
  }
}

/// The headers of a request as the library wants them.
private struct HeaderList: ~Copyable {
  private(set) var pointer: UnsafeMutablePointer<curl_slist>?

  init(_ fields: [WebRequest.Field]) throws(WebFailure) {
    pointer = nil
    for (name, value) in fields {
      guard value.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else { throw .unsendable }
      pointer = curl_slist_append(pointer, "\(name): \(value)")
    }
  }

  deinit { curl_slist_free_all(pointer) }
}

/// What came of an answer so far.
private final class Received {
  private let maxBytes: Int
  private(set) var body: [UInt8] = []
  private(set) var headers: [String: String] = [:]

  init(maxBytes: Int) { self.maxBytes = maxBytes }

  /// Takes bytes of the body; any other number than theirs ends the exchange.
  func append(_ bytes: UnsafeRawBufferPointer) -> Int {
    guard body.count + bytes.count <= maxBytes else { return 0 }
    body += bytes
    return bytes.count
  }

  /// Takes a line of the head. The library bounds how many there are.
  func appendHeader(_ bytes: UnsafeRawBufferPointer) -> Int {
    let line = String(decoding: bytes, as: UTF8.self)
    // A proxy's and a provisional answer come before the answer itself.
    if line.hasPrefix("HTTP/") { headers = [:] }
    if let colon = line.firstIndex(of: ":") {
      let name = line[..<colon].lowercased()
      let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
      if headers[name] == nil { headers[name] = String(value.prefix { !$0.isNewline }) }
    }
    return bytes.count
  }
}
