import Basics
import Foundation
import Payments
import Photos
import SQL
import SQLite
import Support
import Testing
import Workload

@testable import Stores

/// The photos of goods that orders keep.
@Suite("Photos of ordered goods")
struct OrderPhotoTests {
  private let shop: PaymentsUnderTest
  private let register: SQLPhotoRegister
  private let (seller, buyer): (AccountID, AccountID)

  init() async throws {
    shop = try await PaymentsUnderTest()
    register = SQLPhotoRegister(prepared: shop.database)
    (seller, buyer) = (try await shop.database.addAccount(1), try await shop.database.addAccount(2))
    try await shop.database.addGoods(by: seller)
  }

  private func removePost() async throws {
    _ = try await shop.database.write { try $0.run("DELETE FROM post") }
  }

  private func unused() async throws -> [PhotoName] {
    try await register.unused(before: Timestamp(seconds: 9_000_000_000), at: shop.clock.now, limit: 9)
  }

  private func names(_ digits: [Character]) -> [PhotoName] {
    digits.map { PhotoName(String(repeating: $0, count: 64) + ".png")! }
  }

  @Test("Only those who have paid see the photos of ordered goods after the goods have changed")
  func kept() async throws {
    let (paid, _) = try await shop.settledOrder(by: buyer, as: "imp_1")
    let other = try await shop.order(by: seller, of: 2)
    #expect(
      try await register.photos(of: [paid.id, other.id]) == [
        paid.id: names(["a", "b"]).map { Photo(name: $0, size: 1, width: 2, height: 3) }
      ])
    _ = try await shop.database.write { connection in
      try connection.run("DELETE FROM post_photo WHERE position = 0")
    }
    for photo in names(["a", "b"]) { #expect(try await register.isAccessible(photo, to: buyer)) }
    try await removePost()
    #expect(try await unused().isEmpty)
    for photo in names(["a", "b"]) {
      #expect(try await register.isAccessible(photo, to: buyer))
      #expect(try await !register.isAccessible(photo, to: .numbered(9)))
      #expect(try await !register.isAccessible(photo, to: nil))
    }
  }

  @Test("Photos of ordered goods are removed with the last order that may need them")
  func released() async throws {
    let (paid, payment) = try await shop.settledOrder(by: buyer, as: "imp_1")
    let waiting = try await shop.order(by: buyer)
    _ = try await shop.order()
    try await removePost()
    #expect(try await unused().isEmpty)
    try await shop.refund(3_000, of: payment.id)
    #expect(try await unused().isEmpty)
    #expect(try await !register.isAccessible(names(["a"])[0], to: buyer))
    try await shop.close(waiting.id)
    #expect(try await unused() == names(["a", "b"]))
    #expect(try await register.photos(of: [paid.id])[paid.id]?.count == 2)
    let end = shop.clock.now.advanced(seconds: 60)
    let claimed = try await register.claim(
      names(["a", "b"]), unusedBefore: Timestamp(seconds: 9_000_000_000), at: shop.clock.now, until: end)
    #expect(try await register.removeClaimed(claimed, until: end) == 2)
    #expect(try await register.photos(of: [paid.id]).isEmpty)
  }

  @Test(
    "Orders of an earlier version have the present photos of the goods",
    .enabled(if: TestDatabase.engine == .sqlite))
  func migrated() async throws {
    let directory = try ScratchDirectory()
    let database = try await SQLiteDatabase(path: directory.url.appendingPathComponent("orders.sqlite").path)
    try await database.migrate(
      Schema.migrations(of: .main, for: .sqlite).filter { $0.number < PaymentSchema.deliveries.number })
    let seller = try await database.addAccount(1)
    try await database.addGoods(by: seller)
    let (order, gone) = (shop.newOrder(), shop.newOrder(of: 2))
    try await database.write { connection in
      for order in [order, gone] {
        _ = try connection.run(
          """
          INSERT INTO shop_order (id, post_id, name, amount, currency, gateway, reference, created_at, pay_by, state)
          VALUES ($1, $2, 'n', 5, 'KRW', 'portone-v1', $1, 0, 0, 'pending')
          """, [.text(order.id.description), .text(order.goods.post.description)])
      }
    }
    try await database.prepareStores()
    let store = SQLPaymentStore(database)
    #expect(try await store.order(order.id)?.goods.seller == seller)
    #expect(try await store.order(gone.id)?.goods.seller == nil)
    #expect(try await store.order(order.id)?.refund == nil)
    let photos = try await SQLPhotoRegister(prepared: database).photos(of: [order.id, gone.id])
    #expect(photos.mapValues { $0.map(\.name) } == [order.id: names(["a", "b"])])
    #expect(try await database.read { try $0.integer("SELECT COUNT(*) FROM pragma_foreign_key_check") } == 0)
  }
}

extension Database {
  /// Adds post 1, which sells two photos.
  fileprivate func addGoods(by seller: AccountID) async throws {
    let post = PostID.numbered(1).description
    try await write { connection in
      try connection.run(
        """
        INSERT INTO post (id, author_id, kind, board, text, price, created_at) VALUES ($1, $2, 'frame', '', '', 5, 0)
        """, [.text(post), .text(seller.description)])
      for (position, digit) in ["a", "b"].enumerated() {
        let name = Value.text(String(repeating: digit, count: 64) + ".png")
        try connection.run(
          """
          INSERT INTO photo (name, size, width, height, uploaded_at, is_checked, is_sold) VALUES ($1, 1, 2, 3, 0, 1, 1)
          """, [name])
        try connection.run(
          "INSERT INTO post_photo (post_id, position, photo) VALUES ($1, $2, $3)",
          [.text(post), .integer(Int64(position)), name])
      }
    }
  }
}
