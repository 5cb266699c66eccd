import PostgreSQL
import SQL
import Support
import Testing

@Suite("Notifications", .timeLimit(.minutes(1)))
struct NotificationTests {
  @Test("Notifications arrive after the commit, in order, and rolled-back ones do not")
  func arrive() async throws {
    let opened = try await OpenedDatabase(table: false)
    var heard = opened.database.notifications(on: "changes").makeAsyncIterator()
    #expect(await heard.next() == .listening)
    struct Regret: Error {}
    try? await opened.database.write { connection in
      try connection.run("SELECT pg_notify('changes', 'never')")
      throw Regret()
    }
    try await opened.database.write { connection in
      for number in 1...3 { try connection.run("SELECT pg_notify('changes', $1)", [.text("\(number)")]) }
    }
    for number in 1...3 { #expect(await heard.next() == .payload("\(number)")) }
  }

  @Test("Notifications go on after a lost connection, and report the loss")
  func reconnect() async throws {
    let opened = try await OpenedDatabase(table: false)
    var heard = opened.database.notifications(on: "changes").makeAsyncIterator()
    for _ in 0..<3 {
      #expect(await heard.next() == .listening)
      try opened.server.psql(
        "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '\(opened.name)'")
    }
    #expect(await heard.next() == .listening)
    try await opened.database.write { try $0.run("NOTIFY changes, 'a'") }
    #expect(await heard.next() == .payload("a"))
  }

  @Test("Listening ends when nobody reads the notifications")
  func end() async throws {
    let opened = try await OpenedDatabase(table: false)
    do {
      var heard = opened.database.notifications(on: "changes").makeAsyncIterator()
      #expect(await heard.next() == .listening)
    }
    try await eventually {
      try opened.server.psql("SELECT COUNT(*) FROM pg_stat_activity WHERE datname = '\(opened.name)'") == "0"
    }
  }
}
