import APIKit
import Accounts
import Basics
import Contracts
import Crypto
import Foundation
import HTTP
import LegacyAPI
import NativeAPI
import Payments
import Photos
import Posts
import Support
import Testing

@Suite("What buyers get")
struct DeliveryTests {
  private let shop: OpenShop

  init() async throws {
    shop = try await OpenShop()
  }

  /// A frame with a photo, and who sells and has bought it.
  private struct Sale {
    let shop: OpenShop
    let seller: Buyer
    let mina: Buyer
    let post: PostID
    let photo: PhotoName
    let order: String

    init(_ shop: OpenShop) async throws {
      self.shop = shop
      (seller, mina) = (try await shop.buyer("seller"), try await shop.buyer("mina"))
      (post, photo) = try await shop.frame(by: seller)
      let (id, reference) = try await mina.ordered(post)
      #expect(try await mina.send("GET /api/orders/\(id)/files").domainError == "409 order-unpaid")
      try shop.pay(reference)
      #expect(try await mina.validate(id).status == 200)
      order = id
    }

    /// The address of the first file, as somebody gets it.
    func link(_ person: Buyer) async throws -> String {
      let response = try await person.send("GET /api/orders/\(order)/files")
      #expect(response.status == 200 && response.headers["cache-control"] == "no-store", "\(response.text)")
      let files = try JSONDecoder().decode(FileListDocument.self, from: Data(response.bytes))
      #expect(files.files.map(\.photo) == [photo])
      return try #require(files.files.first).url
    }

    func get(_ address: String) async throws -> LegacyResponse {
      try await shop.server.send(OldRequest("GET \(address)", []))
    }
  }

  @Test("The buyer and the seller get the original by a link that needs no token and that no cache stores")
  func links() async throws {
    let sold = try await Sale(shop)
    let full = try await sold.seller.send("GET /api/photos/\(sold.photo)")
    for person in [sold.mina, sold.seller] {
      let file = try await sold.get(try await sold.link(person))
      #expect(file.status == 200 && file.bytes == full.bytes)
      #expect(file.headers["cache-control"] == "private, no-store")
      #expect(file.headers["content-disposition"] == "attachment")
      #expect(file.headers["referrer-policy"] == "no-referrer")
      #expect(file.headers["access-control-allow-origin"] == nil)
    }
    let part = try await shop.server.send(
      OldRequest("GET \(try await sold.link(sold.mina))", [("Range", "bytes=0-3")]))
    #expect(part.status == 206 && part.bytes == Array(full.bytes.prefix(4)))
  }

  @Test("Nobody else gets a link, and links that are changed, expired or of refunded orders are refused")
  func refused() async throws {
    let sold = try await Sale(shop)
    let juno = try await shop.buyer("juno")
    #expect(try await juno.send("GET /api/orders/\(sold.order)/files").domainError == "404 order-unknown")
    let nobody = try await sold.get("/api/orders/\(sold.order)/files")
    #expect(nobody.status == 401)

    let link = try await sold.link(sold.mina)
    for changed in [link + "A", String(link.dropLast()), link.replacing("/files/", with: "/files/A"), "/api/files/x"] {
      #expect(try await sold.get(changed).domainError == "404 link-unknown")
    }
    // One character of the part that says until when.
    let position = link.index(link.startIndex, offsetBy: "/api/files/".count + 6)
    let later = link.replacingCharacters(in: position...position, with: link[position] == "B" ? "C" : "B")
    #expect(try await sold.get(later).domainError == "404 link-unknown")

    shop.clock.advance(seconds: FileLinks.lifetime - 1)
    #expect(try await sold.get(link).status == 200)
    shop.clock.advance(seconds: 1)
    #expect(try await sold.get(link).domainError == "403 link-expired")

    let fresh = try await sold.link(sold.mina)
    let id = try #require(OrderID(sold.order))
    _ = try await shop.payments.requestRefund(of: id, reason: "r", by: AccountID(sold.mina.person.id)!)
    _ = try await shop.payments.decideRefund(of: id, isAccepted: true, by: nil)
    #expect(try await sold.get(fresh).domainError == "403 photo-not-bought")
    #expect(try await sold.mina.send("GET /api/orders/\(sold.order)/files").domainError == "409 order-unpaid")
    #expect(try await sold.get(try await sold.link(sold.seller)).status == 200)
  }

