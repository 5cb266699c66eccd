import APIKit
import Accounts
import Audit
import Basics
import Booths
import Chat
import CommandLineKit
import Concurrency
import Foundation
import HTTP
import Location
import NativeAPI
import Nodes
import PostgreSQL
import Posts
import Stores
import Telemetry
import Web

/// Everything that a server consists of.
struct ServerAssembly: Sendable {
  private let options: ServeOptions
  let logger: Logger
  let audit: AuditLog
  /// Whether the last run of the program was broken off.
  private let followsCrash: Bool
  /// Nil where the databases are not files.
  private let lock: DirectoryLock?
  private let assembly: Assembly
  private let shared: SharedDatabase?
  private let now: @Sendable () -> Timestamp
  private let catalogue: CatalogueHolder
  private let services: ServiceAssembly
  private let pages: PagesAssembly
  /// Why the search knows no places; nil: it knows them.
  private let missingPlaces: String?
  private let uploads: UploadImports
  private let environment: APIEnvironment
  private let interfaces: [any RunningInterface]
  private let server: Server
  /// Nil: metrics are not served.
  private let metrics: MetricsServer?
  private let backups: BackupSchedule?
  /// Nil: traces are not recorded.
  private let traces: TraceExport?
  /// Nil: the logs of the databases are not shipped.
  private let shipping: LogShipping?
  /// Nil without TLS.
  let renewal: CertificateRenewal?
  /// The settings that change while the server runs.
  private let live: Locked<ReloadableSettings>

  /// Opens the data folder and connects all parts; nothing runs yet.
  /// - Parameter metricsSocket: where metrics are served, if they are.
  init(
    _ options: ServeOptions, _ context: CommandContext, on socket: BoundSocket, metricsSocket: BoundSocket?
  ) async throws {
    let command = options.command
    let logger = Logger(options.logFormat, clock: { .wallClock }, write: context.console.error)
    let certificate = try options.tls.map { files throws(DomainError) in
      try LoadedCertificate(files, now: context.now())
    }
    for problem in [options.exposure, certificate?.problem].compactMap(\.self) {
      logger.log(.warning, "certificate", problem)
    }
    var page = options.page
    let tiles = try WebSettings.tiles(command)
    try await page.openTiles(tiles)
    lock = command["database"] == nil ? try DataDirectory(url: options.directory).locked() : nil
    let crashedRuns = TemporaryDirectory.removeAbandoned(in: options.directory)
    followsCrash = !crashedRuns.isEmpty
    var assembly = try await Assembly.open(command, for: .migrate(keepsCopy: !command.has("no-copy")))
    if let address = options.readDatabase { try await assembly.read(from: address) }
    self.assembly = assembly
    shared = try await SharedDatabase(assembly, machineClock: context.now)
    var context = context
    if let shared { context.now = { shared.clock.now } }
    now = context.now
    let audit = assembly.audit(now: now) { logger.log(.error, "audit.unwritten", $0) }
    catalogue = CatalogueHolder(
      try await assembly.catalogue { logger.log(.warning, "catalogue.file", $0) })
    catalogue.confirm(at: .now)
    let places = Result { try Gazetteer.ofThisProgram() }
    missingPlaces = if case .failure(let error) = places { operatorMessage(of: error) } else { nil }
    services = try await ServiceAssembly(
      assembly, options.settings, maskedSecrets: options.interfaces.flatMap(\.maskedSecrets),
      gazetteer: (try? places.get()) ?? .empty, catalogue: catalogue,
      bus: shared?.notifications ?? LocalEventBus(), audit: audit, now: context.now)
    try await services.idempotency.releaseKeys(of: crashedRuns)
    page.providers = services.services.identities.oauthProviders.map(\.rawValue)
    uploads = try uploadImports(assembly, context, audit, logger)
    var settings = try options.nativeSettings(uploads)
    settings.onOperatorAction = { action in
      await audit.record(
        action.name, by: .operator, on: action.subject, failure: action.failure, detail: action.detail)
    }
    traces = options.traces.map { TraceExport($0, logger) }
    let environment = makeEnvironment(
      services, options, settings.locationPolicy, context, logger, isShared: shared != nil,
      consistency: assembly.replica.map { _ in SessionConsistency() }, spans: traces?.recorder)
    page.reportTileFailures(of: tiles, to: environment.conditions)
    pages = PagesAssembly(page)
    let native = services.services
    interfaces = options.interfaces.map { $0.assemble(native, in: environment) }
    let live = Locked(options.reloadable)
    settings.operatorToken = { live.withLock { $0.operatorToken } }
    let surfaces = [APISurface].own(
      native, settings, mapKey: { live.withLock { $0.mapKey } }, adding: interfaces.map(\.surface),
      app: pages.app.map { app in { @Sendable request in app.page(request) } },
      files: pages.app.map { DocumentationFiles($0.documentation) })
    var configuration = ServerConfiguration(
      address: options.address, port: options.port,
      routes: surfaces.allRoutes(in: environment) + (pages.app?.routes ?? [])
        + boothPages(pages.app, native, environment, now: now))
    options.limitClients(&configuration, environment, clock: now)
    configuration.errorBody = { [pages] in pages.notFound($0, $1) ?? surfaces.answer(to: $0, $1) }
    configuration.onShortage = { logger.log(.warning, "server.shortage", $0.message) }
    let requests = RequestMetrics()
    configuration.middleware.insert(
      contentsOf: [
        requests.middleware, accessLog(logger, isOn: { live.withLock { $0.hasAccessLog } }), .requestIdentifier,
      ], at: 0)
    if let traces { configuration.middleware.insert(traces.recorder.middleware, at: 0) }
    configuration.tls = certificate?.tls
    if options.reached.isHTTPSOnly { configuration.middleware.insert(.strictTransportSecurity, at: 0) }
    renewal = certificate.map { [now] certificate in
      CertificateRenewal(certificate, conditions: environment.conditions, now: now) {
        logger.log(.warning, "certificate", $0)
      }
    }
    let server = try Server(configuration, on: socket)
    let shipping = try LogShipping(of: assembly, for: options, conditions: environment.conditions, clock: now)
    self.shipping = shipping
    let metrics = ServerMetrics(
      assembly: assembly, environment: environment, catalogue: catalogue, requests: requests, server: server,
      logger: logger, audit: audit, spans: traces?.recorder, shipping: shipping)
    if let metricsSocket, let address = options.metricsAddress {
      self.metrics = try MetricsServer(at: address, on: metricsSocket, metrics.all)
    } else {
      self.metrics = nil
    }
    backups = options.backups.map { [environment, now] in
      BackupSchedule($0, of: options, logger, shipping, conditions: environment.conditions, clock: now)
    }
    (self.options, self.server, self.environment, self.live) = (options, server, environment, live)
    (self.logger, self.audit) = (logger, audit)
  }

