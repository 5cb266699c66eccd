import APIKit
import Accounts
import Basics
import Contracts
import HTTP
package import NativeAPI

/// The contracts of old clients that a key can stand for.
package enum LegacyContract: String, Hashable, Sendable, CaseIterable {
  /// The learning platform's first generation, at the root: Mobbie, OOTD.
  case lslpV0 = "lslp-v0"
  /// Its second, under `/v1`: 4cuts.zip.
  case lslpV1 = "lslp-v1"
  /// That of workspaces and chats, under `/v1` as well, with its login under `/v2`: Mojitalk.
  case slp
}

/// What the old contracts are served with.
package final class LegacyServices: Sendable {
  let native: NativeServices
  /// The keys of old clients with the contract that each was written for.
  let applications: [String: LegacyContract]
  /// What lets clients of PartyQuest in that come without a proof; nil: nobody comes in in this way.
  let partyQuestSecret: PartyQuestSecret?
  /// How often expired access tokens are shown, each known by its hash, to end the loop of clients that retry with one.
  ///
  /// Mobbie refreshes upon 419 and then repeats its request with the *old* token, for ever; only another status ends
  /// that. Said by the refresh, it would log the person out; said to the repeated request, the next thing the person
  /// does uses the new token. So the limit here lies below that of refreshes, and above what a client with many
  /// requests in flight shows at once.
  let expiredTokens = RateLimiter<Int>(maxCalls: 50, seconds: 10)
  /// The same for applications of SLP.
  ///
  /// Mojitalk repeats a request as fast as it is told that its token has expired, starting a refresh each time, until
  /// the first of them is answered: that must not be cut short. But where its refresh token has expired as well it goes
  /// on for ever; only another code than `E05` ends that.
  let hurriedTokens = RateLimiter<Int>(maxCalls: 500, seconds: 10)

  package init(
    _ native: NativeServices, applications: [String: LegacyContract], partyQuestSecret: PartyQuestSecret? = nil
  ) {
    self.native = native
    self.applications = applications
    self.partyQuestSecret = partyQuestSecret
  }

  /// The contract that the application behind a request was written for, by the key in `SesacKey`.
  ///
  /// This is the one place where contracts are told apart: those that share a path are one row of the table, whose
  /// handler chooses by what stands here.
  /// - Throws: `DomainError` `application-unknown` where the key is missing or not known.
  func contract(of context: RequestContext) throws(DomainError) -> LegacyContract {
    guard let contract = applications.contract(shown: context.request.headers["SesacKey"]) else {
      throw .applicationUnknown
    }
    return contract
  }

  /// That a request is of an application of some contract.
  /// - Throws: `DomainError` `application-unknown` where the key is missing or not known; `path-unknown` where it is
  ///   that of an application whose contract is of another family, which knows nothing of this path.
  func expect(_ expected: LegacyContract, in context: RequestContext) throws(DomainError) {
    let contract = try contract(of: context)
    guard contract != expected else { return }
    throw (contract == .slp) == (expected == .slp) ? .applicationUnknown : .pathUnknown
  }

  /// The format of errors by the application that asks, also for what the contract of the other family alone has.
  func errorFormat(lslp: ErrorFormat = .lslp(.image)) -> @Sendable (Request) -> ErrorFormat? {
    { [applications] request in
      switch applications.contract(shown: request.headers["SesacKey"]) {
      case .slp: .slp
      case .lslpV0, .lslpV1: lslp
      case nil: nil
      }
    }
  }

  /// Who shows the access token in `Authorization`: as it is, or behind `Bearer`.
  /// - Parameter loops: knows how often each expired token was shown, by its hash.
  /// - Throws: `DomainError` `token-expired`; `token-unusable` for every other text, readable or not;
  ///   `too-many-expired` (rateLimited) where an expired one is repeated without end.
  func caller(of context: RequestContext, endingLoopsBy loops: RateLimiter<Int>) async throws -> Caller {
    let token = context.request.headers.bearerToken ?? context.request.headers["Authorization"] ?? ""
    do {
      return try await native.accounts.caller(showing: token)
    } catch let domainError as DomainError where domainError.code == "token-expired" {
      guard !loops.admits(token.hashValue, at: context.now) else { throw domainError }
      throw DomainError(
        .rateLimited, "too-many-expired", "The access token has expired; refresh it and use the new one.")
    }
  }

  /// Who logs in, for the limits of guessing: known by the network and by the access token that may be shown.
  func loginClient(of context: RequestContext) async -> LoginClient {
    let token = context.request.headers.bearerToken ?? context.request.headers["Authorization"]
    var caller: Caller?
    if let token { caller = try? await native.accounts.caller(showing: token) }
    return LoginClient(network: context.clientNetwork, device: nil, caller: caller)
  }
}

extension [String: LegacyContract] {
  /// The contract that a shown key stands for; nil where none is shown, or one that is not known.
  func contract(shown: String?) -> LegacyContract? {
    guard let shown else { return nil }
    return first { Secret.isSame(shown, $0.key) }?.value
  }
}

extension DomainError {
  /// The key that an old client shows is missing or not for this contract.
  static let applicationUnknown = DomainError(
    .forbidden, "application-unknown", "Send the application's key for this contract in the header SesacKey.")

  /// The application's contract has nothing at this path.
  static let pathUnknown = DomainError(.notFound, "path-unknown", "There is nothing at this path for this application.")
}
