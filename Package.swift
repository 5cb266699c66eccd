// swift-tools-version: 6.2
import PackageDescription

// Every target is declared by a helper for its floor, which sets the directory of the target and the common
// dependencies of that floor. A module imports only what its row names, and dependencies go down only:
// Tests/App/AppTests/ArchitectureTests.swift checks both.

/// The directories of `Sources/` and `Tests/`, lowest floor first.
enum Floor: String {
  case cLibraries = "CLibraries"
  case core = "Core"
  case domain = "Domain"
  case adapters = "Adapters"
  case client = "Client"
  case api = "API"
  case app = "App"
}

let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .treatAllWarnings(as: .error),
]
/// Settings of modules without unsafe pointers.
let strictAndSafe = strict + [.strictMemorySafety()]
/// Settings of tests: it is the code under test that a release build makes fast.
let testing = strict + [.unsafeFlags(["-Onone"], .when(configuration: .release))]

func module(
  _ floor: Floor, _ name: String, _ dependencies: [Target.Dependency], _ settings: [SwiftSetting],
  resources: [Resource] = [], linked: [LinkerSetting] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies, path: "Sources/\(floor.rawValue)/\(name)", resources: resources,
    swiftSettings: settings, linkerSettings: linked)
}

/// A Debian library, imported by a module map.
func library(_ name: String, pkgConfig: String?, package: String) -> Target {
  .systemLibrary(name: name, path: "Sources/CLibraries/\(name)", pkgConfig: pkgConfig, providers: [.apt([package])])
}

/// A small C shim, for what Swift cannot express.
func shim(_ name: String, _ dependencies: [Target.Dependency] = [], settings: [CSetting] = []) -> Target {
  .target(name: name, dependencies: dependencies, path: "Sources/CLibraries/\(name)", cSettings: settings)
}

/// A general library, nothing specific to the product. May use unsafe pointers.
func core(_ name: String, _ dependencies: [Target.Dependency] = [], linked: [LinkerSetting] = []) -> Target {
  module(.core, name, dependencies, strict, linked: linked)
}

/// Types and rules of a feature. No SQL, HTTP or C, and no imports between features.
func domain(_ name: String, _ dependencies: [Target.Dependency], resources: [Resource] = []) -> Target {
  module(.domain, name, ["Basics"] + dependencies, strictAndSafe, resources: resources)
}

/// An implementation of domain protocols with one technology.
func adapter(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  module(.adapters, name, ["Basics"] + dependencies, strict)
}

/// A library for mobile apps.
func client(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  module(.client, name, ["Basics"] + dependencies, strict)
}

/// An HTTP API or the web pages.
func api(_ name: String, _ dependencies: [Target.Dependency], resources: [Resource] = []) -> Target {
  module(.api, name, ["Basics"] + dependencies, strict, resources: resources)
}

/// The composition root, the programs and the benchmarks.
func app(_ name: String, _ dependencies: [Target.Dependency], resources: [Resource] = []) -> Target {
  module(.app, name, ["Basics"] + dependencies, strict, resources: resources)
}

func program(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .executableTarget(
    name: name, dependencies: dependencies, path: "Sources/App/\(name)", swiftSettings: strict)
}

func tests(_ floor: Floor, _ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: [.target(name: name), "Support", "Workload"] + dependencies,
    path: "Tests/\(floor.rawValue)/\(name)Tests", swiftSettings: testing)
}

