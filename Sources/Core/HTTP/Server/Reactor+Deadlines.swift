// Deadlines, checked on each tick.
extension Reactor {
  func tick() {
    listener?.resume(self)
    for index in table.indices {
      if let connection = table[index] { checkDeadlines(connection) }
    }
  }

  private func checkDeadlines(_ connection: ClientConnection) {
    handle(
      .tick(
        ConnectionState.Tick(
          times: plan.times, handlerTime: connection.exchange?.endpoint?.handlerTime ?? plan.times.handler,
          bodyRate: plan.limits.bodyRate, hasInput: !connection.input.isEmpty, hasOutput: !connection.output.isEmpty,
          isStopping: isStopping)),
      of: connection)
  }

  /// Responds to what took too long.
  func timeOut(_ deadline: ConnectionState.Deadline, _ connection: ClientConnection) {
    switch deadline {
    case .head: respondWithFault(connection, .slowHead)
    case .body:
      connection.exchange?.bodyReader?.fail(.tooSlow)
      respondWithFault(connection, .slowBody)
    case .handler:
      connection.exchange?.task?.cancel()
      respondWithFault(connection, .slowHandler)
    }
    flush(connection)
  }
}
