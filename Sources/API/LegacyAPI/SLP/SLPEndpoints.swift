import APIKit
import NativeAPI

/// The SLP contract: workspaces, channels and chats for Mojitalk and its sister clients.
///
/// The endpoints only translate; the account, chat and photo services decide. What the contract leaves open follows the
/// known clients: Mojitalk first, then WeSpace and others of the same time. Images are served by the endpoint of LSLP's
/// second generation.
///
/// Workspaces cost no coins, and there are no push notifications. The contract cannot change or remove messages; those
/// changed or removed in the native API are answered in their current version, or left out.
struct SLPEndpoints: Sendable {
  let services: LegacyServices

  var all: [Endpoint] {
    SLPSessionEndpoints(services: services).all + SLPUserEndpoints(services: services).all
      + SLPWorkspaceEndpoints(services: services).all + SLPMemberEndpoints(services: services).all
      + SLPChannelEndpoints(services: services).all + SLPChatEndpoints(services: services).all
      + SLPRoomEndpoints(services: services).all + SLPStoreEndpoints(services: services).all
  }
}
