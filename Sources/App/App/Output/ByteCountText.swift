import Foundation

/// A number of bytes in decimal units.
func byteCountText(_ count: Int) -> String {
  let units = ["bytes", "kB", "MB", "GB", "TB"]
  var (value, unit) = (Double(count), 0)
  while value >= 999.5, unit < units.count - 1 { (value, unit) = (value / 1000, unit + 1) }
  return unit == 0 ? "\(count) bytes" : String(format: value < 9.95 ? "%.1f %@" : "%.0f %@", value, units[unit])
}
