/// The priority queue of a distance browser, nearest on top.
struct BrowserHeap {
  enum Content {
    case cells(DistanceBrowser.Cells)
    case points(DistanceBrowser.Points)
    case answer(UInt32, Double, rest: DistanceBrowser.Points?)
  }

  struct Entry {
    /// In whole millimetres; a lower bound of the distance of the content.
    let millimetres: Int64
    /// Answers come after other entries of the same distance, so that each is compared with all its equals.
    let isAnswer: Bool
    let id: Int64
    let content: Content

    init(notNearerThan metres: Double, _ content: Content) {
      millimetres = Int64(max(0, metres) * 1000)
      isAnswer = false
      id = 0
      self.content = content
    }

    init(answerAt metres: Double, id: Int64, _ content: Content) {
      millimetres = Shortlist.millimetres(metres)
      isAnswer = true
      self.id = id
      self.content = content
    }

    @inline(__always)
    func comesBefore(_ other: Entry) -> Bool {
      if millimetres != other.millimetres { return millimetres < other.millimetres }
      if isAnswer != other.isAnswer { return other.isAnswer }
      return id < other.id
    }
  }

  private var entries: [Entry] = []

  init() { entries.reserveCapacity(128) }

  mutating func push(_ entry: Entry) {
    entries.append(entry)
    entries.withUnsafeMutableBufferPointer { entries in
      var hole = entries.count - 1
      while hole > 0, entry.comesBefore(entries[(hole - 1) / 2]) {
        entries[hole] = entries[(hole - 1) / 2]
        hole = (hole - 1) / 2
      }
      entries[hole] = entry
    }
  }

  mutating func pop() -> Entry? {
    guard let last = entries.popLast() else { return nil }
    guard let top = entries.first else { return last }
    entries.withUnsafeMutableBufferPointer { entries in
      var hole = 0
      while true {
        var child = 2 * hole + 1
        if child >= entries.count { break }
        if child + 1 < entries.count, entries[child + 1].comesBefore(entries[child]) { child += 1 }
        if !entries[child].comesBefore(last) { break }
        entries[hole] = entries[child]
        hole = child
      }
      entries[hole] = last
    }
    return top
  }
}
