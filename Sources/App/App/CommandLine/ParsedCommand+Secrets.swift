package import Basics
package import CommandLineKit

extension OptionSpecification {
  /// Two options for a secret: the value itself, and the path of a file with it, which may be a credential of systemd.
  ///
  /// Other users of the machine can see the command line of a process, but not its environment or private files.
  package static func secret(_ name: String, _ help: String, isRepeatable: Bool = false) -> [OptionSpecification] {
    var word = setting(name, "SECRET", nil, "\(help); safer by the variable or a file")
    (word.isRepeatable, word.isSecret) = (isRepeatable, true)
    var file = setting("\(name)-file", "FILE", nil, "The same, from a file that only its owner may read")
    (file.choices, file.credential) = (["FILE"], name)
    return [word, file]
  }
}

extension ParsedCommand {
  /// A secret, given directly or by a file. Nil when neither is given.
  /// - Throws: `DomainError` `secret-given-twice`, `secret-invalid`, `secret-file-missing`, `secret-exposed`,
  ///   `secret-unusable`. No message contains a secret.
  package func secret(_ option: String) throws(DomainError) -> String? {
    let given = try secrets(option)
    guard given.count <= 1 else { throw .usage("secret-invalid", "--\(option) takes one secret.") }
    return given.first
  }

  /// The secrets of a repeatable option: separated by commas when given directly, by lines in a file.
  /// - Throws: As above.
  package func secrets(_ option: String) throws(DomainError) -> [String] {
    let listed = all(option).flatMap { $0.split(separator: ",") }.map(String.init)
    guard let path = self["\(option)-file"], !path.isEmpty else { return try checked(listed, option) }
    guard listed.isEmpty else {
      throw .usage("secret-given-twice", "--\(option) and --\(option)-file are both given; keep one of them.")
    }
    let file = SecretFile(path: path, replacing: "where it was given out")
    guard let contents = try file.contents() else {
      throw DomainError(.notFound, "secret-file-missing", "There is no file \(path), which --\(option)-file names.")
    }
    let lines = String(decoding: contents, as: UTF8.self).split(whereSeparator: \.isNewline).map(String.init)
    guard !lines.isEmpty else {
      throw DomainError(.invalid, "secret-invalid", "\(path), which --\(option)-file names, is empty.")
    }
    return try checked(lines, option)
  }

  /// Secrets are sent in headers and JSON. Anything but visible ASCII is a mistake, such as a copied blank.
  private func checked(_ secrets: [String], _ option: String) throws(DomainError) -> [String] {
    for secret in secrets {
      guard (1...1000).contains(secret.utf8.count), secret.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
        throw .usage("secret-invalid", "The secret of --\(option) must have 1 to 1,000 visible ASCII characters.")
      }
    }
    return secrets
  }
}
