import Basics
import Telemetry

extension BackupSchedule {
  init(
    _ settings: BackupSettings, of options: ServeOptions, _ logger: Logger, _ shipping: LogShipping?,
    conditions: ServiceConditions, clock: @escaping @Sendable () -> Timestamp
  ) {
    self.init(
      repository: settings.repository(clock: clock), interval: settings.interval, retention: settings.retention,
      open: { try await Assembly.open(options.command, for: .read, options: .withoutTimeLimits) },
      photos: options.storedPhotos, shipping: shipping, clock: clock, conditions: conditions,
      log: { logger.log(.info, "backup", $0) })
  }
}

extension LogShipping {
  /// Nil if nothing is backed up, or the logs are not shipped.
  init?(
    of assembly: Assembly, for options: ServeOptions, conditions: ServiceConditions,
    clock: @escaping @Sendable () -> Timestamp
  ) throws {
    guard let settings = options.backups, let interval = settings.shipping else { return nil }
    try self.init(
      of: assembly, to: settings.repository(clock: clock), every: interval, photos: options.storedPhotos,
      conditions: conditions)
  }
}

extension ServeOptions {
  var storedPhotos: PhotoLocation { settings.photos ?? .standard(in: directory) }
}
