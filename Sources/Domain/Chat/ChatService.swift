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

extension ChatService {
  /// Announces that what waits for an account has changed outside of chats.
  package func announce(to account: AccountID) { bus.publish(.account(account)) }
}

extension Channel {
  /// Whether all members of the workspace may see it.
  var isVisibleInWorkspace: Bool { kind == .open || kind == .standard }
}

/// Permission checks: each returns what the caller may access, or throws.
extension ChatReading {
  /// - Throws: `DomainError` `workspace-unknown`.
  func workspace(_ id: WorkspaceID, visibleTo caller: AccountID) throws -> Workspace {
    guard let workspace = try workspace(id, joinedBy: caller) else { throw DomainError.workspaceUnknown }
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
    _ id: ChannelID, visibleTo caller: AccountID, key: String? = nil, else unknown: DomainError = .channelUnknown
  ) throws -> ChannelAccess {
    guard let access = try access(of: caller, to: id, key: key) else { throw unknown }
    guard access.isMember || access.channel.isVisibleInWorkspace else { throw unknown }
    return access
  }

  /// - Throws: `DomainError` `channel-unknown`, `channel-not-joined`.
  func channel(_ id: ChannelID, joinedBy caller: AccountID, key: String? = nil) throws -> ChannelAccess {
    let access = try channel(id, visibleTo: caller, key: key)
    guard access.isMember else { throw DomainError.channelNotJoined }
    return access
  }

  /// - Throws: `DomainError` `channel-unknown`, `channel-not-yours`.
  func channel(_ id: ChannelID, ownedBy caller: AccountID) throws -> Channel {
    let channel = try channel(id, visibleTo: caller).channel
    guard channel.owner == caller else { throw DomainError.channelNotYours }
    return channel
  }

  /// A channel that the caller may see, for example after a change by them.
  /// - Throws: `DomainError` `channel-unknown` if it is gone.
  func shown(_ id: ChannelID, to caller: AccountID) throws -> ChannelView {
    guard let view = try view(id, for: caller) else { throw DomainError.channelUnknown }
    return view
  }
}
