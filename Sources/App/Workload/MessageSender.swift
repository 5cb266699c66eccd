package import Basics
import Glibc

/// A client that posts numbered messages to a channel, one after the other, over one connection.
package final class MessageSender {
  private let client: Client
  private let head: String
  private var count = 0

  package init(_ port: Int, _ token: String, in channel: ChannelID) throws {
    client = try Client(port, timeout: 60)
    head =
      "POST /api/channels/\(channel.value)/messages HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer \(token)\r\n"
      + "Content-Type: application/json\r\n"
  }

  /// Posts the next message and waits for the response.
  /// - Parameter tail: Text after the number.
  /// - Returns: The number of messages posted so far.
  @discardableResult
  package func send(_ tail: String = "") throws -> Int {
    count += 1
    let body = #"{"text":"message \#(count)\#(tail)"}"#
    client.send(head + "Content-Length: \(body.utf8.count)\r\n\r\n" + body)
    let response = try client.response()
    guard response.status == 201 else { throw Client.Failure(reason: "\(response.status) \(response.text)") }
    return count
  }

  /// Posts messages at a fixed rate. After a slow one the next follow at once until the schedule is met again.
  /// - Parameter answered: Called with the number of each message after its response.
  package func send(_ texts: Int, every interval: Duration, answered: (Int) -> Void = { _ in }) throws {
    let start = ContinuousClock.now
    for number in 0..<texts {
      let wait = (start + interval * number) - .now
      if wait > .zero { usleep(UInt32(wait / .microseconds(1))) }
      answered(try send())
    }
  }
}
