package import Basics
import Crypto

/// Workspaces, their channels and direct rooms, and what is said there.
///
/// Whoever is not in a workspace learns nothing of it: it is as if not there. The same holds for closed channels and
/// direct rooms. Lengths are counted in Unicode scalars; texts may hold what posts may hold, names what nicknames may.
/// Names are the same whatever their case, width or composition.
package struct ChatService: Sendable {
  let store: any ChatStore
  let bus: any EventBus
  let clock: @Sendable () -> Timestamp
  /// What the codes of links are made of.
  let random: RandomBytes
  private let order = EventOrder()

  /// A service over its store.
  package init(
    store: any ChatStore, bus: any EventBus, clock: @escaping @Sendable () -> Timestamp,
    random: @escaping RandomBytes = systemRandom
  ) {
    self.store = store
    self.bus = bus
    self.clock = clock
    self.random = random
  }

  /// Runs a body in a transaction and tells afterwards what it says has changed: nobody hears of what is not kept.
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

/// What somebody sees, or the refusal for those who do not.
extension ChatReading {
  /// - Throws: `DomainError` `workspace-unknown`.
  func workspace(_ id: WorkspaceID, seenBy caller: AccountID) throws -> Workspace {
    guard let workspace = try workspace(id), try member(caller, of: id) != nil else {
      throw DomainError.workspaceUnknown
    }
    return workspace
  }

  /// - Throws: `DomainError` `workspace-unknown`, `workspace-not-yours`.
  func workspace(_ id: WorkspaceID, ownedBy caller: AccountID) throws -> Workspace {
    let workspace = try workspace(id, seenBy: caller)
    guard workspace.owner == caller else { throw DomainError.workspaceNotYours }
    return workspace
  }

  /// - Throws: `unknown` where the caller does not see the channel.
  func channel(
    _ id: ChannelID, seenBy caller: AccountID, else unknown: DomainError = .channelUnknown
  ) throws -> (channel: Channel, isIn: Bool) {
    guard let channel = try channel(id), try member(caller, of: channel.workspace) != nil else { throw unknown }
    let isIn = try member(caller, of: id) != nil
    guard isIn || channel.kind == .open || channel.kind == .standard else { throw unknown }
    return (channel, isIn)
  }

  /// - Throws: `DomainError` `channel-unknown`, `channel-not-joined`.
  func channel(_ id: ChannelID, joinedBy caller: AccountID) throws -> Channel {
    let (channel, isIn) = try channel(id, seenBy: caller)
    guard isIn else { throw DomainError.channelNotJoined }
    return channel
  }

  /// - Throws: `DomainError` `channel-unknown`, `channel-not-yours`.
  func channel(_ id: ChannelID, ownedBy caller: AccountID) throws -> Channel {
    let (channel, _) = try channel(id, seenBy: caller)
    guard channel.owner == caller else { throw DomainError.channelNotYours }
    return channel
  }

  /// A channel again, as somebody sees it who has just changed something of it.
  func seen(_ id: ChannelID, by caller: AccountID) throws -> SeenChannel {
    guard let channel = try channel(id) else { throw DomainError.channelUnknown }
    return try seen(channel, by: caller)
  }
}
