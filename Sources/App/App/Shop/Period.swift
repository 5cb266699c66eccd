import Basics
import CommandLineKit

/// A period given by `--from` and `--to`.
struct Period: Equatable {
  let from: Timestamp
  let until: Timestamp

  /// Korea has kept this offset, without summer time, since 1988.
  private static let koreaOffset: Int64 = 9 * 3600

  /// Parses `--from` and `--to`: instants (RFC 3339), or whole days in Korean time.
  /// - Throws: `DomainError` `period-missing`, `date-invalid`, `period-empty`.
  init(_ command: ParsedCommand) throws(DomainError) {
    from = try Self.instant(command, "from", daysOn: 0)
    until = try Self.instant(command, "to", daysOn: 1)
    guard from < until else { throw .usage("period-empty", "--to must be after --from.") }
  }

  private static func instant(_ command: ParsedCommand, _ option: String, daysOn: Int) throws(DomainError) -> Timestamp
  {
    guard let text = command[option] else {
      throw .usage("period-missing", "The period is missing: --from 2026-11-01 --to 2026-11-30.")
    }
    if let instant = Timestamp(rfc3339: text) { return instant }
    // Completed to an instant, so that the same parser checks the date.
    guard text.utf8.count == 10, let midnight = Timestamp(rfc3339: "\(text)T00:00:00Z") else {
      throw .usage(
        "date-invalid", "--\(option) takes a day (2026-11-20) or an instant with offset (2026-11-20T09:00:00+09:00).")
    }
    return midnight.advanced(seconds: Int64(daysOn) * 86_400 - koreaOffset)
  }
}
