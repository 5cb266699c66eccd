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
import Posts
import Stores
import Telemetry
import Web

struct ServerAssembly: Sendable {
  let options: ServeOptions
  let logger: Logger
  let audit: AuditLog
  /// Whether the last run of the program was broken off.
  let followsCrash: Bool
  /// Nil if the databases are not files.
  let lock: DirectoryLock?
  let assembly: Assembly
  let shared: SharedDatabase?
  let now: @Sendable () -> Timestamp
  let catalogue: CatalogueHolder
  let services: ServiceAssembly
  let pages: PagesAssembly
  /// Why the search knows no places; nil: it knows them.
  let missingPlaces: String?
  let uploads: UploadImports
  let scheduledImports: ScheduledImports
  let environment: APIEnvironment
  let interfaces: [any RunningInterface]
  let server: Server
  /// Nil: metrics are not served.
  let metrics: MetricsServer?
  let backups: BackupSchedule?
  /// Nil: traces are not recorded.
  let traces: TraceExport?
  /// Nil: the logs of the databases are not shipped.
  let shipping: LogShipping?
  /// Nil without TLS.
  let renewal: CertificateRenewal?
  let live: Locked<ReloadableSettings>

  /// Opens the data folder and connects all parts; nothing runs yet. Long, because each part takes those before it:
  /// the data, the services, the pages and interfaces, the server, and what watches it.
  /// - Parameter metricsSocket: where metrics are served, if they are.
  init(
    _ options: ServeOptions, _ context: CommandContext, on socket: BoundSocket, metricsSocket: BoundSocket?
  ) async throws {
    let command = options.command
    let logger = Logger(options.logFormat, clock: { .wallClock }, write: context.console.error)
    let certificate = try options.tls.map { files throws(DomainError) in
      try LoadedCertificate(files, now: context.now())
    }
    if let problem = certificate?.problem { logger.log(.warning, "certificate", problem) }
    for (event, message) in options.warnings(at: context.now()) { logger.log(.warning, event, message) }

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
      try await assembly.catalogue { logger.log(.warning, "catalogue.file", $0) }, chains: assembly.chains)
    catalogue.confirm(at: .now)
    let places = Result { try Gazetteer.ofThisProgram() }
    missingPlaces = if case .failure(let error) = places { operatorMessage(of: error) } else { nil }

    var serviceSettings = options.settings
    serviceSettings.mail.base =
      options.reached.publicAddress
      ?? baseAddress(options.reached.isEncrypted ? "https" : "http", options.reached.address, socket.port)
    serviceSettings.onLostDecoder = { logger.log(.warning, "photo.decoder-lost", $0) }
    services = try await ServiceAssembly(
      assembly, serviceSettings, maskedSecrets: options.interfaces.flatMap(\.maskedSecrets),
      gazetteer: (try? places.get()) ?? .empty, catalogue: catalogue,
      bus: shared?.notifications ?? LocalEventBus(), audit: audit, now: context.now)
    try await services.idempotency.releaseKeys(of: crashedRuns)
    page.legalTexts = options.settings.legalTexts
    page.sendsMail = options.settings.mail.relay != nil
    page.providers = services.services.identities.oauthProviders.map(\.rawValue)
    uploads = try uploadImports(assembly, context, audit, logger)
    scheduledImports = try ScheduledImports(
      assembly, directory: (assembly.temporary ?? TemporaryDirectory.outsideDataDirectories()).url, audit: audit,
      actor: .server, now: context.now)
    var settings = try options.nativeSettings(uploads)
    settings.onOperatorAction = { action in
      await audit.record(
        action.name, by: AuditEntry.Actor(actingWithRole: action.account), on: action.subject, failure: action.failure,
        detail: action.detail)
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
    let faultAnswer = surfaces.faultAnswer()
    configuration.errorBody = { [pages] in pages.notFound($0, $1) ?? faultAnswer($0, $1) }
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
      photoCodec: services.photoCodec, logger: logger, audit: audit, spans: traces?.recorder, shipping: shipping)
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
}

private func uploadImports(
  _ assembly: Assembly, _ context: CommandContext, _ audit: AuditLog, _ logger: Logger
) throws -> UploadImports {
  let temporary = try assembly.temporary ?? TemporaryDirectory.outsideDataDirectories()
  return UploadImports(Importer(store: assembly.store, now: context.now), directory: temporary.url, audit: audit) {
    logger.log(.warning, "import.stopped", $0)
  }
}

private func boothPages(
  _ app: WebApp?, _ services: NativeServices, _ environment: APIEnvironment, now: @escaping @Sendable () -> Timestamp
) -> [Route] {
  guard let app else { return [] }
  let posts = services.posts
  return BoothPages(
    app, catalogue: services.catalogue, gazetteer: services.gazetteer,
    gallery: { try await posts.gallery(of: $0, for: nil, limit: 12) },
    sources: services.store.sources, draw: PreviewRenderer().draw, base: { environment.publicAddress(for: $0) },
    clock: now
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
