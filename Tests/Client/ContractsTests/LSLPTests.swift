import Basics
import Testing

@testable import Contracts

@Suite("Documents of LSLP")
struct LSLPDocumentTests {
  private let creator = LSLPPerson(id: "0123456789abcdef01234567", nickname: "미소 \"보라\"", image: nil)
  /// Whole seconds: the fraction has to be there all the same.
  private let instant = Timestamp(seconds: 1_702_144_377)

  private func post(_ change: (inout LSLPPost) -> Void = { _ in }) -> LSLPPost {
    var post = LSLPPost(
      id: "aa", productID: "", title: "", content: "", notes: [nil, nil, nil, nil, nil], price: nil, createdAt: instant,
      creator: creator, files: [], likes: [], buyers: [], hashtags: [], comments: [])
    change(&post)
    return post
  }

  private func text(_ document: some LSLPDocument, _ generation: LSLPGeneration) -> String {
    String(decoding: document.bytes(as: generation), as: UTF8.self)
  }

  @Test("The smallest post of the first generation has every key that OOTD requires")
  func barePostV0() {
    #expect(
      text(post(), .v0)
        == #"{"_id":"aa","product_id":"","title":"","content":"","time":"2023-12-09T17:52:57.000Z","#
        + #""creator":{"_id":"0123456789abcdef01234567","nick":"미소 \"보라\""},"image":[],"likes":[],"#
        + #""hashTags":[],"comments":[]}"#)
  }

  @Test("The smallest post of the second generation has every key that 4cuts and similar clients require")
  func barePostV1() {
    #expect(
      text(post(), .v1)
        == #"{"post_id":"aa","product_id":"","title":"","content":"","createdAt":"2023-12-09T17:52:57.000Z","#
        + #""creator":{"user_id":"0123456789abcdef01234567","nick":"미소 \"보라\"","#
        + #""profileImage":"uploads/profiles/default.png"},"files":[],"likes":[],"likes2":[],"buyers":[],"#
        + #""hashTags":[],"comments":[]}"#)
  }

