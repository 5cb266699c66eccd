import Basics
import Foundation
import FuzzTargets
import Testing
import Workload

/// What the fuzzer starts from and what it has found, replayed without it, as they are and damaged at random.
@Suite("Inputs of the fuzzer")
struct ReplayTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Fuzz")

  /// The number of damaged inputs for each target. `FOURCUTS_FUZZ_ROUNDS` sets more.
  private static let rounds = ProcessInfo.processInfo.environment["FOURCUTS_FUZZ_ROUNDS"].flatMap(Int.init) ?? 200

  private static func inputs(_ directory: String, of target: String) throws -> [(name: String, bytes: [UInt8])] {
    let url = root.appendingPathComponent("\(directory)/\(target)")
    let files = try? FileManager.default.contentsOfDirectory(at: url, includingPropertiesForKeys: nil)
    return try (files ?? []).sorted { $0.path < $1.path }.map { ($0.lastPathComponent, try readFile($0.path)) }
  }

  @Test("A target holds for its corpus and its regressions", arguments: FuzzTarget.all.map(\.name))
  func replay(name: String) async throws {
    let corpus = try Self.inputs("corpus", of: name)
    #expect(!corpus.isEmpty)
    for input in corpus + (try Self.inputs("regressions", of: name)) { try await run(name, input.name, input.bytes) }
  }

  @Test("A target holds for damaged inputs", arguments: FuzzTarget.all.map(\.name))
  func damaged(name: String) async throws {
    let corpus = try Self.inputs("corpus", of: name)
    for seed in 0..<Self.rounds {
      var numbers = SeededNumbers(seed: UInt64(seed))
      let input = try #require(corpus.randomElement(using: &numbers))
      let other = try #require(corpus.randomElement(using: &numbers))
      var bytes = input.bytes
      for _ in 0..<Int.random(in: 1...4, using: &numbers) { Self.damage(&bytes, other.bytes, &numbers) }
      try await run(name, "\(input.name), damaged with seed \(seed)", bytes)
    }
  }

  /// Changes, removes, repeats or cuts off some bytes, or inserts some of another input.
  private static func damage(_ bytes: inout [UInt8], _ other: [UInt8], _ numbers: inout SeededNumbers) {
    let position = Int.random(in: 0...bytes.count, using: &numbers)
    let end = min(bytes.count, position + Int.random(in: 1...30, using: &numbers))
    switch Int.random(in: 0..<6, using: &numbers) {
    case 0 where position < bytes.count:
      let edges: [UInt8] = [0, 1, 0x7F, 0x80, 0xFF, .random(in: 0...255, using: &numbers)]
      bytes[position] = edges[Int.random(in: 0..<edges.count, using: &numbers)]
    case 1: bytes.removeSubrange(position..<end)
    case 2: bytes.insert(contentsOf: bytes[position..<end], at: position)
    case 3: bytes.insert(contentsOf: other.dropFirst(position).prefix(30), at: position)
    case 4: bytes.insert(Array("\"'{}[]()<>,:;=&%/\\\r\n\0-09".utf8).randomElement(using: &numbers) ?? 0, at: position)
    default: bytes.removeSubrange(end...)
    }
  }

  private func run(_ name: String, _ input: String, _ bytes: [UInt8]) async throws {
    let target = try #require(FuzzTarget.all.first { $0.name == name })
    // A trap ends the process: the line before names the input.
    FileHandle.standardError.write(Data("\(name): \(input)\n".utf8))
    // Not on the pool of tasks, for some targets wait for tasks.
    await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
      Thread.detachNewThread {
        target.run(bytes)
        done.resume()
      }
    }
  }

  @Test("Targets have unique names, and each folder of inputs has its target")
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
