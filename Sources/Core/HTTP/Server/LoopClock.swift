import Glibc

/// The time of an event loop: read once per iteration, so that a request costs no clock call.
struct LoopClock {
  /// Milliseconds of the monotonic clock.
  private(set) var now: Int64 = 0
  /// `Date: …` with CR LF, renewed each second.
  private(set) var dateLine: [UInt8] = []
  private var second: Int = -1

  init() {
    update()
  }

  mutating func update() {
    now = Self.monotonicMilliseconds()
    var time = timespec()
    clock_gettime(CLOCK_REALTIME_COARSE, &time)
    guard time.tv_sec != second else { return }
    second = time.tv_sec
    dateLine = Array("Date: \(httpDate(seconds: Int64(second)))\r\n".utf8)
  }

  private static func monotonicMilliseconds() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }
}

/// An HTTP date (IMF-fixdate, RFC 9110 §5.6.7), from seconds since 1970.
func httpDate(seconds: Int64) -> String {
  var clock = time_t(seconds)
  var parts = tm()
  gmtime_r(&clock, &parts)
  let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
  func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
  let date = "\(two(parts.tm_mday)) \(months[Int(parts.tm_mon)]) \(parts.tm_year + 1900)"
  return "\(days[Int(parts.tm_wday)]), \(date) \(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec)) GMT"
}
