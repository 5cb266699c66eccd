import Crypto
import Foundation
import HTTP
import Support
import Testing

extension TestAuthenticator {
  /// The fields of the answer to options for a new passkey. The authenticator then knows the account.
  mutating func made(for options: Answer) throws -> String {
    let challenge = try #require(options.json["challenge"].text.flatMap { Base64URL.decode($0) }, "\(options.text)")
    userHandle = options.json["user"]["id"].text.flatMap { Base64URL.decode($0) }
    let (client, object) = registration(challenge)
    return #""client_data":"\#(Base64URL.encode(client))","attestation":"\#(Base64URL.encode(object))""#
  }

  /// The fields of the answer to options for a use.
  func used(for options: Answer) throws -> String {
    let challenge = try #require(options.json["challenge"].text.flatMap { Base64URL.decode($0) }, "\(options.text)")
    let (client, data, signature) = assertion(challenge)
    let handle = userHandle.map { #","user_handle":"\#(Base64URL.encode($0))""# } ?? ""
    return #""credential":"\#(Base64URL.encode(credential))","client_data":"\#(Base64URL.encode(client))","#
      + #""authenticator_data":"\#(Base64URL.encode(data))","signature":"\#(Base64URL.encode(signature))"\#(handle)"#
  }

  /// Adds the passkey to somebody's account.
  mutating func add(to member: TestClient, name: String = "phone") async throws -> Answer {
    let options = await member.send(
      .post, "/api/me/passkeys/options", #"{"current_password":"\#(Service.password)"}"#)
    return await member.send(.post, "/api/me/passkeys", #"{\#(try made(for: options)),"name":"\#(name)"}"#)
  }
}

extension Service {
  /// Logs in with a passkey.
  func logIn(_ authenticator: TestAuthenticator) async throws -> Answer {
    let options = await send(.post, "/api/passkeys/log-in-options", json: nil)
    return await send(.post, "/api/sessions/passkey", json: "{\(try authenticator.used(for: options))}")
  }
}
