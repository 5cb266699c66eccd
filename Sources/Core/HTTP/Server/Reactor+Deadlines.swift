// Deadlines, checked on each tick.
extension Reactor {
  /// How long a connection that was just opened may wait with its first request while the server stops: in
  /// milliseconds.
  private static let firstRequestTime: Int64 = 1000

  func tick() {
    listener?.resume(self)
    for index in table.indices {
      if let connection = table[index] { checkDeadline(connection) }
    }
  }

  private func checkDeadline(_ connection: ClientConnection) {
    if connection.stage != .lingering, !connection.output.isEmpty {
      if isOver(connection.lastSent, plan.times.writeStall) { resetConnection(connection) }
      return
    }
    switch connection.stage {
    case .lingering: if isOver(connection.since, plan.times.linger) { close(connection, .clientGone) }
    case .head: checkHeadDeadline(connection)
    case .body: checkBodyDeadline(connection)
    case .complete: checkHandlerDeadline(connection)
    case .webSocket: checkWebSocketDeadline(connection)
    }
  }

  private func isOver(_ start: Int64, _ timeout: Int64) -> Bool {
    clock.now - start > timeout
  }

  private func checkHeadDeadline(_ connection: ClientConnection) {
    let isIdle = connection.hasServed && !connection.isInHead
    if isStopping, connection.isIdle, isOver(connection.since, Self.firstRequestTime) {
      return close(connection, .stopping)
    }
    guard isOver(connection.since, isIdle ? plan.times.idle : plan.times.head) else { return }
    guard !connection.input.isEmpty else { return close(connection, .clientGone) }
    respondWithFault(connection, .slowHead)
    flush(connection)
  }

  /// A body must deliver its minimum of bytes in each window, however long it is; time during which the handler is
  /// not reading does not count.
  private func checkBodyDeadline(_ connection: ClientConnection) {
    guard let exchange = connection.exchange, exchange.bodyReader?.isPaused == false else { return }
    let start = exchange.bodyReader!.windowStart
    guard isOver(start, plan.times.bodyWindow) else { return }
    let needed = Int64(plan.limits.bodyRate) * (clock.now - start) / 1000
    guard Int64(exchange.bodyReader!.windowBytes) < needed else {
      exchange.bodyReader!.windowStart = clock.now
      exchange.bodyReader!.windowBytes = 0
      return
    }
    exchange.bodyReader?.fail(.tooSlow)
    respondWithFault(connection, .slowBody)
    flush(connection)
  }

  private func checkHandlerDeadline(_ connection: ClientConnection) {
    guard let exchange = connection.exchange, exchange.responseState == .none,
      isOver(connection.since, exchange.endpoint?.handlerTime ?? plan.times.handler)
    else { return }
    exchange.task?.cancel()
    respondWithFault(connection, .slowHandler)
    flush(connection)
  }

  private func resetConnection(_ connection: ClientConnection) {
    connection.ending = .reset
    close(connection, .clientGone)
  }
}
