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
    try await read(account) { transaction, card in
      Card(card, try transaction.contents(of: card.today...card.today, today: card.today))
    }
  }

  /// Sets the time zone of an account's days.
  ///
  /// A day has one grape even if a change of zone repeats it, and keeps it once a later day has begun. If none of the
  /// repeated days has a grape, there is nothing to keep, and they count as not begun: for example on an account's
  /// first day, when it sets its zone late.
  /// - Throws: `DomainError` `time-zone-unknown`, field `time_zone`.
  package func setZone(_ zone: String, of account: AccountID) async throws -> Card {
    try zones.check(zone, at: clock())
    return try await change(account) { transaction, card in
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
    return try await read(account) { transaction, card in
      try transaction.contents(of: days, today: card.today).days
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
      guard let card = try transaction.card(), isSettled(card) else { return nil }
      return try body(transaction, card)
    }
    if let found { return found }
    return try await store.change(of: account) { try body($0, try settledCard(in: $0)) }
  }

  /// Settles the days until now, runs a change, and settles again.
  func change<Outcome: Sendable>(
    _ account: AccountID,
    _ body: @escaping @Sendable (any GrapeCardTransaction, inout CardState) throws -> Outcome
  ) async throws -> (outcome: Outcome, card: Card) {
    try await store.change(of: account) { transaction in
      var card = try settledCard(in: transaction)
      let outcome = try body(transaction, &card)
      let (settled, contents) = try settle(card, in: transaction)
      return (outcome, Card(settled, contents))
    }
  }

  /// Whether nothing is to be settled: each change settles the card, so that only a day that began since can matter.
  private func isSettled(_ card: CardState) -> Bool { zones.day(in: card.zone, at: clock()) == card.today }

  private func settledCard(in transaction: any GrapeCardTransaction) throws -> CardState {
    let card = try cardOrNew(transaction)
    return isSettled(card) ? card : try settle(card, in: transaction).card
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

  private func settle(
    _ card: CardState, in transaction: any GrapeCardTransaction
  ) throws -> (card: CardState, contents: CardContents) {
    let today = zones.day(in: card.zone, at: clock())
    let contents = try transaction.contents(of: Settlement.days(of: card, until: today), today: today)
    let settlement = Settlement(of: card, until: today, days: contents.days)
    try transaction.putGrapes(of: settlement.earned)
    try transaction.removeGrapes(of: settlement.revoked)
    if settlement.card != card { try transaction.save(settlement.card) }
    return (settlement.card, contents.settled(by: settlement))
  }
}
