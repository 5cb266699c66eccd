// Unsent output in memory, for slow clients.
extension Reactor {
  private static let reportInterval: Int64 = 60_000

  /// Updates the unsent bytes of a client. Disconnects it when it exceeds its own limit, or the slowest clients when
  /// all together exceed theirs.
  func updateBacklog(_ connection: ClientConnection) {
    let waiting = connection.output.count + (connection.exchange?.heldBytes ?? 0)
    backlog += waiting - connection.backlog
    connection.backlog = waiting
    // There is no room left to send a close frame either.
    if connection.state.isWebSocket, waiting > plan.limits.webSocketBacklog { handle(.broken, of: connection) }
    if backlog > plan.backlogOfLoop { dropSlowClients(connection) }
  }

  /// Disconnects the slowest clients until there is room again. The current one comes last and is only marked.
  private func dropSlowClients(_ current: ClientConnection) {
    reportBacklog()
    let others = table.compactMap { $0 }.filter { $0.backlog > 0 && $0 !== current }
    let order = others.sorted { left, right in
      let (first, second) = (left.state.lastSent, right.state.lastSent)
      return first != second ? first < second : left.backlog > right.backlog
    }
    for connection in order + [current] {
      guard backlog > plan.backlogOfLoop / 4 * 3 else { return }
      handle(.broken, of: connection)
      if connection === current {
        backlog -= connection.backlog
        connection.backlog = 0
      } else {
        close(connection, .clientGone)
      }
    }
  }

  private func reportBacklog() {
    if let backlogReportedAt, clock.now - backlogReportedAt < Self.reportInterval { return }
    backlogReportedAt = clock.now
    plan.onShortage?(.output(plan.limits.backlogOfAll))
  }
}
