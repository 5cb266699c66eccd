import Basics
import Foundation

/// A file that travels with the program: beside it when built, below `share` when installed.
struct ProgramResource {
  private let files: [URL]

  /// - Parameter path: Below the directory of resources, e.g. `places/places.csv`.
  init(_ path: String, ofProgram program: URL) {
    let base = program.deletingLastPathComponent()
    files = ["../share/fourcuts", "fourcuts_App.resources"].map {
      base.appendingPathComponent($0).appendingPathComponent(path).standardizedFileURL
    }
  }

  var path: String? { files.map(\.path).first { access($0, R_OK) == 0 } }

  var bytes: [UInt8]? {
    files.lazy.compactMap { try? Data(contentsOf: $0) }.first.map(Array.init)
  }

  func missing(_ code: String) -> DomainError {
    DomainError(.unavailable, code, "\(files[0].path) is missing; install fourcuts with 'make install'.")
  }
}
