import Basics
import Foundation
import FuzzTargets
import Testing

/// What the fuzzer starts from, and what it found: replayed without it.
@Suite("Inputs of the fuzzer")
struct ReplayTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Fuzz")

  private static func inputs(_ directory: String, of target: String) -> [URL] {
    let url = root.appendingPathComponent("\(directory)/\(target)")
    let files = try? FileManager.default.contentsOfDirectory(at: url, includingPropertiesForKeys: nil)
    return (files ?? []).sorted { $0.path < $1.path }
  }

  @Test(
    "A target keeps its properties for its corpus and for what once broke it",
    arguments: FuzzTarget.all.map(\.name))
  func replay(name: String) async throws {
    let target = try #require(FuzzTarget.all.first { $0.name == name })
    let corpus = Self.inputs("corpus", of: name)
    #expect(!corpus.isEmpty)
    for file in corpus + Self.inputs("regressions", of: name) {
      let bytes = try readFile(file.path)
      // A trap ends the process: the line before names the input.
      FileHandle.standardError.write(Data("\(name): \(file.lastPathComponent)\n".utf8))
      // Not on the pool of tasks, for some targets wait for tasks.
      await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
        Thread.detachNewThread {
          target.run(bytes)
          done.resume()
        }
      }
    }
  }

  @Test("No target has the name of another, and each folder of inputs is one's")
  func names() throws {
    let names = Set(FuzzTarget.all.map(\.name))
    #expect(names.count == FuzzTarget.all.count)
    for directory in ["corpus", "regressions"] {
      let path = Self.root.appendingPathComponent(directory).path
      let folders = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
      #expect(Set(folders).subtracting(names) == [])
    }
  }
}
