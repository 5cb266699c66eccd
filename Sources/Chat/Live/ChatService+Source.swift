public import Basics

extension ChatService: ChatSource {
  public func revision(of channel: ChannelID) async throws -> Int? { fatalError("skeleton") }
  public func changes(of channel: ChannelID, since revision: Int, limit: Int) async throws -> [Message] {
    fatalError("skeleton")
  }
  public func members(among accounts: Set<AccountID>, of channel: ChannelID) async throws -> Set<AccountID> {
    fatalError("skeleton")
  }
}
