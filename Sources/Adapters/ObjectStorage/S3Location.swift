package import Basics
import FoundationEssentials
import Photos
import WebClient

/// The location of photos in S3-compatible storage: `s3://bucket[/prefix]?endpoint=URL&region=NAME`.
///
/// With an endpoint the bucket is part of the path, as MinIO, Ceph and others expect; without one it is part of AWS's
/// host name, unless it contains a dot, which no certificate of AWS covers.
package struct S3Location: Hashable, Sendable {
  package let bucket: String
  /// Components of all keys, before the photo's own.
  private let prefix: [String]
  /// The region that requests are signed for.
  let region: String
  /// The address of requests, up to the bucket.
  private let address: WebAddress
  /// Whether the path of a request begins with the bucket.
  private let isPathStyle: Bool

  /// Parses an address.
  /// - Parameter field: the field of a thrown error.
  /// - Throws: `DomainError` (invalid) `photos-address-invalid`; of `WebAddress` for the endpoint.
  package init(_ text: String, field: String) throws(DomainError) {
    func invalid(_ reason: String) -> DomainError {
      DomainError(
        .invalid, "photos-address-invalid",
        "'\(field)' must be s3://BUCKET[/PREFIX]?endpoint=https://…&region=…: \(reason)", field: field)
    }
    guard text.hasPrefix("s3://"), let parts = URLComponents(string: text), parts.user == nil, parts.port == nil,
      parts.fragment == nil
    else { throw invalid("it must start with s3:// and a bucket, without a user, a port or a fragment.") }
    bucket = parts.host ?? ""
    guard bucket.wholeMatch(of: /[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]/) != nil else {
      throw invalid("the bucket has 3 to 63 small letters, digits, dots and hyphens.")
    }
    prefix = parts.path.split(separator: "/").map(String.init)
    guard prefix.allSatisfy({ $0.wholeMatch(of: /[A-Za-z0-9_.-]{1,100}/) != nil && $0 != "." && $0 != ".." }) else {
      throw invalid("the prefix has letters, digits, dots, hyphens, underscores and slashes.")
    }
    var settings: [String: String] = [:]
    for item in parts.queryItems ?? [] {
      guard ["endpoint", "region"].contains(item.name), settings.updateValue(item.value ?? "", forKey: item.name) == nil
      else { throw invalid("after the question mark come endpoint and region only, each once.") }
    }
    guard let region = settings["region"] ?? settings["endpoint"].map({ _ in "us-east-1" }) else {
      throw invalid("without an endpoint the region of AWS is needed, such as region=ap-northeast-2.")
    }
    guard region.wholeMatch(of: /[a-z0-9-]{1,50}/) != nil else {
      throw invalid("the region has small letters, digits and hyphens.")
    }
    self.region = region
    if let endpoint = settings["endpoint"] {
      address = try WebAddress(endpoint, field: "endpoint of \(field)")
      isPathStyle = true
    } else {
      isPathStyle = bucket.contains(".")
      let host = isPathStyle ? "s3.\(region).amazonaws.com" : "\(bucket).s3.\(region).amazonaws.com"
      address = try WebAddress("https://\(host)", field: field)
    }
  }

  /// For the operator: the bucket and where it is asked for.
  package var description: String { "bucket '\(bucket)' at \(address)" }

  /// The address of a photo, as tools of S3 take it: `s3://bucket/prefix/ab/abcd….jpg`.
  package func path(of name: PhotoName) -> String {
    (["s3:/", bucket] + components(of: PhotoKey(name))).joined(separator: "/")
  }

  /// A request for the object of a photo.
  /// - Parameter query: sorted by name, as the signature requires.
  func request(for key: PhotoKey, _ query: [WebRequest.Field] = []) -> WebRequest {
    request(of: components(of: key), query)
  }

  /// A request for an object by the components of its key behind the prefix.
  /// - Parameter query: As above.
  func request(forPath path: [String], _ query: [WebRequest.Field] = []) -> WebRequest {
    request(of: prefix + path, query)
  }

  /// A request for a list of keys, see `list-type=2` of S3.
  /// - Parameters:
  ///   - directory: what the keys begin with, behind the prefix; ends with a slash.
  ///   - token: where an earlier list ended.
  func listRequest(_ directory: String, from token: String?) -> WebRequest {
    request(
      of: [],
      (token.map { [("continuation-token", $0)] } ?? []) + [("list-type", "2"), ("prefix", keyPrefix + directory)])
  }

  var keyPrefix: String { prefix.map { $0 + "/" }.joined() }

  private func request(of components: [String], _ query: [WebRequest.Field]) -> WebRequest {
    WebRequest(address, segments: (isPathStyle ? [bucket] : []) + components, query: query)
  }

  /// The folder's layout, so that files can be moved by other tools as well.
  private func components(of key: PhotoKey) -> [String] {
    prefix + [String(key.name.description.prefix(2)), key.description]
  }
}
