import Basics
import Foundation
import Support
import Testing

@testable import APIKit
@testable import LegacyAPI
@testable import NativeAPI
@testable import StandardsAPI

@Suite("Contracts that share a host and some paths", .serialized)
struct SharedPathTests {
  private let server: OldServer

  init() async throws {
    server = try await OldServer()
  }

  private func send(
    _ server: OldServer, _ line: String, as key: String?, _ json: String? = nil, _ more: [(String, String)] = []
  ) async throws -> LegacyResponse {
    let headers = (key.map { [("SesacKey", $0)] } ?? []) + [("Content-Type", "application/json")] + more
    return try await server.send(OldRequest(line, headers, json.map { Array($0.utf8) } ?? []))
  }

  @Test("At a shared path for sign-up and login each application has its own fields and responses")
  func accounts() async throws {
    let (moji, cuts) = ("mojitalk-key", "4cuts-key")
    let join = "POST /v1/users/join"
    // A client sends what only its own contract has.
    let ofMoji = #"{"email":"moji@example.com","password":"Mojitalk1!","nickname":"모지"}"#
    let ofCuts = #"{"email":"cuts@example.com","password":"cuts1234","nick":"네컷"}"#
    #expect(try await send(server, join, as: cuts, ofMoji).message == "필수값을 채워주세요.")
    #expect(try await send(server, join, as: moji, ofCuts).verdict == "400 E11")
    let one = try await send(server, join, as: moji, ofMoji)
    let other = try await send(server, join, as: cuts, ofCuts)
    #expect(one.object["user_id"] is Int && one.object["nickname"] as? String == "모지")
    #expect(other.object["user_id"] is String && other.object["nick"] as? String == "네컷")
    #expect(try await send(server, join, as: moji, ofMoji).verdict == "400 E12")
    let taken = try await send(server, join, as: cuts, ofCuts)
    #expect(taken.status == 409 && taken.message == "이미 가입된 유저입니다.")
    // One person may use both.
    let login = "POST /v1/users/login"
    let credentials = #"{"email":"cuts@example.com","password":"cuts1234"}"#
    #expect(try await send(server, login, as: moji, credentials).object["user_id"] is Int)
    #expect(try await send(server, login, as: cuts, credentials).object["user_id"] is String)
    let wrong = #"{"email":"cuts@example.com","password":"12345"}"#
    #expect(try await send(server, login, as: moji, wrong).verdict == "400 E03")
    let rejected = try await send(server, login, as: cuts, wrong)
    #expect(rejected.status == 401 && rejected.message == "계정을 확인해주세요.")
  }

  @Test("At a shared path for refreshing each application has its own header and errors")
  func refreshes() async throws {
    let person = try await SLPPerson("mina", server)
    let refresh = "GET /v1/auth/refresh"
    let (own, others) = ([("RefreshToken", person.refreshToken)], [("Refresh", person.refreshToken)])
    #expect(try await send(server, refresh, as: "mojitalk-key", nil, own).object["accessToken"] is String)
    #expect(try await send(server, refresh, as: "4cuts-key", nil, others).object["accessToken"] is String)
    #expect(try await send(server, refresh, as: "mojitalk-key", nil, others).verdict == "400 E06")
    #expect(try await send(server, refresh, as: "4cuts-key", nil, own).status == 418)
  }

  @Test("Without a known key, or with one of the first generation, the response is LSLP's")
  func unknownKeys() async throws {
    for line in ["POST /v1/users/join", "POST /v1/users/login", "GET /v1/auth/refresh"] {
      for key in [nil, "", "nobody's", "mobbie-key"] {
        let response = try await send(server, line, as: key, line.hasPrefix("P") ? "{}" : nil)
        #expect(response.status == 420 && response.message == "This service sesac_memolease only", "\(line)")
      }
    }
  }

  @Test("Errors before the body is read have the form of either contract as well")
  func engineFaults() async throws {
    for (key, isSLP) in [("mojitalk-key", true), ("4cuts-key", false)] {
      for line in ["GET /v1/auth/refresh?a=%ZZ", "GET /v1/auth/refresh?%FF=1"] {
        let response = try await send(server, line, as: key)
        #expect(isSLP ? response.verdict == "400 E11" : response.message == "잘못된 요청입니다.", "\(line): \(response.text)")
      }
      let large = #"{"email":"\#(String(repeating: "a", count: 1_200_000))"}"#
      let response = try await send(server, "POST /v1/users/login", as: key, large)
      #expect(response.status == 400 && response.object[isSLP ? "errorCode" : "message"] is String)
      let method = try await send(server, "PUT /v1/users/login", as: key)
      #expect(isSLP ? method.verdict == "400 E97" : method.status == 444)
    }
  }
}
