import CSystem
import Dispatch
import Foundation
import Glibc

/// Has the system write a database's new pages to the disk while a long transaction still makes them.
///
/// Without it hundreds of megabytes wait for the commit and the checkpoint, which synchronise them all at once; every
/// other write of the machine stands behind them in the disk's queue for a tenth of a second and longer.
final class EarlyWriteback {
  private let timer: any DispatchSourceTimer

  /// Begins for a database file and its log; ends when this goes out of use.
  init(path: String) {
    timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "early writeback"))
    // What takes less than the first interval needs no help.
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

  /// SQLite's own descriptors: one opened here could not be closed, since that would drop the process's locks on the
  /// file (POSIX). Where SQLite closes one meanwhile, another file that gets its number is written early, at no harm.
  private static func descriptors(of paths: [String]) -> [Int32] {
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

/// Which file it is, whatever it is called.
private struct FileIdentity: Equatable {
  let device: UInt
  let number: UInt

  init(_ status: stat) {
    device = status.st_dev
    number = status.st_ino
  }
}
