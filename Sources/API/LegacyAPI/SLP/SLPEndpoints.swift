import APIKit
import NativeAPI

/// The contract SLP: workspaces, channels and chats, as Mojitalk and its sister clients know them.
///
/// Everything here translates: what is allowed, taken or refused is decided by the services of accounts, talk and
/// photos. What the contract leaves open is decided for the clients that are known: Mojitalk first, then WeSpace and
/// others of the same weeks. Images are served by the row of LSLP's second generation.
///
/// Nothing costs coins here, and nothing is pushed to devices. Messages are not changed or removed in this contract;
/// those that were natively are answered as they stand now, or left out.
struct SLPEndpoints: Sendable {
  let services: LegacyServices

  var all: [Endpoint] {
    SLPSessionEndpoints(services: services).all + SLPUserEndpoints(services: services).all
      + SLPWorkspaceEndpoints(services: services).all + SLPMemberEndpoints(services: services).all
      + SLPChannelEndpoints(services: services).all + SLPChatEndpoints(services: services).all
      + SLPRoomEndpoints(services: services).all + SLPStoreEndpoints(services: services).all
  }
}
