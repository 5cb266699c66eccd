public import Contracts
public import Foundation
import JSON

/// An error of the client.
public enum ClientError: Error, Sendable {
  /// The server rejected the request: `code` is for programs, `detail` for people.
  case rejected(Problem)
  /// No response: no network, unknown host, broken connection, cancelled task. A retry may succeed.
  case transport(URLError)
  /// The response could not be decoded: client and server differ in version, or it is another server.
  case invalidResponse(String)
  /// The request needs a login, and there is no session.
  case loggedOut
  /// The server ended the session; it is cleared, and `onSessionEnded` was called once.
  case sessionEnded(Problem)
  /// The session could not be loaded or saved.
  case storage(String)
}

extension ClientError: CustomStringConvertible, LocalizedError {
  /// The message for people, in one sentence.
  public var description: String {
    switch self {
    case .rejected(let problem): problem.detail
    case .transport(let error): "The server cannot be reached: \(error.localizedDescription)"
    case .invalidResponse(let what): "The server's answer is not understood: \(what)."
    case .loggedOut: "There is no session; log in first."
    case .sessionEnded(let problem): "The session has ended; log in again. \(problem.detail)"
    case .storage(let message): message
    }
  }

  /// The message for people, in one sentence.
  public var errorDescription: String? { description }
}

extension Problem {
  /// Decodes a problem document. A response without one, as proxies send, is described by its status.
  init(status: Int, document: Data) {
    let json = try? JSONReader.value(of: [UInt8](document))
    func text(_ key: String) -> String? { json?[key]?.string }
    self.init(
      type: text("type") ?? "about:blank", title: text("title") ?? "HTTP \(status)", status: status,
      detail: text("detail") ?? "The server answered with status \(status) without details.",
      code: text("code") ?? "http-\(status)", parameter: text("parameter"), reference: text("reference"))
  }
}
