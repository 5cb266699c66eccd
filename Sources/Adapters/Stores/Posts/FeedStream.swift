import Basics
import Posts
import SQL

/// A run of an index, newest first: what a feed is merged from.
struct FeedStream {
  /// An item's place in the order of lists: by (moment, identifier).
  struct Key: Comparable {
    let instant: Int64
    let id: String

    /// Newer than anything.
    static let newest = Key(instant: .max, id: "")

    static func < (left: Key, right: Key) -> Bool {
      left.instant != right.instant ? left.instant < right.instant : left.id < right.id
    }
  }

  /// What the index's first columns are equal to.
  private let prefix: [Value]
  /// Read and not yet taken, the next last.
  private var ahead: [Key] = []
  /// Where reading goes on.
  private var last: Key
  /// How many are read at a time.
  private var batch: Int
  private var isRead = false

  init(prefix: [Value], after key: Key, batch: Int) {
    self.prefix = prefix
    self.batch = batch
    last = key
  }

  /// Takes the next key; nil at the end. Complexity: now and then a seek in the index.
  mutating func next(_ statement: any PreparedStatement) throws -> Key? {
    if ahead.isEmpty && !isRead { try readOn(statement) }
    return ahead.popLast()
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
    ahead = keys.reversed()
    // Whoever gave some may well give more.
    batch = min(2 * batch, 128)
  }
}

/// Merges streams that share no key, newest first.
struct FeedMerge {
  private let statement: any PreparedStatement
  private var streams: [FeedStream]
  /// The next key of each stream that has one: a binary heap with the newest on top.
  private var heap: [(key: FeedStream.Key, stream: Int)] = []

  /// Complexity: one seek for each stream.
  init(_ streams: [FeedStream], _ statement: any PreparedStatement) throws {
    self.streams = streams
    self.statement = statement
    for index in streams.indices { try push(index) }
  }

  /// The next key; nil at the end. Complexity: O(log streams) and now and then a seek.
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
