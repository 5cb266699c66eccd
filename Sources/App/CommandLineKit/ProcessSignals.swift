import CSystem
import Dispatch
import Glibc

/// Signals to the process, from the moment this is made: one that comes before anybody waits is kept. Made once in a
/// process.
package struct ProcessSignals: Sendable {
  package static let ending = [SIGTERM, SIGINT]

  private let numbers: [Int32]
  private let counter: Int32

  /// - Parameter numbers: the most urgent first.
  package init(_ numbers: [Int32]) {
    self.numbers = numbers
    counter = csystem_signal_counter()
    precondition(
      counter >= 0 && numbers.allSatisfy { csystem_note_signal($0) == 0 },
      "signals cannot be handled: \(String(cString: strerror(errno)))")
  }

  /// Waits for one of the signals. One that comes several times meanwhile counts once.
  package func next() async -> Int32 {
    while true {
      if let number = numbers.first(where: { csystem_take_signal($0) != 0 }) { return number }
      await untilReadable()
      var count: UInt64 = 0
      _ = eventfd_read(counter, &count)
    }
  }

  private func untilReadable() async {
    let source = DispatchSource.makeReadSource(fileDescriptor: counter, queue: .global())
    await withCheckedContinuation { continuation in
      // The first event ends the source.
      source.setEventHandler { source.cancel() }
      source.setCancelHandler { continuation.resume() }
      source.resume()
    }
  }
}
