import Basics
import CommandLineKit
import Foundation
import HTTP

/// The files of the server's certificate and of its private key.
struct TLSFiles: Sendable {
  let certificatePath: String
  let keyPath: String

  static let options: [OptionSpecification] = [
    file(
      "tls-certificate",
      "The certificate for HTTPS with those of its issuers, in PEM form; without it, a proxy must encrypt"),
    file("tls-key", "Its private key, in a PEM file that only its owner may read"),
  ]

  private static func file(_ name: String, _ help: String) -> OptionSpecification {
    var option = OptionSpecification.setting(name, "FILE", nil, help)
    (option.choices, option.credential) = (["FILE"], name)
    return option
  }

  /// Reads both files.
  /// - Throws: `DomainError` `tls-file-missing`, `tls-file-unreadable`, `secret-exposed`, `secret-unusable`, and those of
  ///   `TLSCertificate`.
  func certificate() throws(DomainError) -> TLSCertificate {
    let chain = PEMFile(path: certificatePath, contents: try contents(certificatePath))
    let file = SecretFile(path: keyPath, replacing: "with a new certificate")
    guard let key = try file.contents() else { throw missing(keyPath, "--tls-key") }
    return try TLSCertificate(chain: chain, key: PEMFile(path: keyPath, contents: key))
  }

  private func contents(_ path: String) throws(DomainError) -> [UInt8] {
    if access(path, F_OK) != 0, errno == ENOENT { throw missing(path, "--tls-certificate") }
    guard let data = FileManager.default.contents(atPath: path) else {
      throw DomainError(
        .unavailable, "tls-file-unreadable", "\(path) cannot be read: let the user of the service read it.")
    }
    return [UInt8](data)
  }

  private func missing(_ path: String, _ option: String) -> DomainError {
    DomainError(.notFound, "tls-file-missing", "There is no file \(path), which \(option) names.")
  }

  /// Tells whether the files are the same as before. Equal for files that are absent.
  var version: [FileVersion] { [FileVersion(certificatePath), FileVersion(keyPath)] }
}

extension TLSFiles {
  /// Nil if neither file is named.
  /// - Throws: `DomainError` of the command line where one is.
  init?(_ command: ParsedCommand) throws(DomainError) {
    func path(_ name: String) -> String? { command[name].flatMap { $0.isEmpty ? nil : $0 } }
    switch (path("tls-certificate"), path("tls-key")) {
    case (nil, nil): return nil
    case (let certificate?, let key?): (certificatePath, keyPath) = (certificate, key)
    default:
      throw .usage("tls-incomplete", "--tls-certificate and --tls-key belong together: give both or neither.")
    }
  }
}

/// Differs after a file is written or replaced.
struct FileVersion: Sendable, Equatable {
  private let values: [Int]

  init(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else {
      values = []
      return
    }
    values = [
      Int(status.st_dev), Int(status.st_ino), Int(status.st_size), status.st_mtim.tv_sec, status.st_mtim.tv_nsec,
      status.st_ctim.tv_sec, status.st_ctim.tv_nsec,
    ]
  }
}

extension TLSCertificate {
  /// Why clients reject it at an instant. Nil if it has none.
  func timeProblem(at now: Timestamp) -> String? {
    if now >= notAfter { return "The TLS certificate has expired at \(notAfter.rfc3339): renew it." }
    if now < notBefore {
      return "The TLS certificate is valid from \(notBefore.rfc3339) only: check the machine's clock."
    }
    return nil
  }
}
