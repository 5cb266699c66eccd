import Accounts
import Basics
import SQL
import Support
import Testing

@testable import Stores

@Suite("The copy of everything that is kept of a person")
struct PersonalDataLaws {
  private let accounts: AccountsUnderTest
  private let store: SQLPersonalDataStore

  init() async throws {
    accounts = try await AccountsUnderTest()
    store = SQLPersonalDataStore(accounts.fixture.database)
  }

  private func text(of person: Account) async throws -> [String: String] {
    let files = try await store.everything(of: person.id).files
    return Dictionary(uniqueKeysWithValues: files.map { ($0.name, String(decoding: $0.content, as: UTF8.self)) })
  }

  @Test("Every table that refers to accounts is in it, or is left out on purpose")
  func tables() async throws {
    let database = accounts.fixture.database
    let (references, columns) = try await database.read { connection in
      var found: Set<String> = []
      try connection.each(CopyDialect.of(database.engine).references, []) { row in
        if row.text(1) == "account" { found.insert(row.text(0)) }
      }
      let schema = try StoredSchema(database.engine, on: connection)
      return (found, Dictionary(uniqueKeysWithValues: schema.tables.map { ($0.name, Set($0.columnNames)) }))
    }
    let copied = Set(PersonalTable.all.map(\.name))
    #expect(references.subtracting(copied) == PersonalTable.leftOut)
    for table in PersonalTable.all {
      #expect(table.hidden.isSubset(of: try #require(columns[table.name])), "\(table.name)")
    }
  }

  @Test("It has what a person has written, and nothing that others have", arguments: [0, 1] as [UInt64])
  func contents(_ seed: UInt64) async throws {
    try await accounts.live(steps: 160, seed: seed)
    let database = accounts.fixture.database
    for person in accounts.people {
      let files = try await text(of: person)
      for (table, column) in [("comment", "text"), ("message", "text"), ("post", "text")] {
        let texts = try await database.read { connection in
          var texts: [String] = []
          try connection.each("SELECT \(column) FROM \(table) WHERE author_id = $1", [.text(person.id.description)]) {
            texts.append($0.text(0))
          }
          return texts
        }
        let file = files["\(table).json"] ?? ""
        for text in texts where !text.isEmpty { #expect(file.contains(text), "\(table)") }
      }
      let all = files.values.joined()
      #expect(all.contains(try #require(person.email).description))
      #expect(!all.contains("password_hash") && !all.contains("argon2"))
      for other in accounts.people where other.id != person.id {
        #expect(!all.contains(try #require(other.email).description))
      }
    }
  }

  @Test("Instants are text, and the files are JSON")
  func form() async throws {
    try await accounts.live(steps: 60, seed: 3)
    let account = try #require(try await text(of: accounts.people[0])["account.json"])
    #expect(account.contains(#""created_at":"20"#) && account.hasPrefix("[{") && account.hasSuffix("}]"))
  }

  @Test("There is none of an account that is gone")
  func gone() async throws {
    let person = accounts.people[0].id
    _ = try await accounts.accounts.remove(person, at: accounts.fixture.clock.now)
    await #expect { try await store.everything(of: person) } throws: { ($0 as? DomainError)?.code == "token-unusable" }
  }
}
