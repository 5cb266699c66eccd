import Basics
import Synchronization

/// Publishes events in the order of the changes, although the tasks that made the changes finish in any order.
///
/// So a departure is published before the messages sent after it.
final class EventOrder: Sendable {
  private struct State {
    var last = 0
    var published = 0
    /// Events of changes that wait for an earlier change.
    var waiting: [Int: [ChatEvent]] = [:]
  }

  private let state = Mutex(State())

  /// The sequence number of a change, drawn inside its write transaction. It must be settled.
  func ticket() -> Int {
    state.withLock { state in
      state.last += 1
      return state.last
    }
  }

  /// Publishes the events of a change once all earlier changes are settled; an empty list if it was rolled back.
  func settle(_ ticket: Int, _ events: [ChatEvent], on bus: any EventBus) {
    state.withLock { state in
      state.waiting[ticket] = events
      while let events = state.waiting.removeValue(forKey: state.published + 1) {
        state.published += 1
        for event in events { bus.publish(event) }
      }
    }
  }
}

/// The sequence number of one change. It is always settled, at the latest when it is deallocated.
final class EventTicket: Sendable {
  private let order: EventOrder
  private let bus: any EventBus
  private let number = Mutex<Int?>(nil)

  init(in order: EventOrder, on bus: any EventBus) {
    self.order = order
    self.bus = bus
  }

  deinit { settle([]) }

  /// Draws the number; if a transaction is retried, only its last number counts.
  func draw() {
    let former = number.withLock { number in
      defer { number = order.ticket() }
      return number
    }
    if let former { order.settle(former, [], on: bus) }
  }

  func settle(_ events: [ChatEvent]) {
    guard let ticket = number.withLock({ $0.take() }) else { return }
    order.settle(ticket, events, on: bus)
  }
}
