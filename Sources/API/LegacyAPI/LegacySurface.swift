package import APIKit
import HTTP
import JSON
package import NativeAPI

/// The operator's settings for the old contracts.
package struct LegacySettings: Sendable {
  package var applications: [String: LegacyContract] = [:]
  /// Whether anyone may listen to workspaces that SLP clients created.
  package var hasOpenSockets = false
  /// Whether PartyQuest is served, whose clients send no key.
  package var servesPartyQuest = false
  /// Authenticates PartyQuest's Kakao logins; nil: they are not offered.
  package var partyQuestSecret: PartyQuestSecret?

  package init() {}
}

package struct LegacyInterface: Sendable {
  package let surface: APISurface
  /// SLP's Socket.IO server; nil when no SLP application is configured.
  let sockets: SLPSockets?

  package init(_ native: NativeServices, _ settings: LegacySettings, in environment: APIEnvironment) {
    let services = LegacyServices(
      native, applications: settings.applications, partyQuestSecret: settings.partyQuestSecret)
    let contracts = Set(settings.applications.values)
    let keyed = LegacyEndpoints(services: services, contracts: contracts)
    let partyQuest = settings.servesPartyQuest ? PartyQuestEndpoints(services: services).all : []
    let faults = LegacyFaults(
      applications: settings.applications, lslp: keyed.lslp, slp: keyed.slp, partyQuest: partyQuest)
    sockets = SLPSockets(services, environment, isOpen: settings.hasOpenSockets)
    var surface = APISurface(
      endpoints: keyed.all + partyQuest,
      schemas: (keyed.lslp.isEmpty ? [] : Schemas.ofLSLP) + (keyed.slp.isEmpty ? [] : Schemas.ofSLP)
        + (partyQuest.isEmpty ? [] : Schemas.ofPartyQuest))
    surface.securitySchemes = contracts.isEmpty && partyQuest.isEmpty ? [] : Schemas.legacyCredentials
    surface.routes = sockets?.routes ?? []
    surface.faultAnswer = { faults.answer($0) }
    self.surface = surface
  }

  /// Runs Socket.IO's timers until the task is cancelled.
  package func run() async { await sockets?.run() }

  /// Closes all Socket.IO sessions; a stopping server would wait for them.
  package func stop() { sockets?.stop() }
}

extension EndpointGroup {
  static let lslpV0 = EndpointGroup("LSLP v0", part: .contracts)
  static let lslpV1 = EndpointGroup("LSLP v1", part: .contracts)
  static let slp = EndpointGroup("SLP", part: .contracts)
  static let partyQuest = EndpointGroup("PartyQuest", part: .contracts)
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
        "description": "The access token alone, without a scheme such as `Bearer`.",
      ])),
  ]
}
