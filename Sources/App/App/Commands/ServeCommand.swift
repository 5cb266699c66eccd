import APIKit
import Accounts
import Basics
import Booths
import CSystem
import Crypto
import Dispatch
import Foundation
import HTTP
import Location
import NativeAPI
import Web

extension Command {
  static let serve = Command(
    specification: CommandSpecification(
      path: ["serve"], summary: "Serve booths, accounts, posts, photos and the shop over HTTP",
      options: [
        .setting("address", "ADDRESS", "127.0.0.1", "Where to listen"),
        .setting("port", "N", "8080", "Where to listen; 0 takes any free port"),
        .setting(
          "public-url", "URL", nil,
          "The address at which browsers reach the server, used in links; by default http and the Host of each request"),
        .setting(
          "operator-token", "TOKEN", nil,
          "The token for POST /api/imports, at least \(NativeSettings.minOperatorToken) characters; unset, it is not offered"
        ),
        .setting("map-key", "KEY", nil, "The key that the Kakao Local API accepts; unset, any key is accepted"),
        defaultCoordinateOption,
      ] + WebSettings.options + ServiceSettings.options + ShopSettings.options + [
        noCopyOption,
        .flag("access-log", "Log method, route, status, bytes and time of each answer to standard error"),
        .flag("quiet", "Print nothing but errors"),
      ],
      discussion: """
        Imports, edits and new signing keys by other commands on the same data folder take effect within about a second.
        Browser login needs these settings for each provider: Kakao --kakao-client-id, Naver --naver-client-secret,
        Google --google-client-id and its secret, Apple --apple-client-id and its key. At the provider, register the
        redirect URI ADDRESS/login/NAME/callback, where ADDRESS is --public-url and NAME kakao, naver, google or apple.
        Without a payment gateway the shop is closed; try it with 'fourcuts-sandbox-pg'. Other users of this machine can
        see the command line: pass secrets by environment variables or files.
        Behind a proxy, set --public-url and let the proxy send X-Forwarded-For: logins are rate limited by client address.
        The schema of an older database is migrated at the start, after a copy was made beside it.
        SIGTERM or Ctrl-C stops the server after requests in flight are finished. A running import is rolled back unless
        all of its rows were read. SIGHUP, SIGUSR1 and SIGUSR2 are ignored: new keys are found automatically, and other
        settings need a restart.
        /healthz reports failures such as a full disk or a database that cannot be written. Each is logged once, then
        each minute with the number of occurrences.
        """)
  ) { command, context in try await runServer(command, context) }
}

