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
          "The address at which browsers reach this, with which links start; else http and what each request names"),
        .setting(
          "operator-token", "TOKEN", nil,
          "What POST /api/imports asks for, at least \(NativeSettings.minOperatorToken) characters; without one it is not offered"
        ),
        .setting("map-key", "KEY", nil, "The only key that the Kakao Local shape takes; without one, any"),
        defaultCoordinateOption,
      ] + WebSettings.options + ServiceSettings.options + ShopSettings.options + [
        noCopyOption,
        .flag("access-log", "Log method, route, status, bytes and time of each answer to standard error"),
        .flag("quiet", "Print nothing but errors"),
      ],
      discussion: """
        Imports, edits and new signing keys by other commands on the same data folder are seen within about a second.
        People log in with a browser by each provider of which everything needed is set: Kakao by --kakao-client-id, Naver
        by --naver-client-secret, Google by --google-client-id and its secret, Apple by --apple-client-id and its key.
        Register ADDRESS/login/NAME/callback there, with --public-url as the address and kakao, naver, google or apple.
        Without a gateway the shop is closed; 'fourcuts-sandbox-pg' is one to try it with. Other people of this machine
        can see its command line: give secrets by their variables or files.
        Behind a proxy say --public-url, and let it pass X-Forwarded-For on: logins are limited by the client's address.
        A database of an older program is brought up to date, after a copy was made beside it.
        SIGTERM or Ctrl-C ends it: what is in flight is finished first; an import is ended and changes nothing, unless
        all of its rows were read. SIGHUP, SIGUSR1 and SIGUSR2 change nothing: keys are seen by themselves, and other
        settings need a new start.
        /healthz says what is out of order (a full disk, a database that cannot be written): it is logged once, then each
        minute with how often it was met.
        """)
  ) { command, context in try await runServer(command, context) }
}

/// Serves until the process is asked to end.
private func runServer(_ command: ParsedCommand, _ context: CommandContext) async throws {
  try command.expectOperands(0...0)
  let port = try command.integer("port", 0...65_535) ?? 8080
  let settings = try ServiceSettings(command)
  let address = command["address"] ?? "127.0.0.1"
  let reached = ServedAddress(address: address, publicAddress: try publicAddress(command))
  let configured = try context.interfaces.map { try $0.configure(command, reached) }
  var page = try WebSettings.page(command, settings.shop)
  // Before anything is opened or loaded: a port that is taken is told at once.
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
  // Before the greeting: whoever reads that the server is there may already ask it to end.
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
        ? "The catalogue is empty; 'fourcuts import FILE' fills it, also while this runs." : nil,
      web.note,
      settings.shop.isOpen
        ? nil : "The shop is closed: no gateway is set. 'fourcuts-sandbox-pg' is one to try it with.",
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
  // After the server: what its last requests have left behind is still taken up.
  await end(selling, of: services.shop, within: .seconds(10))
  checking.cancel()
  await assembly.close()
}

let noCopyOption = OptionSpecification.flag(
  "no-copy", "Keep no copy of a database whose schema is brought up to date (fourcuts.schema-N.sqlite)")

/// Looks through the databases after a crash, while they are served.
private func checkForDamage(_ assembly: Assembly, _ complain: @Sendable (any Error) -> Void) async {
  do {
    guard let damage = try await assembly.damage() else { return }
    throw DomainError(
      .unavailable, "database-damaged", "The database is damaged: its operator has to mend it.",
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

/// Lets a shop finish what it does, but not for ever: what is broken off is tried again at the next start.
private func end(_ selling: Task<Void, Never>, of shop: ShopAssembly, within time: Duration) async {
  shop.wakeSignal.silence()
  let overdue = Task {
    try await Task.sleep(for: time)
    selling.cancel()
  }
  await selling.value
  overdue.cancel()
}

/// A terminal that closes, and log rotation that is meant for other programs, end no server.
private func ignoreIdleSignals() {
  for number in [SIGHUP, SIGUSR1, SIGUSR2] { signal(number, SIG_IGN) }
}

/// Tells the operator of what goes wrong while nobody asks.
private func complaint(_ console: Console, _ conditions: ServiceConditions) -> @Sendable (any Error) -> Void {
  { error in
    guard let domainError = error as? DomainError else { return console.error("fourcuts: \(error)") }
    // What is out of order is logged once, then each minute.
    if conditions.report(domainError).condition == nil { console.error("fourcuts: \(domainError.message)") }
  }
}

/// Sees what other processes change, and tidies up, until the task is cancelled.
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

/// - Throws: `DomainError` of the command line where it could be guessed.
private func operatorToken(_ command: ParsedCommand) throws(DomainError) -> String? {
  guard let token = command["operator-token"], !token.isEmpty else { return nil }
  guard token.count >= NativeSettings.minOperatorToken else {
    throw .usage(
      "operator-token-short",
      "The operator token has at least \(NativeSettings.minOperatorToken) characters; 'openssl rand -hex 24' makes one."
    )
  }
  return token
}

/// - Throws: `DomainError` of the command line: pages of an address that is none would be foreign everywhere.
func publicAddress(_ command: ParsedCommand) throws(DomainError) -> String? {
  guard let text = command["public-url"], !text.isEmpty else { return nil }
  guard text.wholeMatch(of: /https?:\/\/[A-Za-z0-9.:\[\]-]+(\/[!-~]*)?/) != nil else {
    throw .usage("public-url-invalid", "--public-url must be an address such as https://booths.example.")
  }
  return text.hasSuffix("/") ? String(text.dropLast()) : text
}

/// One line an answer; neither the query nor the client's address.
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

/// The signals by which the process is asked to end, from the moment this is made: one that comes before anybody waits
/// is kept. Made once in a process.
package struct Termination {
  private let descriptor: Int32

  package init() {
    descriptor = csystem_termination_pipe()
    precondition(descriptor >= 0, "a pipe for signals: \(String(cString: strerror(errno)))")
  }

  /// Returns once one of them has come.
  package func wait() async {
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .global())
    await withCheckedContinuation { continuation in
      // What has come is never read, so that nothing is lost; the first event ends the source.
      source.setEventHandler { source.cancel() }
      source.setCancelHandler { continuation.resume() }
      source.resume()
    }
  }
}
