package import APIKit
import Contracts
import HTTP
package import NativeAPI

/// What an operator sets about the old contracts.
package struct LegacySettings: Sendable {
  /// The keys of old clients with the contract that each was written for.
  package var applications: [String: LegacyContract] = [:]
  /// Whether everybody hears what is said in workspaces that clients of SLP have made.
  package var hasOpenSockets = false
  /// Whether the contract of PartyQuest is served, whose clients show no key.
  package var servesPartyQuest = false
  /// What lets clients of PartyQuest in that come without a proof; nil: nobody comes in in this way.
  package var partyQuestSecret: PartyQuestSecret?

  package init() {}
}

/// The interface that old clients were written for.
package struct LegacyInterface: Sendable {
  package let surface: APISurface
  /// Those of SLP; nil where no application of the contract is configured.
  let sockets: SLPSockets?

  package init(_ native: NativeServices, _ settings: LegacySettings, in environment: APIEnvironment) {
    let services = LegacyServices(
      native, applications: settings.applications, partyQuestSecret: settings.partyQuestSecret)
    let partyQuest = settings.servesPartyQuest ? PartyQuestEndpoints(services: services).all : []
    let faults = LegacyFaults(
      applications: settings.applications, lslp: LSLPEndpoints(services: services).all, partyQuest: partyQuest)
    sockets = SLPSockets(services, environment, isOpen: settings.hasOpenSockets)
    var surface = APISurface(
      endpoints: LegacyEndpoints(services: services).all + partyQuest,
      schemas: Schemas.ofLSLP + Schemas.ofSLP + Schemas.ofPartyQuest)
    surface.securitySchemes = Schemas.legacyCredentials
    surface.routes = sockets?.routes ?? []
    surface.faultAnswer = { faults.answer($0, $1) }
    self.surface = surface
  }

  /// Serves Socket.IO's clock until the task is cancelled.
  package func run() async { await sockets?.run() }

  /// Ends all sessions of Socket.IO, which a server that stops would wait for.
  package func stop() { sockets?.stop() }
}

extension EndpointGroup {
  static let lslpV0 = EndpointGroup("LSLP v0")
  static let lslpV1 = EndpointGroup("LSLP v1")
  static let slp = EndpointGroup("SLP")
  static let partyQuest = EndpointGroup("PartyQuest")
}

extension Schemas {
  fileprivate static let legacyCredentials = [
    JSONMember(
      key: "application",
      value: .object([
        "type": "apiKey", "in": "header", "name": "SesacKey", "description": "The key of an old application.",
      ])),
    JSONMember(
      key: "rawToken",
      value: .object([
        "type": "apiKey", "in": "header", "name": "Authorization",
        "description": "The access token as it is, without a word before it.",
      ])),
  ]
}
