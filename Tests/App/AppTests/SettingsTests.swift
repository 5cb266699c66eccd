import Basics
import Booths
import CommandLineKit
import Foundation
import OldClients
import Support
import Testing
import Workload

@testable import App

/// Where settings come from, and what is said about those that are wrong.
@Suite("Settings")
struct SettingsTests {
  private static let commands = Command.all(with: [OldClients()]).map(\.specification)
  private static var serve: CommandSpecification { commands.first { $0.path == ["serve"] }! }

  /// Reads `serve` with a settings file.
  private func parse(
    _ words: [String] = [], file: String, mode: Int = 0o600, environment: [String: String] = [:]
  ) throws -> ParsedCommand {
    let directory = try ScratchDirectory()
    let path = directory.url.appendingPathComponent("settings.toml").path
    try Data(file.utf8).write(to: URL(fileURLWithPath: path))
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    return try ParsedCommand(
      Self.serve, words + ["--config", path], environment: environment, settings: Self.commands.settings)
  }

  @Test("The command line takes precedence over the environment, that over the file, and that over the default")
  func precedence() throws {
    let file = "port = 1\naddress = '::1'\npublic-url = 'https://file.example'\n"
    let command = try parse(
      ["--port", "3"], file: file, environment: ["FOURCUTS_PORT": "2", "FOURCUTS_ADDRESS": "127.0.0.2"])
    #expect(
      [command["port"], command["address"], command["public-url"]] == ["3", "127.0.0.2", "https://file.example"])
    let origins = Dictionary(
      uniqueKeysWithValues: command.effectiveSettings.map { ($0.option.name, $0.origin.description) })
    #expect(origins["port"] == "command line")
    #expect(origins["address"] == "environment, FOURCUTS_ADDRESS")
    #expect(origins["public-url"]?.hasSuffix("settings.toml:3") == true)
    #expect(origins["pay-within"] == "default")
  }

  @Test("A switch is true or false, and a false one of higher precedence overrides a true one")
  func switches() throws {
    #expect(try parse(file: "partyquest = true").has("partyquest"))
    #expect(try !parse(file: "partyquest = false").has("partyquest"))
    #expect(try parse(file: "partyquest = 'yes'").has("partyquest"))
    #expect(try !parse(file: "partyquest = 0").has("partyquest"))
    #expect(try !parse(file: "partyquest = true", environment: ["FOURCUTS_PARTYQUEST": "0"]).has("partyquest"))
    #expect(try parse(file: "partyquest = true", environment: ["FOURCUTS_PARTYQUEST": ""]).has("partyquest"))
  }

  @Test("A list is allowed for repeatable settings, and a number for any text")
  func types() throws {
    let command = try parse(file: "google-audience = ['a', 'b']\nkakao-app-id = 7\nserver = 'http://127.0.0.1:1'\n")
    #expect(command.all("google-audience") == ["a", "b"])
    #expect(command["kakao-app-id"] == "7")
  }

  @Test(
    "An error in the file is reported with its line, and with the nearest name",
    arguments: [
      ("\nmapkey = 'x'", ":2: 'mapkey' is not a setting; did you mean 'map-key'?"),
      ("quite-different = 1", ":1: 'quite-different' is not a setting."),
      ("config = 'x'", "'config' is not a setting"), ("help = true", "'help' is not a setting"),
      ("port = true", ":1: 'port' takes a text or a number."),
      ("partyquest = 2", ":1: 'partyquest' takes 1 or 0, true or false, yes or no, on or off."),
      ("port = ['1']", ":1: 'port' takes a text or a number."), ("port 1", ":1:6: '=' is missing"),
    ])
  func wrongFile(file: String, words: String) {
    let error = #expect(throws: DomainError.self) { try parse(file: file) }
    #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
    #expect(error.map(exitCode) == 2)
  }

  @Test("A missing file and one that is no file are errors, and an empty one is not")
  func missingFile() throws {
    #expect(try parse(file: "")["port"] == "8080")
    for (path, code) in [("/nonexistent.toml", "settings-missing"), ("/tmp", "settings-unreadable")] {
      let error = #expect(throws: DomainError.self) {
        try ParsedCommand(Self.serve, [], environment: ["FOURCUTS_CONFIG": path])
      }
      #expect(error?.code == code)
    }
  }

  @Test(
    "A file with a secret must be private to its owner",
    arguments: ["map-key = 'x'", "database = 'postgres://a:b@c/d'"])
  func exposedFile(file: String) throws {
    let error = #expect(throws: DomainError.self) { try parse(file: file, mode: 0o640) }
    #expect(error?.code == "secret-exposed")
    #expect(error?.message.contains("chmod 600") == true)
    #expect(throws: Never.self) { try parse(file: file, mode: 0o600) }
    #expect(throws: Never.self) { try parse(file: "map-key = ''\nport = 1", mode: 0o644) }
  }

  @Test("A secret of higher precedence replaces one of lower precedence, in any form")
  func secretPlaces() throws {
    let command = try parse(
      file: "map-key-file = '/nonexistent'\noperator-token = 'of-the-file'\n", environment: ["FOURCUTS_MAP_KEY": "x"])
    #expect(try command.secret("map-key") == "x")
    let twice = try parse(file: "map-key-file = '/nonexistent'\nmap-key = 'x'\n")
    #expect(throws: DomainError.self) { try twice.secret("map-key") }
  }

  @Test("Credentials of systemd come after the environment and before the file, also if their group may read them")
  func credentials() async throws {
    let program = try Program()
    for (name, mode) in [("map-key", 0o440), ("operator-token", 0o400)] {
      let path = try program.file(name, "of-a-credential-of-systemd\n")
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }
    let file = try program.file("settings.toml", "map-key-file = '/nonexistent'\n")
    let environment = [
      "CREDENTIALS_DIRECTORY": program.directory.url.path, "FOURCUTS_CONFIG": file,
      "FOURCUTS_OPERATOR_TOKEN": "the-token-of-the-environment",
    ]
    let server = try await RunningServer(try Program(environment: environment))
    let key = ["Authorization": "KakaoAK of-a-credential-of-systemd"]
    #expect(try await server.send("GET", "/v2/local/search/keyword?query=x", key).status == 200)
    let wrong = ["Authorization": "KakaoAK another"]
    #expect(try await server.send("GET", "/v2/local/search/keyword?query=x", wrong).status == 401)
    let token = ["Authorization": "Bearer the-token-of-the-environment"]
    let tried = try await server.send("POST", "/api/imports?file=a.csv", token, body: Data("name\n".utf8))
    #expect(tried.status != 401)
    #expect(try server.end() == 0)
  }

  @Test("The effective settings are printed with their origin, and without secrets")
  func printed() throws {
    let secrets = ["s3cret-one", "s3cret-two", "s3cret-three", "s3cret-four"]
    let program = try Program(environment: [
      "FOURCUTS_PORTONE_V2_SECRET": secrets[0], "FOURCUTS_APP": "\(secrets[1])=lslp-v1",
      "FOURCUTS_DATABASE": "postgres://fourcuts:\(secrets[2])@db.example/fourcuts?sslmode=require",
    ])
    let file = try program.file("settings.toml", "tile-attribution = '© Tiles'\n")
    let arguments = ["settings", "--port", "9000", "--config", file, "--map-key", secrets[3]]
    let table = try program.start(arguments).finish()
    #expect(table.code == 0, "\(table.errors)")
    #expect(table.lines.contains { $0.contains(/^port +9000 +command line$/) })
    #expect(table.lines.contains { $0.contains(/^tile-attribution +© Tiles +\S+settings\.toml:1$/) })
    #expect(table.output.contains("postgres://fourcuts:***@db.example/fourcuts?sslmode=require"))
    let json = try program.start(arguments + ["--format", "json"]).finish()
    #expect(json.output.contains(#"{"name":"map-key","value":"***","from":"command line","reloadable":true}"#))
    for secret in secrets { #expect(!(table.output + table.errors + json.output + json.errors).contains(secret)) }
  }

  @Test("Settings that 'serve' would reject are printed, and reported")
  func rejected() throws {
    let result = try Program().run("settings", "--pay-within", "0")
    #expect(result.code == 2 && result.errors.contains("--pay-within takes a whole number"))
    #expect(result.lines.contains { $0.contains(/^pay-within +0 +command line$/) })
  }

  @Test("Mistyped options, commands and variables are answered with the nearest name")
  func nearestNames() throws {
    let option = try Program().run("serve", "--prot", "1")
    #expect(option.code == 2 && option.errors.contains("did you mean '--port'?"))
    let command = try Program().run("booths", "lsit")
    #expect(command.code == 2 && command.errors.contains("did you mean 'booths list'?"))
    let variable = try Program(environment: ["FOURCUTS_PUBLIC_URI": "x", "FOURCUTS_SERVICE_HOST": "10.0.0.1"])
      .run("settings")
    #expect(variable.code == 0)
    #expect(variable.errors.contains("FOURCUTS_PUBLIC_URI is not a setting and is ignored; did you mean"))
    #expect(variable.errors.contains("FOURCUTS_SERVICE_HOST is not a setting and is ignored.\n"))
    #expect(variable.errors.split(separator: "\n").count == 2)
  }

  @Test(
    "The nearest name needs few changes",
    arguments: [
      ("prot", "port"), ("por", "port"), ("ports", "port"), ("adress", "address"), ("addresss", "address"),
      ("x", nil), ("", nil), ("quite-different", nil),
    ] as [(String, String?)])
  func nearest(word: String, name: String?) {
    #expect(nearestName(to: word, among: ["address", "port", "map-key"]) == name)
  }

  @Test("A name means the same setting in every command")
  func oneTable() {
    let all = Self.commands.flatMap(\.settings)
    for name in Set(all.map(\.name)) {
      let kinds = Set(all.filter { $0.name == name }.map { "\($0.value ?? "") \($0.isRepeatable) \($0.isSecret)" })
      #expect(kinds.count == 1, "\(name)")
    }
  }

  /// Settings that have an effect whatever the others are, or without which the server refuses to start.
  private static let alwaysEffective: Set = [
    "address", "port", "public-url", "trusted-proxies", "rate-limit", "default-place", "data-dir", "database",
    "tls-certificate", "tls-key", "operator-token", "map-key", "tiles", "operator-contact", "access-ttl", "refresh-ttl",
    "photos", "legal-dir", "smtp-url", "mail-from", "push-hook-url", "push-hook-secret", "chains-file", "kakao-app-id",
    "kakao-audience", "kakao-client-id",
    "naver-client-id", "google-audience", "google-client-id", "apple-audience", "apple-client-id", "portone-url",
    "portone-v1-key", "portone-v1-secret",
    "portone-v2-secret", "portone-store", "portone-webhook-secret", "portone-channel", "portone-v1-code",
    "checkout-url", "backup-to", "read-database", "drain-delay", "drain-seconds", "access-log", "log-format",
    "metrics-address", "quiet", "traces-to", "app", "partyquest", "partyquest-secret",
  ]
  /// Settings whose effect depends on more than which others are given.
  private static let dependentOnValues: Set = ["no-copy", "open-sockets"]

  /// `serve` with settings, given as `name` or `name=value`.
  private func withoutEffect(_ settings: String...) throws -> [String] {
    try ParsedCommand(Self.serve, settings.map { "--\($0)" }, environment: [:]).settingsWithoutEffect()
  }

  @Test("Each setting that is given alone has an effect, or is named because it needs others")
  func settingsAlone() throws {
    for option in Self.serve.settings {
      let isFileOfSecret = Self.serve.settings.contains { $0.isSecret && "\($0.name)-file" == option.name }
      let subject = isFileOfSecret ? String(option.name.dropLast(5)) : option.name
      guard !Self.dependentOnValues.contains(subject) else { continue }
      let value = option.takesOnlyChoices ? option.choices[0] : "1"
      let messages = try withoutEffect(option.value == nil ? option.name : "\(option.name)=\(value)")
      let expected = Self.alwaysEffective.contains(subject) ? [] : ["--\(option.name) has no effect without --"]
      #expect(messages.count == expected.count, "--\(option.name) needs a rule, or to be known as always effective")
      for (message, beginning) in zip(messages, expected) { #expect(message.hasPrefix(beginning)) }
    }
    let names = Set(Self.serve.settings.map(\.name))
    #expect(Self.alwaysEffective.union(Self.dependentOnValues).isSubset(of: names))
  }

  @Test(
    "A setting of a login provider has an effect beside any of those that it needs",
    arguments: [
      ("kakao-client-secret", ["kakao-client-id"]), ("kakao-client-secret-file", ["kakao-client-id"]),
      ("kakao-admin-key", ["kakao-app-id", "kakao-audience", "kakao-client-id"]),
      ("kakao-url", ["kakao-app-id", "kakao-admin-key-file"]),
      ("kakao-auth-url", ["kakao-audience", "kakao-client-id"]),
      ("naver-client-secret-file", ["naver-client-id"]), ("naver-url", ["naver-client-id"]),
      ("naver-auth-url", ["naver-client-secret", "naver-client-secret-file"]),
      ("google-client-secret-file", ["google-client-id"]), ("google-url", ["google-audience", "google-client-id"]),
      ("google-auth-url", ["google-client-secret-file"]), ("google-page-url", ["google-client-secret"]),
      ("apple-team", ["apple-audience", "apple-client-id"]), ("apple-key-id", ["apple-audience", "apple-client-id"]),
      ("apple-key-file", ["apple-audience", "apple-client-id"]), ("apple-url", ["apple-audience", "apple-client-id"]),
    ])
  func providers(setting: String, others: [String]) throws {
    func isNamed(_ messages: [String]) -> Bool { messages.contains { $0.hasPrefix("--\(setting) has no effect") } }
    #expect(isNamed(try withoutEffect("\(setting)=1", "port=1")))
    for other in others {
      #expect(try !isNamed(withoutEffect("\(setting)=1", "\(other)=1")), "\(other)")
      #expect(try isNamed(withoutEffect("\(setting)=1", "\(other)=")), "an empty \(other)")
    }
  }

  @Test("Settings that another makes idle are named")
  func idle() throws {
    #expect(try withoutEffect("tiles=osm", "tile-attribution=x").map { $0.hasPrefix("--tile-attribution") } == [true])
    #expect(try withoutEffect("tiles=x.mbtiles", "tile-attribution=x") == [])
    let gateway = "portone-v2-secret-file=x"
    #expect(try withoutEffect(gateway, "portone-library=https://a.example", "pay-within=60") == [])
    #expect(
      try withoutEffect(gateway, "portone-library=x", "payment-hosts=x", "checkout-url=x").map { $0.prefix(15) }
        == ["--portone-libra", "--payment-hosts"])
    #expect(try withoutEffect("database=x", "no-copy").count == 1)
    #expect(try withoutEffect("no-copy") == [])
    let passed = try ParsedCommand(Self.serve, ["--port", "1", "--address", "::1"], environment: [:])
    #expect(passed.settingsWithoutEffect(isSocketPassed: true).count == 2 && passed.settingsWithoutEffect() == [])
  }

  @Test("A login provider whose settings are all empty, as variables of containers may be, is not offered")
  func emptyProviders() throws {
    let names = [
      "kakao-audience", "kakao-client-id", "kakao-client-secret", "kakao-url", "naver-client-id", "google-audience",
      "google-client-id", "apple-audience", "apple-client-id", "apple-team", "apple-key-id", "apple-key-file",
    ]
    let environment = Dictionary(
      uniqueKeysWithValues: names.map { ("FOURCUTS_" + $0.uppercased().replacing("-", with: "_"), "") })
    let command = try ParsedCommand(Self.serve, [], environment: environment)
    let social = try SocialSettings(command)
    #expect(social.kakao == nil && social.naver == nil && social.google == nil && social.apple == nil)
    #expect(command.settingsWithoutEffect() == [])
  }

  @Test("Missing encryption, settings without effect and old holidays are reported at the start")
  func warnings() throws {
    let command = try ParsedCommand(
      Self.serve, ["--address", "0.0.0.0", "--naver-url", "https://n.example", "--open-sockets", "--app", "k=lslp-v1"],
      environment: [:])
    let options = try ServeOptions(command, [OldClients()], [:])
    func events(daysBeforeEnd days: Int) -> [String] {
      options.warnings(at: Self.daysBeforeHolidaysEnd(days)).map { "\($0.event) \($0.message.prefix(16))" }
    }
    let others = ["certificate Passwords and se", "settings --naver-url has ", "settings --open-sockets h"]
    #expect(events(daysBeforeEnd: 181) == others)
    #expect(events(daysBeforeEnd: 180) == others + ["holidays Public holidays "])
  }

  @Test("The doctor warns from 180 days before the table of public holidays ends")
  func holidays() async throws {
    let directory = try ScratchDirectory()
    for (days, level) in [(181, DoctorFinding.Level.ok), (180, .warn), (-1, .warn)] {
      let checks = ServiceChecks(
        settings: ServiceSettings(), directory: directory.url, now: Self.daysBeforeHolidaysEnd(days))
      let findings = await checks.all().filter { $0.subject == "holidays" }
      #expect(findings.map(\.level) == [level] && findings[0].message.contains(PublicHolidays.lastDay.rfc3339))
    }
  }

  private static func daysBeforeHolidaysEnd(_ days: Int) -> Timestamp {
    Timestamp(seconds: Int64(PublicHolidays.lastDay.daysSince1970 - days) * 86_400 + 3600)
  }

  @Test("The article lists every setting of the server, and no other")
  func article() throws {
    let path = "Sources/App/Documentation.docc/Operating.md"
    let text = try String(contentsOf: SharedData.root.appendingPathComponent(path), encoding: .utf8)
    let section = try #require(text.components(separatedBy: "\n## ").first { $0.hasPrefix("Settings\n") })
    let rows = section.split(separator: "\n").filter { $0.hasPrefix("| `--") }
    let shown = rows.flatMap { $0.matches(of: /`--([a-z0-9-]*…?)`/).map { String($0.1) } }
    let names = Self.serve.settings.map(\.name)
    for name in names {
      let base = name.hasSuffix("-file") && names.contains(String(name.dropLast(5))) ? String(name.dropLast(5)) : name
      let isListed = shown.contains { $0 == base || $0.hasSuffix("-…") && base.hasPrefix($0.dropLast()) }
      #expect(isListed, "--\(name) is missing in the table of \(path)")
    }
    for entry in shown {
      let isSetting = names.contains { $0 == entry || entry.hasSuffix("-…") && $0.hasPrefix(entry.dropLast()) }
      #expect(isSetting, "--\(entry) of \(path) is not a setting")
    }
  }
}
