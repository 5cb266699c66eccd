import SQL

extension DatabaseConnection {
  /// What the engine will do, step by step.
  func plan(of statement: String) throws -> [String] {
    var steps: [String] = []
    try prepare("EXPLAIN QUERY PLAN " + statement).each { steps.append($0.text(3)) }
    return steps
  }
}
