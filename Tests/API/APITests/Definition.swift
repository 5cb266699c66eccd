import Basics
import Contracts
import Foundation
import HTTP
import JSON
import Testing

@testable import APIKit
@testable import NativeAPI
@testable import StandardsAPI

/// The schemas of a definition, and whether documents keep to them: as far as ours go.
struct Definition {
  private let schemas: [String: JSONValue]

  /// Those of the interfaces that are not old contracts.
  static let own = Definition(
    .object(Schemas.native + Schemas.ofStandards + [JSONMember(key: "Problem", value: Schemas.problem)]))

  init(_ schemas: JSONValue?) {
    self.schemas = Dictionary(uniqueKeysWithValues: (schemas?.members ?? []).map { ($0.key, $0.value) })
  }

  /// Those of an OpenAPI document.
  init(openAPI bytes: [UInt8]) throws {
    self.init(try JSONReader.value(of: bytes)["components"]?["schemas"])
  }

  func check(_ answer: Answer, _ name: String, sourceLocation: SourceLocation = #_sourceLocation) {
    check(answer.bytes, name, sourceLocation: sourceLocation)
  }

  func check(_ json: [UInt8], _ name: String, sourceLocation: SourceLocation = #_sourceLocation) {
    let faults = faults(json, name)
    #expect(faults.isEmpty, "\(faults) in \(String(decoding: json, as: UTF8.self))", sourceLocation: sourceLocation)
  }

  /// What a document has that is not as its schema says, each with its path.
  func faults(_ json: [UInt8], _ name: String) -> [String] {
    guard let value = try? JSONReader.value(of: json) else { return ["\(name): not JSON"] }
    guard let schema = schemas[name] else { return ["\(name): no such schema"] }
    return faults(value, schema, name)
  }

  private func faults(_ value: JSONValue, _ schema: JSONValue, _ path: String) -> [String] {
    if let reference = schema["$ref"]?.text, let name = reference.split(separator: "/").last {
      return schemas[String(name)].map { faults(value, $0, path) } ?? ["\(path): no schema '\(name)'"]
    }
    if let only = schema["const"] { return value == only ? [] : ["\(path): not \(only)"] }
    if let choices = schema["oneOf"]?.items {
      let fitting = choices.count { faults(value, $0, path).isEmpty }
      return fitting == 1 ? [] : ["\(path): \(fitting) of the \(choices.count) that there are"]
    }
    let types = schema["type"]?.items.map { $0.compactMap(\.text) } ?? [schema["type"]?.text ?? ""]
    guard types.contains(where: { value.isOf($0) }) else { return ["\(path): not \(types)"] }
    return faultsOfValue(value, schema, path)
  }

  private func faultsOfValue(_ value: JSONValue, _ schema: JSONValue, _ path: String) -> [String] {
    switch value {
    case .object(let members): faults(members, schema, path)
    case .array(let values): schema["items"].map { item in values.flatMap { faults($0, item, "\(path)[]") } } ?? []
    case .integer(let number):
      if case .integer(let least) = schema["minimum"], number < least { ["\(path): below \(least)"] } else { [] }
    case .string(let text): text.keeps(to: schema) ? [] : ["\(path): '\(text)' is not of its form"]
    case .null, .bool, .number: []
    }
  }

  private func faults(_ members: [JSONMember], _ schema: JSONValue, _ path: String) -> [String] {
    // An object of which nothing is said may hold anything.
    guard let properties = schema["properties"] else { return [] }
    let required = schema["required"]?.items?.compactMap(\.text) ?? []
    let missing = Set(required).subtracting(members.map(\.key)).sorted().map { "\(path).\($0): missing" }
    return missing
      + members.flatMap { member in
        properties[member.key].map { faults(member.value, $0, "\(path).\(member.key)") }
          ?? ["\(path).\(member.key): unknown"]
      }
  }
}

extension JSONValue {
  fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }
  fileprivate var items: [JSONValue]? { if case .array(let values) = self { values } else { nil } }
  var members: [JSONMember]? { if case .object(let members) = self { members } else { nil } }

  fileprivate func isOf(_ type: String) -> Bool {
    switch self {
    case .null: type == "null"
    case .bool: type == "boolean"
    case .integer: type == "integer" || type == "number"
    case .number: type == "number"
    case .string: type == "string"
    case .array: type == "array"
    case .object: type == "object"
    }
  }
}

extension String {
  fileprivate func keeps(to schema: JSONValue) -> Bool {
    if let words = schema["enum"]?.items { return words.contains(.string(self)) }
    if let pattern = schema["pattern"]?.text { return range(of: pattern, options: .regularExpression) != nil }
    return switch schema["format"] {
    case "date-time": Timestamp(rfc3339: self) != nil
    case "date": CivilDate(rfc3339: self) != nil
    default: true
    }
  }
}

extension Endpoint {
  /// What the row does not describe of an answer in JSON.
  func undescribed(_ response: Response) -> [String] {
    guard case .bytes(let bytes) = response.body, let type = response.headers["Content-Type"], MediaType.isJSON(type)
    else { return [] }
    let problem: [(type: String, schema: String?)] = response.status >= 400 ? [(Problem.mediaType, "Problem")] : []
    let forms = answers.first { $0.status == response.status }?.content ?? problem
    guard let form = forms.first(where: { $0.type == type }) else { return ["\(type) for \(response.status)"] }
    return form.schema.map { Definition.own.faults(bytes, $0) } ?? []
  }
}

extension Route {
  /// The same route, with an issue for each answer that a row does not describe.
  func checked(by endpoints: [Endpoint]) -> Route {
    guard let endpoint = endpoints.first(where: { $0.method == method && $0.path == pattern }),
      endpoint.errorFormat.isStrict
    else { return self }
    @Sendable func check(_ response: Response) -> Response {
      let faults = endpoint.undescribed(response)
      if !faults.isEmpty { Issue.record("\(method.rawValue) \(pattern): \(faults) in \(Answer(response).text)") }
      return response
    }
    var route = self
    switch handler {
    case .immediate(let answer): route.handler = .immediate { check(answer($0)) }
    case .deferred(let answer): route.handler = .deferred { check(await answer($0)) }
    case .streaming(let answer): route.handler = .streaming { check(await answer($0)) }
    }
    return route
  }
}
