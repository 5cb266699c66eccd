import Basics
import Contracts
import Foundation
import JSON
import Testing

@Suite("Documents that the server writes are read unchanged by clients")
struct NativeDocumentTests {
  private let account = AccountID("0199c0ffee0123456789abcd")!
  private let post = PostID("0199c0ffee0123456789abce")!
  private let comment = CommentID("0199c0ffee0123456789abcf")!
  private let photo = PhotoName(String(repeating: "0a", count: 32) + ".jpg")!
  private let instant = Timestamp(rfc3339: "2026-11-20T10:15:00.250Z")!

  /// Writes a document with the server's writer and reads it with the client's decoder.
  private func check<Document: NativeDocument>(_ document: Document) throws {
    let text = String(decoding: document.bytes, as: UTF8.self)
    #expect(try JSONDecoder().decode(Document.self, from: Data(document.bytes)) == document, "\(text)")
    // What the writer tells, the encoder would tell too, but for keys that are null.
    let written = try JSONReader.value(of: document.bytes)
    let encoded = try JSONReader.value(of: Array(JSONEncoder().encode(document)))
    #expect(sorted(withoutNulls(written)) == sorted(withoutNulls(encoded)), "\(text)")
  }

  private func withoutNulls(_ value: JSONValue) -> JSONValue {
    switch value {
    case .object(let members):
      .object(
        members.filter { $0.value != .null }.map { JSONMember(key: $0.key, value: withoutNulls($0.value)) })
    case .array(let values): .array(values.map(withoutNulls))
    case .number(let number): Int(exactly: number).map(JSONValue.integer) ?? value
    default: value
    }
  }

  private func sorted(_ value: JSONValue) -> JSONValue {
    switch value {
    case .object(let members):
      .object(
        members.map { JSONMember(key: $0.key, value: sorted($0.value)) }.sorted { $0.key < $1.key })
    case .array(let values): .array(values.map(sorted))
    default: value
    }
  }

  private var person: PersonDocument { PersonDocument(id: account, nickname: "느긋한 \"고래\"", photo: photo) }
  private var ownAccount: AccountDocument {
    AccountDocument(
      id: account, email: "mina@example.com", isEmailVerified: true, nickname: "미나", bio: "", photo: nil,
      createdAt: instant, followerCount: 1, followingCount: 2, postCount: 3)
  }
  private var tokens: TokensDocument {
    TokensDocument(
      accessToken: "a.b.c", accessExpiresAt: instant, refreshToken: "r", refreshExpiresAt: instant.advanced(seconds: 60)
    )
  }
  private var wholePost: PostDocument {
    PostDocument(
      id: post, kind: .pose, board: "", author: person, title: "제목", text: "볼하트 #커플포즈",
      notes: [nil, "x", nil, nil, nil],
      price: 1000, people: 2,
      booth: PostBoothDocument(
        id: BoothID(7), name: "강남점", englishName: "Gangnam", latitude: 37.498, longitude: 127.0277,
        distanceMetres: 14.25),
      photos: [photo], photoSizes: [PhotoSizeDocument(width: 600, height: 1800)], hashtags: ["커플포즈"],
      createdAt: instant, updatedAt: instant.advanced(seconds: 1), likeCount: 1, commentCount: 2, isLiked: true)
  }

  @Test("Accounts and sessions are read back unchanged")
  func accounts() throws {
    try check(person)
    try check(PersonDocument(id: account, nickname: "n", photo: nil))
    try check(ownAccount)
    try check(
      ProfileDocument(
        id: account, nickname: "n", bio: "b", photo: photo, createdAt: instant, followerCount: 0, followingCount: 0,
        postCount: 0, isFollowed: true))
    try check(tokens)
    try check(SessionDocument(account: ownAccount, tokens: tokens))
    try check(EmailCheckDocument(available: true))
    try check(AddressConfirmationDocument(state: "verified"))
    try check(NicknameDocument(nickname: "느긋한 고래"))
    try check(PageDocument(items: [person, person], next: "abc"))
    try check(PageDocument<PersonDocument>(items: [], next: nil))
  }

