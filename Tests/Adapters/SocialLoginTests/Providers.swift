import Accounts
import Basics
import Crypto
import JSON
import SocialLogin
import Support
import Synchronization
import Testing
import WebClient

/// Keys are dear to make: once for all tests.
let rsa = ProviderKey.rsa("rsa-1")
let curve = ProviderKey.curve("curve-1")

/// The four providers, all played by one stub.
struct Providers {
  let stub: ProviderStub
  let clock = ManualClock()
  let kakao: Kakao
  let naver: Naver
  let google: Google
  let apple: Apple

  init(
    milliseconds: Int = 5000, kakao changeKakao: (inout KakaoConfiguration) -> Void = { _ in },
    naver changeNaver: (inout NaverConfiguration) -> Void = { _ in },
    google changeGoogle: (inout GoogleConfiguration) -> Void = { _ in },
    apple changeApple: (inout AppleConfiguration) -> Void = { _ in }
  ) throws {
    stub = try ProviderStub([rsa, curve])
    let address = try WebAddress(stub.address, field: "url")
    let now: @Sendable () -> Timestamp = { [clock] in clock.now }
    var kakao = KakaoConfiguration(address, auth: address)
    (kakao.appID, kakao.audiences, kakao.limits.milliseconds) = (4040, ["native-key", "rest-key"], milliseconds)
    changeKakao(&kakao)
    self.kakao = Kakao(kakao, clock: now)
    var naver = NaverConfiguration(address, auth: address, clientID: "naver-client")
    naver.limits.milliseconds = milliseconds
    changeNaver(&naver)
    self.naver = Naver(naver)
    var google = GoogleConfiguration(address, auth: address, audiences: ["ios.google", "web.google"])
    google.limits.milliseconds = milliseconds
    changeGoogle(&google)
    self.google = Google(google, clock: now)
    var apple = AppleConfiguration(address, audiences: ["kr.example.app"])
    apple.limits.milliseconds = milliseconds
    changeApple(&apple)
    self.apple = Apple(apple, clock: now)
  }

  /// Claims of a provider's token, with changes.
  func claims(
    _ provider: ProviderName, _ subject: String = "someone", _ more: KeyValuePairs<String, JSONValue?> = [:]
  ) -> JSONValue {
    let (issuer, audience) =
      switch provider {
      case .kakao: ("https://kauth.kakao.com", "native-key")
      case .google: ("https://accounts.google.com", "ios.google")
      case .apple: ("https://appleid.apple.com", "kr.example.app")
      case .naver: ("https://nid.naver.com", "naver-client")
      case .partyQuest: preconditionFailure("an old application, which issues no tokens")
      }
    let seconds = Int(clock.now.milliseconds / 1000)
    let standard = JSONValue.members([
      "iss": .string(issuer), "aud": .string(audience), "sub": .string(subject), "iat": .integer(seconds),
      "exp": .integer(seconds + 600),
    ])
    let kept = standard.filter { member in !more.contains { $0.key == member.key } }
    return .object(kept + JSONValue.members(more))
  }
}

/// What a proof comes to: a subject, or the code of a refusal.
func outcome(_ provider: some IdentityProvider, _ proof: IdentityProof) async -> String {
  do {
    return try await provider.identity(proving: proof).subject
  } catch {
    return (error as? DomainError)?.code ?? "\(error)"
  }
}
