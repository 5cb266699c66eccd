import SQL
import Support
import Testing

/// A request of an account, with the number of its statements.
struct StatementCase<Service: Sendable, Scene: Sendable>: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let statements: Int
  let run: @Sendable (Service, Scene) async throws -> Void

  init(_ name: String, _ statements: Int, _ run: @escaping @Sendable (Service, Scene) async throws -> Void) {
    (testDescription, self.statements, self.run) = (name, statements, run)
  }

  /// Expects that the request takes its number of statements.
  func expectStatements(of chat: ChatUnderTest, _ scene: Scene, _ service: (any Database) -> Service) async throws {
    let counted = CountedDatabase(chat.database)
    try await run(service(counted), scene)
    #expect(counted.count == statements)
  }

  /// Expects that the request leaves nothing behind and publishes nothing, whichever of its statements fails.
  func expectNoTrace(in chat: ChatUnderTest, _ scene: Scene, _ service: (any Database) -> Service) async throws {
    let before = try await chat.contents()
    _ = chat.bus.drain()
    var count = 0
    while true {
      count += 1
      let interrupted = InterruptedDatabase(chat.database, before: count) { throw Fault() }
      do {
        try await run(service(interrupted), scene)
      } catch is Fault {
        #expect(try await chat.contents() == before)
        #expect(chat.bus.drain() == [])
        continue
      }
      break
    }
    #expect(count > 3)
    #expect(try await chat.contents() != before)
  }
}

private struct Fault: Error {}
