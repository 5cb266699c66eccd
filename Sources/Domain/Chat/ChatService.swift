package import Basics
import Crypto

/// Workspaces, their channels and direct rooms, and messages.
///
/// For an account that is not a member, a workspace does not exist. The same holds for closed channels and direct
/// rooms. Lengths are counted in Unicode scalars. Texts allow the same characters as posts, names the same as
/// nicknames. Names are compared without case, width or composition.
package struct ChatService: Sendable {
  let store: any ChatStore
  let bus: any EventBus
  let clock: @Sendable () -> Timestamp
  /// The source of invitation codes.
  let random: RandomBytes
  private let order = EventOrder()

  package init(
    store: any ChatStore, bus: any EventBus, clock: @escaping @Sendable () -> Timestamp,
    random: @escaping RandomBytes = systemRandom
  ) {
    self.store = store
    self.bus = bus
    self.clock = clock
    self.random = random
  }

  /// Runs a body in a transaction and publishes its events after the commit: nothing is published of a rollback.
  func change<Result: Sendable>(
    _ body: @escaping @Sendable (any ChatWriting, inout [ChatEvent]) throws -> Result
  ) async throws -> Result {
    let ticket = EventTicket(in: order, on: bus)
    let (result, events) = try await store.write { chat in
      var events: [ChatEvent] = []
      let result = try body(chat, &events)
      ticket.draw()
      return (result, events)
    }
    ticket.settle(events)
    return result
  }
}

/// Permission checks: each returns what the caller may access, or throws.
extension ChatReading {
  /// - Throws: `DomainError` `workspace-unknown`.
  func workspace(_ id: WorkspaceID, visibleTo caller: AccountID) throws -> Workspace {
    guard let workspace = try workspace(id), try member(caller, of: id) != nil else {
      throw DomainError.workspaceUnknown
    }
    return workspace
  }

  /// - Throws: `DomainError` `workspace-unknown`, `workspace-not-yours`.
  func workspace(_ id: WorkspaceID, ownedBy caller: AccountID) throws -> Workspace {
    let workspace = try workspace(id, visibleTo: caller)
    guard workspace.owner == caller else { throw DomainError.workspaceNotYours }
    return workspace
  }

  /// - Throws: `unknown` if the caller may not see the channel.
  func channel(
    _ id: ChannelID, visibleTo caller: AccountID, else unknown: DomainError = .channelUnknown
  ) throws -> (channel: Channel, isIn: Bool) {
    guard let channel = try channel(id), try member(caller, of: channel.workspace) != nil else { throw unknown }
    let isIn = try member(caller, of: id) != nil
    guard isIn || channel.kind == .open || channel.kind == .standard else { throw unknown }
    return (channel, isIn)
  }

  /// - Throws: `DomainError` `channel-unknown`, `channel-not-joined`.
  func channel(_ id: ChannelID, joinedBy caller: AccountID) throws -> Channel {
    let (channel, isIn) = try channel(id, visibleTo: caller)
    guard isIn else { throw DomainError.channelNotJoined }
    return channel
  }

  /// - Throws: `DomainError` `channel-unknown`, `channel-not-yours`.
  func channel(_ id: ChannelID, ownedBy caller: AccountID) throws -> Channel {
    let (channel, _) = try channel(id, visibleTo: caller)
    guard channel.owner == caller else { throw DomainError.channelNotYours }
    return channel
  }

  /// The channel after a change by the caller.
  func view(_ id: ChannelID, for caller: AccountID) throws -> ChannelView {
    guard let channel = try channel(id) else { throw DomainError.channelUnknown }
    return try view(channel, for: caller)
  }
}
