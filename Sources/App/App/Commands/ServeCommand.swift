import Audit
import Basics
import Booths
import CommandLineKit
import Concurrency
import Foundation
import HTTP
import Location
import NativeAPI
import Telemetry
import Web

extension Command {
  /// - Parameter interfaces: what is served beside the program's own interfaces.
  static func serve(with interfaces: [any InterfaceExtension]) -> Command {
    var specification = CommandSpecification(
      path: ["serve"], summary: "Serve booths, accounts, posts, photos and the shop over HTTP",
      options: [
        .setting("address", "ADDRESS", "127.0.0.1", "Where to listen"),
        .setting("port", "N", "8080", "Where to listen; 0 takes any free port"),
        .setting(
          "public-url", "URL", nil,
          "The address at which browsers reach the server, used in links; by default http and the Host of each request"),
        .setting(
          "trusted-proxies", "ADDRESS,…", nil,
          "Proxies on other machines whose X-Forwarded-For or Forwarded names the client; one on this machine needs no entry"
        ),
        RateLimitSetting.option,
        defaultCoordinateOption, ChainTable.option,
      ] + TLSFiles.options.under("HTTPS")
        + (OptionSpecification.secret(
          "operator-token",
          "The token for imports and corrections over HTTP, at least \(NativeSettings.minOperatorToken) characters; unset, neither is offered"
        ).map(\.reloadable)
        + OptionSpecification.secret("map-key", "The key that the Kakao Local API accepts; unset, any key is accepted")
        .map(\.reloadable)).under("Keys that clients send") + WebSettings.options.under("Pages")
        + ServiceSettings.options + ShopSettings.options.under("Shop") + BackupSettings.options.under("Backups")
        + [readDatabaseOption, keyFileOption, noCopyOption].under("Databases")
        + [
          .setting(
            "drain-delay", "SECONDS", "1",
            "How long requests are still accepted after SIGTERM, while /readyz answers 503 (0 to 600)"),
          .setting("drain-seconds", "SECONDS", "10", "How long requests in flight may run after that (1 to 3,600)"),
        ].under("Stopping")
        + ([
          .settingFlag("access-log", "Log method, route, status, bytes and time of each answer to standard error")
            .reloadable,
          logFormatOption, MetricsAddress.option,
          .settingFlag("quiet", "Print nothing but errors"),
        ] + TraceSettings.options).under("Logs, metrics and traces"),
      discussion: """
        Imports, edits and new signing keys by other commands on the same data take effect within about a second.

        Browser login needs these settings for each provider: Kakao --kakao-client-id, Naver --naver-client-secret,
        Google --google-client-id and its secret, Apple --apple-client-id and its key. At the provider, register the
        redirect URI ADDRESS/login/NAME/callback, where ADDRESS is --public-url and NAME kakao, naver, google or apple.

        Without a payment gateway the shop is closed; try it with 'fourcuts-sandbox-pg'.

        Other users of this machine can see the command line: pass secrets by environment variables or files.

        With --tls-certificate and --tls-key it serves HTTPS (TLS 1.2 and 1.3, HTTP/1.1). Renewed files are used within
        seconds, or on SIGHUP; open connections keep the old ones. Without certificate files, a proxy must encrypt for
        other machines.

        Behind a proxy, set --public-url and let the proxy send X-Forwarded-For: requests are rate limited by client
        address. A proxy on another machine must be named by --trusted-proxies; otherwise all its clients count as one.

        With --read-database, posts, profiles and grape cards are read from a replica that has each client's own
        writes, otherwise from the primary.

        At the start, an older database is copied, and its schema migrated.

        SIGTERM or Ctrl-C stops the server after requests in flight are finished: see --drain-delay and --drain-seconds.
        A running import is rolled back unless all of its rows were read. SIGHUP reads the settings file and the files of
        secrets again: what is marked with SIGHUP above changes at once, and standard error says what needs a restart.
        SIGUSR1 and SIGUSR2 are ignored. 'fourcuts settings' shows the settings that are in effect.

        A listening socket of systemd (socket activation) takes the place of --address and --port. A secret may be a
        credential of systemd: LoadCredential=map-key:FILE stands for --map-key-file, and 'key' for --key-file.

        /healthz reports failures such as a full disk or a database that cannot be written. Each is logged once, then
        each minute with the number of occurrences.
        """)
    specification.options += interfaces.flatMap(\.options)
    specification.discussion += interfaces.map { "\n\n" + $0.discussion }.joined()
    return Command(specification: specification) { command, context in
      warnOfUnknownVariables(context)
      try await runServer(command, interfaces, context)
    }
  }
}

