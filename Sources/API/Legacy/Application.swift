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

extension Refusal {
  /// The key that an old client shows is missing or not for this contract.
  static let applicationUnknown = Refusal(
    .forbidden, "application-unknown", "Send the application's key for this contract in the header SesacKey.")

  /// The application's contract has nothing at this path.
  static let pathUnknown = Refusal(.missing, "path-unknown", "There is nothing at this path for this application.")
}