  @Test("Posts, comments, photos and reports are read back unchanged")
  func posts() throws {
    try check(wholePost)
    var bare = wholePost
    (bare.title, bare.price, bare.people, bare.booth, bare.updatedAt) = (nil, nil, nil, nil, nil)
    (bare.photos, bare.photoSizes, bare.hashtags) = ([], [nil], [])
    try check(bare)
    try check(PostBoothDocument(id: BoothID(7)))
    try check(PageDocument(items: [wholePost, bare], next: nil))
    try check(
      CommentDocument(id: comment, post: post, author: person, text: "t", createdAt: instant, updatedAt: nil))
    try check(LikeDocument(isLiked: false, likeCount: 0))
    try check(PhotoListDocument(photos: [PhotoDocument(name: photo, size: 1, width: 2, height: 3)]))
    let report = ReportID("0199c0ffee0123456789abc0")!
    try check(ReportDocument(id: report, post: post, comment: nil, reason: .spam, note: "", createdAt: instant))
    try check(ReportDocument(id: report, post: post, comment: comment, reason: .other, note: "n", createdAt: instant))
  }

  private var order: OrderDocument {
    OrderDocument(
      id: OrderID("0199c0ffee0123456789abc1")!, post: post, name: "앨범 \"첫눈\"", amount: 9900, currency: "KRW",
      gateway: "portone-v2", reference: "fc_0199c0ffee", state: .paid, createdAt: instant,
      payBy: instant.advanced(seconds: 3600), paidAt: instant.advanced(seconds: 60),
      checkout: CheckoutDocument(store: "store-1", channel: nil))
  }

  @Test("Orders in every state are read back unchanged")
  func orders() throws {
    for state in OrderStateValue.all {
      var document = order
      document.state = state
      try check(document)
    }
    var bare = order
    (bare.reference, bare.paidAt, bare.checkout) = (nil, nil, nil)
    try check(bare)
    try check(PageDocument(items: [order, bare], next: "abc"))
    let asked = RefundRequestDocument(
      state: .requested, reason: "어두워요", requestedAt: order.createdAt, decidedAt: nil, answer: "")
    let decided = RefundRequestDocument(
      state: .declined, reason: "어두워요", requestedAt: order.createdAt, decidedAt: order.payBy, answer: "아니요")
    for refund in [asked, decided] {
      bare.refund = refund
      try check(bare)
      try check(
        SaleDocument(
          id: order.id, post: order.post, name: order.name, amount: order.amount, currency: order.currency,
          state: order.state, paidAt: order.paidAt, photo: nil, refund: refund))
    }
    let refunded = ReceiptRefundDocument(amount: 100, refundedAt: order.createdAt)
    try check(
      ReceiptDocument(
        order: order.id, name: order.name, amount: order.amount, currency: order.currency, seller: nil,
        reference: "fc_1", provider: nil, method: "card", paidAt: order.paidAt, refunds: [refunded]))
    try check(SalesTotalDocument(count: 1, amount: 9900, refunded: 100))
    try check(FileListDocument(files: [], expiresAt: order.createdAt))
    try check(CheckoutDocument(store: nil, channel: "channel-1"))
    try check(CheckoutDocument(store: nil, channel: nil, method: "EASY_PAY", window: "http://127.0.0.1:8090/checkout"))
  }

  @Test("An order has every key")
  func orderTranscript() {
    #expect(
      String(decoding: order.bytes, as: UTF8.self)
        == #"{"id":"0199c0ffee0123456789abc1","post":"0199c0ffee0123456789abce","name":"앨범 \"첫눈\"","amount":9900,"#
        + #""currency":"KRW","gateway":"portone-v2","reference":"fc_0199c0ffee","state":"paid","#
        + #""created_at":"2026-11-20T10:15:00.250Z","pay_by":"2026-11-20T11:15:00.250Z","#
        + #""paid_at":"2026-11-20T10:16:00.250Z","checkout":{"store":"store-1","channel":null,"method":null,"#
        + #""window":null},"photo":null,"refund_by":null,"refund":null}"#)
    var bare = order
    (bare.reference, bare.paidAt, bare.checkout) = (nil, nil, nil)
    let text = String(decoding: bare.bytes, as: UTF8.self)
    #expect(text.contains(#""reference":null"#) && text.contains(#""paid_at":null,"checkout":null,"#))
  }

