import SQL

/// A rule that the stored rows follow, although no constraint of the database enforces it.
struct Invariant: Sendable {
  let subject: String
  let rule: String
  /// Selects a column `key` from the rows that break it.
  let broken: String
  /// Statements that make it hold again, by what other rows say. None if a repair would be a guess.
  let repair: [String]

  init(_ subject: String, _ rule: String, broken: String, repair: [String] = []) {
    self.subject = subject
    self.rule = rule
    self.broken = broken
    self.repair = repair
  }

  func violations(on connection: any DatabaseConnection) throws -> (count: Int, example: String)? {
    let found = try connection.first(
      "SELECT COUNT(*), MIN(CAST(key AS TEXT)) FROM (\(broken)) AS broken", []
    ) { (Int($0.integer(0)), $0.text(1)) }
    guard let (count, example) = found, count > 0 else { return nil }
    return (count, example)
  }

  static func all(in kind: DatabaseKind, _ engine: SQLEngine) -> [Invariant] {
    switch (engine, kind) {
    case (.sqlite, .main): service
    case (.sqlite, .catalogue): catalogue
    // One database for everything.
    case (.postgresql, _): service + catalogue
    }
  }
}
