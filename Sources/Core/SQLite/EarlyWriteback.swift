import CSystem
import Dispatch
import Foundation
import Glibc

/// Starts the writeback of a database's new pages to disk during a long transaction.
///
/// Without it, hundreds of megabytes wait for the commit and the checkpoint, which synchronise them all at once;
/// every other write of the machine then waits in the disk's queue for a tenth of a second or longer.
final class EarlyWriteback {
  private let timer: any DispatchSourceTimer

  /// Starts for a database file and its log; ends with the deinit.
  init(path: String) {
    timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "early writeback"))
    // A transaction shorter than the first interval needs no help.
    timer.schedule(deadline: .now() + .milliseconds(50), repeating: .milliseconds(10))
    var descriptors: [Int32]?
    timer.setEventHandler {
      let known = descriptors ?? Self.descriptors(of: [path, path + "-wal"])
      descriptors = known
      for descriptor in known { csystem_start_writeback(descriptor) }
    }
    timer.resume()
  }

  deinit {
    timer.cancel()
  }

  /// Finds SQLite's own descriptors: closing one opened here would drop the process's locks on the file (POSIX). If
  /// SQLite closes one meanwhile, another file with the reused number is written back early, which does no harm.
  static func descriptors(of paths: [String]) -> [Int32] {
    let files = paths.compactMap { path in
      var status = stat()
      return stat(path, &status) == 0 ? FileIdentity(status) : nil
    }
    let open = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    return open.compactMap { Int32($0) }.filter { descriptor in
      var status = stat()
      return fstat(descriptor, &status) == 0 && files.contains(FileIdentity(status))
    }
  }
}

/// Identifies a file independently of its path.
private struct FileIdentity: Equatable {
  let device: UInt
  let number: UInt

  init(_ status: stat) {
    device = status.st_dev
    number = status.st_ino
  }
}