/// Serves until the process is told to terminate by a signal.
private func runServer(_ command: ParsedCommand, _ context: CommandContext) async throws {
  try command.expectOperands(0...0)
  let port = try command.integer("port", 0...65_535) ?? 8080
  let settings = try ServiceSettings(command)
  let address = command["address"] ?? "127.0.0.1"
  let reached = ServedAddress(address: address, publicAddress: try publicAddress(command))
  let configured = try context.interfaces.map { try $0.configure(command, reached) }
  var page = try WebSettings.page(command, settings.shop)
  // Bound before anything is opened or loaded, so that a port in use is reported at once.
  let socket = try BoundSocket(address: address, port: port)
  ignoreIdleSignals()
  let directory = URL(fileURLWithPath: command["data-dir"] ?? "fourcuts-data")
  let followsCrash = TemporaryDirectory.removeAbandoned(in: directory) > 0
  let assembly = try await Assembly.open(directory: directory, for: .migrate(keepsCopy: !command.has("no-copy")))
  let live = CatalogueHolder(try await assembly.catalogue())
  let services = try await ServiceAssembly(
    assembly, settings, maskedSecrets: configured.flatMap(\.maskedSecrets), catalogue: live, now: context.now)
  page.providers = services.services.identities.oauthProviders.map(\.rawValue)
  let web = PagesAssembly(page)
  let uploads = try uploadImports(assembly, context)
  let console = context.console
  let environment = makeEnvironment(services, reached, context)
  let interfaces = configured.map { $0.assemble(services.services, in: environment) }
  let surfaces = [APISurface].own(
    services.services, try nativeSettings(command, uploads), mapKey: mapKey(command),
    adding: interfaces.map(\.surface), app: web.app.map { app in { @Sendable request in app.page(request) } })
  let routes = surfaces.allRoutes(in: environment) + (web.app?.routes ?? [])
  var configuration = ServerConfiguration(address: address, port: port, routes: routes)
  configuration.errorBody = { surfaces.answer(to: $0, $1) }
  configuration.onShortage = { console.error("fourcuts: \($0.message)") }
  if command.has("access-log") { configuration.log = accessLog(console) }
  let server = try Server(configuration, on: socket)
  // Installed before the greeting: a program that reads the greeting may send a signal at once.
  let termination = Termination()
  try server.start()
  let complaint = complaint(console, environment.conditions)
  let checking = Task { if followsCrash { await checkForDamage(assembly, complaint) } }
  let following = Task { await follow(live, assembly.store, services, complaint) }
  let watching = Task { await ConditionWatch(environment.conditions, assembly.database).run() }
  let selling = Task { await services.shop.run(onFault: complaint) }
  let talking = interfaces.map { interface in Task { await interface.run() } }
  if !command.has("quiet") {
    let notes = [
      live.current.count == 0
        ? "The catalogue is empty. Import booths with 'fourcuts import FILE'; the server may keep running." : nil,
      web.note,
      settings.shop.isOpen
        ? nil : "The shop is closed: no payment gateway is set. Try it with 'fourcuts-sandbox-pg'.",
    ].compactMap { $0 }
    try console.out(
      greeting(address: address, port: server.port, count: live.current.count, notes, configured.flatMap(\.greeting)))
  }
  await termination.wait()
  uploads.stop()
  following.cancel()
  watching.cancel()
  await services.services.chat.stop()
  for task in talking { task.cancel() }
  for interface in interfaces { interface.stop() }
  await server.stop(within: .seconds(10))
  await uploads.finish(within: .seconds(60))
  // After the server, so that tasks added by its last requests are still processed.
  await end(selling, of: services.shop, within: .seconds(10))
  checking.cancel()
  await assembly.close()
}

let noCopyOption = OptionSpecification.flag(
  "no-copy", "Make no copy (fourcuts.schema-N.sqlite) before the schema is migrated")

/// Checks the integrity of the databases after a crash, while they are served.
private func checkForDamage(_ assembly: Assembly, _ complain: @Sendable (any Error) -> Void) async {
  do {
    guard let damage = try await assembly.damage() else { return }
    throw DomainError(
      .unavailable, "database-damaged", "The database is damaged: the operator has to repair it.",
      condition: ServiceCondition(.storedData, "\(damage): restore it from a backup."))
  } catch {
    complain(error)
  }
}

private func uploadImports(_ assembly: Assembly, _ context: CommandContext) throws -> UploadImports {
  let temporary = try assembly.temporary ?? TemporaryDirectory.outsideDataDirectories()
  let console = context.console
  return UploadImports(Importer(store: assembly.store, now: context.now), directory: temporary.url) {
    console.error("fourcuts: \($0)")
  }
}

/// Lets the shop finish its running task within a timeout. A cancelled task is tried again at the next start.
private func end(_ selling: Task<Void, Never>, of shop: ShopAssembly, within time: Duration) async {
  shop.wakeSignal.close()
  let overdue = Task {
    try await Task.sleep(for: time)
    selling.cancel()
  }
  await selling.value
  overdue.cancel()
}

/// Ignores signals that would end the server by accident: a closed terminal, log rotation meant for other programs.
private func ignoreIdleSignals() {
  for number in [SIGHUP, SIGUSR1, SIGUSR2] { signal(number, SIG_IGN) }
}

/// Logs errors of background work.
private func complaint(_ console: Console, _ conditions: ServiceConditions) -> @Sendable (any Error) -> Void {
  { error in
    guard let domainError = error as? DomainError else { return console.error("fourcuts: \(error)") }
    // A condition is logged once, then each minute, by `ServiceConditions`.
    if conditions.report(domainError).condition == nil { console.error("fourcuts: \(domainError.message)") }
  }
}

