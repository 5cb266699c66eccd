import Basics
import HTTP

extension Call {
  /// The contract that the application behind the request was written for, by the key in `SesacKey`.
  ///
  /// This is the one place where contracts are told apart: those that share a path are one row of the table, whose
  /// reply chooses by what stands here.
  /// - Throws: `Refusal` `application-unknown` where the key is missing or not known.
  func contract() throws(Refusal) -> LegacyContract { try site.community.contract(of: request.headers) }
}

extension Community {
  /// The contract that the key among some headers stands for.
  /// - Throws: As above.
  func contract(of headers: Headers) throws(Refusal) -> LegacyContract {
    guard let shown = headers["SesacKey"],
      let application = applications.first(where: { Secret.isSame(shown, $0.key) })
    else { throw .applicationUnknown }
    return application.value
  }
}

extension Refusal {
  /// The key that an old client shows is missing or not for this contract.
  static let applicationUnknown = Refusal(
    .forbidden, "application-unknown", "Send the application's key for this contract in the header SesacKey.")
}
