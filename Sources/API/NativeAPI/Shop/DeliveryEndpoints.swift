import APIKit
import Basics
import Contracts
import HTTP
import Payments
import Photos

struct DeliveryEndpoints: Sendable {
  let shop: Shop
  let photos: PhotoService
  private let answers: OrderAnswers

  init(shop: Shop, photos: PhotoService) {
    self.shop = shop
    self.photos = photos
    answers = OrderAnswers(shop: shop, photos: photos)
  }

  var all: [Endpoint] { [library, files, file] }

  private var library: Endpoint {
    Endpoint(
      path: "/api/me/library", group: .shop, summary: "The goods that the caller has",
      details: "Of each goods the last order that was paid and not fully refunded, newest first.",
      query: PageParameters.all, caller: .required,
      answers: [ResponseDescription(200, "The orders.", [(MediaType.json, "OrderPage")])],
      handler: .deferred { context in
        let buyer = try context.account()
        let list = "library:\(buyer)"
        let page = try await shop.payments.purchases(by: buyer, try context.pageRequest(of: list))
        return try await answers.page(page, of: list, in: context)
      })
  }

  private var files: Endpoint {
    Endpoint(
      path: "/api/orders/{id}/files", group: .shop, summary: "The files of ordered goods",
      details: """
        For the buyer, once the order is paid and as long as it is not fully refunded, and for the seller: the photos of \
        the goods in full size, as of the order. Their addresses expire after \(FileLinks.lifetime / 60) minutes.
        """,
      pathParameters: [OrderParameters.id], caller: .required,
      answers: [
        ResponseDescription(200, "The files.", [(MediaType.json, "FileList")]), OrderEndpoints.unknown,
        .conflict("The order is not paid, or was refunded."),
      ],
      handler: .deferred { context in
        let caller = try context.account()
        let order = try await shop.payments.order(
          try context.pathParameter(OrderParameters.id), boughtOrSoldBy: caller)
        guard order.goods.seller == caller || order.state.isPurchased else {
          throw DomainError(.conflict, "order-unpaid", "The order is not paid, or was refunded.")
        }
        let end = context.now.advanced(seconds: FileLinks.lifetime)
        let files = try await photos.photos(of: [order.id])[order.id] ?? []
        let documents = files.map { photo in
          let grant = FileLinks.Grant(photo: photo.name, account: caller)
          return FileDocument(
            photo: photo.name, url: "/api/files/\(context.environment.fileLinks.token(grant, until: end))",
            size: photo.size, width: photo.width, height: photo.height)
        }
        return .uncached(FileListDocument(files: documents, expiresAt: end))
      })
  }

  private var file: Endpoint {
    Endpoint(
      path: "/api/files/{token}", group: .shop, summary: "A file of ordered goods",
      details: """
        Needs no access token: the address is enough, until it expires or the order is refunded. Supports `Range`; no \
        cache may store it.
        """,
      pathParameters: [OrderParameters.token],
      answers: [
        ResponseDescription(
          200, "The file, as a download.",
          ["image/jpeg", "image/png", "image/gif", "image/webp", "application/pdf"].map { ($0, nil) }),
        .forbidden("The link has expired, or the order was refunded."),
        .notFound("There is no such link, or the photo is gone."),
      ],
      allowsCrossOrigin: false,
      handler: .deferred { context in
        let token = try context.pathParameter(OrderParameters.token)
        let grant = try context.environment.fileLinks.grant(token, at: context.now)
        return .file(try await photos.open(grant.photo, width: nil) { grant.account })
      })
  }
}

extension Response {
  /// A file to be saved. Browsers never execute it, whatever its content, and tell nobody its address.
  fileprivate static func file(_ file: OpenedPhoto) -> Response {
    Response(
      status: 200,
      headers: Headers([
        ("Content-Type", file.type), ("Cache-Control", "private, no-store"), ("Content-Disposition", "attachment"),
        ("ETag", "\"\(file.tag)\""), ("Accept-Ranges", "bytes"), ("X-Content-Type-Options", "nosniff"),
        ("Content-Security-Policy", "default-src 'none'; sandbox"), ("Referrer-Policy", "no-referrer"),
      ]), body: .file(file.file))
  }
}
