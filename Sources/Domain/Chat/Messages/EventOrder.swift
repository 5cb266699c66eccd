import Basics
import Synchronization

/// Tells of changes in the order in which they were made, although those who made them go on in any order.
///
/// That somebody left is so told before what was said afterwards.
final class EventOrder: Sendable {
  private struct State {
    var last = 0
    var published = 0
    /// Of changes that are made, while one before them is not.
    var waiting: [Int: [ChatEvent]] = [:]
  }

  private let state = Mutex(State())

  /// The place of a change, taken while nobody else can change anything. It must be `settled`.
  func ticket() -> Int {
    state.withLock { state in
      state.last += 1
      return state.last
    }
  }

  /// Tells what is to be told of a change, once those before it are settled; nothing where it was not made after all.
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

/// The place of one change, which is settled whatever becomes of it.
final class EventTicket: Sendable {
  private let order: EventOrder
  private let bus: any EventBus
  private let number = Mutex<Int?>(nil)

  init(in order: EventOrder, on bus: any EventBus) {
    self.order = order
    self.bus = bus
  }

  deinit { settle([]) }

  /// Takes the place; a transaction that is run again has only its last one.
  func draw() {
    let former = number.withLock { number in
      defer { number = order.ticket() }
      return number
    }
    if let former { order.settle(former, [], on: bus) }
  }

  /// Tells of the change.
  func settle(_ events: [ChatEvent]) {
    guard let ticket = number.withLock({ $0.take() }) else { return }
    order.settle(ticket, events, on: bus)
  }
}
