import Basics
import CommandLineKit
import WebClient

/// Settings of notices for apps.
struct PushSettings: Sendable {
  static let options: [OptionSpecification] =
    [
      .setting(
        "push-hook-url", "URL", nil,
        "Where notices for apps are handed on to their makers' push services; unset, apps get none")
    ] + OptionSpecification.secret("push-hook-secret", "What the messages to --push-hook-url are signed with (whsec_…)")

  /// Nil: apps get no notices.
  var hook: (address: WebAddress, secret: String)?

  init() {}

  /// The settings of a command line.
  /// - Throws: `DomainError` of the command line.
  init(_ command: ParsedCommand) throws(DomainError) {
    let (url, secret) = (command.text("push-hook-url"), try command.secret("push-hook-secret"))
    guard url != nil || secret != nil else { return }
    guard let url, let secret else {
      throw .usage("push-hook-incomplete", "--push-hook-url and --push-hook-secret need each other.")
    }
    do throws(DomainError) { hook = (try WebAddress(url, field: "--push-hook-url"), secret) } catch {
      throw .usage(error.code, error.message)
    }
  }
}
