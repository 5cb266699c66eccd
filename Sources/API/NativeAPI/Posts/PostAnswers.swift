import APIKit
import Basics
import Booths
import Contracts
import Geo
import Posts

extension PostBoothDocument {
  /// A booth of a catalogue; the distance is rounded to centimetres.
  init(_ id: BoothID, in catalogue: Catalogue, metres: Double? = nil) {
    self.init(id: id, distanceMetres: metres.map { ($0 * 100).rounded() / 100 })
    guard let ordinal = catalogue.ordinal(of: id) else { return }
    let booth = catalogue.record(ordinal)
    name = String(decoding: booth.name, as: UTF8.self)
    englishName = EnglishName.booth(booth, catalogue.chains)
    latitude = Double(booth.coordinate.latitudeE7) / 1e7
    longitude = Double(booth.coordinate.longitudeE7) / 1e7
  }
}

extension PhotoSizeDocument {
  fileprivate init(_ size: PhotoSize) { self.init(width: size.width, height: size.height) }
}

extension PostDocument {
  /// A post with its booth in a catalogue, and the booth's distance if known.
  init(_ post: Post, in catalogue: Catalogue, metres: [BoothID: Double] = [:]) {
    let content = post.content
    self.init(
      id: post.id, kind: PostKindValue(rawValue: content.kind.rawValue), board: content.board,
      author: PersonDocument(post.author), title: content.title, text: content.text, notes: content.notes,
      price: content.price, people: content.people,
      booth: content.booth.map { PostBoothDocument($0, in: catalogue, metres: metres[$0]) }, photos: content.photos,
      photoSizes: content.photos.map { post.photoSizes[$0].map(PhotoSizeDocument.init) },
      hashtags: post.hashtags, createdAt: post.createdAt, updatedAt: post.updatedAt, likeCount: post.likeCount,
      commentCount: post.commentCount, isLiked: post.isLiked)
  }
}

extension CommentDocument {
  init(_ comment: Comment) {
    self.init(
      id: comment.id, post: comment.post, author: PersonDocument(comment.author), text: comment.text,
      createdAt: comment.createdAt, updatedAt: comment.updatedAt)
  }
}

extension ReportDocument {
  init(_ report: Report) {
    let (post, comment): (PostID, CommentID?) =
      switch report.subject {
      case .post(let post): (post, nil)
      case .comment(let comment, let post): (post, comment)
      }
    self.init(
      id: report.id, post: post, comment: comment, reason: ReportReasonValue(rawValue: report.reason.rawValue),
      note: report.note, createdAt: report.createdAt)
  }
}