  @Test("Bought photos stay when the seller removes the goods, also after a cleanup")
  func stays() async throws {
    let sold = try await Sale(shop)
    let services = shop.server.backend.services
    try await services.posts.remove(sold.post, by: AccountID(sold.seller.person.id)!)
    shop.clock.advance(seconds: 2 * 86_400)
    #expect(try await services.photos.removeUnused(before: shop.clock.now) == 0)
    let session = try await services.accounts.openSession(for: AccountID(sold.mina.person.id)!, .fixed)
    var person = sold.mina.person
    person.token = session.access
    #expect(try await sold.get(try await sold.link(Buyer(shop: shop, person: person))).status == 200)
  }

  @Test("Goods that an operator removes after a report are removed for their buyers")
  func reported() async throws {
    let sold = try await Sale(shop)
    let link = try await sold.link(sold.mina)
    let reports = shop.server.backend.services.reports
    let juno = try await shop.buyer("juno")
    let filed = try await juno.send("POST /api/reports", #"{"post":"\#(sold.post)","reason":"other"}"#)
    #expect(filed.status == 201, "\(filed.text)")
    let report = try #require(try await reports.queue(openOnly: true, PageRequest(limit: 1)).items.first)
    _ = try await reports.close(report.id, removing: true)
    #expect(try await sold.get(link).domainError == "403 photo-not-bought")
    let files = try await sold.mina.send("GET /api/orders/\(sold.order)/files")
    #expect((files.object["files"] as? [Any])?.isEmpty == true)
  }

  @Test("The library has each item once, with its photo, until it is refunded")
  func library() async throws {
    let sold = try await Sale(shop)
    func library(_ person: Buyer) async throws -> [OrderDocument] {
      let response = try await person.send("GET /api/me/library")
      return try JSONDecoder().decode(PageDocument<OrderDocument>.self, from: Data(response.bytes)).items
    }
    let first = try await library(sold.mina)
    #expect(first.map(\.id.description) == [sold.order] && first[0].photo == sold.photo && first[0].state == .paid)
    #expect(first[0].refundBy == first[0].paidAt?.advanced(seconds: 7 * 86_400) && first[0].refund == nil)
    #expect(try await library(sold.seller).isEmpty)
    shop.clock.advance(seconds: 1)
    let (again, reference) = try await sold.mina.ordered(sold.post)
    #expect(try await library(sold.mina).map(\.id.description) == [sold.order])
    try shop.pay(reference)
    #expect(try await sold.mina.validate(again).status == 200)
    #expect(try await library(sold.mina).map(\.id.description) == [again])
  }
}

extension OpenShop {
  /// A frame with a photo, for sale.
  func frame(by seller: Buyer) async throws -> (post: PostID, photo: PhotoName) {
    try await frame(by: try #require(AccountID(seller.person.id)))
  }

  func frame(by author: AccountID, title: String = "벚꽃 프레임") async throws -> (post: PostID, photo: PhotoName) {
    let services = server.backend.services
    let path = "\(services.uploadDirectory)/\(UUID().uuidString)"
    try Data(Upload.picture).write(to: URL(fileURLWithPath: path))
    let photo = try await services.photos.upload(
      [ReceivedFile(path: path, size: Upload.picture.count)], .native, by: author)[0].name
    let post = try await server.post("글", by: author, .frame) { content in
      content.title = title
      content.price = 9900
      content.photos = [photo]
    }
    return (post, photo)
  }
}
