import Basics
import Support
import Testing
import Workload

@Suite("A fingerprint table")
struct FingerprintTableTests {
  @Test("The table returns each number entered under a hash, in order, and few others")
  func complete() {
    var numbers = SeededNumbers(seed: 5)
    let table = FingerprintTable()
    let hashes = (0..<20_000).map { _ in numbers.next() }
    for (index, hash) in hashes.enumerated() { table.insert(hash, Int64(index)) }
    for (index, hash) in hashes.enumerated() { table.insert(hash, FingerprintTable.numberLimit - 1 - Int64(index)) }
    var strangers = 0
    for (index, hash) in hashes.enumerated() {
      let found = numbersOf(hash, in: table)
      let own = found.filter { $0 == Int64(index) || $0 == FingerprintTable.numberLimit - 1 - Int64(index) }
      #expect(own == [Int64(index), FingerprintTable.numberLimit - 1 - Int64(index)])
      strangers += found.count - own.count
    }
    #expect(strangers < 20)
  }

  @Test("One hash takes any number of entries")
  func oneHash() {
    let table = FingerprintTable()
    for number in 0..<3000 { table.insert(42, Int64(number)) }
    #expect(numbersOf(42, in: table) == Array(0..<3000))
    #expect(numbersOf(43 << 48, in: table).isEmpty)
  }

  @Test("Entries stay in order while buckets are split")
  func splits() {
    var numbers = SeededNumbers(seed: 6)
    let table = FingerprintTable(fullness: 1)
    let hashes = (0..<100).map { _ in numbers.next() }
    let rounds = 3
    for round in 0..<rounds {
      for (index, hash) in hashes.enumerated() { table.insert(hash, Int64(round * 1000 + index)) }
      // Doubles the number of buckets each time.
      for _ in 0..<70_000 << round { table.insert(numbers.next(), 999) }
    }
    for (index, hash) in hashes.enumerated() {
      let own = numbersOf(hash, in: table)
      #expect(own.filter { $0 % 1000 == index } == (0..<rounds).map { Int64($0 * 1000 + index) })
    }
  }

  private func numbersOf(_ hash: UInt64, in table: FingerprintTable) -> [Int64] {
    var found: [Int64] = []
    var cursor = 0
    while let number = table.next(hash, &cursor) { found.append(number) }
    return found
  }
}
