import Basics
import Testing

@testable import Web

@Suite("Joined scripts")
struct JoinedScriptsTests {
  private func joined(_ change: (inout [String: [UInt8]]) -> Void = { _ in }) throws -> [String: String] {
    var files = SmallApp.files
    change(&files)
    return try JoinedScripts.replacing(sourcesIn: files).mapValues { String(decoding: $0, as: UTF8.self) }
  }

  @Test("Modules of all views are blocks of one script, with a table of their exports")
  func shared() throws {
    let files = try joined()
    #expect(
      files["core/modules.js"] == """
        export const modules = {};
        // core/x.js
        {
        const x = 1;
        modules['core/x.js'] = { x };
        }

        """)
    #expect(files["core/x.js"] == nil)
  }

  @Test("A page's own modules are joined in the order of their imports, with the same exports")
  func page() throws {
    #expect(
      try joined()["views/map/map-page.js"] == """
        import { modules } from '../../core/modules.js';
        import * as leaflet from '../../leaflet/leaflet.js';
        // views/map/viewport.js
        {
        const edges = 4;
        modules['views/map/viewport.js'] = { edges };
        }
        // views/map/map-page.js
        {
        const { x: unknown } = modules['core/x.js'];
        const { edges } = modules['views/map/viewport.js'];
        const { Marker, map: makeMap } = leaflet;
        function show() { return [unknown, edges, Marker, makeMap]; }
        modules['views/map/map-page.js'] = { show };
        }
        export const { show } = modules['views/map/map-page.js'];

        """)
  }

  @Test("A module that is loaded later reads its imports from the table, and has no comments")
  func later() throws {
    #expect(
      try joined()["views/map/later.js"] == """
        import { modules } from '../../core/modules.js';
        import '../../views/map/map-page.js';
        import { Marker } from '../../leaflet/leaflet.js';
        const { x } = modules['core/x.js'];
        const { edges: sides } = modules['views/map/viewport.js'];
        (globalThis).later = x + sides;
        export async function show() { return Marker; } // It ends here.

        """)
  }

  @Test(
    "Another form of import or export is refused by name",
    arguments: [
      "import x from './y.js';", "import * as y from './y.js';", "import './y.js';", "export default 1;",
      "export { a };", "export * from './y.js';", "export let changing = 1;",
    ])
  func refused(_ statement: String) {
    #expect {
      try joined { $0["core/x.js"] = Array((statement + "\n").utf8) }
    } throws: {
      ($0 as? DomainError)?.message.contains("core/x.js") == true
    }
  }
}