  /// What runs while the server does, and in which order it ends: from the last to the first.
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
      .worker(run: sell, stop: services.shop.wakeSignal.close, within: .seconds(10)),
      .resource(stop: { await uploads.finish(within: .seconds(60)) }),
      .resource(start: server.start, stop: { await server.stop(within: options.drainDeadline) }),
      .background(Watchdog(notifier: notifier, checks: [server.untilResponsive, assembly.untilFilesAnswer]).run),
    ]
    for interface in interfaces { running += [.resource(stop: interface.stop), .background(interface.run)] }
    if let backups {
      // What is broken off is discarded before the databases are closed.
      running.append(.background(backups.run))
    }
    if let shipping { running.append(.background(shipping.run)) }
    return running + [
      .resource(stop: services.services.chat.stop),
      .background(ConditionWatch(environment.conditions, assembly.databases).run),
      .background { await renewal?.run() },
      .background(follow),
      .resource(stop: uploads.stop),
    ]
  }

  /// Takes over settings from now on.
  func apply(_ settings: ReloadableSettings) { live.withLock { $0 = settings } }

  /// Has clients go elsewhere before the server stops: it is not ready any more, and every response closes its
  /// connection.
  func drain() async {
    environment.beginStopping()
    server.drain()
    try? await Task.sleep(for: options.drainDelay)
  }

  /// The address in one line.
  var address: String {
    baseAddress(options.reached.isEncrypted ? "https" : "http", options.reached.address, server.port)
  }

  /// Looks through the databases while they are served: all of them after a crash, else those of up to this many bytes.
  private func checkForDamage() async {
    do {
      guard let damage = try await assembly.damage(upToBytes: followsCrash ? .max : Self.checkedBytes) else { return }
      throw DomainError(
        .unavailable, "database-damaged", "The database is damaged: the operator has to repair it.",
        condition: ServiceCondition(.storedData, "\(damage): restore it from a backup."))
    } catch {
      if !Task.isCancelled { complain(error) }
    }
  }

  /// What a disk reads in some seconds.
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

  private func sell() async { await services.shop.run(onFault: complain) }

  /// Reports errors of background services to the operator.
  private var complain: @Sendable (any Error) -> Void {
    { [logger, conditions = environment.conditions] error in
      // What is out of order is logged once, then each minute.
      if let domainError = error as? DomainError, conditions.report(domainError).condition != nil { return }
      logger.log(.error, "background.failed", error)
    }
  }

  /// What is printed once the server is there.
  var greeting: String {
    let notes = [
      metrics.map { "Metrics are at \($0.url)" },
      catalogue.current.count == 0
        ? "The catalogue is empty. Import booths with 'fourcuts import FILE'; the server may keep running." : nil,
      pages.note, missingPlaces,
      options.settings.shop.isOpen
        ? nil : "The shop is closed: no payment gateway is set. Try it with 'fourcuts-sandbox-pg'.",
    ].compactMap { $0 }
    return greetingText(address, count: catalogue.current.count, notes, options.interfaces.flatMap(\.greeting))
  }
}

