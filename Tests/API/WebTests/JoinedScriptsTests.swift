import Basics
import Testing

@testable import Web

@Suite("Joined scripts")
struct JoinedScriptsTests {
  private func joined(_ change: (inout [String: [UInt8]]) -> Void = { _ in }) throws -> [String: String] {
    var files = SmallApp.files
    change(&files)
    return try JoinedScripts(sourcesIn: files).files.mapValues { String(decoding: $0, as: UTF8.self) }
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

  @Test("What the map needs first is a separate script, which does not wait for the rest")
  func firstList() throws {
    let files = try joined { files in
      files["views/map/first-list.js"] = Array(
        "import { edges } from './viewport.js';\nexport const first = edges;\n".utf8)
      files["views/map/map-page.js"] = Array(
        """
        import { first } from './first-list.js';
        import { mark } from './marks.js';
        export const page = [first, mark];

        """.utf8)
      files["views/map/marks.js"] = Array("export const mark = 3;\n".utf8)
    }
    #expect(
      files["views/map/first-list.js"] == """
        import { modules } from '../../core/modules.js';
        // views/map/viewport.js
        {
        const edges = 4;
        modules['views/map/viewport.js'] = { edges };
        }
        // views/map/first-list.js
        {
        const { edges } = modules['views/map/viewport.js'];
        const first = edges;
        modules['views/map/first-list.js'] = { first };
        }
        export const { first } = modules['views/map/first-list.js'];

        """)
    let page = try #require(files["views/map/map-page.js"])
    #expect(page.contains("import '../../views/map/first-list.js';\n// views/map/marks.js\n"))
    #expect(!page.contains("// views/map/viewport.js"))
  }

  @Test("A worker's script contains all that it imports")
  func worker() throws {
    let files = try joined {
      $0["views/map/tile-worker.js"] = Array("import { edges } from './viewport.js';\nself.edges = edges;\n".utf8)
    }
    #expect(
      files["views/map/tile-worker.js"] == """
        export const modules = {};
        // views/map/viewport.js
        {
        const edges = 4;
        modules['views/map/viewport.js'] = { edges };
        }
        // views/map/tile-worker.js
        {
        const { edges } = modules['views/map/viewport.js'];
        self.edges = edges;
        modules['views/map/tile-worker.js'] = {  };
        }

        """)
    #expect(files["views/map/map-page.js"]?.contains("modules['views/map/viewport.js'] = { edges };") == true)
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

  @Test("The imports of a frequent view are joined to it, and shared ones to a common script")
  func views() throws {
    let files = try joined { files in
      files["widgets/list.js"] = Array("import { x } from '../core/x.js';\nexport const list = x;\n".utf8)
      files["views/feed/post.js"] = Array("export const post = 2;\n".utf8)
      files["views/feed/feed.js"] = Array(
        """
        import { list } from '../../widgets/list.js';
        import { post } from './post.js';
        export const feed = [list, post];

        """.utf8)
      files["views/chat/chat.js"] = Array("import { list } from '../../widgets/list.js';\nlist();\n".utf8)
      files["views/map/later.js"] = Array("import('../feed/post.js');\n".utf8)
    }
    #expect(
      files["widgets/views.js"] == """
        import { modules } from '../core/modules.js';
        // widgets/list.js
        {
        const { x } = modules['core/x.js'];
        const list = x;
        modules['widgets/list.js'] = { list };
        }

        """)
    #expect(
      files["views/feed/feed.js"] == """
        import { modules } from '../../core/modules.js';
        import '../../widgets/views.js';
        // views/feed/post.js
        {
        const post = 2;
        modules['views/feed/post.js'] = { post };
        }
        // views/feed/feed.js
        {
        const { list } = modules['widgets/list.js'];
        const { post } = modules['views/feed/post.js'];
        const feed = [list, post];
        modules['views/feed/feed.js'] = { feed };
        }
        export const { feed } = modules['views/feed/feed.js'];

        """)
    #expect(
      files["views/chat/chat.js"] == """
        import { modules } from '../../core/modules.js';
        import '../../widgets/views.js';
        const { list } = modules['widgets/list.js'];
        list();

        """)
    #expect(files["widgets/list.js"] == nil)
    // It is loaded later as well.
    #expect(
      files["views/feed/post.js"] == """
        import { modules } from '../../core/modules.js';
        import '../../views/feed/feed.js';
        export const { post } = modules['views/feed/post.js'];

        """)
  }

  @Test(
    "Another form of import or export is refused with its file",
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
