import Basics
import Posts
import SQL

/// An index range, newest first.
struct FeedStream {
  typealias Key = ListKey

  /// The values of the index's first columns.
  private let prefix: [Value]
  /// Keys read ahead, the next one last.
  private var buffer: [Key] = []
  /// The position up to which the range was read.
  private var last: Key
  /// The number of keys per read.
  private var batch: Int
  private var isRead = false

  init(prefix: [Value], after key: Key, batch: Int) {
    self.prefix = prefix
    self.batch = batch
    last = key
  }

  /// The next key; nil at the end. Complexity: occasionally a seek in the index.
  mutating func next(_ statement: any PreparedStatement) throws -> Key? {
    if buffer.isEmpty && !isRead { try readOn(statement) }
    return buffer.popLast()
  }

  private mutating func readOn(_ statement: any PreparedStatement) throws {
    try statement.bind(1, last.instant)
    try statement.bind(2, last.id)
    try statement.bind(3, Int64(batch))
    for (index, value) in prefix.enumerated() { try statement.bind(4 + index, value) }
    var keys: [Key] = []
    try statement.each { keys.append(Key(instant: $0.integer(0), id: $0.text(1))) }
    isRead = keys.count < batch
    last = keys.last ?? last
    buffer = keys.reversed()
    // A range that contributed to the page probably contributes more.
    batch = min(2 * batch, 128)
  }
}

/// Merges streams without common keys, newest first.
struct FeedMerge {
  private let statement: any PreparedStatement
  private var streams: [FeedStream]
  /// The next key of each stream that has one: a binary heap with the newest on top.
  private var heap: [(key: FeedStream.Key, stream: Int)] = []

  /// Complexity: one seek per stream.
  init(_ streams: [FeedStream], _ statement: any PreparedStatement) throws {
    self.streams = streams
    self.statement = statement
    for index in streams.indices { try push(index) }
  }

  /// The next key; nil at the end. Complexity: O(log streams) and occasionally a seek.
  mutating func next() throws -> FeedStream.Key? {
    guard let top = heap.first else { return nil }
    let end = heap.removeLast()
    if !heap.isEmpty {
      heap[0] = end
      sink()
    }
    try push(top.stream)
    return top.key
  }

  private mutating func push(_ stream: Int) throws {
    guard let key = try streams[stream].next(statement) else { return }
    heap.append((key, stream))
    var child = heap.count - 1
    while child > 0, heap[(child - 1) / 2].key < heap[child].key {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  private mutating func sink() {
    var parent = 0
    while let child = newerChild(of: parent), heap[parent].key < heap[child].key {
      heap.swapAt(parent, child)
      parent = child
    }
  }

  private func newerChild(of parent: Int) -> Int? {
    let (left, right) = (2 * parent + 1, 2 * parent + 2)
    guard left < heap.count else { return nil }
    return right < heap.count && heap[left].key < heap[right].key ? right : left
  }
}