  @Test("A post has every key, with null for unknown values and milliseconds in times")
  func transcript() {
    var bare = wholePost
    (bare.title, bare.price, bare.people, bare.booth, bare.updatedAt) = (nil, nil, nil, nil, nil)
    (bare.photos, bare.photoSizes, bare.hashtags, bare.createdAt) = ([], [], [], Timestamp(seconds: 0))
    bare.author = PersonDocument(id: account, nickname: "n", photo: nil)
    #expect(
      String(decoding: bare.bytes, as: UTF8.self)
        == #"{"id":"0199c0ffee0123456789abce","kind":"pose","board":"","author":{"id":"0199c0ffee0123456789abcd","#
        + #""nickname":"n","photo":null},"title":null,"text":"볼하트 #커플포즈","notes":[null,"x",null,null,null],"#
        + #""price":null,"people":null,"booth":null,"photos":[],"photo_sizes":[],"hashtags":[],"#
        + #""created_at":"1970-01-01T00:00:00.000Z","#
        + #""updated_at":null,"like_count":1,"comment_count":2,"is_liked":true}"#)
  }

  @Test("A kind or state that a client does not know yet is still read")
  func unknownWords() throws {
    let text = String(decoding: order.bytes, as: UTF8.self).replacing(#""state":"paid""#, with: #""state":"lent""#)
    #expect(try JSONDecoder().decode(OrderDocument.self, from: Data(text.utf8)).state.rawValue == "lent")
    var bytes = String(decoding: wholePost.bytes, as: UTF8.self)
    bytes.replace(#""kind":"pose""#, with: #""kind":"hologram""#)
    #expect(try JSONDecoder().decode(PostDocument.self, from: Data(bytes.utf8)).kind.rawValue == "hologram")
  }

  @Test(
    "Invalid values are rejected",
    arguments: [#""0199C0FFEE0123456789ABCD""#, #""x""#, "1", "null", #""""#])
  func wrongValues(_ json: String) {
    let data = Data(#"{"id":\#(json),"nickname":"n","photo":null}"#.utf8)
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(PersonDocument.self, from: data) }
  }
}

@Suite("Request bodies")
struct RequestTests {
  private func encoded(_ request: some Encodable) throws -> JSONValue {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return try JSONReader.value(of: Array(encoder.encode(request)))
  }

  @Test("Nil values are omitted")
  func leftOut() throws {
    #expect(try encoded(PostRequest(kind: .pose, text: "t")) == .object(["kind": "pose", "text": "t"]))
    #expect(
      try encoded(ReportRequest(post: PostID("0199c0ffee0123456789abce")!, reason: .spam))
        == .object(["post": "0199c0ffee0123456789abce", "reason": "spam"]))
    #expect(try encoded(OrderRequest(post: PostID("0199c0ffee0123456789abce")!))["post"] == "0199c0ffee0123456789abce")
    #expect(try encoded(OrderValidationRequest()) == .object([:]))
    #expect(try encoded(OrderValidationRequest(transaction: "imp_1")) == .object(["transaction": "imp_1"]))
    #expect(try encoded(RefreshRequest(refreshToken: "r")) == .object(["refresh_token": "r"]))
  }

  @Test("A profile's image can stay, change or go")
  func profilePhoto() throws {
    let photo = PhotoName(String(repeating: "0a", count: 32) + ".jpg")!
    for (change, json) in [
      (ProfileChangeRequest(bio: "b"), JSONValue.object(["bio": "b"])),
      (ProfileChangeRequest(photo: .some(nil)), .object(["photo": .null])),
      (ProfileChangeRequest(photo: photo), .object(["photo": .string(photo.description)])),
    ] {
      #expect(try encoded(change) == json)
      #expect(try JSONDecoder().decode(ProfileChangeRequest.self, from: Data(json.bytes)) == change)
    }
  }
}