let package = Package(
  name: "fourcuts",
  // For the client library: the service itself runs on Linux.
  platforms: [.iOS(.v18), .macOS(.v15)],
  products: [
    .library(name: "FourCutsClient", targets: ["FourCutsClient"]),
    .library(name: "Payments", targets: ["Payments", "PortOne"]),
    .executable(name: "fourcuts", targets: ["fourcuts"]),
    .executable(name: "fourcuts-sandbox-pg", targets: ["sandboxpg"]),
    .executable(name: "fourcuts-bench", targets: ["bench"]),
  ],
  targets: [
    library("CSQLite", pkgConfig: "sqlite3", package: "libsqlite3-dev"),
    library("CPQ", pkgConfig: "libpq", package: "libpq-dev"),
    library("CPROJ", pkgConfig: "proj", package: "libproj-dev"),
    library("CZlib", pkgConfig: "zlib", package: "zlib1g-dev"),
    library("CSodium", pkgConfig: "libsodium", package: "libsodium-dev"),
    // Its pkg-config file asks for that of libjansson, which its package does not install.
    library("CCjose", pkgConfig: nil, package: "libcjose-dev"),
    // PROJ links it as well, with the same TLS library.
    library("CCurl", pkgConfig: "libcurl", package: "libcurl4-gnutls-dev"),
    // For its headers, and for tests; CImages loads it when it is needed. Its own pkg-config file has a flag that the
    // package manager prohibits, and its headers need those of GObject.
    library("CVips", pkgConfig: "gobject-2.0", package: "libvips-dev"),
    // Its pkg-config file has a flag for building the library itself, which the package manager prohibits.
    library("CUTF8Proc", pkgConfig: nil, package: "libutf8proc-dev"),
    // It has no pkg-config file.
    library("CWslay", pkgConfig: nil, package: "libwslay-dev"),
    library("COpenSSL", pkgConfig: "openssl", package: "libssl-dev"),
    library("CSeccomp", pkgConfig: "libseccomp", package: "libseccomp-dev"),
    library("CExpat", pkgConfig: "expat", package: "libexpat1-dev"),
    library("CCmark", pkgConfig: "libcmark", package: "libcmark-dev"),
    library("CZip", pkgConfig: "libzip", package: "libzip-dev"),

    shim("CSystem"),
    shim("CPrefetch"),
    shim("CImages", ["CVips"]),
    shim("CConfinement", ["CSeccomp"]),
    shim("CLLHTTP", settings: [.define("LLHTTP_STRICT_MODE", to: "1")]),

    core("Basics", ["CPrefetch"]),
    core("Concurrency", ["Basics"]),
    core("Segments", ["Basics", "CPrefetch", "CSodium"]),
    core("Geo", ["Basics", "Concurrency", "Segments", "CPROJ", "CPrefetch"], linked: [.linkedLibrary("m")]),
    core("TextForms", ["Basics", "CUTF8Proc"]),
    core("Tabular", ["Basics", "TextForms"]),
    core("XML", ["Basics", "CExpat"]),
    core("Markdown", ["CCmark"]),
    core("Zip", ["Basics", "CZip", "CZlib"]),
    core("PlaceFiles", ["Basics", "SQLite", "Tabular", "TextForms", "XML", "Zip"]),
    core("JSON", ["Basics"]),
    core("TOML"),
    core("Crypto", ["Basics", "Concurrency", "JSON", "CSodium", "CCjose", "COpenSSL"]),
    core("WebPush", ["Basics", "Crypto", "JSON"]),
    core("WebAuthn", ["Basics", "Crypto", "JSON"]),
    core("Telemetry", ["Basics", "Concurrency", "JSON"]),
    core("WebClient", ["Basics", "Concurrency", "Telemetry", "CCurl"]),
    core("Images", ["CImages"]),
    core("Mail", ["Basics"]),
    core("Confinement", ["Basics", "CConfinement"]),
    core("Compression", ["CZlib"]),
    core("SQL", ["Basics"]),
    core("SQLite", ["Basics", "Concurrency", "SQL", "CSQLite", "CSystem"]),
    core("PostgreSQL", ["Basics", "Concurrency", "SQL", "CPQ"]),
    core("HTTP", ["Basics", "Concurrency", "Telemetry", "CLLHTTP", "CWslay", "COpenSSL", "CSystem", "CZlib"]),

    domain("Booths", ["Geo", "JSON", "PlaceFiles", "Segments", "Tabular", "TextForms"]),
    domain("Location", []),
    domain(
      "Accounts", ["TextForms", "Crypto", "Mail", "WebAuthn"], resources: [.embedInCode("Rules/common-passwords.txt")]),
    domain("Posts", ["TextForms"]),
    domain("Notices", []),
    domain("Photos", ["Concurrency", "Crypto"]),
    domain("Payments", []),
    domain("GrapeCard", ["Geo", "TextForms"]),
    domain("Chat", ["TextForms", "Crypto"]),
    domain("Audit", []),
    domain("Queue", []),
    domain("MapTiles", []),
    domain("Backups", ["Concurrency", "Compression", "Crypto", "JSON"]),

    adapter(
      "Stores",
      [
        "SQL", "Booths", "Geo", "Accounts", "Audit", "Posts", "Notices", "Photos", "Payments", "GrapeCard", "Chat",
        "TextForms", "JSON", "Crypto", "Mail",
      ]),
    adapter("Nodes", ["Chat", "Concurrency", "PostgreSQL", "SQL"]),
    adapter("PhotoStorage", ["Photos", "Images", "Concurrency", "Confinement"]),
    // Beside PhotoStorage, so that neither needs the other's C library.
    adapter("ObjectStorage", ["Backups", "Photos", "Concurrency", "Crypto", "WebClient"]),
    adapter("BackupStorage", ["Backups", "Concurrency", "CSystem"]),
    adapter("TileArchives", ["MapTiles", "Compression", "Concurrency", "JSON", "SQL", "SQLite"]),
    adapter("TimeZones", []),
    adapter("PortOne", ["Payments", "JSON", "Crypto", "WebClient"]),
    adapter("MailDelivery", ["Accounts", "Mail", "WebClient"]),
    adapter("PushDelivery", ["Notices", "Crypto", "WebClient", "WebPush"]),
    adapter("SocialLogin", ["Accounts", "JSON", "Crypto", "WebClient"]),

    client("Contracts", ["JSON"]),
    // Apple's systems have CryptoKit.
    client("OfflineBooths", [.target(name: "CSodium", condition: .when(platforms: [.linux]))]),
    client("FourCutsClient", ["Contracts", "JSON", "Location", "OfflineBooths"]),

    api("SocketIO", ["HTTP", "JSON", "Crypto"]),
    api("APIKit", ["Accounts", "Contracts", "JSON", "HTTP", "Crypto", "Telemetry"]),
    api(
      "NativeAPI",
      [
        "APIKit", "Contracts", "JSON", "HTTP", "Booths", "Location", "Geo", "Accounts", "Posts", "Notices",
        "Photos", "Payments", "Compression", "Concurrency", "Crypto", "GrapeCard", "Chat", "OfflineBooths", "Tabular",
        "Audit", "Queue", "Zip", "WebAuthn",
      ]),
    api("StandardsAPI", ["APIKit", "NativeAPI", "Contracts", "JSON", "HTTP", "Booths", "Geo"]),
    api(
      "LegacyAPI",
      [
        "APIKit", "NativeAPI", "Contracts", "JSON", "HTTP", "Accounts", "Posts", "Photos", "Payments", "Concurrency",
        "Crypto", "Chat", "SocketIO", "Notices",
      ]),
    api(
      "Web", ["HTTP", "JSON", "Compression", "Crypto", "Accounts", "Booths", "Geo", "MapTiles", "Markdown", "Posts"],
      resources: [.copy("Files")]),

    app("Sandbox", ["HTTP", "JSON", "Crypto", "WebClient"]),
    // What every program takes from its command line, and writes to its terminal.
    app("CommandLineKit", ["CSystem", "TOML", "WebClient"]),
    app(
      "App",
      [
        "CommandLineKit", "CSystem", "Concurrency", "APIKit", "NativeAPI", "StandardsAPI", "Web", "HTTP", "Stores",
        "SQL", "SQLite", "PostgreSQL", "Nodes", "Booths", "Location", "Geo", "Segments", "Tabular",
        "TextForms", "Contracts", "JSON", "Accounts", "Posts", "Notices", "Photos", "Payments", "Crypto",
        "PhotoStorage", "ObjectStorage", "BackupStorage", "Backups", "MapTiles", "TileArchives", "TimeZones", "PortOne",
        "FourCutsClient", "GrapeCard", "OfflineBooths",
        "SocialLogin", "WebClient", "Chat", "Audit", "Queue", "Telemetry", "Images", "Mail", "MailDelivery",
        "PushDelivery", "WebPush",
      ],
      resources: [
        .copy("Resources/deployment"), .copy("Resources/places"), .copy("Resources/samples"), .copy("Resources/tiles"),
      ]),
    app("OldClients", ["App", "CommandLineKit", "APIKit", "LegacyAPI", "NativeAPI", "Crypto"]),
    // Seeded data and load clients, for the benchmarks and the tests.
    app("Workload", ["CSystem", "Chat", "Crypto", "JSON", "SQL", "SQLite", "Stores"]),
    program("fourcuts", ["App", "OldClients"]),
    program("sandboxpg", ["CommandLineKit", "Basics", "Crypto", "HTTP", "Sandbox"]),
    program(
      "bench",
      [
        "App", "HTTP", "Stores", "SQL", "SQLite", "Booths", "Posts", "Geo", "Segments", "Tabular", "Basics", "Crypto",
        "NativeAPI", "OfflineBooths", "Workload",
      ]),

    // What is fuzzed, and what the tests replay. It sees internal declarations, which a release build has only with
    // `-enable-testing`: `make fuzz` passes it.
    app(
      "FuzzTargets",
      [
        "APIKit", "Backups", "Booths", "Compression", "Crypto", "Geo", "HTTP", "Images", "JSON", "MapTiles",
        "ObjectStorage", "OfflineBooths", "Payments", "PlaceFiles", "PortOne", "SQLite", "Segments", "SocialLogin",
        "SocketIO", "TOML", "Tabular", "TextForms", "TileArchives", "WebAuthn",
      ]),
    program("fuzzing", ["Basics", "FuzzTargets"]),

    .target(
      name: "Support",
      dependencies: [
        "Accounts", "Basics", "Booths", "Chat", "TimeZones", "Geo", "Payments", "Posts", "SQL", "SQLite", "PostgreSQL",
        "GrapeCard", "PhotoStorage", "Stores",
        "CCjose", "COpenSSL", "CSystem", "HTTP", "JSON", "Crypto", "Workload",
      ],
      path: "Tests/Support", swiftSettings: strict),

    // A host of confined functions, for tests. Optimised, it would allocate nothing where it says that it does.
    .executableTarget(
      name: "confinementprobe", dependencies: ["Confinement"], path: "Tests/Programs/ConfinementProbe",
      swiftSettings: testing),

    tests(.core, "Basics", []),
    tests(.core, "Concurrency", ["Basics"]),
    tests(.core, "Segments", ["Basics"]),
    tests(.core, "Geo", ["Basics", "CPROJ", "Segments", "Tabular"]),
    tests(.core, "Tabular", ["Basics"]),
    tests(.core, "Zip", []),
    tests(.core, "Markdown", []),
    tests(.core, "PlaceFiles", ["Basics", "SQLite", "Tabular"]),
    tests(.core, "JSON", ["Basics"]),
    tests(.core, "TOML", []),
    tests(.core, "Telemetry", ["Basics", "JSON"]),
    tests(.core, "TextForms", []),
    tests(.core, "Crypto", ["Basics", "JSON"]),
    tests(.core, "WebPush", ["Basics", "Crypto"]),
    tests(.core, "WebAuthn", ["Basics", "Crypto", "JSON"]),
    tests(.core, "WebClient", ["Basics", "JSON", "Telemetry"]),
    tests(.core, "Images", ["CVips", "CZlib"]),
    tests(.core, "Mail", ["Basics"]),
    tests(.core, "Confinement", []),
    tests(.core, "Compression", []),
    tests(.core, "SQL", ["Basics", "PostgreSQL", "SQLite"]),
    tests(.core, "SQLite", ["Basics", "SQL"]),
    tests(.core, "PostgreSQL", ["Basics", "SQL"]),
    tests(.core, "HTTP", ["Basics", "Concurrency", "COpenSSL", "CZlib", "Telemetry"]),

    tests(.domain, "Booths", ["Basics", "Geo", "Segments", "Tabular", "TextForms"]),
    tests(.domain, "Location", ["Basics"]),
    tests(.domain, "Accounts", ["Basics", "Concurrency", "Mail", "SQL", "Stores", "Crypto", "WebAuthn"]),
    tests(.domain, "Posts", ["Basics", "SQL"]),
    tests(.domain, "Photos", ["Basics", "SQL", "Stores", "PhotoStorage"]),
    tests(.domain, "Payments", ["Basics"]),
    tests(.domain, "GrapeCard", ["Basics", "TimeZones", "Geo", "SQL"]),
    tests(.domain, "Chat", ["Basics", "SQL"]),
    tests(.domain, "Queue", ["Basics"]),
    tests(.domain, "Backups", ["Basics", "Crypto"]),

    tests(.adapters, "Nodes", ["Basics", "Chat", "Concurrency", "PostgreSQL", "SQL", "Stores"]),
    tests(.adapters, "SocialLogin", ["Accounts", "Basics", "JSON", "Crypto", "WebClient"]),
    tests(.adapters, "PortOne", ["Basics", "HTTP", "JSON", "Payments", "Sandbox", "Crypto"]),
    tests(.adapters, "PhotoStorage", ["Basics", "Photos"]),
    tests(.adapters, "ObjectStorage", ["Basics", "Photos", "WebClient"]),
    tests(.adapters, "BackupStorage", ["Basics"]),
    tests(.adapters, "PushDelivery", ["Basics", "Concurrency", "Crypto", "Notices", "WebClient", "WebPush"]),
    tests(.adapters, "TileArchives", ["Basics", "MapTiles", "SQL", "SQLite"]),
    tests(
      .adapters, "Stores",
      [
        "Basics", "Concurrency", "SQL", "SQLite", "PostgreSQL", "Booths", "Geo", "Posts", "Notices", "Photos",
        "Accounts", "Payments", "GrapeCard", "Chat", "Audit", "TimeZones",
      ]),

    tests(.client, "Contracts", ["Basics", "JSON"]),
    tests(.client, "OfflineBooths", ["Basics", "Crypto", "Geo"]),
    tests(.client, "FourCutsClient", ["Basics", "Contracts", "JSON", "HTTP", "Location", "OfflineBooths"]),

    tests(.api, "SocketIO", ["Basics", "HTTP", "JSON"]),
    // Tests of all APIs together, called through the router.
    .testTarget(
      name: "APITests",
      dependencies: [
        "App", "CommandLineKit", "APIKit", "NativeAPI", "StandardsAPI", "LegacyAPI", "Support", "Workload", "Basics",
        "Concurrency", "HTTP", "Booths", "Location", "Geo", "Tabular", "Contracts", "Accounts", "Posts", "Photos",
        "Crypto", "Payments", "PortOne", "Sandbox", "Stores", "SQL", "SQLite", "SocialLogin", "WebClient", "Chat",
        "SocketIO", "JSON", "Compression", "OfflineBooths", "Zip", "Notices",
      ], path: "Tests/API/APITests", swiftSettings: testing),
    tests(.api, "Web", ["Accounts", "Basics", "Booths", "Geo", "HTTP", "JSON", "MapTiles", "Posts"]),

    tests(.app, "Sandbox", ["Basics", "HTTP", "JSON", "Crypto", "WebClient"]),
    tests(
      .app, "App",
      [
        "Basics", "Concurrency", "CommandLineKit", "NativeAPI", "OldClients", "HTTP", "Booths", "Segments", "Stores",
        "SQL", "SQLite", "PostgreSQL", "Telemetry", "BackupStorage", "Backups", "FourCutsClient", "Contracts",
        "Location", "OfflineBooths", "Payments", "Sandbox", "JSON", "WebClient", "TimeZones", "MapTiles",
        "TileArchives", "Audit",
      ]),
    tests(.app, "FuzzTargets", ["Basics"]),
  ],
  swiftLanguageModes: [.v6]
)
