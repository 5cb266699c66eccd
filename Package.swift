// swift-tools-version: 6.2
import PackageDescription

// The manifest is the map: every row is made by a helper that knows its floor,
// and a module imports nothing that its row does not name.

let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .treatAllWarnings(as: .error),
]
/// For modules that hold no pointers of their own.
let strictAndSafe = strict + [.strictMemorySafety()]

/// A Debian library, seen through a module map.
func library(_ name: String, pkgConfig: String?, package: String) -> Target {
  .systemLibrary(name: name, path: "Sources/\(name)", pkgConfig: pkgConfig, providers: [.apt([package])])
}

/// A few lines of C: what Swift cannot say.
func shim(_ name: String, settings: [CSetting] = []) -> Target {
  .target(name: name, path: "Sources/\(name)", cSettings: settings)
}

/// No product words; may hold pointers.
func tool(_ name: String, _ dependencies: [Target.Dependency] = [], linked: [LinkerSetting] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: strict, linkerSettings: linked)
}

/// Types and rules: no SQL, no HTTP, no C of their own.
func feature(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .target(name: name, dependencies: ["Basics"] + dependencies, swiftSettings: strictAndSafe)
}

/// What stands between the rules and the world: stores, contracts, surfaces.
func surface(_ name: String, _ dependencies: [Target.Dependency], resources: [Resource] = []) -> Target {
  .target(name: name, dependencies: ["Basics"] + dependencies, resources: resources, swiftSettings: strict)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: [.target(name: name), "Support"] + dependencies,
    swiftSettings: strict)
}

