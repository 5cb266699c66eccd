import APIKit
import Basics
import Booths
import Concurrency
import HTTP
import NativeAPI
import Nodes
import PostgreSQL
import Telemetry

extension ServerAssembly {
  /// The services that run with the server; they end from the last to the first.
  func running(_ notifier: ServiceNotifier) -> [Service] {
    var running: [Service] = [
      .resource(stop: { [lock] in
        await assembly.close()
        shipping?.close()
        withExtendedLifetime(lock) {}
      }),
      .resource(stop: { await shipping?.finish(within: .seconds(5)) }),
    ]
    if let metrics { running.append(.resource(start: metrics.start, stop: metrics.stop)) }
    // After the server: the traces of its last requests are sent too.
    if let traces { running.append(.worker(run: traces.run, stop: traces.stop, within: .seconds(3))) }
    running += [
      .background(checkForDamage),
      // After the server: what its last requests have left behind is still taken up. What is broken off is tried again
      // at the next start.
      .worker(run: sendMail, stop: services.mail.wakeSignal.close, within: .seconds(10)),
      .worker(run: sendNotices, stop: services.push.wakeSignal.close, within: .seconds(10)),
      .worker(run: sell, stop: services.shop.wakeSignal.close, within: .seconds(10)),
      .resource(stop: { await uploads.finish(within: .seconds(60)) }),
      .resource(start: server.start, stop: { await server.stop(within: options.drainDeadline) }),
      .background(Watchdog(notifier: notifier, checks: [server.untilResponsive, assembly.untilFilesAnswer]).run),
    ]
    for interface in interfaces { running += [.resource(stop: interface.stop), .background(interface.run)] }
    if let backups {
      // Interrupted work is discarded before the databases are closed.
      running.append(.background(backups.run))
    }
    if let shipping { running.append(.background(shipping.run)) }
    return running + [
      .resource(stop: services.services.chat.stop),
      .background(ConditionWatch(environment.conditions, assembly.databases).run),
      .background { await renewal?.run() },
      .background(importSources),
      .background(follow),
      .resource(stop: uploads.stop),
    ]
  }

  func apply(_ settings: ReloadableSettings) { live.withLock { $0 = settings } }

  /// Has clients go elsewhere before the server stops: it is not ready any more, and every response closes its
  /// connection.
  func drain() async {
    environment.beginStopping()
    server.drain()
    try? await Task.sleep(for: options.drainDelay)
  }

  /// Looks through the databases while they are served: all of them after a crash, else those of up to this many bytes.
  private func checkForDamage() async {
    do {
      guard let damage = try await assembly.damage(upToBytes: followsCrash ? .max : Self.checkedBytes) else { return }
      throw DomainError(
        .unavailable, "database-damaged", "The database is damaged: contact the operator.",
        condition: ServiceCondition(.storedData, "\(damage): restore it from a backup."))
    } catch {
      if !Task.isCancelled { complain(error) }
    }
  }

  /// As much as a disk reads in some seconds.
  private static let checkedBytes = 1 << 30

  /// Sees what other processes change, and tidies up, until the task is cancelled.
  private func follow() async {
    let follower = CatalogueFollower(
      live: catalogue, store: assembly.store, file: assembly.catalogueFile,
      changed: shared?.notifications.catalogueChanged,
      onFailure: complain)
    async let following: Void = follower.run()
    async let sharing: Void? = shared?.run()
    async let comparing: Void? = assembly.replica?.run(onFailure: complain)
    await services.run(onFailure: complain)
    await following
    await sharing
    await comparing
  }

  private func importSources() async {
    await scheduledImports.run(
      SourceConditions(environment.conditions),
      onChecked: { [logger] source in
        // Conditions warn of those that need an operator.
        logger.log(
          .info, "source.checked", "The source '\(source.name)' is \(source.state.rawValue): \(source.message)")
      }, onFailure: complain)
  }

  private func sendNotices() async { await services.push.run(onFault: complain) }
  private func sendMail() async { await services.mail.run(environment.conditions, onFault: complain) }

  private func sell() async { await services.shop.run(onFault: complain) }

  /// Reports errors of background services to the operator.
  private var complain: @Sendable (any Error) -> Void {
    { [logger, conditions = environment.conditions] error in
      // A condition is logged once, then each minute.
      if let domainError = error as? DomainError, conditions.report(domainError).condition != nil { return }
      logger.log(.error, "background.failed", error)
    }
  }
}
