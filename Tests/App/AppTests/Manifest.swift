import Foundation
import Support
import Workload

/// The package as the package manager reads it.
enum Manifest {
  struct Target: Decodable {
    var name: String
    var type: String
    var path: String
    /// The targets that its row names, for all platforms.
    var dependencies: Set<String>

    /// The folder below `Sources` or `Tests` that it stands in.
    var floor: String { path.split(separator: "/").dropFirst().first.map(String.init) ?? "" }
    var isSource: Bool { path.hasPrefix("Sources/") }

    func swiftFiles() throws -> [URL] {
      let root = SharedData.root.appendingPathComponent(path)
      let files = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)
      return (files?.allObjects as? [URL] ?? []).filter { $0.pathExtension == "swift" }
    }

    private enum CodingKeys: String, CodingKey { case name, type, path, dependencies }

    /// `{"byName": ["HTTP", null]}`, or `{"target": ["CSodium", {"platformNames": ["linux"]}]}`.
    private struct Dependency: Decodable {
      var name: String
      /// Whether it is one of some platforms only.
      var isConditional: Bool

      init(from decoder: any Decoder) throws {
        let fields = try decoder.singleValueContainer().decode([String: Parts].self)
        guard let parts = fields.values.first else {
          throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "no name"))
        }
        (name, isConditional) = (parts.name, parts.isConditional)
      }

      private struct Parts: Decodable {
        var name: String
        var isConditional: Bool

        init(from decoder: any Decoder) throws {
          var parts = try decoder.unkeyedContainer()
          name = try parts.decode(String.self)
          isConditional = try !parts.isAtEnd && !parts.decodeNil()
        }
      }
    }

    init(from decoder: any Decoder) throws {
      let row = try decoder.container(keyedBy: CodingKeys.self)
      name = try row.decode(String.self, forKey: .name)
      type = try row.decode(String.self, forKey: .type)
      path = try row.decode(String.self, forKey: .path)
      let all = try row.decode([Dependency].self, forKey: .dependencies)
      dependencies = Set(all.filter { !$0.isConditional }.map(\.name))
    }
  }

  private struct Package: Decodable { var targets: [Target] }

  /// Read once: the package manager takes a second or two.
  private static let read = Result { () throws -> [String: Target] in
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    // Another folder than the build's, which is locked while tests run from it.
    let scratch = try ScratchDirectory()
    process.arguments = [
      "swift", "package", "--package-path", SharedData.root.path, "--scratch-path", scratch.url.path, "dump-package",
    ]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let targets = try JSONDecoder().decode(Package.self, from: text).targets
    return Dictionary(uniqueKeysWithValues: targets.map { ($0.name, $0) })
  }

  static func targets() throws -> [String: Target] { try read.get() }

  /// A target with all that it needs, directly or not.
  static func closure(of name: String, in targets: [String: Target]) -> Set<String> {
    var closure: Set = [name]
    var fresh = closure
    while !fresh.isEmpty {
      fresh = Set(fresh.flatMap { targets[$0]?.dependencies ?? [] }).intersection(targets.keys).subtracting(closure)
      closure.formUnion(fresh)
    }
    return closure
  }
}
