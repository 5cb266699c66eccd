import Foundation
import Support
import Testing

/// The compiler refuses undeclared modules but lets transitive ones through; this closes the gap.
@Suite("Arrows between modules")
struct ArrowTests {
  @Test("A module imports only what its row in Package.swift names")
  func imports() throws {
    let rows = try Self.rows()
    #expect(rows.count > 20)
    for (module, row) in rows {
      for file in try Self.swiftFiles(row.folder) {
        for imported in try Self.imports(of: file) where rows[imported] != nil {
          #expect(row.dependencies.contains(imported), "\(file.lastPathComponent) of \(module) imports \(imported)")
        }
      }
    }
  }

  @Test(
    "Rules know no technology",
    arguments: ["Booths", "Location", "Accounts", "Posts", "Photos", "Payments", "Stamps", "Chat"])
  func rulesKnowNoTechnology(feature: String) throws {
    let forbidden: Set = ["Foundation", "FoundationEssentials", "Glibc", "Dispatch", "SQL", "SQLite", "HTTP"]
    for file in try Self.swiftFiles("Sources/\(feature)") {
      let imports = try Self.imports(of: file)
      #expect(forbidden.isDisjoint(with: imports), "\(file.lastPathComponent) imports \(imports)")
    }
  }

  @Test("What an app on a telephone links imports nothing that only Linux has")
  func clientIsPortable() throws {
    let rows = try Self.rows()
    var closure: Set<String> = ["FourCutsClient"]
    var fresh = closure
    while !fresh.isEmpty {
      fresh = Set(fresh.flatMap { rows[$0]?.dependencies ?? [] }).intersection(rows.keys).subtracting(closure)
      closure.formUnion(fresh)
    }
    #expect(closure == ["FourCutsClient", "Basics", "Contracts", "Coordinates", "JSON", "Location"])
    for module in closure {
      for file in try Self.swiftFiles("Sources/\(module)") {
        // Imports below a condition are indented, and not among these.
        let imports = try Self.imports(of: file)
        #expect(imports.isDisjoint(with: ["Glibc", "FoundationNetworking"]), "\(file.lastPathComponent)")
      }
    }
  }

  private struct ManifestRow {
    var folder: String
    var dependencies: Set<String>
  }

  /// The targets of the manifest with the folders they live in and the targets they name.
  private static func rows() throws -> [String: ManifestRow] {
    let manifest = try String(contentsOf: SharedData.root.appendingPathComponent("Package.swift"), encoding: .utf8)
    let helper =
      /(?<kind>library|shim|tool|feature|surface|tests|executableTarget|\.target)\(\s*(?:name: )?"(?<name>\w+)"(?<rest>[^\]\)]*(?:\[[^\]]*\])?)/
    var rows: [String: ManifestRow] = [:]
    for match in manifest.matches(of: helper) {
      let name = String(match.name)
      let isTest = match.kind == "tests"
      let named = match.rest.matches(of: /"(\w+)"/).map { String($0.1) }
      let implied = isTest ? [name, "Support", "Basics"] : ["Basics"]
      let folder = isTest ? "Tests/\(name)Tests" : name == "Support" ? "Tests/Support" : "Sources/\(name)"
      rows[isTest ? name + "Tests" : name] = ManifestRow(folder: folder, dependencies: Set(named + implied))
    }
    return rows
  }

  private static func swiftFiles(_ folder: String) throws -> [URL] {
    let root = SharedData.root.appendingPathComponent(folder)
    let files = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)
    return (files?.allObjects as? [URL] ?? []).filter { $0.pathExtension == "swift" }
  }

  private static func imports(of file: URL) throws -> Set<String> {
    let text = try String(contentsOf: file, encoding: .utf8)
    let lines = text.split(separator: "\n").filter {
      $0.contains("import ") && !$0.hasPrefix(" ") && !$0.hasPrefix("//")
    }
    return Set(lines.compactMap { $0.split(separator: " ").last.map { String($0.split(separator: ".")[0]) } })
  }
}