  @Test("Empty notes of a post differ from absent ones, and only the second generation has a price")
  func fullPost() {
    let full = post { post in
      post.notes = ["", nil, "1.5", nil, nil]
      post.price = 9900
      post.createdAt.milliseconds += 551
      post.files = ["uploads/posts/a.jpg"]
      post.likes = ["bb", "cc"]
      post.hashtags = ["네컷"]
      post.comments = [LSLPComment(id: "dd", content: "와", createdAt: instant, creator: creator)]
    }
    let first = text(full, .v0)
    #expect(first.contains(#""content":"","content1":"","content3":"1.5","time":"2023-12-09T17:52:57.551Z""#))
    #expect(first.contains(#""image":["uploads/posts/a.jpg"],"likes":["bb","cc"],"hashTags":["네컷"]"#))
    #expect(
      first.contains(#""comments":[{"_id":"dd","content":"와","time":"2023-12-09T17:52:57.000Z","creator":{"_id""#))
    #expect(!first.contains("price") && !first.contains("content2") && !first.contains("buyers"))
    let second = text(full, .v1)
    #expect(second.contains(#""title":"","price":9900,"content":"""#))
    #expect(second.contains(#""comments":[{"comment_id":"dd","content":"와","createdAt":"#))
  }

  @Test("Login, refresh, follow and removal have the keys of each generation")
  func words() {
    let login = LSLPLogin(person: creator, email: "a@b.kr", accessToken: "x", refreshToken: "y")
    #expect(text(login, .v0) == #"{"_id":"0123456789abcdef01234567","token":"x","refreshToken":"y"}"#)
    #expect(
      text(login, .v1)
        == #"{"user_id":"0123456789abcdef01234567","email":"a@b.kr","nick":"미소 \"보라\"","#
        + #""profileImage":"uploads/profiles/default.png","accessToken":"x","refreshToken":"y"}"#)
    #expect(text(LSLPRefreshed(accessToken: "x"), .v0) == #"{"token":"x"}"#)
    #expect(text(LSLPRefreshed(accessToken: "x"), .v1) == #"{"accessToken":"x"}"#)
    let follow = LSLPFollow(nickname: "나", opponent: "너", isFollowing: true)
    #expect(text(follow, .v0) == #"{"user":"나","following":"너","following_status":true}"#)
    #expect(text(follow, .v1) == #"{"nick":"나","opponent_nick":"너","following_status":true}"#)
    #expect(text(LSLPRemoval.post("aa"), .v0) == #"{"_id":"aa"}"#)
    #expect(text(LSLPRemoval.comment(onPost: "aa"), .v0) == #"{"postID":"aa"}"#)
    #expect(text(LSLPPage(posts: [], nextCursor: LSLPPage.end), .v1) == #"{"data":[],"next_cursor":"0"}"#)
  }

  @Test("A payment's own identifier is in the list only, and an unknown buyer is an empty text")
  func payments() {
    var payment = LSLPPayment(
      id: nil, buyerID: "", postID: "aa", merchantUID: "ios_***_1700000000", productName: "앨범", price: 9900,
      paidAt: instant)
    #expect(
      text(payment, .v1)
        == #"{"buyer_id":"","post_id":"aa","merchant_uid":"ios_***_1700000000","productName":"앨범","price":9900,"#
        + #""paidAt":"2023-12-09T17:52:57.000Z"}"#)
    payment.id = "dd"
    payment.buyerID = "bb"
    let list = text(LSLPPaymentList(payments: [payment]), .v1)
    #expect(list.hasPrefix(#"{"data":[{"payment_id":"dd","buyer_id":"bb","post_id":"aa""#) && list.hasSuffix("}]}"))
    #expect(text(LSLPPaymentList(payments: []), .v1) == #"{"data":[]}"#)
  }

  @Test("Only the second generation lists the buyers of goods")
  func buyers() {
    let sold = post { $0.buyers = ["bb", "cc"] }
    #expect(text(sold, .v1).contains(#""likes2":[],"buyers":["bb","cc"]"#) && !text(sold, .v0).contains("buyers"))
  }

  @Test("A profile shows its owner more than others")
  func profiles() {
    let mine = LSLPProfile.Private(email: "a@b.kr", phone: "010-1234-5678", birthday: nil)
    var profile = LSLPProfile(person: creator, own: mine, followers: [creator], following: [], posts: ["aa"])
    #expect(text(profile, .v0).contains(#""email":"a@b.kr","phoneNum":"010-1234-5678","followers":[{"_id""#))
    #expect(!text(profile, .v1).contains("birthDay"))
    profile.own = nil
    #expect(text(profile, .v0).contains(#""email":"","followers""#))
    #expect(!text(profile, .v1).contains("email") && !text(profile, .v1).contains("phoneNum"))
  }

  @Test("Paths need no escaping, and are parsed with or without a leading slash")
  func paths() throws {
    let photo = try #require(PhotoName(String(repeating: "0a", count: 32) + ".png"))
    for path in [LSLPPath.post(photo), LSLPPath.profile(photo)] {
      #expect(path.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x2E...0x39).contains($0) } && path.first != "/")
      #expect(LSLPPath.photo(at: path) == photo && LSLPPath.photo(at: "/" + path) == photo)
    }
    for wrong in ["", photo.description, "uploads/\(photo)", "uploads/other/\(photo)", "uploads/posts/../\(photo)"] {
      #expect(LSLPPath.photo(at: wrong) == nil)
    }
    #expect(LSLPPath.photo(at: LSLPPath.defaultPost) == nil)
  }
}

@Suite("Errors of LSLP")
struct LSLPFaultTests {
  private func fault(_ kind: DomainError.Kind, _ code: String, _ operation: LSLPOperation) -> LSLPFault {
    LSLPFault(DomainError(kind, code, "Not for these clients."), in: operation)
  }

