import Basics
import CSystem
import Foundation
import Images
import PhotoStorage

struct MachineChecks: Sendable {
  /// The data folder, which may be absent.
  let directory: URL
  let now: Timestamp

  var all: [DoctorFinding] { [descriptors, disk, clock, images] }

  /// One for each of 10,000 connections and for a file that is sent on it, and some for databases.
  private static let wantedDescriptors: UInt = 20_256

  private var descriptors: DoctorFinding {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    let most = UInt(limit.rlim_max)
    return most >= Self.wantedDescriptors
      ? .ok("descriptors", "\(most == .max ? "Any number of" : most.grouped) files may be open.")
      : .warn(
        "descriptors",
        "Only \(most.grouped) files may be open, fewer than 10,000 connections need: set LimitNOFILE=65536 or 'ulimit -Hn'."
      )
  }

  private var disk: DoctorFinding {
    let path = existingDirectory
    var status = statvfs()
    guard statvfs(path, &status) == 0 else { return .fail("disk", "\(path) cannot be examined: check its disk.") }
    let megabytes = Int(status.f_bavail) * Int(status.f_frsize) / 1_000_000
    let free = "\(megabytes.grouped) MB are free on the disk of \(path)"
    if status.f_flag & UInt(ST_RDONLY) != 0 {
      return .fail("disk", "The disk of \(path) is read-only: mount it writable.")
    }
    if megabytes < 100 { return .fail("disk", "Only \(free): make room, or writes fail soon.") }
    if megabytes < 1000 || status.f_favail == 0 && status.f_files > 0 {
      return .warn("disk", "Only \(free), with \(status.f_favail.grouped) more files: make room.")
    }
    return .ok("disk", "\(free).")
  }

  /// The data folder, or its nearest existing parent.
  private var existingDirectory: String {
    var url = directory.standardizedFileURL
    while !FileManager.default.fileExists(atPath: url.path), url.path != "/" { url.deleteLastPathComponent() }
    return url.path
  }

  private var clock: DoctorFinding {
    // 2026, before which this program was not made, and 2100.
    guard (1_767_225_600_000..<4_102_444_800_000).contains(now.milliseconds) else {
      return .fail("clock", "The machine's clock says \(now.rfc3339): set it, or logins and certificates fail.")
    }
    return switch csystem_is_clock_synchronised() {
    case 1: .ok("clock", "The machine's clock is synchronised.")
    case 0: .warn("clock", "Nothing keeps the machine's clock right: install chrony or systemd-timesyncd.")
    default: .ok("clock", "The machine's clock says \(now.rfc3339); whether it is synchronised is not known.")
    }
  }

  private var images: DoctorFinding {
    guard let version = loadedVipsVersion() else {
      return .fail("images", "Photos cannot be processed, nor previews be drawn: \(imageLibraryFault() ?? "libvips").")
    }
    if let fault = PhotoDecoder().fault(in: NSTemporaryDirectory()) {
      return .fail("images", "Photos cannot be decoded: \(fault)")
    }
    return .ok("images", "libvips \(version) decodes photos in confined processes.")
  }
}
