import Basics
import Concurrency
import Foundation
import WebClient

/// Fetches the files of sources: over HTTPS, or from this machine.
struct SourceFetcher: Sendable {
  struct Fetched: Sendable {
    let path: String
    /// Without its directory.
    let name: String
    /// `ETag` or `Last-Modified`.
    var validator: String?
  }

  static let maxBytes = 1 << 30
  static let seconds: Int64 = 900
  private static let maxRedirects = 5

  /// The directory of files until they are imported.
  private let directory: URL
  private let client: WebClient

  init(directory: URL, limits: WebLimits = SourceFetcher.standardLimits) {
    self.directory = directory
    client = WebClient(
      "sources", limits: limits,
      overloadError: DomainError(.unavailable, "sources-busy", "Other sources are being fetched: try again later."))
  }

  static let standardLimits: WebLimits = {
    var limits = WebLimits()
    (limits.milliseconds, limits.bytes, limits.parallel, limits.waiting) = (Int(seconds) * 1000, maxBytes, 1, 4)
    return limits
  }()

  /// The file at a location; nil if it is the one with the validator. The caller removes a file in `directory`.
  /// - Throws: `DomainError` `source-unreachable`, `address-invalid`, `address-insecure`, `file-unreadable`.
  func fetch(_ location: String, ifNot validator: String?, allowsPrivate: Bool) async throws -> Fetched? {
    guard Self.isAddress(location) else {
      _ = try Importer.size(of: location)
      return Fetched(path: location, name: URL(fileURLWithPath: location).lastPathComponent)
    }
    var target = location
    for _ in 0...Self.maxRedirects {
      let path = directory.appendingPathComponent("source-\(hexadecimal(UInt64.random(in: .min ... .max)))").path
      do {
        let response = try await get(target, ifNot: validator, allowsPrivate: allowsPrivate, into: path)
        switch response.status {
        case 200:
          let validator = response[header: "ETag"] ?? response[header: "Last-Modified"]
          return Fetched(path: path, name: Self.fileName(location), validator: validator)
        case 304 where validator != nil:
          unlink(path)
          return nil
        case 301, 302, 303, 307, 308:
          unlink(path)
          target = try Self.redirect(from: target, to: response[header: "Location"] ?? "")
        case let status: throw Self.unreachable("The server answered with status \(status).")
        }
      } catch {
        unlink(path)
        throw error
      }
    }
    throw Self.unreachable("The server redirects more than \(Self.maxRedirects) times.")
  }

  static func isAddress(_ location: String) -> Bool { location.contains("://") }

  /// The parts of an address.
  /// - Throws: `DomainError` `address-invalid`, `address-insecure`.
  static func request(_ address: String) throws(DomainError) -> WebRequest {
    let parts = address.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)[0]
    guard let scheme = parts.firstRange(of: "://"), parts.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw DomainError(.invalid, "address-invalid", "The address must be one such as https://example.com/booths.csv.")
    }
    let rest = parts[scheme.upperBound...]
    let end = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
    let path = rest[end...]
    let base = try WebAddress(String(parts[..<end]), field: "LOCATION")
    return WebRequest(base, path.first == "/" ? String(path) : "/" + path)
  }

  private func get(
    _ address: String, ifNot validator: String?, allowsPrivate: Bool, into path: String
  ) async throws -> WebResponse {
    guard FileManager.default.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600]),
      let file = FileHandle(forWritingAtPath: path)
    else { throw Self.unreachable("The file cannot be kept in \(directory.path).") }
    let written = Locked(file)
    defer { written.withLock { try? $0.close() } }
    var request = try Self.request(address)
    request.isPublicOnly = !allowsPrivate
    if let validator {
      let isTag = validator.hasPrefix("\"") || validator.hasPrefix("W/")
      request.headers.append((isTag ? "If-None-Match" : "If-Modified-Since", validator))
    }
    request.receive = { bytes in written.withLock { (try? $0.write(contentsOf: Data(bytes))) != nil } }
    do {
      return try await client.send(request)
    } catch let failure as WebFailure {
      throw Self.unreachable(Self.reason(failure, allowsPrivate: allowsPrivate))
    }
  }

  private static func redirect(from address: String, to location: String) throws(DomainError) -> String {
    if isAddress(location) { return location }
    guard location.hasPrefix("/"), !location.hasPrefix("//"), let scheme = address.firstRange(of: "://") else {
      throw unreachable("The server redirects to an address that is not understood.")
    }
    let host = address[scheme.upperBound...].prefix { $0 != "/" && $0 != "?" }
    return "\(address[..<scheme.upperBound])\(host)\(location)"
  }

  private static func fileName(_ address: String) -> String {
    let path = address.split(separator: "?", maxSplits: 1)[0]
    let name = path.split(separator: "/").dropFirst(2).last.map(String.init) ?? ""
    return name.isEmpty ? "source" : String((name.removingPercentEncoding ?? name).prefix(200))
  }

  private static func reason(_ failure: WebFailure, allowsPrivate: Bool) -> String {
    switch failure {
    case .unreachable(let reason):
      "The server cannot be reached: \(reason)"
        + (allowsPrivate ? "." : "; addresses of private networks need --allow-private.")
    case .untrusted: "The server's certificate is not trusted."
    case .tooSlow: "The file did not arrive within \(seconds / 60) minutes."
    case .tooLarge: "The file is larger than 1 GiB, or cannot be kept here."
    case .unsendable: "The validator of the last file cannot be sent."
    }
  }

  private static func unreachable(_ reason: String) -> DomainError {
    DomainError(.unavailable, "source-unreachable", reason)
  }
}
