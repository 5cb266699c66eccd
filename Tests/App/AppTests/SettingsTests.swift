import Basics
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

  @Test("A list is for repeatable settings, a number for any text")
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

  @Test("A missing file, and one that is no file, is an error, and an empty one is not")
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
