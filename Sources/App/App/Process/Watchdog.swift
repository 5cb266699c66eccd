import Concurrency

/// Reports to systemd that the service works, for as long as its parts answer.
struct Watchdog: Sendable {
  let notifier: ServiceNotifier
  /// Each returns once a part has answered; an error is an answer, too.
  let checks: [@Sendable () async -> Void]

  /// Reports twice within systemd's interval until the task is cancelled. Nothing is reported while a check does not
  /// return.
  func run() async {
    guard let interval = notifier.watchdogInterval else { return }
    await repeating(every: interval / 2) {
      for check in checks { await check() }
      notifier.ping()
    }
  }
}
