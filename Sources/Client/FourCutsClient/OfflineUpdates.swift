import Contracts
import Foundation
public import OfflineBooths

extension FourCutsClient {
  /// The key that verifies the server's files, as the server itself tells it. An app that must not trust the network
  /// carries the key instead.
  /// - Throws: `ClientError`.
  public nonisolated func catalogueKey() async throws(ClientError) -> CatalogueKey {
    var request = APIRequest("GET", token: .none)
    request.path = [".well-known", "fourcuts"]
    let document = try await answer(request, as: WellKnownDocument.self)
    guard let key = CatalogueKey(base64: document.catalogue.publicKey) else {
      throw .invalidResponse("the key of the catalogue is none")
    }
    return key
  }

  /// Brings the catalogue in a folder up to date: fetches all booths the first time, and if too much has changed; else
  /// the changes since. What is fetched is verified before it takes the place of the older files.
  /// - Returns: The catalogue at the server's version. Without a network `folder.catalogue()` has the last one.
  /// - Throws: `ClientError`; the files are as before then, or whole and newer.
  public nonisolated func updateOfflineCatalogue(
    in folder: OfflineDirectory
  ) async throws(ClientError) -> OfflineCatalogue {
    if let stored = try? folder.catalogue(), let updated = try await changed(stored, in: folder) { return updated }
    let request = APIRequest("GET", "catalogue", "snapshot", token: .none)
    let snapshot = try await kept(request) { body throws(OfflineFault) in
      try folder.replaceSnapshot(with: body)
    }
    // It may be some minutes old.
    return try await changed(snapshot, in: folder) ?? snapshot
  }

  /// Nil where too much has changed.
  private nonisolated func changed(
    _ stored: OfflineCatalogue, in folder: OfflineDirectory
  ) async throws(ClientError) -> OfflineCatalogue? {
    do throws(ClientError) {
      let since = stored.snapshotVersion
      let request = APIRequest(
        "GET", "catalogue", "deltas", query: [("since", String(since.number)), ("mark", since.mark)], token: .none)
      return try await kept(request) { body throws(OfflineFault) in
        try folder.replaceDelta(with: body)
      }
    } catch {
      guard case .rejected(let problem) = error, problem.code == "catalogue-diverged" else { throw error }
      return nil
    }
  }

  private nonisolated func kept(
    _ request: APIRequest, _ keep: (Data) throws(OfflineFault) -> OfflineCatalogue
  ) async throws(ClientError) -> OfflineCatalogue {
    let response = try await bytes(request)
    do throws(OfflineFault) {
      return try keep(response.body)
    } catch {
      if error == .unwritable { throw .storage(error.description) }
      throw .invalidResponse(error.description)
    }
  }
}

struct WellKnownDocument: Decodable, Sendable {
  struct Catalogue: Decodable, Sendable {
    let publicKey: String

    enum CodingKeys: String, CodingKey { case publicKey = "public_key" }
  }

  let catalogue: Catalogue
}
