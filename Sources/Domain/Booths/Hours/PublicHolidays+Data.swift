package import Basics

/// By the Public Holidays Act and its decree. What changes here changes `asOf`.
extension PublicHolidays {
  /// The day on which the data were last compared with the law and the official calendar of the next year.
  package static let asOf = CivilDate(year: 2026, month: 11, day: 27)!

  static let fixed = [
    Holiday(.newYearsDay, 1, 1, .none), Holiday(.independenceMovementDay, 3, 1, .weekend),
    Holiday(.labourDay, 5, 1, .weekend, since: 2026), Holiday(.childrensDay, 5, 5, .weekend),
    Holiday(.memorialDay, 6, 6, .none), Holiday(.constitutionDay, 7, 17, .weekend, since: 2026),
    Holiday(.liberationDay, 8, 15, .weekend), Holiday(.nationalFoundationDay, 10, 3, .weekend),
    Holiday(.hangulDay, 10, 9, .weekend), Holiday(.christmas, 12, 25, .weekend),
  ]

  /// Lunar New Year (1st of the 1st month), Buddha's birthday (8th of the 4th) and Chuseok (15th of the 8th) by the
  /// Korean calendar, which can differ by a day from the Chinese one (new moons after midnight, as in 2027 and 2028).
  static let lunar: [(year: Int, newYear: (Int, Int), buddha: (Int, Int), chuseok: (Int, Int))] = [
    (2024, (2, 10), (5, 15), (9, 17)), (2025, (1, 29), (5, 5), (10, 6)), (2026, (2, 17), (5, 24), (9, 25)),
    (2027, (2, 7), (5, 13), (9, 15)), (2028, (1, 27), (5, 2), (10, 3)), (2029, (2, 13), (5, 20), (9, 22)),
    (2030, (2, 3), (5, 9), (9, 12)),
  ]

  /// Election days and one-time holidays. The days of regular elections follow from the terms of office, by article 34
  /// of the Public Official Election Act.
  static let oneOff: [(year: Int, month: Int, day: Int, name: PublicHoliday)] = [
    (2024, 4, 10, .election), (2024, 10, 1, .temporary), (2025, 1, 27, .temporary), (2025, 6, 3, .election),
    (2026, 6, 3, .election), (2028, 4, 12, .election), (2030, 3, 27, .election), (2030, 6, 12, .election),
  ]
}
