package import Basics
package import WebClient

extension ParsedCommand {
  /// The URL given by an option. Nil when absent or empty.
  /// - Throws: `DomainError` of the command line.
  package func address(_ option: String) throws(DomainError) -> WebAddress? {
    guard let text = self[option], !text.isEmpty else { return nil }
    return try address(text, of: option)
  }

  /// Parses a URL, with errors that name an option.
  /// - Throws: `DomainError` of the command line.
  package func address(_ text: String, of option: String) throws(DomainError) -> WebAddress {
    do throws(DomainError) {
      return try WebAddress(text, field: "--\(option)")
    } catch {
      throw .usage(error.code, error.message)
    }
  }
}
