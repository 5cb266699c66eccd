import APIKit
import Basics
import Chat
import Synchronization

/// The queue of an event stream, with one consumer.
///
/// The queue is bounded: if a client reads too slowly, its stream ends, and it reconnects with the revision that it
/// has.
final class EventQueue: Sendable {
  enum Step: Sendable {
    case send([UInt8])
    /// Too many changes were missed: subscribe again from a revision.
    case listen(since: Int)
  }

  private struct State {
    var steps: [Step] = []
    var bytes = 0
    var hasEnded = false
    var reader: CheckedContinuation<Step?, Never>?

    mutating func removeFirstStep() -> Step? {
      guard !steps.isEmpty else { return nil }
      let step = steps.removeFirst()
      if case .send(let sent) = step { bytes -= sent.count }
      return step
    }
  }

  private static let capacity = 1_048_576

  private let state = Mutex(State())

  func handle(_ news: ChannelUpdate, _ bytes: [UInt8]) {
    switch news.kind {
    case .messages, .joined: push(bytes)
    case .behind(let revision): add(.listen(since: revision), 0)
    case .left:
      push(bytes)
      end()
    case .failed: end()
    }
  }

  func push(_ bytes: [UInt8]) {
    add(.send(bytes), bytes.count)
  }

  private func add(_ step: Step, _ size: Int) {
    let reader = state.withLock { state -> CheckedContinuation<Step?, Never>? in
      guard !state.hasEnded else { return nil }
      if let reader = state.reader.take() { return reader }
      if !state.steps.isEmpty, state.bytes + size > Self.capacity {
        state.hasEnded = true
        state.steps = []
      } else {
        state.steps.append(step)
        state.bytes += size
      }
      return nil
    }
    reader?.resume(returning: step)
  }

  /// Ends the queue; queued steps are still delivered.
  func end() {
    let reader = state.withLock { state in
      state.hasEnded = true
      return state.reader.take()
    }
    reader?.resume(returning: nil)
  }

  /// The next step; nil at the end, or when the task is cancelled.
  func next() async -> Step? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let (step, isHere) = state.withLock { state -> (Step?, Bool) in
          if let step = state.removeFirstStep() { return (step, true) }
          if state.hasEnded { return (nil, true) }
          state.reader = continuation
          return (nil, false)
        }
        if isHere { continuation.resume(returning: step) }
      }
    } onCancel: {
      end()
    }
  }
}
