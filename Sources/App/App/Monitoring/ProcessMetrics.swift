import Foundation
import Telemetry

/// What the kernel knows of this process, named as by Prometheus's own client libraries.
enum ProcessMetrics {
  static let all: [Metric] = [
    .number(.counter, "process_cpu_seconds", "Processor time that the process has used.") {
      statistics().map { Double($0.clockTicks) / ticksPerSecond }
    },
    .number(.gauge, "process_resident_memory_bytes", "Memory of the process that is in RAM.") {
      statistics().map { Double($0.residentPages) * Double(sysconf(Int32(_SC_PAGESIZE))) }
    },
    .number(.gauge, "process_virtual_memory_bytes", "Address space of the process.") {
      statistics().map { Double($0.virtualBytes) }
    },
    .number(.gauge, "process_threads", "Threads of the process.") { statistics().map { Double($0.threads) } },
    .number(.gauge, "process_open_fds", "File descriptors that are open.") {
      // The directory of the descriptors is open itself while it is read.
      (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count - 1).map(Double.init)
    },
    .number(.gauge, "process_max_fds", "File descriptors that may be open at a time.") {
      var limit = rlimit()
      guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return nil }
      return Double(limit.rlim_cur)
    },
    .number(.gauge, "process_start_time_seconds", "When the process began, in seconds since 1970.") { startTime },
  ]

  private static let ticksPerSecond = Double(sysconf(Int32(_SC_CLK_TCK)))

  private static let startTime: Double? = {
    guard let statistics = statistics(), let text = try? String(contentsOfFile: "/proc/stat", encoding: .utf8),
      let line = text.split(separator: "\n").first(where: { $0.hasPrefix("btime ") }),
      let bootTime = Double(line.dropFirst("btime ".count))
    else { return nil }
    return bootTime + Double(statistics.startTicks) / ticksPerSecond
  }()

  /// Of `/proc/self/stat`; see proc(5).
  private struct Statistics {
    let clockTicks: Int
    let threads: Int
    let startTicks: Int
    let virtualBytes: Int
    let residentPages: Int
  }

  private static func statistics() -> Statistics? {
    guard let text = try? String(contentsOfFile: "/proc/self/stat", encoding: .utf8),
      // The name of the program is in parentheses and may hold blanks.
      let end = text.lastIndex(of: ")")
    else { return nil }
    let fields = text[text.index(after: end)...].split(separator: " ").map { Int($0) ?? 0 }
    guard fields.count > 21 else { return nil }
    // The first of these is field 3 of the manual page.
    return Statistics(
      clockTicks: fields[11] + fields[12], threads: fields[17], startTicks: fields[19], virtualBytes: fields[20],
      residentPages: fields[21])
  }
}
