// What is looked at on each tick.
extension Reactor {
  func tick() {
    listener?.resume(self)
    for index in table.indices {
      if let connection = table[index] { judge(connection) }
    }
  }

  private func judge(_ connection: Connection) {
    if connection.stage != .lingering, !connection.output.isEmpty {
      if isOver(connection.lastSent, plan.times.writeStall) { breakOff(connection) }
      return
    }
    switch connection.stage {
    case .lingering: if isOver(connection.since, plan.times.linger) { close(connection, .clientGone) }
    case .head: judgeHead(connection)
    case .body: judgeBody(connection)
    case .complete: judgeHandler(connection)
    case .webSocket: judgeWebSocket(connection)
    }
  }

  private func isOver(_ start: Int64, _ patience: Int64) -> Bool {
    clock.now - start > patience
  }

  private func judgeHead(_ connection: Connection) {
    let isIdle = connection.hasServed && !connection.isInHead
    guard isOver(connection.since, isIdle ? plan.times.idle : plan.times.head) else { return }
    guard !connection.input.isEmpty else { return close(connection, .clientGone) }
    refuse(connection, .slowHead)
    flush(connection)
  }

  /// A body must bring its bytes in each window, however long it is; the time that the handler takes is not counted.
  private func judgeBody(_ connection: Connection) {
    guard let exchange = connection.exchange, exchange.intake?.isPaused == false else { return }
    let start = exchange.intake!.windowStart
    guard isOver(start, plan.times.bodyWindow) else { return }
    let needed = Int64(plan.limits.bodyRate) * (clock.now - start) / 1000
    guard Int64(exchange.intake!.windowBytes) < needed else {
      exchange.intake!.windowStart = clock.now
      exchange.intake!.windowBytes = 0
      return
    }
    exchange.intake?.fail(.tooSlow)
    refuse(connection, .slowBody)
    flush(connection)
  }

  private func judgeHandler(_ connection: Connection) {
    guard let exchange = connection.exchange, exchange.answer == .none,
      isOver(connection.since, exchange.endpoint?.handlerTime ?? plan.times.handler)
    else { return }
    exchange.task?.cancel()
    refuse(connection, .slowHandler)
    flush(connection)
  }

  private func breakOff(_ connection: Connection) {
    connection.ending = .reset
    close(connection, .clientGone)
  }
}
