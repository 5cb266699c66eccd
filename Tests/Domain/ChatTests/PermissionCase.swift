import Basics
import Support
import Testing

/// What people with different roles do something in.
protocol PermissionScene: Sendable {
  init() async throws
  var chat: ChatUnderTest { get }
  var people: [AccountID] { get }
  /// The codes of refusals, by the short forms that a table has for them.
  static var codes: [String: String] { get }
  /// The same over another database, with another bus.
  func over(_ database: DiscardingDatabase, _ bus: RecordingBus) -> Self
}

/// Something that people try, and how it ends for each of them.
struct PermissionCase<Scene: PermissionScene>: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let outcomes: [String]
  let body: @Sendable (Scene, AccountID) async throws -> Void

  /// - Parameter outcomes: For each person of the scene in order, separated by blanks: `ok`, or the code of the refusal.
  init(_ name: String, _ outcomes: String, _ body: @escaping @Sendable (Scene, AccountID) async throws -> Void) {
    testDescription = name
    self.outcomes = outcomes.split(separator: " ").map { Scene.codes[String($0)] ?? String($0) }
    self.body = body
  }

  /// Tries it as each person. What they change is discarded.
  func check(in scene: Scene) async throws {
    let before = try await scene.chat.contents()
    for (person, expected) in zip(scene.people, outcomes) {
      let bus = RecordingBus()
      let tried = scene.over(DiscardingDatabase(scene.chat.database), bus)
      let outcome = try await outcome { try await body(tried, person) }
      #expect(outcome == expected, "\(person)")
      if outcome != "ok" { #expect(bus.drain() == []) }
    }
    #expect(try await scene.chat.contents() == before)
  }
}