let package = Package(
  name: "fourcuts",
  // For the client library: the service itself runs on Linux.
  platforms: [.iOS(.v18), .macOS(.v15)],
  products: [
    .library(name: "FourCutsClient", targets: ["FourCutsClient"]),
    .library(name: "Payments", targets: ["Payments", "PortOne"]),
    .executable(name: "fourcuts", targets: ["fourcuts"]),
    .executable(name: "fourcuts-bench", targets: ["bench"]),
  ],
  targets: [
    library("CSQLite", pkgConfig: "sqlite3", package: "libsqlite3-dev"),
    library("CPROJ", pkgConfig: "proj", package: "libproj-dev"),
    library("CZlib", pkgConfig: "zlib", package: "zlib1g-dev"),
    library("CSodium", pkgConfig: "libsodium", package: "libsodium-dev"),
    library("CCjose", pkgConfig: "cjose", package: "libcjose-dev"),
    // PROJ needs it as well, for the same flavour of TLS.
    library("CCurl", pkgConfig: "libcurl", package: "libcurl4-gnutls-dev"),
    // Its own pkg-config file names a flag of which the package manager complains; its headers need those of GObject.
    library("CVips", pkgConfig: "gobject-2.0", package: "libvips-dev"),
    // Its pkg-config file names a flag for building the library itself, of which the package manager complains.
    library("CUTF8Proc", pkgConfig: nil, package: "libutf8proc-dev"),
    // It has no pkg-config file.
    library("CWslay", pkgConfig: nil, package: "libwslay-dev"),
    library("CCrypto", pkgConfig: "libcrypto", package: "libssl-dev"),
    shim("CSystem"),
    shim("CPrefetch"),
    shim("CLLHTTP", settings: [.define("LLHTTP_STRICT_MODE", to: "1")]),

    tool("Basics"),
    tool("Coordinates", ["Basics"]),
    tool("Geo", ["Basics", "Coordinates", "CPROJ", "CPrefetch"], linked: [.linkedLibrary("m")]),
    tool("TextForms", ["Basics", "CUTF8Proc"]),
    tool("Tabular", ["Basics", "TextForms"]),
    tool("JSON", ["Basics"]),

    tool("Tokens", ["Basics", "JSON", "CSodium", "CCjose"]),
    tool("WebClient", ["Basics", "Tokens", "CCurl"]),

    tool("Images", ["CVips"]),

    tool("SQL", ["Basics"]),
    tool("SQLite", ["Basics", "SQL", "CSQLite"]),
    tool("HTTP", ["Basics", "CLLHTTP", "CWslay", "CCrypto", "CSystem", "CZlib"]),

    tool("SocketIO", ["Basics", "HTTP", "JSON", "Tokens"]),

    feature("Booths", ["Geo", "JSON", "Tabular", "TextForms"]),
    feature("Location", ["Coordinates"]),
    feature("Accounts", ["TextForms", "Tokens"]),
    feature("Posts", ["TextForms"]),
    feature("Photos", ["Tokens"]),
    feature("Payments", []),
    feature("Stamps", ["Coordinates", "Geo", "TextForms"]),
    feature("Chat", ["TextForms", "Tokens"]),

    surface(
      "Stores", ["SQL", "Booths", "Geo", "Accounts", "Posts", "Photos", "Payments", "Stamps", "Chat", "TextForms"]),
    surface("Gateways", ["Photos", "Images", "Stamps", "Tokens"]),
    surface("PortOne", ["Payments", "JSON", "Tokens", "WebClient"]),
    surface("SocialLogin", ["Accounts", "JSON", "Tokens", "WebClient"]),
    surface("Sandbox", ["HTTP", "JSON", "Tokens", "WebClient"]),
    surface("Contracts", ["JSON"]),
    surface("FourCutsClient", ["Contracts", "Location", "Coordinates"]),
    surface(
      "API",
      [
        "Contracts", "HTTP", "Booths", "Location", "Geo", "Tabular", "Accounts", "Posts", "Photos", "Payments",
        "Tokens", "Stamps", "Chat", "SocketIO",
      ]),
    surface("Web", ["HTTP", "JSON", "Tokens"], resources: [.copy("Files")]),
    surface(
      "App",
      [
        "CSystem", "API", "Web", "HTTP", "Stores", "SQL", "SQLite", "Booths", "Location", "Geo", "Tabular", "Contracts",
        "Accounts", "Posts", "Photos", "Payments", "Tokens", "Gateways", "PortOne", "Sandbox", "FourCutsClient",
        "Stamps", "SocialLogin", "WebClient", "Chat",
      ]),
    .executableTarget(name: "fourcuts", dependencies: ["App"], swiftSettings: strictAndSafe),
    .executableTarget(
      name: "bench",
      dependencies: [
        "App", "API", "HTTP", "Stores", "SQL", "SQLite", "Booths", "Posts", "Geo", "Tabular", "Basics", "Support",
        "CSystem",
      ],
      swiftSettings: strict),

    .target(
      name: "Support",
      dependencies: [
        "Accounts", "Basics", "Booths", "Chat", "Coordinates", "Gateways", "Geo", "Payments", "Posts", "SQL", "SQLite",
        "Stamps", "Stores",
        "CCjose", "CSystem", "HTTP", "JSON", "Tokens",
      ],
      path: "Tests/Support", swiftSettings: strict),
    tests("Basics", []),
    tests("Geo", ["Basics", "CPROJ", "Tabular"]),
    tests("Tabular", ["Basics"]),
    tests("JSON", ["Basics"]),
    tests("TextForms", []),
    tests("Tokens", ["Basics", "JSON"]),
    tests("WebClient", ["Basics", "JSON"]),
    tests("SocialLogin", ["Accounts", "Basics", "JSON", "Tokens", "WebClient"]),
    tests("Images", ["CVips", "CZlib"]),
    tests("SQLite", ["Basics", "SQL"]),
    tests("HTTP", ["Basics", "CZlib"]),
    tests("SocketIO", ["Basics", "HTTP", "JSON"]),
    tests("Booths", ["Basics", "Geo", "Tabular", "TextForms"]),
    tests("Location", ["Basics", "Coordinates"]),
    tests("Accounts", ["Basics", "SQL", "SQLite", "Stores", "Tokens"]),
    tests("Posts", ["Basics", "SQL"]),
    tests("Photos", ["Basics", "SQL", "SQLite", "Stores", "Gateways"]),
    tests("Payments", ["Basics"]),
    tests("Stamps", ["Basics", "Coordinates", "Gateways", "Geo", "SQL"]),
    tests("Chat", ["Basics", "SQL"]),
    tests("PortOne", ["Basics", "HTTP", "JSON", "Payments", "Sandbox", "Tokens"]),
    tests("Sandbox", ["Basics", "HTTP", "JSON", "Tokens", "WebClient"]),
    tests("Gateways", ["Basics", "Photos"]),
    tests(
      "Stores",
      [
        "Basics", "SQL", "SQLite", "Booths", "Geo", "Tabular", "Posts", "Photos", "Accounts", "Payments", "Stamps",
        "Chat", "TextForms",
      ]),
    tests("Contracts", ["Basics"]),
    tests(
      "API",
      [
        "Basics", "HTTP", "Booths", "Location", "Geo", "Tabular", "Contracts", "Accounts", "Posts", "Photos", "Tokens",
        "Payments", "PortOne", "Sandbox", "Stores", "SQL", "SQLite", "Gateways", "Stamps", "SocialLogin", "WebClient",
        "Chat", "SocketIO", "JSON",
      ]),
    tests("Web", ["Basics", "HTTP", "JSON"]),
    tests("FourCutsClient", ["Basics", "Contracts", "Coordinates", "HTTP", "Location"]),
    tests(
      "App",
      [
        "Basics", "API", "HTTP", "Booths", "Coordinates", "Geo", "Stores", "SQLite", "SQL", "FourCutsClient",
        "Contracts", "Location", "Payments", "PortOne", "Sandbox", "JSON", "WebClient", "Gateways",
      ]),
  ],
  swiftLanguageModes: [.v6]
)
