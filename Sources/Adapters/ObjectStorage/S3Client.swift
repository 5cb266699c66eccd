package import Basics
import Photos
import WebClient

/// How long, and how often, a request is tried.
package struct S3RetryPolicy: Sendable {
  /// The number of attempts, the first included.
  package var attempts = 4
  package var attemptTimeout = Duration.seconds(20)
  /// The timeout of all attempts together: less than the minute in which a removal must have ended.
  package var totalTimeout = Duration.seconds(45)
  package var backoff = Backoff(first: 200, limit: 2000)

  package init() {}
}

/// Sends signed requests to one bucket, and repeats those that failed for a passing reason.
struct S3Client: Sendable {
  let location: S3Location
  private let credentials: S3Credentials
  private let retryPolicy: S3RetryPolicy
  private let web: WebClient

  /// The largest object that is read.
  static let maxObjectBytes = 256 << 20

  init(_ location: S3Location, _ credentials: S3Credentials, _ retryPolicy: S3RetryPolicy, overloadError: DomainError) {
    (self.location, self.credentials, self.retryPolicy) = (location, credentials, retryPolicy)
    var limits = WebLimits()
    limits.waiting = 1000
    web = WebClient("photo storage", limits: limits, overloadError: overloadError)
  }

  /// A signed request for the object of a key.
  /// - Parameter hash: the SHA-256 of the body, which the server compares with what it has received.
  func request(
    _ method: WebRequest.Method?, _ key: PhotoKey, query: [WebRequest.Field] = [], headers: [WebRequest.Field] = [],
    body: [UInt8]? = nil, hash: String = emptyHash
  ) -> WebRequest {
    signed(location.request(for: key, query), method, headers: headers, body: body, hash: hash)
  }

  /// Signs a request.
  /// - Parameter hash: As above.
  func signed(
    _ request: WebRequest, _ method: WebRequest.Method? = nil, headers: [WebRequest.Field] = [], body: [UInt8]? = nil,
    hash: String = emptyHash
  ) -> WebRequest {
    var request = request
    request.method = method
    request.body = body.map { .bytes($0, contentType: "application/octet-stream") }
    let token = credentials.sessionToken.map { [("x-amz-security-token", $0)] as [WebRequest.Field] } ?? []
    request.headers = [("x-amz-content-sha256", hash)] + token + headers
    request.signingKey = credentials.signingKey(region: location.region)
    return request
  }

  /// The SHA-256 of no bytes.
  static let emptyHash = StoredVariant(of: []).hash

  /// Sends a request until there is a response that another attempt would not improve.
  /// - Parameter make: makes the request for each attempt.
  /// - Throws: `S3Failure` if every attempt failed; `DomainError` if too many requests wait.
  func send(_ make: () throws -> WebRequest) async throws -> WebResponse {
    let end = ContinuousClock.now + retryPolicy.totalTimeout
    for attempt in 1... {
      var request = try make()
      request.deadline = min(end, .now + retryPolicy.attemptTimeout)
      let failure: S3Failure
      do {
        let response = try await web.send(request)
        guard S3Failure.isPassing(response.status) else { return response }
        failure = S3Failure(response)
      } catch let error as WebFailure {
        failure = S3Failure(error)
        // Another attempt would end in the same way.
        if [.untrusted, .unsendable, .tooLarge].contains(error) { throw failure }
      }
      let wait = retryPolicy.backoff.randomPause(after: attempt)
      guard attempt < retryPolicy.attempts, .now + wait < end else { throw failure }
      try await Task.sleep(for: wait)
    }
    preconditionFailure("the loop ends by itself")
  }
}

/// Why the storage did not do what was asked, for the operator: without keys and secrets.
struct S3Failure: Error, CustomStringConvertible {
  let description: String
  /// The storage's name of the error, such as `NoSuchBucket`; empty if it gave none.
  let code: String

  init(_ response: WebResponse) {
    code = String((text(of: "Code", in: response.body) ?? "").prefix(64))
    let hint =
      switch (response.status, code) {
      case (_, "NoSuchBucket"): ": the bucket does not exist"
      case (403, _):
        ": check the credentials, their permissions (GetObject, PutObject, DeleteObject, ListBucket) and the clock"
      case (300..<400, _), (400, "AuthorizationHeaderMalformed"): ": check the region and the endpoint"
      default: ""
      }
    description = ["it answers \(response.status)", code].filter { !$0.isEmpty }.joined(separator: " ") + hint
  }

  init(_ failure: WebFailure) {
    code = ""
    description =
      switch failure {
      case .unreachable(let reason): "there is no answer (\(reason))"
      case .untrusted: "its certificate cannot be verified"
      case .tooSlow: "it does not answer in time"
      case .tooLarge: "an object is larger than any photo, or the temporary directory is full"
      case .unsendable: "the credentials contain characters that cannot be sent"
      }
  }

  init(_ fault: FileFault) {
    self.init(fault: "an object cannot be received (\(fault))")
  }

  init(fault: String) { (code, description) = ("", fault) }

  /// Whether another attempt may succeed: overload and faults of the server.
  static func isPassing(_ status: Int) -> Bool { [408, 429, 500, 502, 503, 504].contains(status) }
}

/// The text of the first element of a name in an XML document; nil when absent, or anything else than the visible ASCII
/// of which codes, keys and tokens consist.
func text(of name: String, in document: [UInt8]) -> String? {
  texts(of: name, in: document, maxCount: 1).first ?? nil
}

/// The texts of all elements of a name in an XML document, as above.
func texts(of name: String, in document: [UInt8], maxCount: Int = .max) -> [String?] {
  let (opening, closing) = (Array("<\(name)>".utf8), Array("</\(name)>".utf8))
  var texts: [String?] = []
  var rest = document[...]
  while texts.count < maxCount, let start = rest.firstRange(of: opening),
    let end = rest[start.upperBound...].firstRange(of: closing)
  {
    let text = rest[start.upperBound..<end.lowerBound]
    texts.append(
      text.allSatisfy { (0x21...0x7E).contains($0) } ? unescaped(String(decoding: text, as: UTF8.self)) : nil)
    rest = rest[end.upperBound...]
  }
  return texts
}

/// A text of an XML document without references; nil if it holds others than those to the predefined entities.
private func unescaped(_ text: String) -> String? {
  guard text.contains("&") else { return text }
  let parts = text.split(separator: "&", omittingEmptySubsequences: false)
  var result = String(parts[0])
  for part in parts.dropFirst() {
    guard let end = part.firstIndex(of: ";"), let character = entities[part[..<end]] else { return nil }
    result += character + part[part.index(after: end)...]
  }
  return result
}

private let entities: [Substring: String] = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"]
