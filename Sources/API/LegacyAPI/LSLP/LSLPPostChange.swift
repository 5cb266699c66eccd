import APIKit
import Basics
import Contracts
import NativeAPI
import Posts

/// The fields of a post that a client sends; absent ones stay.
struct LSLPPostChange: Sendable {
  private var title: String?
  private var text: String?
  private var notes: [String?] = []
  private var product: String?
  private var price: Int?
  /// An empty list removes all photos.
  var photos: [PhotoName]?

  /// Parses the fields of a body. Only the second generation has `files` and `price`.
  /// - Throws: `DomainError` `value-wrong-type`; `photo-unknown` for a path that no upload answered.
  init(_ fields: LSLPFields) throws(DomainError) {
    title = try fields.text("title")
    text = try fields.text("content")
    for name in ["content1", "content2", "content3", "content4", "content5"] { notes.append(try fields.text(name)) }
    product = try fields.text("product_id")
    price = try fields.integer("price")
    if let paths = try fields.texts("files") { photos = try Self.photos(at: paths) }
  }

  var content: PostContent {
    var content = PostContent(kind: .feed)
    apply(to: &content)
    return content
  }

  func apply(to content: inout PostContent) {
    if let title { content.title = title }
    if let text { content.text = text }
    for (index, note) in notes.enumerated() where note != nil { content.notes[index] = note }
    if let product { LSLPProduct.move(&content, to: product) }
    if let price { content.price = price }
    if let photos { content.photos = photos }
  }

  /// The placeholder image is not a photo: clients may send its path back.
  private static func photos(at paths: [String]) throws(DomainError) -> [PhotoName] {
    var photos: [PhotoName] = []
    for path in paths where path != LSLPPath.defaultPost {
      guard let photo = LSLPPath.photo(at: path) else {
        throw DomainError(
          .invalid, "photo-unknown", "A path of 'files' is none that an upload answered.", field: "files")
      }
      photos.append(photo)
    }
    return photos
  }
}
