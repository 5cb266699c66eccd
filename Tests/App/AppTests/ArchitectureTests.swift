import Foundation
import Support
import Testing

/// The compiler refuses undeclared modules but lets transitive ones through, and it knows no floors; this closes the
/// gap.
@Suite("Architecture")
struct ArchitectureTests {
  private static let floors = ["CLibraries", "Core", "Domain", "Adapters", "Client", "API", "App"]

  @Test("A module imports only what its row in the manifest declares")
  func imports() throws {
    let targets = try Manifest.targets()
    #expect(targets.count > 60)
    for target in targets.values where target.type != "system-target" {
      for file in try target.swiftFiles() {
        for imported in try importedModules(of: file) where targets[imported] != nil {
          #expect(target.dependencies.contains(imported), "\(file.path) imports \(imported)")
        }
      }
    }
  }

  @Test("The manifest declares no unused dependency")
  func unusedArrows() throws {
    let targets = try Manifest.targets()
    // A shim of C takes from a library its headers, which no import names.
    for target in targets.values where target.type != "system-target" && target.floor != "CLibraries" {
      let imported = try target.swiftFiles().reduce(into: Set<String>()) { try $0.formUnion(importedModules(of: $1)) }
      let unused = target.dependencies.subtracting(imported).subtracting(Self.rowDefaults)
      #expect(unused.isEmpty, "\(target.name) does not import \(unused.sorted())")
    }
  }

  @Test("Dependencies go down only, from floor to floor")
  func floors() throws {
    let targets = try Manifest.targets()
    for target in targets.values where target.isSource {
      let floor = try #require(Self.floors.firstIndex(of: target.floor), "\(target.name) stands on \(target.floor)")
      for name in target.dependencies {
        guard let below = targets[name], below.isSource, let other = Self.floors.firstIndex(of: below.floor) else {
          continue
        }
        #expect(other <= floor, "\(target.name) imports \(name), which stands above it")
      }
    }
  }

  @Test("Features do not depend on each other, and neither do adapters", arguments: ["Domain", "Adapters"])
  func featureImports(floor: String) throws {
    let targets = try Manifest.targets()
    let names = Set(targets.values.filter { $0.isSource && $0.floor == floor }.map(\.name))
    #expect(names.count > 2)
    for name in names {
      let others = try #require(targets[name]).dependencies.intersection(names)
      #expect(others.isEmpty, "\(name) imports \(others)")
    }
  }

  @Test("Domain modules import no technology")
  func rulesKnowNoTechnology() throws {
    let forbidden: Set = [
      "Foundation", "FoundationEssentials", "Glibc", "Dispatch", "SQL", "SQLite", "PostgreSQL", "HTTP",
    ]
    for target in try Manifest.targets().values where target.isSource && target.floor == "Domain" {
      for file in try target.swiftFiles() {
        let imports = try importedModules(of: file)
        #expect(forbidden.isDisjoint(with: imports), "\(file.lastPathComponent) imports \(imports)")
        #expect(!imports.contains { $0.first == "C" && $0.dropFirst().first?.isUppercase == true })
      }
    }
  }

  @Test("Legacy contracts are isolated: only their targets and one line of wiring depend on them")
  func oldContracts() throws {
    let targets = try Manifest.targets()
    let walled: Set = ["LegacyAPI", "OldClients", "SocketIO"]
    for target in targets.values where target.isSource && !walled.contains(target.name) {
      let named = target.dependencies.intersection(walled)
      let isAllowed = target.name == "fourcuts" ? named == ["OldClients"] : target.name == "FuzzTargets"
      #expect(named.isEmpty || isAllowed, "\(target.name) names \(named)")
    }
    let main = try #require(targets["fourcuts"]).swiftFiles().map { try String(contentsOf: $0, encoding: .utf8) }
    let lines = main.joined(separator: "\n").split(separator: "\n")
    #expect(lines.filter { $0.contains("OldClients()") }.count == 1)
  }

  @Test("The modules of the iOS app import nothing that only Linux has")
  func clientIsPortable() throws {
    let targets = try Manifest.targets()
    let closure = Manifest.closure(of: "FourCutsClient", in: targets)
    #expect(closure == ["FourCutsClient", "Basics", "CPrefetch", "Contracts", "JSON", "Location", "OfflineBooths"])
    for name in closure {
      for file in try #require(targets[name]).swiftFiles() {
        // Imports below a condition are indented, and not among these.
        let imports = try importedModules(of: file)
        #expect(imports.isDisjoint(with: ["Glibc", "FoundationNetworking"]), "\(file.lastPathComponent)")
      }
    }
  }

  /// What the manifest's helpers give to every row of a kind.
  private static let rowDefaults: Set = ["Basics", "Support", "Workload"]
}

/// The modules that a file imports without a condition.
private func importedModules(of file: URL) throws -> Set<String> {
  let text = try String(contentsOf: file, encoding: .utf8)
  let lines = text.split(separator: "\n").filter { $0.contains("import ") && !$0.hasPrefix(" ") && !$0.hasPrefix("//") }
  return Set(lines.compactMap { $0.split(separator: " ").last.map { String($0.split(separator: ".")[0]) } })
}