  @Test(
    "Every message has the servers' wording",
    arguments: [
      (DomainError.Kind.invalid, "value-missing", LSLPOperation.join, 400, "필수값을 채워주세요."),
      (.invalid, "post-empty", .createPost, 400, "필수값을 채워주세요."),
      (.invalid, "photo-type", .upload, 400, "잘못된 요청입니다."), (.tooLarge, "file-too-large", .upload, 400, "잘못된 요청입니다."),
      (.unauthenticated, "login-failed", .login, 401, "계정을 확인해주세요."),
      (.unauthenticated, "token-unusable", .post, 401, "인증할 수 없는 액세스 토큰입니다."),
      (.unauthenticated, "account-unknown", .createPost, 401, "인증할 수 없는 액세스 토큰입니다."),
      (.invalid, "nickname-white-space", .join, 402, "공백이 포함된 닉네임은 사용할 수 없습니다."),
      (.forbidden, "anything", .profile, 403, "Forbidden"), (.conflict, "email-taken", .join, 409, "이미 가입된 유저입니다."),
      (.conflict, "email-taken", .emailCheck, 409, "사용이 불가한 이메일입니다."),
      (.conflict, "nickname-taken", .editProfile, 409, "이미 사용중인 닉네임입니다."),
      (.conflict, "already-following", .follow, 409, "이미 팔로윙 된 계정입니다."),
      (.notFound, "post-unknown", .post, 410, "게시글을 찾을 수 없습니다."),
      (.notFound, "post-unknown", .deletePost, 410, "삭제할 게시글을 찾을 수 없습니다."),
      (.notFound, "post-unknown", .editPost, 410, "수정할 게시글을 찾을 수 없습니다."),
      (.notFound, "comment-unknown", .deleteComment, 410, "삭제할 댓글을 찾을 수 없습니다."),
      (.notFound, "account-unknown", .follow, 410, "알 수 없는 계정입니다."),
      (.unauthenticated, "refresh-expired", .refresh, 418, "리프레시 토큰이 만료되었습니다. 다시 로그인 해주세요."),
      (.unauthenticated, "refresh-unusable", .refresh, 418, "리프레시 토큰이 만료되었습니다. 다시 로그인 해주세요."),
      (.unauthenticated, "token-expired", .post, 419, "액세스 토큰이 만료되었습니다."),
      (.forbidden, "application-unknown", .login, 420, "This service sesac_memolease only"),
      (.rateLimited, "too-many-refreshes", .refresh, 429, "과호출입니다."),
      (.notFound, "path-unknown", .image, 444, "돌아가 여긴 자네가 올 곳이 아니야."),
      (.forbidden, "post-not-yours", .editPost, 445, "게시글 수정 권한이 없습니다."),
      (.forbidden, "post-not-yours", .deletePost, 445, "게시글 삭제 권한이 없습니다."),
      (.forbidden, "comment-not-yours", .editComment, 445, "댓글 수정 권한이 없습니다."),
      (.forbidden, "comment-not-yours", .deleteComment, 445, "댓글 삭제 권한이 없습니다."),
      (.unavailable, "store-full", .createPost, 500, "ServerError"),
      (.invalid, "payment-unknown", .validatePayment, 400, "유효하지 않은 결제건입니다."),
      (.invalid, "payment-unpaid", .validatePayment, 400, "유효하지 않은 결제건입니다."),
      (.invalid, "payment-mismatch", .validatePayment, 400, "유효하지 않은 결제건입니다."),
      (.invalid, "transaction-invalid", .validatePayment, 400, "유효하지 않은 결제건입니다."),
      (.invalid, "goods-free", .validatePayment, 400, "유효하지 않은 결제건입니다."),
      (.conflict, "order-closed", .validatePayment, 400, "유효하지 않은 결제건입니다."),
      (.conflict, "payment-validated", .validatePayment, 409, "검증처리가 완료된 결제건입니다."),
      (.conflict, "payment-used", .validatePayment, 409, "검증처리가 완료된 결제건입니다."),
      (.notFound, "goods-unknown", .validatePayment, 410, "게시글을 찾을 수 없습니다."),
      (.unavailable, "gateway-unavailable", .validatePayment, 503, "ServerError"),
      (.unavailable, "shop-closed", .validatePayment, 503, "ServerError"),
    ])
  func messages(_ row: (DomainError.Kind, String, LSLPOperation, Int, String)) {
    #expect(fault(row.0, row.1, row.2) == LSLPFault(row.3, row.4))
  }

  @Test("The body is an object with a message")
  func body() {
    #expect(String(decoding: LSLPFault.rateLimited.bytes, as: UTF8.self) == #"{"message":"과호출입니다."}"#)
    // A text where a client that looks at nothing else expects a number.
    #expect(
      String(decoding: LSLPFault.paymentInvalid.paymentBytes, as: UTF8.self)
        == #"{"message":"유효하지 않은 결제건입니다.","price":""}"#)
  }

  @Test("No refusal has a status that these clients do not know")
  func known() {
    let known: Set = [400, 401, 402, 403, 409, 410, 418, 419, 420, 429, 444, 445, 500]
    for operation in LSLPOperation.allCases {
      for kind in DomainError.Kind.allCases {
        let fault = fault(kind, "never-heard-of", operation)
        #expect(known.contains(fault.status) || operation == .validatePayment && fault.status == 503)
        #expect(!fault.message.isEmpty)
      }
      for generation in LSLPGeneration.allCases {
        let reported = Set(operation.errorStatuses(in: generation)).subtracting(
          operation == .validatePayment ? [503] : [])
        #expect(known.isSuperset(of: reported))
      }
    }
  }
}