/// Serves until the process is told to terminate by a signal.
private func runServer(
  _ command: ParsedCommand, _ interfaces: [any InterfaceExtension], _ context: CommandContext
) async throws {
  let passed = try passedSocket(context.environment)
  let read: @Sendable (ParsedCommand) throws -> ServeOptions = { command in
    try ServeOptions(command, interfaces, context.environment, address: passed?.address)
  }
  let options = try read(command)
  var reload = try SettingsReload(command, context, read: read)
  // Bound before anything is opened or loaded, so that a port in use is reported at once.
  let socket = try passed ?? BoundSocket(address: options.address, port: options.port)
  let metricsSocket = try options.metricsAddress.map { address throws(DomainError) in
    try BoundSocket(address: address.address, port: address.port)
  }
  ignoreIdleSignals()
  let assembly = try await ServerAssembly(options, context, on: socket, metricsSocket: metricsSocket)
  // Handled before the greeting: a program that reads the greeting may send a signal at once.
  let signals = ProcessSignals(ProcessSignals.ending + [SIGHUP])
  let notifier = ServiceNotifier(context.environment)
  try await ServiceGroup(assembly.running(notifier)).run {
    if !command.has("quiet") { try context.console.out(assembly.greeting) }
    notifier.ready("Serving at \(assembly.address)")
    while await signals.next() == SIGHUP {
      notifier.reloading()
      let outcome = reload.run(assembly.apply)
      assembly.logger.log(outcome.isApplied ? .info : .warning, "settings.reload", outcome.message)
      await assembly.audit.record(
        "settings reload", by: .server, failure: outcome.isApplied ? nil : "settings-invalid", detail: outcome.changed)
      if let outcome = await assembly.renewal?.reload() { assembly.logger.log(.info, "certificate.reload", outcome) }
      notifier.ready("Serving at \(assembly.address)")
    }
    notifier.stopping("Finishing requests in flight")
    await assembly.drain()
  }
}

struct ServeOptions: Sendable {
  let command: ParsedCommand
  let address: String
  let port: Int
  /// Whether a socket that was passed takes the place of address and port.
  let isSocketPassed: Bool
  let settings: ServiceSettings
  /// Nil: connections are not encrypted.
  let tls: TLSFiles?
  let reached: ServedAddress
  /// Nil: clients are not limited.
  let rateLimit: RateLimit?
  let interfaces: [any ConfiguredInterface]
  let page: PageSettings
  let reloadable: ReloadableSettings
  let logFormat: LogFormat
  /// Nil: metrics are not served.
  let metricsAddress: MetricsAddress?
  /// Nil: traces are not recorded.
  let traces: TraceSettings?
  /// Nil: the server makes no backups.
  let backups: BackupSettings?
  let drainDelay: Duration
  let drainDeadline: Duration
  let readDatabase: String?

  /// - Parameter passedAddress: That of a socket that takes the place of `--address`.
  /// - Throws: `DomainError` of the command line.
  init(
    _ command: ParsedCommand, _ interfaces: [any InterfaceExtension], _ environment: [String: String],
    address passedAddress: String? = nil
  ) throws {
    try command.expectOperands(0...0)
    port = try command.integer("port", 0...65_535) ?? 8080
    let settings = try ServiceSettings(command, environment)
    address = passedAddress ?? command["address"] ?? "127.0.0.1"
    isSocketPassed = passedAddress != nil
    tls = try TLSFiles(command)
    let (publicAddress, proxies) = (try publicAddress(command), try trustedProxies(command))
    guard publicAddress != nil || proxies.isEmpty else {
      throw DomainError.usage(
        "trusted-proxies-alone",
        "--trusted-proxies has no effect without --public-url, the address at which browsers reach the proxy: set both."
      )
    }
    guard tls == nil || publicAddress?.hasPrefix("http:") != true else {
      throw DomainError.usage(
        "public-url-insecure",
        "--public-url begins with http, but --tls-certificate serves HTTPS: begin it with https.")
    }
    let reached = ServedAddress(
      address: address, publicAddress: publicAddress,
      proxies: publicAddress == nil ? .none : TrustedProxies(and: proxies), isEncrypted: tls != nil)
    rateLimit = try RateLimitSetting.limit(command)
    self.interfaces = try interfaces.map { try $0.configure(command, reached) }
    page = try WebSettings.page(command, settings.shop)
    readDatabase = command["read-database"].flatMap { $0.isEmpty ? nil : $0 }
    guard readDatabase == nil || command["database"] != nil else {
      throw DomainError.usage(
        "read-database-alone",
        "--read-database names a replica of the PostgreSQL database that --database names: set that too, or leave it out."
      )
    }
    reloadable = ReloadableSettings(
      operatorToken: try operatorToken(command), mapKey: try command.secret("map-key"),
      hasAccessLog: command.has("access-log"))
    logFormat = try command.choice("log-format", LogFormat.self) ?? .text
    metricsAddress = try MetricsAddress(command)
    traces = try TraceSettings(command)
    backups = try BackupSettings(command, environment)
    drainDelay = .seconds(try command.integer("drain-delay", 0...600) ?? 1)
    drainDeadline = .seconds(try command.integer("drain-seconds", 1...3600) ?? 10)
    (self.command, self.settings, self.reached) = (command, settings, reached)
  }

