package import APIKit
package import Accounts
import Basics
import HTTP

extension RequestContext {
  /// The client that logs in, for the limits on guessing passwords. Clients of all APIs are identified by their network
  /// and the access token that they may send; a browser also by a cookie that outlives its sessions.
  func loginClient(_ accounts: AccountService) async -> LoginClient {
    LoginClient(
      network: clientNetwork, device: usesCookies ? device : nil,
      caller: await loginToken.asyncMap { try? await accounts.caller(withAccessToken: $0) } ?? nil,
      name: deviceName, language: usesCookies ? Language(of: request) : nil)
  }

  /// Opens the first session of a new account.
  func signedUp(_ account: Account, _ accounts: AccountService) async throws -> Response {
    let client = await loginClient(accounts)
    let tokens = try await accounts.openSession(for: account.id, .rotating, from: client)
    let profile = Profile(account: account, followerCount: 0, followingCount: 0, postCount: 0, isFollowed: false)
    var response = opened(profile, tokens, to: client, status: 201)
    response.headers.add("Location", "/api/accounts/\(account.id)")
    return response
  }

  /// The client that refreshes tokens, identified by its network, and a browser also by its cookie.
  package var refreshingClient: LoginClient {
    LoginClient(network: clientNetwork, device: usesCookies ? knownDevice : nil)
  }

  package var deviceName: DeviceName { DeviceName(userAgent: request.headers["User-Agent"] ?? "") }

  /// The device token of the browser's cookie, or a new one.
  var device: DeviceToken { knownDevice ?? DeviceToken() }

  private var knownDevice: DeviceToken? { cookie(BrowserSession.device).flatMap(DeviceToken.init) }

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
