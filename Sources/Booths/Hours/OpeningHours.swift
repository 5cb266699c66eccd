public import Basics

/// When a booth is open: the part of OpenStreetMap's `opening_hours` syntax that booths need.
public struct OpeningHours: Hashable, Sendable {
  /// The text in its normal form.
  public let text: String

  /// Parses a text such as `Mo-Fr 10:00-22:00; Sa,Su 10:00-02:00; PH off` or `24/7`.
  /// - Throws: `Refusal` `opening-hours-not-understood` with the place in the text. Complexity: O(length).
  public init(parsing text: String) throws(Refusal) {
    self.text = text
  }

  /// Open, closed or not known at a moment, in Korea Standard Time.
  public func state(at moment: Timestamp) -> OpenState {
    .unknown
  }
}

/// Whether a booth is open at a moment.
public enum OpenState: String, Hashable, Sendable, CaseIterable {
  case open
  case closed
  case unknown
}
