/// An answer whose body is the same for everybody: tagged and compressed once, and shared by all connections that it is
/// sent on.
package struct PreparedResponse: Sendable {
  private let plain: Response
  private let gzip: Response?

  /// Prepares an answer; compressing takes about 50 ms a megabyte.
  /// - Parameter headers: all that goes with it, the type and the entity tag too. The tag should be weak: the
  ///   compressed form carries the same.
  package init(_ bytes: [UInt8], _ headers: Headers) {
    let plain = Response(status: 200, headers: headers, body: .bytes(bytes))
    self.plain = plain
    gzip = plain.isCompressible ? gzipped(bytes).map { plain.encoded(as: "gzip", $0) } : nil
  }

  /// The answer to a request.
  package func response(to request: Request) -> Response {
    if let gzip, request.acceptsGzip { return gzip }
    return plain
  }
}

extension Response {
  fileprivate func encoded(as coding: String, _ bytes: [UInt8]) -> Response {
    var response = Response(status: status, headers: headers, body: .bytes(bytes))
    response.headers.add("Content-Encoding", coding)
    return response
  }
}
