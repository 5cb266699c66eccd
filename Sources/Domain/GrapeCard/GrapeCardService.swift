package import Basics

/// Todos, and a grape for each day on which all of them were done.
///
/// Every change and its effect on the grapes is one transaction, in which the clock is read. `Settlement` has the
/// rules.
package struct GrapeCardService: Sendable {
  let store: any GrapeCardStore
  let zones: any TimeZoneRules
  let coordinateOfBooth: @Sendable (BoothID) -> Coordinate?
  let clock: @Sendable () -> Timestamp
  let random: RandomBytes

  /// - Parameters:
  ///   - coordinateOfBooth: the coordinate of a booth of the catalogue; called inside transactions, so it must not
  ///     block.
  ///   - clock: called inside transactions, too.
  package init(
    store: any GrapeCardStore, zones: any TimeZoneRules,
    coordinateOfBooth: @escaping @Sendable (BoothID) -> Coordinate?,
    clock: @escaping @Sendable () -> Timestamp, random: @escaping RandomBytes
  ) {
    self.store = store
    self.zones = zones
    self.coordinateOfBooth = coordinateOfBooth
    self.clock = clock
    self.random = random
  }

  // MARK: The card

  package func card(of account: AccountID) async throws -> Card {
    try await read(account) { try Self.view($1, in: $0) }
  }

  /// Sets the time zone of an account's days.
  ///
  /// A day has one grape even if a change of zone repeats it, and keeps it once a later day has begun. If none of the
  /// repeated days has a grape, there is nothing to keep, and they count as not begun: for example on an account's
  /// first day, when it sets its zone late.
  /// - Throws: `DomainError` `time-zone-unknown`, field `time_zone`.
  package func setZone(_ zone: String, of account: AccountID) async throws -> Card {
    guard GrapeCardRules.isZoneName(zone), zones.secondsEast(in: zone, at: clock()) != nil else {
      throw DomainError.zoneUnknown
    }
    return try await change(account) { transaction, card in
      var card = card
      card.zone = zone
      let today = zones.day(in: zone, at: clock())
      if today < card.latestDay, try transaction.grapes(in: today...card.latestDay.adding(days: -1)).isEmpty {
        card.latestDay = today
        card.today = min(card.today, today)
      }
      try transaction.save(card)
    }.card
  }

  /// An account's full bunches, oldest first.
  package func bunches(of account: AccountID) async throws -> [Bunch] {
    try await read(account) { transaction, _ in
      Bunch.full(try transaction.grapes(in: CivilDate(daysSince1970: 0)...GrapeCardRules.days.upperBound))
    }
  }

  /// The days in a range that have a todo or a grape, ascending.
  package func days(_ days: ClosedRange<CivilDate>, of account: AccountID) async throws -> [CardDay] {
    try GrapeCardRules.checkListed(from: days.lowerBound, to: days.upperBound)
    return try await read(account) { transaction, _ in
      let tallies = try transaction.tallies(in: days)
      let grapes = Set(try transaction.grapes(in: days))
      return grapes.union(tallies.keys).sorted().map { day in
        CardDay(day: day, tally: tallies[day] ?? DaySummary(), hasGrape: grapes.contains(day))
      }
    }
  }
}

// MARK: - Transactions

extension GrapeCardService {
  /// Reads the settled card. Mostly a read transaction is enough; a write transaction is needed at first use and after
  /// a day has begun.
  func read<Outcome: Sendable>(
    _ account: AccountID, _ body: @escaping @Sendable (any GrapeCardTransaction, CardState) throws -> Outcome
  ) async throws -> Outcome {
    let found: Outcome? = try await store.read(of: account) { transaction in
      guard let card = try transaction.card() else { return nil }
      let settlement = try settlement(of: card, in: transaction)
      return settlement.changes(card) ? nil : try body(transaction, card)
    }
    if let found { return found }
    return try await store.change(of: account) { transaction in
      try body(transaction, try settle(try cardOrNew(transaction), in: transaction))
    }
  }

  /// Settles the days until now, runs a change, and settles again.
  func change<Outcome: Sendable>(
    _ account: AccountID, _ body: @escaping @Sendable (any GrapeCardTransaction, CardState) throws -> Outcome
  ) async throws -> (outcome: Outcome, card: Card) {
    try await store.change(of: account) { transaction in
      let outcome = try body(transaction, try settle(try cardOrNew(transaction), in: transaction))
      let card = try settle(try cardOrNew(transaction), in: transaction)
      return (outcome, try Self.view(card, in: transaction))
    }
  }

  /// The card; at first use it is created, with the default group.
  private func cardOrNew(_ transaction: any GrapeCardTransaction) throws -> CardState {
    if let card = try transaction.card() { return card }
    let zone = CardState.standardZone
    let card = CardState(zone: zone, first: zones.day(in: zone, at: clock()))
    try transaction.save(card)
    try transaction.save(
      TodoGroup(id: TodoGroupID(at: clock(), random: random), name: "기본 그룹", color: .purple, isDefault: true))
    return card
  }

  private func settle(_ card: CardState, in transaction: any GrapeCardTransaction) throws -> CardState {
    let settlement = try settlement(of: card, in: transaction)
    for day in settlement.earned { try transaction.putGrape(of: day) }
    for day in settlement.revoked { try transaction.removeGrape(of: day) }
    if settlement.card != card { try transaction.save(settlement.card) }
    return settlement.card
  }

  private func settlement(of card: CardState, in transaction: any GrapeCardTransaction) throws -> Settlement {
    let today = zones.day(in: card.zone, at: clock())
    let days = Settlement.days(of: card, until: today)
    return Settlement(
      of: card, until: today, tallies: try transaction.tallies(in: days), grapes: Set(try transaction.grapes(in: days)))
  }

  private static func view(_ card: CardState, in transaction: any GrapeCardTransaction) throws -> Card {
    let (count, last) = try transaction.grapeCount()
    let hasGrapeToday = try !transaction.grapes(in: card.today...card.today).isEmpty
    return Card(card, grapes: count, last: last, hasGrapeToday: hasGrapeToday)
  }
}
