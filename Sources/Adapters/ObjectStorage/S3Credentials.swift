package import Basics
import Foundation
import WebClient

/// The key with which requests are signed; never printed.
package struct S3Credentials: Sendable, CustomReflectable {
  private let identifier: String
  private let secret: String
  /// Only for temporary credentials.
  let sessionToken: String?

  package init(identifier: String, secret: String, sessionToken: String? = nil) {
    (self.identifier, self.secret, self.sessionToken) = (identifier, secret, sessionToken)
  }

  /// Empty: it is secret.
  package var customMirror: Mirror { Mirror(self, children: []) }

  /// The credentials of an environment: AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN, else the profile
  /// AWS_PROFILE (`default`) of the file AWS_SHARED_CREDENTIALS_FILE (`~/.aws/credentials`).
  /// - Throws: `DomainError` `photos-credentials-missing` (conflict).
  package init(environment: [String: String]) throws(DomainError) {
    let path = environment["AWS_SHARED_CREDENTIALS_FILE"] ?? "\(environment["HOME"] ?? "")/.aws/credentials"
    let direct = environment["AWS_ACCESS_KEY_ID"] ?? environment["AWS_SECRET_ACCESS_KEY"]
    let fields =
      direct != nil
      ? environment
      : Self.profile(
        environment["AWS_PROFILE"] ?? "default", of: (try? String(contentsOfFile: path, encoding: .utf8)) ?? "")
    guard let identifier = fields["AWS_ACCESS_KEY_ID"], let secret = fields["AWS_SECRET_ACCESS_KEY"],
      ![identifier, secret].contains("")
    else {
      throw DomainError(
        .conflict, "photos-credentials-missing",
        "The credentials of the S3-compatible storage are missing: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or write "
          + "them into \(path).")
    }
    let token = fields["AWS_SESSION_TOKEN"].flatMap { $0.isEmpty ? nil : $0 }
    self.init(identifier: identifier, secret: secret, sessionToken: token)
  }

  /// The fields of a section, named as in the environment: `[default]`, then lines `aws_access_key_id = …`.
  private static func profile(_ name: String, of file: String) -> [String: String] {
    var fields: [String: String] = [:]
    var isInside = false
    for line in file.split(whereSeparator: \.isNewline).map(trimmed) where !line.hasPrefix("#") {
      if line.hasPrefix("[") { isInside = line == "[\(name)]" }
      let parts = line.split(separator: "=", maxSplits: 1).map { trimmed(String($0)) }
      if isInside, parts.count == 2 { fields[parts[0].uppercased()] = parts[1] }
    }
    return fields
  }

  func signingKey(region: String) -> WebRequest.SigningKey {
    WebRequest.SigningKey(identifier: identifier, secret: secret, region: region, service: "s3")
  }
}
