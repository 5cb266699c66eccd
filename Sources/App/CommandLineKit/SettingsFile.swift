import Basics
import Foundation
import TOML

/// A file with settings: TOML in which each name is that of an option.
struct SettingsFile {
  private static let maxBytes = 1_048_576

  private let path: String
  private let document: TOMLDocument

  /// Reads the file.
  /// - Throws: `DomainError` of the command line: `settings-missing`, `settings-unreadable`, `settings-malformed`.
  init(path: String) throws(DomainError) {
    self.path = path
    let bytes = try Self.contents(of: path)
    do throws(TOMLFault) {
      document = try TOMLDocument(bytes)
    } catch {
      throw .usage("settings-malformed", "\(path):\(error)")
    }
  }

  private static func contents(of path: String) throws(DomainError) -> [UInt8] {
    // Without waiting for a writer, if it is a pipe.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      let reason = String(cString: strerror(errno))
      throw .usage(
        "settings-missing", "The settings file \(path) cannot be opened (\(reason)); --config names another.")
    }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= maxBytes else {
      throw .usage("settings-unreadable", "\(path) is no file, or is larger than 1 MB; --config names another.")
    }
    guard let bytes = try? handle.readToEnd() else { return [] }
    return [UInt8](bytes)
  }

  /// The values for the options of a command.
  /// - Parameter known: all settings of the program: one file serves all commands.
  /// - Throws: `DomainError` of the command line: `setting-unknown`, `setting-invalid`, `secret-exposed`.
  func values(known: [OptionSpecification]) throws(DomainError) -> [String: GivenValues] {
    var values: [String: GivenValues] = [:]
    for entry in document.entries {
      guard let option = known.first(where: { $0.name == entry.name }) else {
        let near = proposal(for: entry.name, among: known.map(\.name))
        throw .usage(
          "setting-unknown", "\(path):\(entry.line): '\(entry.name)' is not a setting\(near.isEmpty ? "." : near)")
      }
      let texts = try texts(entry, option)
      try checkIsClosed(option, texts)
      values[entry.name] = GivenValues(texts: texts, origin: .file(path: path, line: entry.line))
    }
    return values
  }

  private func texts(_ entry: TOMLDocument.Entry, _ option: OptionSpecification) throws(DomainError) -> [String] {
    switch (entry.value, option.value) {
    case (.boolean(let isOn), nil): return isOn ? [""] : []
    case (.text(let word), nil): if let isOn = Switch.isOn(word) { return isOn ? [""] : [] }
    case (.integer(let number), nil): if let isOn = Switch.isOn(String(number)) { return isOn ? [""] : [] }
    case (.text(let text), .some): return [text]
    case (.integer(let number), .some): return [String(number)]
    case (.list(let texts), .some) where option.isRepeatable: return texts
    default: break
    }
    let wanted = option.value == nil ? Switch.form : option.isRepeatable ? "a text or a list" : "a text or a number"
    throw .usage("setting-invalid", "\(path):\(entry.line): '\(entry.name)' takes \(wanted).")
  }

  /// A file with secrets must be its owner's alone, as those of `--…-file` are.
  private func checkIsClosed(_ option: OptionSpecification, _ texts: [String]) throws(DomainError) {
    let isSecret = texts.contains { !$0.isEmpty && (option.isSecret || withoutPassword($0) != $0) }
    var status = stat()
    guard isSecret, stat(path, &status) == 0, status.st_mode & 0o077 != 0 else { return }
    throw .usage(
      "secret-exposed",
      "\(path) holds a secret ('\(option.name)') and is open to others: close it with 'chmod 600', and replace the "
        + "secret if it may have been read.")
  }
}
