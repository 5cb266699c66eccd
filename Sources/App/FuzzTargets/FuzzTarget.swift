import Foundation

/// A parser that meets bytes from outside, or two that must agree, fed with any bytes.
///
/// `run` traps when a property does not hold. Whatever errors the parser throws are its answers.
package struct FuzzTarget: Sendable {
  package let name: String
  package let run: @Sendable ([UInt8]) -> Void

  init(_ name: String, _ run: @escaping @Sendable ([UInt8]) -> Void) {
    self.name = name
    self.run = run
  }

  /// All targets, in the order in which they matter.
  package static let all =
    imageTargets + jsonTargets + httpTargets + apiTargets + tableTargets + placeTargets + domainTargets + fileTargets
    + adapterTargets + clientTargets + textTargets + passkeyTargets
}

/// Ends the process when a property does not hold.
func require(_ condition: Bool, _ property: @autoclosure () -> String) {
  if !condition { fatalError(property()) }
}

/// Reads parameters from the beginning of an input; after its end they are 0.
struct InputReader {
  private(set) var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

  /// A little-endian number.
  mutating func number<Number: FixedWidthInteger>(_ type: Number.Type = Number.self) -> Number {
    (0..<Number.bitWidth / 8).reduce(0) { $0 | Number(truncatingIfNeeded: byte()) << ($1 * 8) }
  }
}

extension Collection<UInt8> {
  /// The pieces in which an incremental parser gets the bytes; their size is at least 1.
  func pieces(of size: Int) -> [[UInt8]] {
    stride(from: 0, to: count, by: size).map { Array(dropFirst($0).prefix(size)) }
  }

  var text: String { String(decoding: self, as: UTF8.self) }
}

/// Waits for asynchronous work. Must not run on the pool of tasks.
func waiting(_ body: @escaping @Sendable () async -> Void) {
  let end = DispatchSemaphore(value: 0)
  Task.detached {
    await body()
    end.signal()
  }
  end.wait()
}

/// A file for code that takes a path, in memory if there is such a file system.
enum ScratchFile {
  private static let directory =
    FileManager.default.fileExists(atPath: "/dev/shm") ? "/dev/shm" : NSTemporaryDirectory()

  /// Passes on the path of a new file with the bytes, and removes it.
  static func with<Result>(_ bytes: [UInt8], _ body: (String) -> Result) -> Result {
    let path = "\(directory)/fourcuts-fuzzing-\(UUID().uuidString)"
    let isWritten = FileManager.default.createFile(atPath: path, contents: Data(bytes))
    require(isWritten, "\(path) cannot be written")
    defer { try? FileManager.default.removeItem(atPath: path) }
    return body(path)
  }
}
