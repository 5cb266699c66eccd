import APIKit
import HTTP
import Support
import Testing

@testable import LegacyAPI

@Suite("Old contracts that are not configured")
struct ConfiguredContractsTests {
  private static func service(_ applications: [String: LegacyContract]) -> Service {
    Service {
      $0.legacy.applications = applications
      $0.legacy.servesPartyQuest = false
    }
  }

  private static func contracts(_ service: Service) -> Set<String> {
    Set(service.surfaces.flatMap(\.endpoints).filter { $0.group.part == .contracts }.map(\.group.title))
  }

  @Test("Contracts that are not configured are neither served nor described")
  func none() async {
    let service = Self.service([:])
    #expect(Self.contracts(service).isEmpty)
    for path in ["/login", "/post", "/v1/users/login", "/v1/workspaces", "/v2/users/login", "/auth"] {
      let answer = await service.send(.get, path, [("SesacKey", "unknown")], body: .none)
      #expect(answer.status == 404 && answer.type == "application/problem+json", "\(path)")
    }
    let definition = await service.get("/openapi.json").text
    for word in ["/v1/users/login", "SesacKey", "LSLP", "SLP"] { #expect(!definition.contains(word), "\(word)") }
    #expect(await service.get("/openapi.json?group=slp").status == 400)
    #expect(await !service.get("/docs").text.contains("/v1/workspaces"))
  }

  @Test(
    "A contract that is configured is served without the others",
    arguments: [
      (LegacyContract.lslpV0, "LSLP v0", "/login"), (.lslpV1, "LSLP v1", "/v1/users/login"),
      (.slp, "SLP", "/v2/users/login"),
    ])
  func one(_ contract: LegacyContract, _ title: String, _ path: String) async {
    let service = Self.service(["key": contract])
    #expect(Self.contracts(service) == [title])
    #expect(await service.get("/openapi.json").json["paths"].keys.contains(path))
    // Its clients get its errors for paths that it does not have.
    let unknown = await service.send(.get, "/nothing", [("SesacKey", "key")], body: .none)
    #expect(unknown.status == (contract == .slp ? 400 : 444))
  }

  @Test("A server of SLP alone answers in its format on paths that LSLP has, too")
  func slpAlone() async {
    let answer = await Self.service(["key": .slp]).send(
      .post, "/v1/users/validation/email", [("SesacKey", "unknown")], body: .none)
    #expect(answer.status == 400 && answer.text.contains("E01"))
  }

  @Test("A path of another API has that API's errors, also if a contract's path begins alike")
  func pathsOfOthers() async {
    let service = Self.service(["key": .lslpV0, "other": .slp])
    let others: [(HTTP.Method, String)] = [
      (.post, "/login/kakao"), (.put, "/login/kakao/callback"), (.post, "/v2/local/search/keyword"),
    ]
    for (method, path) in others {
      for key in [nil, "key", "other", "unknown"] {
        let answer = await service.send(method, path, key.map { [("SesacKey", $0)] } ?? [], body: .none)
        #expect(answer.status == 405 && answer.type == "application/problem+json", "\(path) \(key ?? "")")
      }
    }
    // Nobody's paths, which are nearer to those of others.
    for path in ["/login/kakao/callback/x", "/v2/local/x", "/v2/x", "/api/x"] {
      #expect(await service.get(path).type == "application/problem+json", "\(path)")
    }
  }

  @Test("An unknown path below a contract's paths has its errors, also without a key")
  func unknownPaths() async {
    let service = Self.service(["key": .lslpV0, "other": .slp])
    for path in ["/post/a/b/c", "/profile/me/x", "/join", "/login", "/login/kakao/callback/x"] {
      let isLogin = path.hasPrefix("/login/")
      let answer = await service.send(.get, path, isLogin ? [("SesacKey", "key")] : [], body: .none)
      #expect(answer.status == 444, "\(path)")
    }
    for path in ["/v2/users/x", "/v1/workspaces/1/x", "/v1/store", "/v1/users/my/x", "/v1/x"] {
      let answer = await service.get(path)
      #expect(answer.status == 400 && answer.text.contains("E97"), "\(path)")
    }
    #expect(await service.get("/v1/workspaces5").text.contains("E97"))
    #expect(await service.get("/workspaces").type == "application/problem+json")
  }

  @Test("PartyQuest's errors are for its own paths and unknown ones below them")
  func partyQuest() async {
    let service = Service {
      $0.legacy.applications = [:]
      $0.legacy.servesPartyQuest = true
    }
    for path in ["/party/nowhere", "/auth", "/auth/member/my-account/x", "/quest/1"] {
      #expect(await service.get(path).text.contains("COMMON-ERR-404"), "\(path)")
    }
    for path in ["/partying", "/v1/auth", "/nowhere"] {
      #expect(await service.get(path).type == "application/problem+json", "\(path)")
    }
  }
}
