package import APIKit
import Basics
import JSON
import Posts

package enum FeedParameters {
  static let kind = Parameter<Set<PostKind>>(
    "kind", .enumerationSet(), "Only posts of these kinds.", example: "pose,background")
  static let author = Parameter<AccountID>("author", .identifier(), "Only posts of this account.")
  static let booth = Parameter<Int>(
    "booth", .integer(1...999_999_999_999_999), "Only posts about this booth.", example: "1")
  static let hashtag = Parameter<String>(
    "hashtag", .text(maxCount: 101), "Only posts with this hashtag; with or without `#`.", example: "커플포즈")
  static let feed = Parameter<PersonalFeed>(
    "feed", .enumeration(),
    "`following`: only posts of accounts that the caller follows; `liked`: only posts that the caller likes, latest"
      + " like first. Both require an authenticated caller.", example: "following")
  static let board = Parameter<String>(
    "board", .text(maxCount: 100), "Only posts on this board of an application.")
  static let latitude = Parameter<Double>(
    "lat", .number(-90...90), "Degrees north.", isRequired: true, example: "37.4979")
  static let longitude = Parameter<Double>(
    "lon", .number(-180...180), "Degrees east.", isRequired: true, example: "127.0276")
  package static let radius = Parameter<Double>(
    "radius", .metres(0...100_000, default: 2000), "Only posts about booths within this distance of the position.",
    example: "1.5km")
  static let nearKind = Parameter<Set<PostKind>>(
    "kind", .enumerationSet(), "Only posts of these kinds; `pose` by default.", example: "pose")

  static let words = Parameter<String>(
    "q", .text(maxCount: 100),
    "Only posts whose title or text contains these words, at most \(Feed.maxWords), in any order.", example: "홍대 포즈")

  static let ofFeeds: [any DescribedParameter] = [kind, author, booth, hashtag, feed, board, words]
  static let near: [any DescribedParameter] = [latitude, longitude, radius, nearKind]
}

enum PersonalFeed: String, CaseIterable, Sendable {
  case following
  case liked
}
