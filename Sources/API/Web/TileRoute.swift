import Basics
import Compression
import HTTP
import MapTiles

extension TileSource {
  /// The path at which this server serves the tiles of a file.
  static let path = "/tiles/{z}/{x}/{y}"

  /// Serves the tiles of a file: 204 where it has none, 404 outside of the world.
  static func route(to archive: any TileArchive, onFailure: @escaping @Sendable (any Error) -> Void) -> Route {
    Route(
      .get, path, bodyLimit: 0,
      .deferred { request in
        guard let address = TileAddress(request.parameters) else { return Response(status: 404) }
        do {
          guard let tile = try await archive.tile(at: address) else { return Self.missing }
          let isImage = archive.information.schema == nil
          return try isImage ? Self.response(tile) : Self.vectorResponse(tile, to: request)
        } catch {
          return Self.failed(error, onFailure)
        }
      })
  }

  /// Browsers ask again after a day whether a tile has changed: the operator may replace the file.
  private static let cacheControl = ("Cache-Control", "public, max-age=86400")

  private static let missing = Response(status: 204, headers: Headers([cacheControl]))

  /// - Throws: `DomainError` `tiles-damaged` for anything but an image.
  private static func response(_ image: [UInt8]) throws(DomainError) -> Response {
    guard let format = TileFormat(of: image) else { throw .tilesDamaged }
    return Response(
      status: 200,
      headers: Headers([
        ("Content-Type", format.mediaType), ("ETag", "\"\(contentHash([image]))\""), cacheControl,
        ("X-Content-Type-Options", "nosniff"), ("Cross-Origin-Resource-Policy", "same-origin"),
      ]), body: .bytes(image))
  }

  /// The most bytes of a vector tile that are expanded for a client without gzip.
  private static let maxExpandedBytes = 16 << 20

  /// A tile as it is stored, which is usually compressed.
  /// - Throws: `DomainError` `tiles-damaged` for anything but a vector tile.
  private static func vectorResponse(_ tile: [UInt8], to request: Request) throws(DomainError) -> Response {
    // Some writers store tiles without layers.
    guard !tile.isEmpty else { return missing }
    guard let format = TileFormat(ofVector: tile) else { throw .tilesDamaged }
    var response = Response(
      status: 200,
      headers: Headers([
        ("Content-Type", format.mediaType), ("ETag", "\"\(contentHash([tile]))\""), cacheControl,
        ("Vary", "Accept-Encoding"), ("X-Content-Type-Options", "nosniff"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
      ]), body: .bytes(tile))
    if format == .gzippedVector {
      if request.acceptsGzip {
        response.headers["Content-Encoding"] = "gzip"
      } else if let expanded = Gzip.expanded(tile, maxCount: maxExpandedBytes) {
        response.headers["ETag"] = "\"\(contentHash([expanded]))\""
        response.body = .bytes(expanded)
      } else {
        throw .tilesDamaged
      }
    }
    return response
  }

  private static func failed(_ error: any Error, _ onFailure: (any Error) -> Void) -> Response {
    let isBusy = (error as? DomainError)?.kind == .rateLimited
    if !isBusy, !(error is CancellationError) { onFailure(error) }
    let headers = Headers([("Cache-Control", "no-store"), ("Retry-After", "5")])
    return Response(status: isBusy ? 429 : 503, headers: headers)
  }
}

extension TileAddress {
  /// Nil for anything but three whole numbers, written without sign and leading zeros, of a tile in the world.
  fileprivate init?(_ parameters: [String: String]) {
    let numbers = ["z", "x", "y"].compactMap { name -> Int? in
      guard let text = parameters[name], let number = Int(text), String(number) == text else { return nil }
      return number
    }
    guard numbers.count == 3 else { return nil }
    self.init(zoom: numbers[0], column: numbers[1], row: numbers[2])
  }
}
