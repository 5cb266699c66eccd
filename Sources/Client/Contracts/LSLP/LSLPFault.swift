package import Basics
import JSON

/// An error of the contract: clients read the status, and few show the message.
package struct LSLPFault: Hashable, Sendable {
  /// The HTTP status; some are nonstandard.
  package var status: Int
  /// As the original servers worded it.
  package var message: String

  package init(_ status: Int, _ message: String) {
    self.status = status
    self.message = message
  }

  /// The document, the same in both generations.
  package var bytes: [UInt8] { LSLPMessage(message).bytes(as: .v0) }

  /// The document for payment validation. 4cuts ignores the status, and its model reads any object as a success unless
  /// one of six keys has a value of another type: so `price` is a string here.
  package var paymentBytes: [UInt8] {
    JSONValue.object(["message": .string(message), "price": ""]).bytes
  }
}

extension LSLPFault {
  /// Invalid request.
  package static let badRequest = LSLPFault(400, "잘못된 요청입니다.")
  /// A required value is missing or empty.
  package static let valueMissing = LSLPFault(400, "필수값을 채워주세요.")
  /// The access token is missing or invalid.
  package static let tokenUnusable = LSLPFault(401, "인증할 수 없는 액세스 토큰입니다.")
  /// The e-mail address is unknown, or the password wrong.
  package static let loginFailed = LSLPFault(401, "계정을 확인해주세요.")
  /// The second generation rejects white space in nicknames.
  package static let nicknameHasWhitespace = LSLPFault(402, "공백이 포함된 닉네임은 사용할 수 없습니다.")
  /// The caller lacks permission.
  package static let forbidden = LSLPFault(403, "Forbidden")
  /// The refresh token is invalid.
  package static let refreshExpired = LSLPFault(418, "리프레시 토큰이 만료되었습니다. 다시 로그인 해주세요.")
  package static let tokenExpired = LSLPFault(419, "액세스 토큰이 만료되었습니다.")
  /// The application key is missing or invalid.
  package static let keyUnknown = LSLPFault(420, "This service sesac_memolease only")
  /// Rate limit exceeded.
  package static let rateLimited = LSLPFault(429, "과호출입니다.")
  /// Unknown path.
  package static let pathUnknown = LSLPFault(444, "돌아가 여긴 자네가 올 곳이 아니야.")
  /// The payment is unknown, unpaid, or for something else.
  package static let paymentInvalid = LSLPFault(400, "유효하지 않은 결제건입니다.")
  /// The payment has already been validated.
  package static let paymentValidated = LSLPFault(409, "검증처리가 완료된 결제건입니다.")
  /// Internal error.
  package static let internalError = LSLPFault(500, "ServerError")

  /// The fault for a domain error, for both generations.
  package init(_ domainError: DomainError, in operation: LSLPOperation) {
    self = Self.byCode(domainError.code, operation) ?? Self.byKind(domainError.kind, operation)
  }

  /// Domain errors with a separate fault, whatever their kind.
  private static func byCode(_ code: String, _ operation: LSLPOperation) -> LSLPFault? {
    switch code {
    case "application-unknown": keyUnknown
    case "path-unknown": pathUnknown
    case "value-missing", "parameter-missing", "comment-empty", "post-empty", "price-needed": valueMissing
    case "nickname-white-space": nicknameHasWhitespace
    case "login-failed": loginFailed
    case "account-suspended": accountSuspended
    case "password-weak": LSLPFault(400, "비밀번호는 8자 이상의 추측하기 어려운 것으로 정해주세요.")
    case "nickname-reserved", "nickname-mixed": LSLPFault(400, "사용할 수 없는 닉네임입니다.")
    case "token-expired": tokenExpired
    case "refresh-expired", "refresh-replayed", "refresh-unusable": refreshExpired
    case "email-taken": operation == .emailCheck ? emailTaken : accountTaken
    case "nickname-taken": LSLPFault(409, "이미 사용중인 닉네임입니다.")
    case "already-following": LSLPFault(409, "이미 팔로윙 된 계정입니다.")
    case "payment-validated", "payment-used": paymentValidated
    case "payment-unknown", "payment-unpaid", "payment-mismatch", "transaction-invalid", "goods-free", "order-closed":
      paymentInvalid
    default: nil
    }
  }

  private static func byKind(_ kind: DomainError.Kind, _ operation: LSLPOperation) -> LSLPFault {
    switch kind {
    case .invalid, .tooLarge: badRequest
    case .unauthenticated: tokenUnusable
    case .forbidden: notAuthor(operation)
    case .notFound: missing(operation)
    case .conflict, .unprocessable: LSLPFault(409, badRequest.message)
    case .rateLimited: rateLimited
    case .unavailable: LSLPFault(operation == .validatePayment ? 503 : 500, internalError.message)
    }
  }

  private static let accountSuspended = LSLPFault(401, "이용이 정지된 계정입니다.")
  private static let accountTaken = LSLPFault(409, "이미 가입된 유저입니다.")
  private static let emailTaken = LSLPFault(409, "사용이 불가한 이메일입니다.")

  private static func notAuthor(_ operation: LSLPOperation) -> LSLPFault {
    switch operation {
    case .editPost: LSLPFault(445, "게시글 수정 권한이 없습니다.")
    case .deletePost: LSLPFault(445, "게시글 삭제 권한이 없습니다.")
    case .editComment: LSLPFault(445, "댓글 수정 권한이 없습니다.")
    case .deleteComment: LSLPFault(445, "댓글 삭제 권한이 없습니다.")
    default: forbidden
    }
  }

  private static func missing(_ operation: LSLPOperation) -> LSLPFault {
    switch operation {
    case .editPost: LSLPFault(410, "수정할 게시글을 찾을 수 없습니다.")
    case .deletePost: LSLPFault(410, "삭제할 게시글을 찾을 수 없습니다.")
    case .editComment: LSLPFault(410, "수정할 댓글을 찾을 수 없습니다.")
    case .deleteComment: LSLPFault(410, "삭제할 댓글을 찾을 수 없습니다.")
    case .profile, .follow, .unfollow, .listPosts: LSLPFault(410, "알 수 없는 계정입니다.")
    case .image: pathUnknown
    default: LSLPFault(410, "게시글을 찾을 수 없습니다.")
    }
  }
}
