/// A response whose body is the same for all clients: tagged and compressed once, and shared by all connections.
package struct PreparedResponse: Sendable {
  private let plain: Response
  private let gzip: Response?

  /// Prepares a response; compression takes about 50 ms per megabyte.
  /// - Parameter headers: all fields, including Content-Type and ETag. The tag should be weak: the compressed form
  ///   has the same one.
  package init(_ bytes: [UInt8], _ headers: Headers) {
    let plain = Response(status: 200, headers: headers, body: .bytes(bytes))
    self.plain = plain
    gzip = plain.isCompressible ? gzipped(bytes).map { plain.encoded(as: "gzip", $0) } : nil
  }

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
