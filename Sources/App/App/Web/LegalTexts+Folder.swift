import Accounts
import Basics
import CommandLineKit
import Foundation

extension LegalTexts {
  static let option = OptionSpecification.setting(
    "legal-dir", "DIR", nil,
    "Your terms (terms.ko.md, terms.en.md), privacy and location-terms, in CommonMark; members are asked to agree to them",
    choices: ["DIR"])

  /// The texts of the folder that a command names; none without one.
  /// - Throws: `DomainError`, all with the field `legal-dir`.
  init(_ command: ParsedCommand) throws(DomainError) {
    guard let path = command["legal-dir"], !path.isEmpty else {
      self = .none
      return
    }
    let folder = URL(fileURLWithPath: path)
    guard (try? FileManager.default.contentsOfDirectory(atPath: path)) != nil else {
      throw DomainError(
        .notFound, "legal-texts-missing", "The folder \(path) cannot be read: check path and permissions.",
        field: "legal-dir")
    }
    try self.init(languages: ["ko", "en"]) { name in
      try? String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
    }
  }
}
