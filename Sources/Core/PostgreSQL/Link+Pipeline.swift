import CPQ

/// Statements that are sent without waiting for the answers in between: one round trip for all of them.
extension Link {
  /// How far the beginning of a transaction is. It is sent with the first statement.
  enum Beginning {
    /// The statements that begin it.
    case due([String])
    /// Nothing may be sent then: it would be outside a transaction.
    case failed(any Error)
    case done
  }

  /// Whether the server has answered that the transaction has begun.
  var hasBegun: Bool {
    if case .done = beginning { true } else { false }
  }

  /// Begins the transaction if that is still due.
  func beginNow() throws {
    if case .due = beginning { try sendTogether([]) { _, _ in 1 } }
    if case .failed(let error) = beginning { throw error }
  }

  /// Begins the transaction behind some texts, in one round trip, and returns the value of the row that they give.
  func begin(after texts: String) throws -> String? {
    guard case .due(let statements) = beginning else { return nil }
    beginning = .done
    do {
      return try quickly { try value(([texts] + statements).joined(separator: "; ")) }
    } catch {
      beginning = .failed(error)
      throw error
    }
  }

  /// Sends statements, after the beginning of the transaction if that is due. Their results come in the same order,
  /// those of each up to a nil. After a failure the server skips the others: `abandonPipeline` passes over them.
  /// - Parameter body: Sends the one at an index.
  func sendTogether(_ statements: [String], _ body: (OpaquePointer, Int) -> Int32) throws {
    if case .failed(let error) = beginning { throw error }
    try makeReady(for: statements.first)
    var first: [String] = []
    if case .due(let due) = beginning { first = due }
    guard first.count + statements.count > 1 else {
      guard body(pointer, 0) == 1 else { throw lost("sending failed") }
      return
    }
    guard PQenterPipelineMode(pointer) == 1 else { throw lost("sending failed") }
    pipelined = first.count + statements.count
    var isSent = first.allSatisfy { PQsendQueryParams(pointer, $0, 0, nil, nil, nil, nil, 0) == 1 }
    // A server that answers nothing at all is to be noticed soon, however long the first statement takes.
    if !first.isEmpty { isSent = isSent && PQsendFlushRequest(pointer) == 1 }
    isSent = isSent && statements.indices.allSatisfy { body(pointer, $0) == 1 } && PQpipelineSync(pointer) == 1
    guard isSent else { throw lost("sending failed") }
    do {
      try quickly { for statement in first { try finish(statement) } }
      beginning = .done
    } catch {
      beginning = .failed(error)
      abandonPipeline()
      throw error
    }
  }

  /// Passes over the results of statements that were sent together.
  func abandonPipeline() {
    while pipelined > 0 && !isLost { _ = try? nextResult() }
  }

  /// The results of a statement are all taken; after those of the last one the connection is an ordinary one again.
  func noteEndOfResults() throws {
    guard pipelined > 0 else { return }
    pipelined -= 1
    guard pipelined == 0 else { return }
    guard let end = try receive(), end.status == PGRES_PIPELINE_SYNC, PQexitPipelineMode(pointer) == 1 else {
      throw lost("its answers have no end")
    }
  }
}
