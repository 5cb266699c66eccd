import Basics

/// The time between two dates of a command line.
struct Period: Equatable {
  /// Included.
  let from: Timestamp
  /// Excluded.
  let until: Timestamp

  /// Korea has kept this offset, without summer time, since 1988.
  private static let koreaOffset: Int64 = 9 * 3600

  /// What `--from` and `--to` say: moments of RFC 3339, or days of Korea, which are meant whole.
  /// - Throws: `DomainError` `period-missing`, `date-invalid`, `period-empty`.
  init(_ command: ParsedCommand) throws(DomainError) {
    from = try Self.instant(command, "from", daysOn: 0)
    until = try Self.instant(command, "to", daysOn: 1)
    guard from < until else { throw .usage("period-empty", "--to must be after --from.") }
  }

  private static func instant(_ command: ParsedCommand, _ option: String, daysOn: Int) throws(DomainError) -> Timestamp
  {
    guard let text = command[option] else {
      throw .usage("period-missing", "Say which days: --from 2026-11-01 --to 2026-11-30.")
    }
    if let instant = Timestamp(rfc3339: text) { return instant }
    // A day is the beginning of a moment as well: what reads the one reads the other.
    guard text.utf8.count == 10, let midnight = Timestamp(rfc3339: "\(text)T00:00:00Z") else {
      throw .usage(
        "date-invalid", "--\(option) takes a day (2026-11-20) or a moment with its offset (2026-11-20T09:00:00+09:00).")
    }
    return midnight.advanced(seconds: Int64(daysOn) * 86_400 - koreaOffset)
  }
}
