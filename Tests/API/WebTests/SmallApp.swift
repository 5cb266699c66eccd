import Foundation
import HTTP
import Testing

@testable import Web

/// An app of a few short files, asked as the engine asks.
struct SmallApp {
  static let texts = #"{"title":"네컷 & <지도>","name":"x"}"#
  static let files: [String: [UInt8]] = [
    "index.html": Array(
      #"<html lang="{{language}}" data-tiles="{{tiles}}" data-shop="{{shop}}">{{head}}<script src="{{tree}}/app.js">{{content}}"#
        .utf8),
    "pay.html": Array(#"<html data-gateway="{{gateway}}" data-library="{{library}}"><title>{{name}}</title>"#.utf8),
    "legal.html": Array(#"<html lang="{{language}}">{{head}}{{content}}"#.utf8),
    "service-worker.js": Array("self.shell = shell;\n".utf8), "strings/ko.json": Array(texts.utf8),
    "strings/en.json": Array(#"{"title":"Map","name":"y"}"#.utf8),
    "app.js": Array("import { x } from './core/x.js';\n".utf8)
      + Array("const long = '\(String(repeating: "=", count: 3000))';\n".utf8),
    "views/admin/today.js": Array("export const today = 1;\n".utf8),
    "views/map/viewport.js": Array("export const edges = 4;\n".utf8),
    "views/map/map-page.js": Array(
      """
      // The page.
      import { x as unknown } from '../../core/x.js';
      import { edges } from './viewport.js';
      import {
        Marker, map as makeMap,
      } from '../../leaflet/leaflet.js';
      /** Shows it. */
      export function show() { return [unknown, edges, Marker, makeMap]; }

      """.utf8),
    "core/x.js": Array("// import { y } from './feed.js'\nexport const x = 1;\n".utf8),
    "leaflet/leaflet.js": Array("export{a as Marker,b as map};".utf8),
    "views/map/later.js": Array(
      """
      import { x } from '../../core/x.js';
      import { Marker } from '../../leaflet/leaflet.js';
      import { edges as sides } from './viewport.js';
      /**
       * Later.
       */
      /** @type {number} */ (globalThis).later = x + sides;
      export async function show() { return Marker; } // It ends here.

      """.utf8),
    "router.js": Array("const views = {\n  feed: 'feed/feed', posts: 'feed/post-page',\n};\n".utf8),
    "views/feed/feed.js": Array("export class Feed {}\n".utf8),
    "views/docs/examples.json": Array("[]".utf8), "views/docs/titles.ko.json": Array("{}".utf8),
    "style.css": Array("a { b: c }\n".utf8), "theme.js": Array("theme();\n".utf8),
    "icon.svg": Array("<svg/>".utf8), "app.webmanifest": Array("{}".utf8),
  ]

  /// A draft of each text in each language.
  private static let drafts = ["terms", "privacy", "location-terms"].flatMap { name in
    ["ko", "en"].map { ("legal/\(name).\($0).md", Array("# Draft of \(name) in \($0)\n\n{contact}\n".utf8)) }
  }

  let app: WebApp

  init(_ change: (inout [String: [UInt8]]) -> Void = { _ in }, settings: PageSettings = PageSettings()) throws {
    var files = Self.files.merging(Self.drafts) { _, draft in draft }
    change(&files)
    app = try WebApp(WebFiles(files), settings)
  }

  /// The address below which the files lie.
  var tree: String {
    get throws { String(try #require(app.routes.first { $0.pattern.hasSuffix("/app.js") }).pattern.dropLast(7)) }
  }

  /// - Parameters:
  ///   - path: the pattern of a route.
  ///   - view: what its `{view}` stands for.
  func get(_ path: String, _ headers: [(String, String)] = [], view: String = "posts") throws -> Response {
    let route = try #require(app.routes.first { $0.pattern == path }, "\(path)")
    guard case .immediate(let answer) = route.handler else {
      Issue.record("not answered at once")
      return Response(status: 500)
    }
    return answer(Request(method: .get, path: path, parameters: ["view": view], headers: Headers(headers)))
  }

  func page(_ headers: [(String, String)] = []) -> Response {
    app.page(Request(method: .get, path: "/", headers: Headers(headers)))
  }
}

extension Response {
  var bytes: [UInt8] { if case .bytes(let bytes) = body { bytes } else { [] } }
  var text: String { String(decoding: bytes, as: UTF8.self) }
}
