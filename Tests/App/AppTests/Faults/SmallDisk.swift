import Foundation
import Testing

/// A disk of a few megabytes for the data folder of a program: a file system in memory, which only the program and what
/// is run `beside` it see.
struct SmallDisk {
  let program: Program
  let megabytes: Int

  /// Whether one can be mounted here: by root, or in a name space of one's own.
  static let isPossible = mounting != nil

  /// The command that makes a name space, and the options that enter it.
  private static let mounting: (make: [String], enter: [String])? = {
    for (make, enter) in [(["-m"], ["-m"]), (["-rm"], ["-U", "-m", "--preserve-credentials"])] {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/unshare")
      process.arguments = make + ["/bin/sh", "-c", "mount -t tmpfs none /mnt"]
      process.standardError = FileHandle.nullDevice
      guard (try? process.run()) != nil else { return nil }
      process.waitUntilExit()
      if process.terminationStatus == 0 { return (make, enter) }
    }
    return nil
  }()

  /// Starts a server whose data folder is the disk; it is gone with the server.
  func serve(_ options: String...) async throws -> RunningServer {
    let mounting = try #require(Self.mounting)
    try FileManager.default.createDirectory(
      at: program.data, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let script = """
      mount -t tmpfs -o mode=700,size=\(megabytes)m none "$0" && exec "$@"
      """
    return try await RunningServer(
      program, options, by: ["/usr/bin/unshare"] + mounting.make + ["/bin/sh", "-c", script, program.data.path])
  }

  /// The data folder as the server sees it.
  func folder(of server: RunningServer) -> URL {
    URL(fileURLWithPath: "/proc/\(server.process.identifier)/root\(program.data.path)")
  }

  /// Runs a command of the program on the same disk.
  func run(beside server: RunningServer, _ arguments: String...) throws -> Program.Result {
    let entering = ["/usr/bin/nsenter", "--target", "\(server.process.identifier)"] + (Self.mounting?.enter ?? [])
    return try program.start(arguments, by: entering).finish()
  }

  /// Fills the disk up to the given number of free bytes.
  /// - Returns: The file that takes it.
  func fill(_ server: RunningServer, leaving bytes: Int = 0) throws -> URL {
    let file = folder(of: server).appendingPathComponent("ballast")
    let descriptor = open(file.path, O_WRONLY | O_CREAT, 0o600)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    let block = [UInt8](repeating: 1, count: 4096)
    var size = 0
    while write(descriptor, block, block.count) == block.count { size += block.count }
    ftruncate(descriptor, max(0, size - bytes))
    return file
  }
}
