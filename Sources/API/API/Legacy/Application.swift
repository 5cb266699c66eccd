import Accounts
import Basics
import HTTP

extension Call {
  /// The contract that the application behind the request was written for, by the key in `SesacKey`.
  ///
  /// This is the one place where contracts are told apart: those that share a path are one row of the table, whose
  /// reply chooses by what stands here.
  /// - Throws: `Refusal` `application-unknown` where the key is missing or not known.
  func contract() throws(Refusal) -> LegacyContract {
    guard let contract = site.community.applications.contract(shown: request.headers["SesacKey"]) else {
      throw .applicationUnknown
    }
    return contract
  }

  /// That a request is of an application of some contract.
  /// - Throws: `Refusal` `application-unknown` where the key is missing or not known; `path-unknown` where it is that of
  ///   an application whose contract is of another family, which knows nothing of this path.
  func expect(_ expected: LegacyContract) throws(Refusal) {
    let contract = try contract()
    guard contract != expected else { return }
    throw (contract == .slp) == (expected == .slp) ? .applicationUnknown : .pathUnknown
  }
}

extension [String: LegacyContract] {
  /// The contract that a shown key stands for; nil where none is shown, or one that is not known.
  func contract(shown: String?) -> LegacyContract? {
    guard let shown else { return nil }
    return first { Secret.isSame(shown, $0.key) }?.value
  }
}

extension Call {
  /// Who shows the access token in `Authorization`: as it is, or behind `Bearer`.
  /// - Parameter loops: knows how often each expired token was shown, by its hash.
  /// - Throws: `Refusal` `token-expired`; `token-unusable` for every other text, readable or not; `too-many-expired`
  ///   (overCall) where an expired one is repeated without end.
  func rawCaller(endingLoopsBy loops: CallLimiter<Int>) async throws -> Caller {
    let token = request.headers.bearerToken ?? request.headers["Authorization"] ?? ""
    do {
      return try await site.community.accounts.caller(showing: token)
    } catch let refusal as Refusal where refusal.code == "token-expired" {
      guard !loops.admits(token.hashValue, at: now) else { throw refusal }
      throw Refusal(.overCall, "too-many-expired", "The access token has expired; refresh it and use the new one.")
    }
  }
}

extension Refusal {
  /// The key that an old client shows is missing or not for this contract.
  static let applicationUnknown = Refusal(
    .forbidden, "application-unknown", "Send the application's key for this contract in the header SesacKey.")

  /// The application's contract has nothing at this path.
  static let pathUnknown = Refusal(.missing, "path-unknown", "There is nothing at this path for this application.")
}
