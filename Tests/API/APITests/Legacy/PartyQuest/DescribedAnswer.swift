import Contracts
import Foundation
import HTTP
import JSON
import Testing

@testable import APIKit
@testable import LegacyAPI
@testable import NativeAPI
@testable import StandardsAPI

extension LegacyResponse {
  /// Expects that the OpenAPI document describes this answer to a request line, refusal or not.
  func expectDescribed(_ line: String, at location: SourceLocation = #_sourceLocation) throws {
    let words = line.split(separator: " ", maxSplits: 1).map(String.init)
    let path = String(words[1].prefix { $0 != "?" })
    let row = partyQuestEndpoints.first { $0.method.rawValue == words[0] && $0.path.matches(path) }
    // What is at no path is the engine's to answer.
    guard let row else { return }
    guard let answer = row.answers.first(where: { $0.status == status }) else {
      Issue.record("\(line): \(status) is not described", sourceLocation: location)
      return
    }
    guard let schema = answer.content.first?.schema else {
      #expect(bytes.isEmpty, "\(line): \(text)", sourceLocation: location)
      return
    }
    let faults = Definition(.object(Schemas.ofPartyQuest)).faults(bytes, schema)
    #expect(faults.isEmpty, "\(line): \(faults) in \(text)", sourceLocation: location)
  }
}

extension String {
  /// Whether a path is one of this template.
  fileprivate func matches(_ path: String) -> Bool {
    let (own, others) = (split(separator: "/"), path.split(separator: "/"))
    return own.count == others.count && zip(own, others).allSatisfy { $0 == $1 || $0.hasPrefix("{") }
  }
}

/// The rows of the contract.
private let partyQuestEndpoints = endpoints.filter { $0.group == .partyQuest }