/// Follows changes by other processes and runs the background work of the services, until the task is cancelled.
private func follow(
  _ live: CatalogueHolder, _ store: any CatalogueStore, _ services: ServiceAssembly,
  _ complain: @escaping @Sendable (any Error) -> Void
) async {
  async let following: Void = CatalogueFollower(live: live, store: store, onFailure: complain).run()
  await services.run(onFailure: complain)
  await following
}

private func makeEnvironment(
  _ services: ServiceAssembly, _ reached: ServedAddress, _ context: CommandContext
) -> APIEnvironment {
  let console = context.console
  let conditions = ServiceConditions(clock: context.now) { console.error("fourcuts: \($0)") }
  return APIEnvironment(
    services, publicAddress: reached.publicAddress, clock: context.now, conditions: conditions
  ) { reference, fault in console.error("fourcuts: fault \(reference): \(fault)") }
}

private func nativeSettings(_ command: ParsedCommand, _ imports: any ImportService) throws -> NativeSettings {
  var settings = NativeSettings()
  settings.locationPolicy.defaultCoordinate = try defaultCoordinate(command)
  settings.operatorToken = try operatorToken(command)
  settings.imports = imports
  return settings
}

private func mapKey(_ command: ParsedCommand) -> String? { command["map-key"].flatMap { $0.isEmpty ? nil : $0 } }

/// - Throws: `DomainError` of the command line when the token is short enough to be guessed.
private func operatorToken(_ command: ParsedCommand) throws(DomainError) -> String? {
  guard let token = command["operator-token"], !token.isEmpty else { return nil }
  guard token.count >= NativeSettings.minOperatorToken else {
    throw .usage(
      "operator-token-short",
      "The operator token needs at least \(NativeSettings.minOperatorToken) characters; 'openssl rand -hex 24' makes one."
    )
  }
  return token
}

/// - Throws: `DomainError` of the command line when it is not a URL: no request of a page would be same-origin then.
func publicAddress(_ command: ParsedCommand) throws(DomainError) -> String? {
  guard let text = command["public-url"], !text.isEmpty else { return nil }
  guard text.wholeMatch(of: /https?:\/\/[A-Za-z0-9.:\[\]-]+(\/[!-~]*)?/) != nil else {
    throw .usage("public-url-invalid", "--public-url must be an address such as https://booths.example.")
  }
  return text.hasSuffix("/") ? String(text.dropLast()) : text
}

/// Logs one line for each response, without the query and the client's address.
private func accessLog(_ console: Console) -> @Sendable (AccessRecord) -> Void {
  { record in
    let (seconds, attoseconds) = record.duration.components
    let microseconds = seconds * 1_000_000 + attoseconds / 1_000_000_000_000
    console.error(
      "\(Timestamp.wallClock.rfc3339) \(record.method?.rawValue ?? "-") \(record.route ?? "-") \(record.status) "
        + "\(record.bytes) bytes \(microseconds) us")
  }
}

private func greeting(
  address: String, port: Int, count: Int, _ notes: [String], _ lines: [String]
) -> String {
  let host = address.contains(":") ? "[\(address)]" : address == "0.0.0.0" ? "127.0.0.1" : address
  let base = "http://\(host):\(port)"
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
      curl '\(base)/api/booths/search' -G --data-urlencode 'q=ㄱㄴ'
      curl '\(base)/api/accounts' --json '{"email":"mina@example.com","password":"four cuts at noon","nickname":"미나"}'
    \(added)

    Ctrl-C ends it.

    """
}

/// Catches the termination signals from its creation on: a signal that arrives before `wait` is not lost. To be created
/// once in a process.
package struct Termination {
  private let descriptor: Int32

  package init() {
    descriptor = csystem_termination_pipe()
    precondition(descriptor >= 0, "a pipe for signals: \(String(cString: strerror(errno)))")
  }

  /// Returns once a termination signal has arrived.
  package func wait() async {
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .global())
    await withCheckedContinuation { continuation in
      // The pipe is never read, so that later calls return at once too. The first event cancels the source.
      source.setEventHandler { source.cancel() }
      source.setCancelHandler { continuation.resume() }
      source.resume()
    }
  }
}
