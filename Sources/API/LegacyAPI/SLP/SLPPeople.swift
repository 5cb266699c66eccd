import APIKit
import Accounts
import Basics
import Chat
import Contracts
import NativeAPI

// Conversions that read accounts. See `SLPDocuments.swift` for who sees e-mail addresses.

extension SLPRequest {
  func user(_ account: Account, _ caller: Caller, tokens: SessionTokens? = nil) async throws -> SLPUser {
    try await services.accounts.recordSLPUse(by: account.id)
    let numbered = try await services.accounts.numbered([account.id])
    guard let numbered = numbered[account.id] else { throw DomainError.tokenUnusable }
    let vendor = try await services.identities.identities(of: caller).first?.provider
    return SLPUser(
      member: SLPMember(numbered, includingEmail: true), phone: account.phone, vendor: vendor?.rawValue,
      createdAt: account.createdAt, tokens: tokens.map(SLPTokens.init))
  }

  /// The profile of an account that has just logged in.
  func user(_ account: Account, holding tokens: SessionTokens) async throws -> SLPUser {
    try await user(account, try await services.accounts.caller(withAccessToken: tokens.access), tokens: tokens)
  }

  /// The account with a number.
  /// - Throws: `DomainError` `account-unknown`.
  func account(_ number: AccountNumber) async throws -> NumberedAccount {
    let found = try await services.accounts.numbered([number])
    guard let account = found[number] else { throw DomainError.accountUnknown }
    return account
  }

  /// Members of a workspace or one of its channels, in order, as another member sees them. Complexity: O(members).
  func members(_ members: [Member], of id: WorkspaceID) async throws -> [SLPMember] {
    let numbered = try await services.accounts.numbered(Set(members.map(\.person.id)))
    let addressed = try await chat.reachable(Set(numbered.keys), in: id)
    return members.compactMap { member in
      numbered[member.person.id].map { SLPMember($0, includingEmail: addressed.contains(member.person.id)) }
    }
  }

  /// The numbers of accounts; 0 for deleted ones.
  fileprivate func numbers(_ accounts: Set<AccountID>) async throws -> (AccountID?) -> Int {
    let numbered = try await services.accounts.numbered(accounts)
    return { $0.flatMap { numbered[$0] }.map { Int($0.number.value) } ?? 0 }
  }

  // MARK: Workspaces and channels

  func workspaces(_ workspaces: [Workspace]) async throws -> [SLPWorkspace] {
    let number = try await numbers(Set(workspaces.map(\.owner)))
    return workspaces.map { SLPWorkspace($0, ownerID: number($0.owner)) }
  }

  func workspaceWithMembers(_ workspace: Workspace, for caller: Caller) async throws -> SLPWorkspace {
    let channels = try await chat.channels(of: workspace.id, for: caller.account, direct: false)
    let members = try await chat.members(of: workspace.id, for: caller.account)
    let number = try await numbers([workspace.owner])
    return SLPWorkspace(
      workspace, ownerID: number(workspace.owner),
      membership: SLPWorkspace.Membership(
        channels: try await self.channels(channels.map(\.channel)),
        members: try await self.members(members, of: workspace.id)))
  }

  /// One workspace without channels and members.
  func workspace(_ workspace: Workspace) async throws -> SLPWorkspace {
    let number = try await numbers([workspace.owner])
    return SLPWorkspace(workspace, ownerID: number(workspace.owner))
  }

  func channels(_ channels: [Channel]) async throws -> [SLPChannel] {
    let number = try await numbers(Set(channels.compactMap(\.owner)))
    return channels.map { SLPChannel($0, ownerID: number($0.owner)) }
  }

  func channelWithMembers(_ channel: Channel, for caller: Caller) async throws -> SLPChannel {
    let members = try await chat.members(of: channel.id, for: caller.account)
    let number = try await numbers(Set([channel.owner].compactMap(\.self)))
    return SLPChannel(
      channel, ownerID: number(channel.owner), members: try await self.members(members, of: channel.workspace))
  }
}

extension SLPTokens {
  init(_ tokens: SessionTokens) { self.init(access: tokens.access, refresh: tokens.refresh) }
}

extension SLPWorkspace {
  fileprivate init(_ workspace: Workspace, ownerID: Int, membership: Membership? = nil) {
    let content = workspace.content
    self.init(
      id: Int(workspace.id.value), name: content.name, description: content.description,
      thumbnail: content.photo.map(SLPPath.photo) ?? SLPPath.defaultThumbnail, ownerID: ownerID,
      createdAt: workspace.createdAt, membership: membership)
  }
}

extension SLPChannel {
  fileprivate init(_ channel: Channel, ownerID: Int, members: [SLPMember]? = nil) {
    self.init(
      workspaceID: Int(channel.workspace.value), id: Int(channel.id.value), name: channel.content.name,
      description: channel.content.description, ownerID: ownerID, isPrivate: channel.kind == .closed,
      createdAt: channel.createdAt, members: members)
  }
}
