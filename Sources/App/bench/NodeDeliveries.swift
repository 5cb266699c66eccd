import Basics
import Foundation
import Workload

/// A channel of running servers, and how much is posted to it.
///
///     fourcuts-bench deliveries PORT,… CHANNEL LISTENERS MESSAGES MILLISECONDS < TOKEN
///
/// The token is that of a member, who listens many times.
struct DeliveryOptions {
  let ports: [Int]
  let channel: ChannelID
  let listeners: Int
  let messages: Int
  /// Between two messages.
  let milliseconds: Int

  /// Nil for other arguments.
  init?(_ arguments: ArraySlice<String>) {
    guard arguments.first == "deliveries" else { return nil }
    let words = Array(arguments.dropFirst())
    let numbers = words.dropFirst().compactMap { Int($0) }
    guard words.count == 5, numbers.count == 4 else { return nil }
    ports = words[0].split(separator: ",").compactMap { Int($0) }
    channel = ChannelID(Int64(numbers[0]))
    (listeners, messages, milliseconds) = (numbers[1], numbers[2], numbers[3])
    guard !ports.isEmpty else { return nil }
  }
}

/// Measures how long after its answer a message reaches listeners at all servers. Prints one JSON object; fails if a
/// message was missed, repeated or out of order.
func benchDeliveries(_ options: DeliveryOptions) async throws {
  let token = readLine() ?? ""
  try await onThread {
    let tokens = [String](repeating: token, count: options.listeners)
    let benchmark = try DeliveryBenchmark(options.ports, tokens, options.channel)
    let seconds = try benchmark.send(options.messages, every: .milliseconds(options.milliseconds))
    let delays = Percentiles(benchmark.delays())
    let figures = [("p50_ms", 0.5), ("p99_ms", 0.99), ("max_ms", 1)].map {
      "\"\($0.0)\":\(String(format: "%.2f", delays($0.1) * 1000))"
    }
    let deliveries = Double(options.listeners * options.messages) / seconds
    print("{\(figures.joined(separator: ",")),\"deliveries_per_second\":\(Int(deliveries))}")
  }
}
