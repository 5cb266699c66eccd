/// A part of a program that runs until the program ends.
package enum Service: Sendable {
  /// Runs until it is cancelled, and is waited for: what it uses is still there.
  case background(@Sendable () async -> Void)
  /// Runs until `stop` has it end; what still runs after the deadline is cancelled, and waited for.
  case worker(run: @Sendable () async -> Void, stop: @Sendable () async -> Void, within: Duration)
  /// Runs between `start` and the return of `stop`, which has a separate deadline.
  case resource(start: @Sendable () throws -> Void = {}, stop: @Sendable () async -> Void)

  /// - Returns: What stops it.
  fileprivate func start() throws -> @Sendable () async -> Void {
    switch self {
    case .background(let run):
      let task = Task(operation: run)
      return {
        task.cancel()
        await task.value
      }
    case .worker(let run, let stop, let deadline):
      let task = Task(operation: run)
      return {
        await stop()
        await task.end(within: deadline)
      }
    case .resource(let start, let stop):
      try start()
      return stop
    }
  }
}

/// Services of which each may use those before it: they are started in their order and stopped in reverse.
package struct ServiceGroup: Sendable {
  private let services: [Service]

  /// Nothing is started yet.
  package init(_ services: [Service]) {
    self.services = services
  }

  /// Starts the services, runs `body` and stops them, one after the other. Started services are stopped even if the
  /// next one fails to start, or the body throws.
  package func run(_ body: () async throws -> Void) async throws {
    var stops: [@Sendable () async -> Void] = []
    var failure: (any Error)?
    do {
      for service in services { stops.append(try service.start()) }
      try await body()
    } catch {
      failure = error
    }
    for stop in stops.reversed() { await stop() }
    if let failure { throw failure }
  }
}

extension Task where Success == Void, Failure == Never {
  /// Waits for the end, and cancels what still runs after the deadline.
  fileprivate func end(within deadline: Duration) async {
    let overdue = Task<Void, any Error> {
      try await Task<Never, Never>.sleep(for: deadline)
      cancel()
    }
    await value
    overdue.cancel()
  }
}
