import Basics
import Foundation
import PostgreSQL
import SQL
import Support
import Testing

@Suite("A database's settings")
struct SettingsTests {
  @Test("The settings of a new database are accepted")
  func right() async throws {
    let opened = try await OpenedDatabase(table: false)
    try await opened.database.checkSettings()
  }

  @Test(
    "Unsuitable settings are refused with what to do",
    arguments: ["ENCODING 'SQL_ASCII'", "LC_COLLATE 'C.UTF-8'", "LC_COLLATE 'en'"])
  func wrong(_ setting: String) async throws {
    let server = try PostgreSQLServer.shared
    // There may be no other language on the machine.
    let rest = setting == "LC_COLLATE 'en'" ? "LOCALE_PROVIDER icu ICU_LOCALE 'en'" : setting
    let name = "wrong_\(setting.utf8.count)_\(UInt32.random(in: 0...9999))"
    try server.psql("CREATE DATABASE \(name) TEMPLATE template0 \(rest)")
    let refused = try await domainError { try await PostgreSQLDatabase(server.address(of: name)).checkSettings() }
    #expect((refused.kind, refused.code) == (.conflict, "database-unsuitable"))
    #expect(refused.message.contains("CREATE DATABASE"))
  }

  @Test("Timeouts and the name of the program hold for a transaction")
  func transaction() async throws {
    let opened = try await OpenedDatabase(table: false) {
      $0.statementMilliseconds = 12_000
      $0.lockMilliseconds = 3000
      $0.applicationName = "tests"
    }
    let names = ["statement_timeout", "lock_timeout", "application_name", "client_encoding", "transaction_isolation"]
    let settings = { @Sendable (connection: any DatabaseConnection) in
      try names.map { try connection.first("SELECT current_setting($1)", [.text($0)]) { $0.text(0) } }
    }
    #expect(try await opened.database.write(settings) == ["12s", "3s", "tests", "UTF8", "serializable"])
    #expect(try await opened.database.read(settings).last == "repeatable read")
    let other = try opened.other { $0.isolation = .readCommitted }
    #expect(try await other.write(settings).last == "read committed")
  }

  @Test(
    "The settings are read from an address in either form",
    arguments: [
      "postgres://fourcuts@/NAME?host=HOST&application_name=tests",
      "postgresql://fourcuts:secret@/NAME?host=HOST&application_name=tests",
      "host=HOST user=fourcuts dbname=NAME application_name=tests",
    ])
  func address(_ form: String) async throws {
    let opened = try await OpenedDatabase(table: false)
    let host = opened.server.directory.path
    let address = form.replacingOccurrences(of: "HOST", with: form.contains("://") ? escaped(host) : host)
      .replacingOccurrences(of: "NAME", with: opened.name)
    let name = try await PostgreSQLDatabase(address).read {
      try $0.first("SELECT current_setting('application_name')", []) { $0.text(0) }
    }
    #expect(name == "tests")
  }

  private func escaped(_ path: String) -> String { path.replacingOccurrences(of: "/", with: "%2F") }

  @Test(
    "An unreadable address is refused without being quoted",
    arguments: ["postgres://user:secret@[::1", "secret", "host=a secret", "postgres://h/db?secret=1", ""])
  func unreadable(_ address: String) async throws {
    let refused = try await domainError { try PostgreSQLDatabase(address) }
    #expect((refused.kind, refused.code) == (.invalid, "database-address-invalid"))
    #expect(!refused.operatorMessage.contains("secret"))
  }
}
