import HTTP
import Synchronization

package struct PreviewCard: Hashable, Sendable {
  package let title: String
  package let subtitle: String
  package let label: String
  package let footer: String
  /// As `#c2255c`.
  package let color: String

  package static let (width, height) = (1200, 630)

  /// Differs between pictures that differ; also changed by hand when they are drawn in another way.
  var version: String {
    contentHash([title, subtitle, label, footer, color, "1"].map { Array($0.utf8) })
  }
}

/// The preview pictures that were asked for last, at most `maxCount`: some megabytes.
final class PreviewPictures: Sendable {
  private struct State {
    var pictures: [String: (bytes: [UInt8], use: Int)] = [:]
    var uses = 0
  }

  private let draw: @Sendable (PreviewCard) async throws -> [UInt8]
  private let state = Mutex(State())

  static let maxCount = 128

  /// - Parameter draw: throws if too many are being drawn, or none can be.
  init(_ draw: @escaping @Sendable (PreviewCard) async throws -> [UInt8]) {
    self.draw = draw
  }

  /// The picture, with its version as the entity tag; drawn if it is not among the last ones.
  func response(for card: PreviewCard) async -> Response {
    let version = card.version
    if let known = known(version) { return Self.response(known, version) }
    do {
      let bytes = try await draw(card)
      keep(bytes, version)
      return Self.response(bytes, version)
    } catch {
      return .plainText(503, "The picture cannot be drawn just now.\n", retryAfter: 10)
    }
  }

  private static func response(_ bytes: [UInt8], _ version: String) -> Response {
    Response(
      status: 200,
      headers: Headers([
        ("Content-Type", "image/png"), ("Cache-Control", "public, max-age=86400"), ("ETag", "\"\(version)\""),
        ("X-Content-Type-Options", "nosniff"), ("Content-Security-Policy", "default-src 'none'; sandbox"),
        ("Cross-Origin-Resource-Policy", "cross-origin"),
      ]), body: .bytes(bytes))
  }

  private func known(_ version: String) -> [UInt8]? {
    state.withLock { state in
      state.uses += 1
      state.pictures[version]?.use = state.uses
      return state.pictures[version]?.bytes
    }
  }

  private func keep(_ bytes: [UInt8], _ version: String) {
    state.withLock { state in
      state.uses += 1
      state.pictures[version] = (bytes, state.uses)
      guard state.pictures.count > Self.maxCount else { return }
      if let oldest = state.pictures.min(by: { $0.value.use < $1.value.use })?.key { state.pictures[oldest] = nil }
    }
  }
}
