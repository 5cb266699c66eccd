// What waits in memory for clients that take little.
extension Reactor {
  private static let reportInterval: Int64 = 60_000

  /// Notes how much waits for a client, and disconnects where it is too much: this one for itself, or others for all.
  func updateBacklog(_ connection: ClientConnection) {
    let waiting = connection.output.count + (connection.exchange?.heldBytes ?? 0)
    backlog += waiting - connection.backlog
    connection.backlog = waiting
    // It could not be told either.
    if connection.stage == .webSocket, waiting > plan.limits.webSocketBacklog { connection.ending = .reset }
    if backlog > plan.backlogOfLoop { dropSlowClients(connection) }
  }

  /// Disconnects clients until there is room again, the one in hand last, of which only the end is marked.
  private func dropSlowClients(_ current: ClientConnection) {
    reportBacklog()
    let others = table.compactMap { $0 }.filter { $0.backlog > 0 && $0 !== current }
    let order = others.sorted { left, right in
      left.lastSent != right.lastSent ? left.lastSent < right.lastSent : left.backlog > right.backlog
    }
    for connection in order + [current] {
      guard backlog > plan.backlogOfLoop / 4 * 3 else { return }
      connection.ending = .reset
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
