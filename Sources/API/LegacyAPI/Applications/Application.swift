import APIKit
import Accounts
import Basics
import Contracts
import HTTP
package import NativeAPI

/// The old contracts that an application key can select.
package enum LegacyContract: String, Hashable, Sendable, CaseIterable {
  /// LSLP's first generation, at the root: Mobbie, OOTD.
  case lslpV0 = "lslp-v0"
  /// LSLP's second generation, under `/v1`: 4cuts.zip.
  case lslpV1 = "lslp-v1"
  /// Workspaces and chats, under `/v1` as well, with its login under `/v2`: Mojitalk.
  case slp
}

package final class LegacyServices: Sendable {
  let native: NativeServices
  let applications: [String: LegacyContract]
  /// Authenticates PartyQuest's Kakao logins; nil: they are not offered.
  let partyQuestSecret: PartyQuestSecret?
  /// Limits how often each expired access token, identified by its hash, is answered with 419, to stop clients that
  /// retry with it.
  ///
  /// Mobbie refreshes after 419, then repeats its request with the *old* token, for ever; only another status ends the
  /// loop. Sent by the refresh, that status would log the user out; sent to the repeated request, it lets the next
  /// request use the new token. So this limit is lower than that of refreshes, and higher than the number of requests
  /// that a client has in flight at once.
  let lslpExpiredTokenLimiter = TokenBuckets<Int>(RateLimit(burst: 50, seconds: 10), capacity: LegacyServices.maxTokens)
  /// The same limit for SLP clients.
  ///
  /// After `E05` Mojitalk repeats a request at once and starts a refresh each time, until the first refresh is
  /// answered; the limit must not stop that. But when its refresh token has expired too it loops for ever; only another
  /// code than `E05` ends that.
  let slpExpiredTokenLimiter = TokenBuckets<Int>(RateLimit(burst: 500, seconds: 10), capacity: LegacyServices.maxTokens)
  /// The expired access tokens that each of these limits remembers.
  private static let maxTokens = 8192

  package init(
    _ native: NativeServices, applications: [String: LegacyContract], partyQuestSecret: PartyQuestSecret? = nil
  ) {
    self.native = native
    self.applications = applications
    self.partyQuestSecret = partyQuestSecret
  }

  /// The contract of the application that sent a request, by its key in `SesacKey`.
  ///
  /// Only this function distinguishes contracts: contracts that share a path share one endpoint, whose handler chooses
  /// by this result.
  /// - Throws: `DomainError` `application-unknown` when the key is missing or unknown.
  func contract(of context: RequestContext) throws(DomainError) -> LegacyContract {
    guard let contract = applications.contract(forKey: context.request.headers["SesacKey"]) else {
      throw .applicationUnknown
    }
    return contract
  }

  /// Checks that the request's application uses the expected contract.
  /// - Throws: `DomainError` `application-unknown` when the key is missing, unknown or for the other generation of
  ///   LSLP; `path-unknown` when its contract is of the other family (SLP or LSLP), which has no such path.
  func expect(_ expected: LegacyContract, in context: RequestContext) throws(DomainError) {
    let contract = try contract(of: context)
    guard contract != expected else { return }
    throw (contract == .slp) == (expected == .slp) ? .applicationUnknown : .pathUnknown
  }

  /// The error format of the application that sends the request, even for endpoints that only the other contract has.
  func errorFormat(lslp: ErrorFormat = .lslp(.image)) -> @Sendable (Request) -> ErrorFormat? {
    { [applications] request in
      switch applications.contract(forKey: request.headers["SesacKey"]) {
      case .slp: .slp
      case .lslpV0, .lslpV1: lslp
      case nil: nil
      }
    }
  }

  /// The account and session of the access token in `Authorization`, raw or after `Bearer`.
  /// - Parameter loops: counts how often each expired token is sent, by its hash.
  /// - Throws: `DomainError` `token-expired`; `token-unusable` for any other invalid token; `too-many-expired`
  ///   (rateLimited) when an expired token is sent too often; `RateLimitExceeded`.
  func caller(of context: RequestContext, endingLoopsBy loops: TokenBuckets<Int>) async throws -> Caller {
    let token = context.request.headers.bearerToken ?? context.request.headers["Authorization"] ?? ""
    do {
      let caller = try await native.accounts.caller(withAccessToken: token)
      try await context.charge(caller.account)
      return caller
    } catch let domainError as DomainError where domainError.code == "token-expired" {
      guard !loops.admits(token.hashValue, at: context.now) else { throw domainError }
      throw DomainError(
        .rateLimited, "too-many-expired", "The access token has expired; refresh it and use the new one.")
    }
  }

  /// The client of a login, for the limits on password guessing: its network and the access token it may send.
  func loginClient(of context: RequestContext) async -> LoginClient {
    let token = context.request.headers.bearerToken ?? context.request.headers["Authorization"]
    var caller: Caller?
    if let token { caller = try? await native.accounts.caller(withAccessToken: token) }
    return LoginClient(network: context.clientNetwork, device: nil, caller: caller, name: context.deviceName)
  }
}

extension [String: LegacyContract] {
  /// The contract of a key; nil when the key is nil or unknown.
  func contract(forKey: String?) -> LegacyContract? {
    guard let forKey else { return nil }
    return first { Secret.isSame(forKey, $0.key) }?.value
  }
}

extension DomainError {
  /// The application key is missing or not valid for this contract.
  static let applicationUnknown = DomainError(
    .forbidden, "application-unknown", "Send the application's key for this contract in the header SesacKey.")

  static let pathUnknown = DomainError(.notFound, "path-unknown", "There is nothing at this path for this application.")
}
