package import Basics

extension GrapeCardService {
  // MARK: Groups

  /// An account's groups: the default one first, then in order of creation.
  package func groups(of account: AccountID) async throws -> [TodoGroup] {
    try await read(account) { transaction, _ in try transaction.groups() }
  }

  /// Creates a group.
  /// - Throws: `DomainError` `name-empty`, `name-too-long`, `text-invalid`, field `name`; `todo-groups-too-many`
  ///   (conflict).
  package func addGroup(
    _ name: String, color: GroupColor = .purple, isOpen: Bool = true, by account: AccountID
  ) async throws -> TodoGroup {
    try GrapeCardRules.check(name: name)
    let group = TodoGroup(id: TodoGroupID(at: clock(), random: random), name: name, color: color, isOpen: isOpen)
    return try await change(account) { transaction, _ in
      guard try transaction.groups().count < GrapeCardRules.maxGroups else { throw DomainError.groupsTooMany }
      try transaction.save(group)
      return group
    }.outcome
  }

  /// Changes a group.
  /// - Throws: `DomainError` `todo-group-unknown` (notFound), and for the name as `addGroup`.
  package func changeGroup(
    _ id: TodoGroupID, _ change: TodoGroupChange, by account: AccountID
  ) async throws -> TodoGroup {
    if let name = change.name { try GrapeCardRules.check(name: name) }
    return try await self.change(account) { transaction, _ in
      var group = try Self.found(id, in: transaction)
      group.name = change.name ?? group.name
      group.color = change.color ?? group.color
      group.isOpen = change.isOpen ?? group.isOpen
      try transaction.save(group)
      return group
    }.outcome
  }

  /// Removes a group with its todos.
  /// - Throws: `DomainError` `todo-group-unknown` (notFound), `todo-group-default` (conflict).
  package func removeGroup(_ id: TodoGroupID, by account: AccountID) async throws -> Card {
    try await change(account) { transaction, _ in
      guard try !Self.found(id, in: transaction).isDefault else { throw DomainError.groupIsDefault }
      try transaction.removeGroup(id)
    }.card
  }

  private static func found(_ id: TodoGroupID, in transaction: any GrapeCardTransaction) throws -> TodoGroup {
    guard let group = try transaction.groups().first(where: { $0.id == id }) else { throw DomainError.todoGroupUnknown }
    return group
  }
}