extension BackupSchedule {
  fileprivate init(
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
  /// Nil where nothing is backed up, or the logs are not shipped.
  fileprivate init?(
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
  fileprivate var storedPhotos: PhotoLocation { settings.photos ?? .standard(in: directory) }
}

private func uploadImports(
  _ assembly: Assembly, _ context: CommandContext, _ audit: AuditLog, _ logger: Logger
) throws -> UploadImports {
  let temporary = try assembly.temporary ?? TemporaryDirectory.outsideDataDirectories()
  return UploadImports(Importer(store: assembly.store, now: context.now), directory: temporary.url, audit: audit) {
    logger.log(.warning, "import.stopped", $0)
  }
}

/// The routes of the pages of booths.
private func boothPages(
  _ app: WebApp?, _ services: NativeServices, _ environment: APIEnvironment, now: @escaping @Sendable () -> Timestamp
) -> [Route] {
  guard let app else { return [] }
  let posts = services.posts
  return BoothPages(
    app, catalogue: services.catalogue, gazetteer: services.gazetteer,
    gallery: { try await posts.gallery(of: $0, for: nil, limit: 12) },
    draw: PreviewRenderer().draw, base: { environment.publicAddress(for: $0) }, clock: now
  ).routes
}

private func makeEnvironment(
  _ services: ServiceAssembly, _ options: ServeOptions, _ policy: LocationPolicy, _ context: CommandContext,
  _ logger: Logger, isShared: Bool, consistency: (any ReadConsistency)?, spans: SpanRecorder?
) -> APIEnvironment {
  let conditions = ServiceConditions(clock: context.now) { logger.log(.warning, "condition", $0) }
  return APIEnvironment(
    services, publicAddress: options.reached.publicAddress, isEncrypted: options.reached.isEncrypted,
    proxies: options.reached.proxies, accountLimit: options.rateLimit, isShared: isShared,
    locationPolicy: policy, clock: context.now, steadyClock: { .sinceBoot }, conditions: conditions,
    consistency: consistency, spans: spans
  ) { reference, fault in
    logger.log(
      .error, "request.fault", "fault \(reference): \(fault)", [LogField("reference", reference, isInMessage: true)])
  }
}

/// One entry for each response; neither the query nor the client's address.
private func accessLog(_ logger: Logger, isOn: @escaping @Sendable () -> Bool) -> Middleware {
  Middleware(
    "access log",
    finish: { record, request in
      guard isOn() else { return }
      let (seconds, attoseconds) = record.duration.components
      let microseconds = Int(seconds) * 1_000_000 + Int(attoseconds / 1_000_000_000_000)
      let (method, route) = (record.method?.rawValue ?? "-", record.route ?? "-")
      logger.log(
        .info, "http.request", "\(method) \(route) \(record.status)",
        [
          LogField("method", method, isInMessage: true), LogField("route", route, isInMessage: true),
          LogField("status", record.status, isInMessage: true),
          LogField("bytes", record.bytes), LogField("duration_us", microseconds),
        ], of: request?.scope())
    })
}

extension Logger {
  /// Logs an error with what the operator may know of it.
  fileprivate func log(_ level: LogLevel, _ event: StaticString, _ error: any Error) {
    log(level, event, operatorMessage(of: error))
  }
}

extension Middleware {
  /// Has browsers use HTTPS only from now on, for a year (RFC 6797).
  fileprivate static let strictTransportSecurity = Middleware(
    "strict transport security",
    receive: { incoming in
      incoming.responseHeaders.add("Strict-Transport-Security", "max-age=31536000")
      return nil
    })
}

/// The address of a server in one line.
func baseAddress(_ scheme: String, _ address: String, _ port: Int) -> String {
  let host = address.contains(":") ? "[\(address)]" : address == "0.0.0.0" ? "127.0.0.1" : address
  return "\(scheme)://\(host):\(port)"
}

private func greetingText(_ base: String, count: Int, _ notes: [String], _ lines: [String]) -> String {
  let hint = notes.map { "\n\($0)\n" }.joined()
  let added = lines.map { "\n\($0)" }.joined()
  return """
    fourcuts \(version) serves \(count) booths at \(base)
    \(hint)
    Try
      \(base)/
      \(base)/docs
      curl '\(base)/api/booths/near?lat=37.4979&lon=127.0276&limit=3'
      curl '\(base)/api/booths/near?location_state=denied'
      curl '\(base)/api/search' -G --data-urlencode 'q=강남역'
      curl '\(base)/api/accounts' --json '{"email":"mina@example.com","password":"four cuts at noon","nickname":"미나"}'
    \(added)

    Ctrl-C ends it.

    """
}
