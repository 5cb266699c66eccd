import APIKit
import Basics
import Foundation
import LegacyAPI
import NativeAPI
import Photos
import Posts
import StandardsAPI
import Support
import Testing

@Suite("Photos of goods")
struct GoodsPhotoTests {
  private let shop: OpenShop

  init() async throws {
    shop = try await OpenShop()
  }

  /// A picture of 400 by 2 pixels that somebody has sent.
  private func photo(_ shop: OpenShop, by account: AccountID) async throws -> PhotoName {
    let community = shop.server.backend.services
    let path = "\(community.uploadDirectory)/\(UUID().uuidString)"
    try Data(Upload.picture).write(to: URL(fileURLWithPath: path))
    return try await community.photos.upload(
      [ReceivedFile(path: path, size: Upload.picture.count)], .native, by: account)[0]
      .name
  }

  private func send(_ shop: OpenShop, _ target: String, _ headers: [(String, String)] = []) async throws
    -> LegacyResponse
  {
    try await shop.server.send(OldRequest("GET \(target)", headers))
  }

  @Test("The seller and buyers get the full size, others a small one, natively and in legacy clients")
  func bought() async throws {
    let (seller, mina, juno) = (
      try await shop.buyer("seller"), try await shop.buyer("mina"), try await shop.buyer("juno")
    )
    let author = try #require(AccountID(seller.person.id))
    let name = try await photo(shop, by: author)
    let full = try await send(shop, "/api/photos/\(name)")
    let small = try await send(shop, "/api/photos/\(name)?width=320")
    // A shared cache would serve the full size to everybody after the photo has become one of goods.
    let medium = try await send(shop, "/api/photos/\(name)?width=960")
    #expect(full.status == 200 && full.headers["cache-control"] == "private, max-age=600")
    #expect(medium.status == 200 && medium.headers["cache-control"] == "private, max-age=600")
    #expect(small.headers["cache-control"] == "public, max-age=600")
    let post = try await shop.server.post("글", by: author, .album) { content in
      content.title = "앨범"
      content.price = 9900
      content.photos = [name]
    }

    let (id, reference) = try await mina.ordered(post)
    for (line, expected) in [("", "403 photo-not-bought"), ("?width=960", small.text), ("?width=320", small.text)] {
      for response in [
        try await send(shop, "/api/photos/\(name)\(line)"), try await mina.send("GET /api/photos/\(name)\(line)"),
      ] {
        if line.isEmpty { #expect(response.domainError == expected) } else { #expect(response.bytes == small.bytes) }
        #expect(!(response.headers["cache-control"] ?? "").contains("public"))
      }
    }
    let old = "/v1/uploads/posts/\(name)"
    for token in ["토큰 없음", "", juno.person.token] {
      let response = try await send(shop, old, [("SesacKey", "4cuts-key"), ("Authorization", token)])
      #expect(response.status == 200 && response.bytes == small.bytes)
    }

    try shop.pay(reference)
    #expect(try await mina.validate(id).status == 200)
    for buyer in [seller, mina] {
      let response = try await buyer.send("GET /api/photos/\(name)")
      #expect(response.status == 200 && response.bytes == full.bytes)
      #expect(response.headers["cache-control"] == "private, no-cache")
      #expect(response.headers["vary"]?.contains("Authorization") == true)
      #expect(try await send(shop, old, [("Authorization", buyer.person.token)]).bytes == full.bytes)
    }
    #expect(try await juno.send("GET /api/photos/\(name)").domainError == "403 photo-not-bought")
    #expect(
      try await send(shop, "/api/photos/\(name)", [("Authorization", "Bearer x")]).domainError == "401 token-unusable"
    )

    // Removed goods are not given away.
    try await shop.server.backend.services.posts.remove(post, by: author)
    #expect(try await send(shop, "/api/photos/\(name)").domainError == "403 photo-not-bought")
    #expect(try await seller.send("GET /api/photos/\(name)").bytes == full.bytes)
  }

  @Test("Photos that their author also shows or gives away elsewhere are public")
  func shownInPosts() async throws {
    let seller = try await shop.buyer("seller")
    let author = try #require(AccountID(seller.person.id))
    let name = try await photo(shop, by: author)
    let posts = shop.server.backend.services.posts
    let post = try await shop.server.post("글", by: author, .frame) { content in
      content.price = 0
      content.photos = [name]
    }
    #expect(try await send(shop, "/api/photos/\(name)").status == 200)
    _ = try await posts.change(post, by: author) { $0.price = 500 }
    #expect(try await send(shop, "/api/photos/\(name)").status == 403)
    let shown = try await shop.server.post("사진", by: author, .photo) { $0.photos = [name] }
    #expect(try await send(shop, "/api/photos/\(name)").status == 200)
    try await posts.remove(shown, by: author)
    #expect(try await send(shop, "/api/photos/\(name)").status == 403)
  }
}
