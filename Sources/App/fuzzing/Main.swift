import Basics
import Foundation
import FuzzTargets

// `FUZZ_TARGET` names the target. `make fuzz` links libFuzzer, whose `main` calls the function below; built as
// everything else, the program runs the inputs that its arguments name.

private let target: FuzzTarget = {
  let name = ProcessInfo.processInfo.environment["FUZZ_TARGET"] ?? ""
  guard let target = FuzzTarget.all.first(where: { $0.name == name }) else {
    print(FuzzTarget.all.map(\.name).joined(separator: "\n"))
    exit(name.isEmpty ? 0 : 2)
  }
  return target
}()

#if FUZZING
  /// Before the first input, so that `exit` is no finding.
  @_cdecl("LLVMFuzzerInitialize")
  public func initialize(_ count: UnsafeMutableRawPointer?, _ arguments: UnsafeMutableRawPointer?) -> CInt {
    _ = target
    return 0
  }

  /// Runs an input.
  @_cdecl("LLVMFuzzerTestOneInput")
  public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    target.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
    return 0
  }
#else
  @main enum Fuzzing {
    static func main() throws {
      _ = target
      for path in CommandLine.arguments.dropFirst() { target.run(try readFile(path)) }
    }
  }
#endif
