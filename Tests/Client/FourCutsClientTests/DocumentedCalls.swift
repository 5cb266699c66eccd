import Basics
import Contracts
import Foundation
import FourCutsClient
import OfflineBooths
import Support
import Testing

// The samples of the article about the HTTP API, line by line, so that they compile.

private func savePost(
  _ server: URL, _ file: URL, _ draft: PostRequest, _ chosen: [PhotoUpload], showLogin: @escaping @Sendable () -> Void
) async throws {
  let client = FourCutsClient(
    server: server, sessions: FileSessionStore(file: file), onSessionEnded: { _ in showLogin() })
  let post = try await client.save(draft, photos: chosen)  // uploads, then creates; with an id it updates
  _ = post
}

private func findBooths(
  _ client: FourCutsClient, _ url: URL, _ key: CatalogueKey, near coordinate: Coordinate
) async throws {
  let folder = OfflineDirectory(url, key: key)  // of the server: client.catalogueKey(), or the app's own copy
  let catalogue = try await client.updateOfflineCatalogue(in: folder)  // without a network: folder.catalogue()
  let nearest = catalogue.nearest(to: coordinate, limit: 20)
  _ = nearest
}

@Suite("The client in the documentation")
struct DocumentedCallTests {
  @Test("The samples in the documentation are those that are compiled here")
  func samples() throws {
    let article = SharedData.root.appendingPathComponent("Sources/App/Documentation.docc/HTTPAPI.md")
    let text = try String(contentsOf: article, encoding: .utf8)
    let blocks = text.matches(of: /^```swift\n(.*?)^```$/.anchorsMatchLineEndings().dotMatchesNewlines())
    #expect(blocks.count == 2)
    let compiled = try String(contentsOfFile: #filePath, encoding: .utf8).split(separator: "\n")
    for line in blocks.flatMap({ $0.1.split(separator: "\n") }) {
      #expect(compiled.contains("  " + line), "\(line)")
    }
  }
}
