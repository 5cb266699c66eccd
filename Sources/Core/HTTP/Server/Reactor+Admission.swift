import Basics

// Admission to a loop: work, listeners and connections.

/// The work of a handler, counted until it has ended, even if its client is gone. Used on its loop only.
final class Work: @unchecked Sendable {
  fileprivate(set) var isCounted = false
}

extension Reactor {
  /// The objection to a request for now; nil when it may be served. Immediate answers are always served, so that cheap
  /// reads continue while slower work is shed.
  func overload(_ connection: ClientConnection, _ exchange: Exchange, _ endpoint: RouteEntry) -> Fault? {
    if endpoint.isLongLived { return takeListenerShare(connection, exchange) ? nil : .tooManyListeners }
    if case .immediate = endpoint.handler { return nil }
    return endpoint.cost > 0 && work >= plan.workOfLoop ? .overloaded : nil
  }

  private func takeListenerShare(_ connection: ClientConnection, _ exchange: Exchange) -> Bool {
    guard let address = exchange.request.clientAddress(behind: plan.proxies) else { return true }
    guard plan.listeners.take(address.network) else { return false }
    connection.listener = address.network
    return true
  }

  /// The connection waits for events no longer.
  func releaseListenerShare(_ connection: ClientConnection) {
    if let network = connection.listener.take() { plan.listeners.release(network) }
  }

  /// Counts a handler's work, from when nothing but its answer is missing.
  func begin(_ work: Work?) {
    guard let work, !work.isCounted else { return }
    work.isCounted = true
    self.work += 1
  }

  func end(_ work: Work) {
    guard work.isCounted else { return }
    work.isCounted = false
    self.work -= 1
  }

  /// Closes a hundredth of the connections, as far as they wait for a request or for the rest of its head, to make room
  /// for others: always one of the client network that has most of them, its longest idle one.
  /// - Returns: Whether any was closed.
  @discardableResult
  func evictIdle() -> Bool {
    let candidates = table.compactMap { $0 }.filter { $0.isEvictable }
    let byNetwork = Dictionary(grouping: candidates) { $0.peer?.network ?? .local }
    let ranked = byNetwork.values.flatMap { connections in
      connections.sorted { $0.state.since < $1.state.since }.enumerated().map {
        (connections.count - $0.offset, $0.element)
      }
    }
    let order = ranked.sorted { $0.0 != $1.0 ? $0.0 > $1.0 : $0.1.state.since < $1.1.state.since }
    for (_, connection) in order.prefix(max(1, count / 100)) { close(connection, .clientGone) }
    return !order.isEmpty
  }
}

extension Fault {
  static let overloaded = Fault(
    503, "overloaded", "The server has too much to do: try again in a few seconds.", "Retry-After", "5")
  static let tooManyListeners = Fault(
    429, "too-many-listeners", "Too many connections from this address wait for events: close some of them.",
    "Retry-After", "30")
}
