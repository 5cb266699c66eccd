import APIKit
import Basics
import Booths
import Contracts
import HTTP
import JSON
import Posts

/// What people share about booths.
struct GalleryEndpoint: Sendable {
  let posts: PostService
  let catalogue: CatalogueHolder

  var all: [Endpoint] { [gallery, covers] }

  private static let limit = Parameter<Int>(
    "limit", .integer(1...50, default: 12), "The maximum number of photos.", example: "12")

  private var gallery: Endpoint {
    Endpoint(
      path: "/api/booths/{id}/gallery", group: .posts, summary: "The photos of the posts about a booth",
      details: """
        Of the most liked posts first, with the numbers of posts about the booth and of their likes. Goods are left \
        out, and photos of accounts that the caller blocks, or that block the caller.
        """,
      pathParameters: [BoothParameters.id], query: [Self.limit], caller: .optional,
      answers: [
        ResponseDescription(200, "The photos.", [(MediaType.json, "BoothGallery")]),
        .notFound("There is no booth with this number."),
      ],
      handler: .deferred { context in
        let id = BoothID(Int64(try context.pathParameter(BoothParameters.id)))
        guard catalogue.current.ordinal(of: id) != nil else { throw DomainError.boothUnknown(id) }
        let gallery = try await posts.gallery(
          of: id, for: context.viewer, limit: try context.query.value(Self.limit) ?? 12)
        return .varyingByCaller(BoothGalleryDocument(gallery))
      })
  }

  private var covers: Endpoint {
    Endpoint(
      path: "/api/booths/covers", group: .posts, summary: "A photo of each of some booths",
      details: "The first of each gallery. Booths without photos are left out, and numbers of no booth.",
      query: [BoothParameters.ids], caller: .optional,
      answers: [ResponseDescription(200, "The photos.", [(MediaType.json, "BoothCovers")])],
      handler: .deferred { context in
        let covers = try await posts.covers(of: try context.query.required(BoothParameters.ids), for: context.viewer)
        return .varyingByCaller(BoothCoversDocument(covers))
      })
  }
}

struct BoothCoversDocument: NativeDocument {
  struct Cover: NativeDocument {
    let booth: Int64
    let photo: PhotoName
  }

  let covers: [Cover]

  init(_ covers: [BoothCover]) {
    self.covers = covers.sorted { $0.booth.number < $1.booth.number }
      .map { Cover(booth: $0.booth.number, photo: $0.photo) }
  }
}

struct BoothGalleryDocument: NativeDocument {
  struct Photo: NativeDocument {
    let name: PhotoName
    let post: PostID
    let author: PersonDocument
    let likeCount: Int

    enum CodingKeys: String, CodingKey {
      case name, post, author
      case likeCount = "like_count"
    }
  }

  let postCount: Int
  let likeCount: Int
  let photos: [Photo]

  enum CodingKeys: String, CodingKey {
    case photos
    case postCount = "post_count"
    case likeCount = "like_count"
  }

  init(_ gallery: BoothGallery) {
    (postCount, likeCount) = (gallery.postCount, gallery.likeCount)
    photos = gallery.photos.map {
      Photo(name: $0.name, post: $0.post, author: PersonDocument($0.author), likeCount: $0.likeCount)
    }
  }
}
