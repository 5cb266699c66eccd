public import Contracts
public import Foundation

/// Why the client could not do what it was asked to.
public enum ClientError: Error, Sendable {
  /// The server said no, and why: `code` is for programs, `detail` for people.
  case refused(Problem)
  /// There was no answer: no network, no such host, a broken connection, a cancelled task. The same may succeed later.
  case transport(URLError)
  /// The answer is not what this client understands: it is older or newer than the server, or this is no such server.
  case notUnderstood(String)
  /// What was asked for needs somebody who is logged in, and nobody is.
  case loggedOut
  /// The server takes the session no more; it is cleared, and `onSessionEnded` was called once.
  case sessionEnded(Problem)
  /// The session could not be read from where it is kept, or written there.
  case storage(String)
}

extension ClientError: CustomStringConvertible, LocalizedError {
  /// One sentence for people.
  public var description: String {
    switch self {
    case .refused(let problem): problem.detail
    case .transport(let error): "The server cannot be reached: \(error.localizedDescription)"
    case .notUnderstood(let what): "The server's answer is not understood: \(what)."
    case .loggedOut: "Nobody is logged in."
    case .sessionEnded(let problem): "The session has ended; log in again. \(problem.detail)"
    case .storage(let message): message
    }
  }

  /// One sentence for people.
  public var errorDescription: String? { description }
}

extension Problem {
  /// The problem that an answer tells of. One that is no problem document, as proxies give, is told by its status.
  init(status: Int, document: Data) {
    let json = try? JSONReader.value(of: [UInt8](document))
    func text(_ key: String) -> String? {
      guard case .string(let text)? = json?[key] else { return nil }
      return text
    }
    self.init(
      type: text("type") ?? "about:blank", title: text("title") ?? "HTTP \(status)", status: status,
      detail: text("detail") ?? "The server answered with status \(status) and nothing else.",
      code: text("code") ?? "http-\(status)", parameter: text("parameter"), reference: text("reference"))
  }
}
