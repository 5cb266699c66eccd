import Basics
import CommandLineKit
import Foundation
import ObjectStorage
import PhotoStorage
import Photos

enum PhotoLocation: Sendable {
  case directory(URL)
  case bucket(S3Location, S3Credentials)

  static let option = OptionSpecification.setting(
    "photos", "ADDRESS", nil,
    "Photos in S3-compatible storage: s3://BUCKET[/PREFIX]?endpoint=URL&region=NAME; by default they are in the data folder"
  )

  /// The default location of the photos of a data folder.
  static func standard(in directory: URL) -> PhotoLocation { .directory(directory.appendingPathComponent("photos")) }

  /// The location that `--photos` names; nil if it is not given.
  /// - Throws: `DomainError` of the command line; `photos-credentials-missing`.
  init?(_ command: ParsedCommand, _ environment: [String: String]) throws(DomainError) {
    guard let text = command["photos"], !text.isEmpty else { return nil }
    self = try .bucket(Self.s3(text, of: "photos"), S3Credentials(environment: environment))
  }

  /// A location that an option names: a folder or an address in S3-compatible storage.
  /// - Throws: As above.
  init(_ text: String, of option: String, _ environment: [String: String]) throws(DomainError) {
    guard text.hasPrefix("s3:") else {
      self = .directory(URL(fileURLWithPath: text))
      return
    }
    self = try .bucket(Self.s3(text, of: option), S3Credentials(environment: environment))
  }

  private static func s3(_ text: String, of option: String) throws(DomainError) -> S3Location {
    do throws(DomainError) {
      return try S3Location(text, field: "--\(option)")
    } catch {
      throw .usage(error.code, error.message)
    }
  }

  /// Opens the store; a directory is made when absent.
  /// - Parameter temporary: where files are received, on the same disk as the directory; nil: within the directory.
  /// - Throws: `DomainError` `photos-not-kept` if the directory is unusable.
  func store(temporary: URL?) throws -> any PhotoStore {
    switch self {
    case .directory(let url): try PhotoDirectory(url.path, incoming: temporary?.path)
    case .bucket(let location, let credentials):
      S3PhotoStore(
        location, credentials, directory: (temporary ?? FileManager.default.temporaryDirectory).path)
    }
  }

  func path(of photo: PhotoName) -> String {
    switch self {
    case .directory(let url): PhotoDirectory.path(of: photo, in: url.path)
    case .bucket(let location, _): location.path(of: photo)
    }
  }
}
