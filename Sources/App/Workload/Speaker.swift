package import Basics
import Glibc

/// Somebody who says numbered texts in a channel, one after the other, over one connection.
package final class Speaker {
  private let client: Client
  private let head: String
  private var count = 0

  /// Somebody who has said nothing yet.
  package init(_ port: Int, _ token: String, in channel: ChannelID) throws {
    client = try Client(port, timeout: 60)
    head =
      "POST /api/channels/\(channel.value)/messages HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer \(token)\r\n"
      + "Content-Type: application/json\r\n"
  }

  /// Says the next text, and waits for the answer.
  /// - Parameter tail: what stands behind its number.
  /// - Returns: How often this has spoken.
  @discardableResult
  package func send(_ tail: String = "") throws -> Int {
    count += 1
    let body = #"{"text":"message \#(count)\#(tail)"}"#
    client.send(head + "Content-Length: \(body.utf8.count)\r\n\r\n" + body)
    let response = try client.response()
    guard response.status == 201 else { throw Client.Failure(reason: "\(response.status) \(response.text)") }
    return count
  }

  /// Says texts at the beats of a clock: one that takes longer is made up for by the next ones.
  /// - Parameter answered: told of each text when it was answered, by its number.
  package func send(_ texts: Int, every interval: Duration, answered: (Int) -> Void = { _ in }) throws {
    let start = ContinuousClock.now
    for number in 0..<texts {
      let wait = (start + interval * number) - .now
      if wait > .zero { usleep(UInt32(wait / .microseconds(1))) }
      answered(try send())
    }
  }
}