  /// What the operator has to know at the start, each with the event to log it as.
  func warnings(at now: Timestamp) -> [(event: StaticString, message: String)] {
    var warnings: [(event: StaticString, message: String)] = settingsWithoutEffect.map { ("settings", $0) }
    if let exposure { warnings.insert(("certificate", exposure), at: 0) }
    if let holidays = PublicHolidays.warning(at: now) { warnings.append(("holidays", holidays)) }
    return warnings
  }

  /// A message for each setting that is given and has no effect beside the others.
  var settingsWithoutEffect: [String] {
    command.settingsWithoutEffect(isSocketPassed: isSocketPassed) + interfaces.flatMap(\.settingsWithoutEffect)
  }

  /// That other machines reach the server without encryption, as far as the settings tell. Nil if they don't.
  var exposure: String? {
    guard !reached.isLoopback, tls == nil, reached.publicAddress?.hasPrefix("https:") != true else { return nil }
    return "Passwords and sessions cross the network unencrypted: set --tls-certificate, or --public-url https://… if "
      + "a proxy encrypts."
  }

  var directory: URL { URL(fileURLWithPath: command["data-dir"] ?? "fourcuts-data") }

  func nativeSettings(_ imports: any ImportService) throws -> NativeSettings {
    var settings = NativeSettings()
    settings.locationPolicy.defaultCoordinate = try defaultCoordinate(command)
    settings.imports = imports
    return settings
  }

}

/// - Throws: `DomainError` of the command line where it could be guessed.
private func operatorToken(_ command: ParsedCommand) throws(DomainError) -> String? {
  guard let token = try command.secret("operator-token") else { return nil }
  guard token.count >= NativeSettings.minOperatorToken else {
    throw .usage(
      "operator-token-short",
      "The operator token needs at least \(NativeSettings.minOperatorToken) characters; 'openssl rand -hex 24' makes one."
    )
  }
  return token
}

private let logFormatOption: OptionSpecification = {
  var option = OptionSpecification.setting(
    "log-format", "FORMAT", "text", "How the log on standard error is written: text or json, one entry a line")
  option.choices = LogFormat.allCases.map(\.rawValue)
  return option
}()

private let readDatabaseOption = OptionSpecification.setting(
  "read-database", "ADDRESS", nil,
  "A streaming replica of --database, for reads; if it is behind or unreachable, the primary is read"
)

let noCopyOption = OptionSpecification.settingFlag(
  "no-copy", "Make no copy (fourcuts.schema-N.sqlite) before the schema is migrated")

/// A terminal that closes, and log rotation that is meant for other programs, end no server. SIGHUP has a meaning once
/// the server runs.
private func ignoreIdleSignals() {
  for number in [SIGHUP, SIGUSR1, SIGUSR2] { signal(number, SIG_IGN) }
}

/// - Throws: `DomainError` of the command line when one is not a numeric address.
private func trustedProxies(_ command: ParsedCommand) throws(DomainError) -> Set<IPAddress> {
  var proxies: Set<IPAddress> = []
  for text in command.list("trusted-proxies") {
    guard let address = IPAddress(text) else {
      throw .usage("trusted-proxies-invalid", "--trusted-proxies takes addresses such as 10.0.0.11,10.0.0.12.")
    }
    proxies.insert(address)
  }
  return proxies
}

/// - Throws: `DomainError` of the command line when it is not a URL: no request of a page would be same-origin then.
func publicAddress(_ command: ParsedCommand) throws(DomainError) -> String? {
  guard let text = command["public-url"], !text.isEmpty else { return nil }
  guard text.wholeMatch(of: /https?:\/\/[A-Za-z0-9.:\[\]-]+(\/[!-~]*)?/) != nil else {
    throw .usage("public-url-invalid", "--public-url must be an address such as https://booths.example.")
  }
  return text.hasSuffix("/") ? String(text.dropLast()) : text
}
