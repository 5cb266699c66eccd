import Basics
import Dispatch
import SQL
import Synchronization

/// Passes the rows of tables from the thread of one database to that of another. Each side blocks while the other is
/// behind, so that only a few batches are in memory.
final class RowChannel: Sendable {
  enum Item: Sendable {
    case rows([[Value]])
    /// Ends a table. The last number given in it; nil if the engine numbers no column.
    case end(lastNumber: Int64?)
  }

  /// The other side has failed, and throws why.
  struct Interrupted: Error {}

  private struct State {
    var items: [Item] = []
    var hasBegun = false
    var isAbandoned = false
  }

  private let state = Mutex(State())
  private let room = DispatchSemaphore(value: 0)
  private let filled = DispatchSemaphore(value: 0)

  init() {
    // A semaphore that ends below its first value is taken for one in use, and stops the program.
    for _ in 0..<8 { room.signal() }
  }

  /// To be called once, before the first item.
  /// - Throws: `DomainError` `copy-interrupted` (unavailable) the second time: the server had the reading repeated.
  func begin() throws {
    let isRepeated = state.withLock { state in
      defer { state.hasBegun = true }
      return state.hasBegun
    }
    guard !isRepeated else {
      throw DomainError(
        .unavailable, "copy-interrupted", "The source's server stopped the reading: run the command again to continue.")
    }
  }

  /// Sends an item when there is room.
  func send(_ item: Item) throws {
    room.wait()
    try state.withLock { state in
      guard !state.isAbandoned else { throw Interrupted() }
      state.items.append(item)
    }
    filled.signal()
  }

  /// The next item; nil when the sender has failed.
  func next() -> Item? {
    filled.wait()
    let item = state.withLock { $0.items.isEmpty ? nil : $0.items.removeFirst() }
    // The end stays.
    if item == nil { filled.signal() } else { room.signal() }
    return item
  }

  /// The sender sends nothing any more.
  func fail() { filled.signal() }

  /// The receiver takes nothing any more.
  func abandon() {
    state.withLock { $0.isAbandoned = true }
    room.signal()
  }
}

final class ReceivedRows {
  private let channel: RowChannel
  private var end: RowChannel.Item?

  init(_ channel: RowChannel) {
    self.channel = channel
  }

  /// The next rows; nil when there are none left.
  func next() -> [[Value]]? {
    guard end == nil, let item = channel.next() else { return nil }
    if case .rows(let rows) = item { return rows }
    end = item
    return nil
  }

  /// The last number given in the table.
  /// - Throws: `Interrupted` if it has not come to its end.
  func lastNumber() throws -> Int64? {
    guard case .end(let number)? = end else { throw RowChannel.Interrupted() }
    return number
  }
}

struct RowSender {
  private static let (maxRows, maxBytes) = (256, 1 << 20)

  private let channel: RowChannel
  private var batch: [[Value]] = []
  private var bytes = 0

  init(_ channel: RowChannel) {
    self.channel = channel
  }

  mutating func send(_ row: [Value]) throws {
    batch.append(row)
    bytes += row.reduce(0) { $0 + $1.size }
    if batch.count == Self.maxRows || bytes >= Self.maxBytes { try flush() }
  }

  mutating func end(lastNumber: Int64?) throws {
    if !batch.isEmpty { try flush() }
    try channel.send(.end(lastNumber: lastNumber))
  }

  private mutating func flush() throws {
    try channel.send(.rows(batch))
    (batch, bytes) = ([], 0)
  }
}

extension Value {
  /// In bytes, about.
  fileprivate var size: Int {
    switch self {
    case .null, .integer, .real: 16
    case .text(let text): 16 + text.utf8.count
    case .blob(let bytes): 16 + bytes.count
    }
  }
}
