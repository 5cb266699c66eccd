package import APIKit
package import Accounts
import HTTP

extension RequestContext {
  /// Who logs in, for the limits of guessing. Any contract's client is known by its network and by the access token
  /// that it may show; a browser also by a cookie that outlives its sessions.
  func loginClient(_ accounts: AccountService) async -> LoginClient {
    LoginClient(
      network: clientNetwork, device: usesCookies ? device : nil,
      caller: await loginToken.asyncMap { try? await accounts.caller(showing: $0) } ?? nil)
  }

  /// Who refreshes tokens: known by its network.
  package var networkClient: LoginClient { LoginClient(network: clientNetwork) }

  /// The browser's token, or one for it to keep.
  var device: DeviceToken { cookie(BrowserSession.device).flatMap(DeviceToken.init) ?? DeviceToken() }

  private var loginToken: String? {
    usesCookies
      ? cookie(BrowserSession.access) : request.headers.bearerToken ?? request.headers["Authorization"]
  }
}

extension Optional where Wrapped: Sendable {
  fileprivate func asyncMap<Result>(_ transform: (Wrapped) async -> Result) async -> Result? {
    guard let value = self else { return nil }
    return await transform(value)
  }
}
