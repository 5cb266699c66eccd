import CCurl
import Glibc

/// A libcurl easy handle, with its connection cache.
///
/// Unchecked: one thread at a time uses a handle, since it is taken out of the client's list meanwhile.
final class CurlHandle: @unchecked Sendable {
  let pointer: UnsafeMutableRawPointer

  /// Once per process, before any other call of the library.
  private static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

  init() {
    precondition(Self.isReady, "libcurl cannot be initialised")
    guard let pointer = curl_easy_init() else { preconditionFailure("no memory for a connection") }
    self.pointer = pointer
  }

  deinit { curl_easy_cleanup(pointer) }

  /// Sends a request and receives the response, within limits of time and of the body's bytes. Blocks.
  func exchange(_ request: WebRequest, milliseconds: Int, bytes: Int) throws(WebFailure) -> WebResponse {
    // Keeps connections and clears all options.
    curl_easy_reset(pointer)
    let type = request.body.map { [WebRequest.Field("Content-Type", $0.contentType)] } ?? []
    let headers = try HeaderList(type + request.headers)
    set(CURLOPT_HTTPHEADER, headers)
    restrict(to: request, milliseconds: milliseconds)
    if let body = request.body { send(body.bytes) }
    if let method = request.method { use(method) } else if request.body != nil { sendOnce() }
    if let key = request.signingKey { sign(with: key) }
    let received = Received(maxBytes: bytes, receive: request.receive)
    let result = receive(into: received)
    // The library reads the list until the transfer is over.
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
    // No signals: other threads would receive them.
    ccurl_set_number(pointer, CURLOPT_NOSIGNAL, 1)
    // With HTTP/2 the library would retry a request whose stream was refused.
    ccurl_set_number(pointer, CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1)
    // Firewalls of some services reject requests without a User-Agent.
    ccurl_set_text(pointer, CURLOPT_USERAGENT, "fourcuts")
    if request.isPublicOnly {
      ccurl_set_opener(pointer, PublicAddress.openSocket)
      // An open connection may be one to another address.
      ccurl_set_number(pointer, CURLOPT_FRESH_CONNECT, 1)
    }
    // An empty name disables proxies, including those of the environment.
    if request.isLocal { ccurl_set_text(pointer, CURLOPT_PROXY, "") }
  }

  /// The library takes a request with a body for a POST.
  private func send(_ body: [UInt8]) {
    body.withUnsafeBytes { _ = ccurl_set_body(pointer, $0.baseAddress, $0.count) }
  }

  private func use(_ method: WebRequest.Method) {
    // Without this the library would wait for the body that the headers announce.
    if method == .head { ccurl_set_number(pointer, CURLOPT_NOBODY, 1) }
    ccurl_set_text(pointer, CURLOPT_CUSTOMREQUEST, method.rawValue)
  }

  /// Sends the request once, over a new connection.
  private func sendOnce() {
    ccurl_set_number(pointer, CURLOPT_FRESH_CONNECT, 1)
    ccurl_set_number(pointer, CURLOPT_FORBID_REUSE, 1)
  }

  private func sign(with key: WebRequest.SigningKey) {
    ccurl_set_text(pointer, CURLOPT_AWS_SIGV4, key.scope)
    ccurl_set_text(pointer, CURLOPT_USERNAME, key.identifier)
    ccurl_set_text(pointer, CURLOPT_PASSWORD, key.secret)
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

/// The headers of a request as libcurl's list.
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

private final class Received {
  private let maxBytes: Int
  private let receive: ((UnsafeRawBufferPointer) -> Bool)?
  private var count = 0
  private var isSuccess = false
  private(set) var body: [UInt8] = []
  private(set) var headers: [String: String] = [:]

  init(maxBytes: Int, receive: ((UnsafeRawBufferPointer) -> Bool)?) {
    self.maxBytes = maxBytes
    self.receive = receive
  }

  /// Appends bytes of the body; returning another count than theirs aborts the transfer.
  func append(_ bytes: UnsafeRawBufferPointer) -> Int {
    count += bytes.count
    guard count <= maxBytes else { return 0 }
    guard isSuccess, let receive else {
      body += bytes
      return bytes.count
    }
    return receive(bytes) ? bytes.count : 0
  }

  /// Parses a line of the head. The library limits their number.
  func appendHeader(_ bytes: UnsafeRawBufferPointer) -> Int {
    let line = String(decoding: bytes, as: UTF8.self)
    // Responses of proxies and provisional responses precede the final one.
    if line.hasPrefix("HTTP/") {
      headers = [:]
      isSuccess = line.split(separator: " ").dropFirst().first == "200"
    }
    if let colon = line.firstIndex(of: ":") {
      let name = line[..<colon].lowercased()
      let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
      if headers[name] == nil { headers[name] = String(value.prefix { !$0.isNewline }) }
    }
    return bytes.count
  }
}
