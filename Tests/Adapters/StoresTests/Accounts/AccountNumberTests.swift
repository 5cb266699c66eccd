import Accounts
import Basics
import Foundation
import SQL
import SQLite
import Support
import Testing
import Workload

@testable import Stores

@Suite("Account numbers", .enabled(if: TestDatabase.engine == .sqlite))
struct AccountNumberTests {
  private static let insert = """
    INSERT INTO account (id, email, password_hash, nickname, nickname_folded, bio, created_at)
    VALUES ($1, $2, 'hash', $2, $2, '', 0)
    """

  private func id(_ digit: Int) throws -> AccountID {
    try #require(AccountID(String(repeating: "\(digit)", count: 24)))
  }

  private func add(_ digits: ClosedRange<Int>, to database: SQLiteDatabase) async throws {
    try await database.write { connection in
      for digit in digits {
        try connection.run(
          Self.insert, [.text(String(repeating: "\(digit)", count: 24)), .text("n\(digit)@example.com")])
      }
    }
  }

  @Test("Each account gets the next number, and no number is used twice")
  func numbers() async throws {
    let directory = try ScratchDirectory()
    let database = try await SQLiteDatabase(path: directory.url.appendingPathComponent("numbers.sqlite").path)
    try await database.prepareStores()
    try await add(1...5, to: database)
    let store = SQLAccountStore(database)
    _ = try await store.remove(try id(5), at: Timestamp(milliseconds: 0))
    try await add(6...6, to: database)
    let all = Set(try (1...6).map { try id($0) })
    let found = try await store.numbered(all)
    #expect(try (1...6).map { found[try id($0)]?.number.value } == [1, 2, 3, 4, nil, 6])
    let back = try await store.numbered(Set((0...7).map { AccountNumber($0) }))
    #expect(back == Dictionary(uniqueKeysWithValues: found.values.map { ($0.number, $0) }))
    #expect(try back[AccountNumber(4)]?.account.id == id(4))
    #expect(back[AccountNumber(4)]?.account.email?.description == "n4@example.com")
  }
}
