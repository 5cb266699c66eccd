package import Basics

/// Times as the contract writes them: `2026-11-20 19:00:30`, without a zone, by the server's own clock.
///
/// That clock is Korea's: nine hours ahead of UTC, whatever the machine is set to. Its people are there, and it has had
/// no daylight saving since 1988, so that a fixed offset is right for every moment that matters.
package enum PartyQuestTime {
  private static let offset: Int64 = 9 * 3600
  private static let length = 19

  /// A moment of the years 0000 to 9999; milliseconds are cut off.
  package static func text(_ instant: Timestamp) -> String {
    String(instant.advanced(seconds: offset).rfc3339.prefix(length)).replacing("T", with: " ")
  }

  /// The moment that a text names: `yyyy-MM-dd HH:mm:ss`, or with `T` in the midst; nil where it is none, or before
  /// 1970.
  package static func instant(of text: String) -> Timestamp? {
    guard text.utf8.count == length, let instant = Timestamp(rfc3339: text + "+09:00") else { return nil }
    return instant.milliseconds >= 0 ? instant : nil
  }
}
