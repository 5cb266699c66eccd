/// The operations of the contract. Both generations have the same ones under different paths.
package enum LSLPOperation: String, Hashable, Sendable, CaseIterable {
  case join, emailCheck, login, refresh, withdraw
  case profile, editProfile, follow, unfollow
  case upload, createPost, listPosts, listLiked, post, editPost, deletePost, like
  case comment, editComment, deleteComment
  case validatePayment, listPayments
  case image

  /// The error statuses that clients know for an operation, beside 420, 429, 444 and 500, which they know for all. No
  /// client knows 503, which means that a gateway is unavailable; they treat it as 500. Reading by identifier may
  /// answer 410, which these clients know from other operations.
  package func errorStatuses(in generation: LSLPGeneration) -> [Int] {
    switch self {
    case .join: generation == .v1 ? [400, 402, 409] : [400, 409]
    case .emailCheck: [400, 409]
    case .login: [400, 401]
    case .refresh: [418]
    case .withdraw: [401, 419]
    case .profile: [401, 410, 419]
    case .editProfile: generation == .v1 ? [400, 401, 402, 409, 419] : [400, 401, 409, 419]
    case .follow: [400, 401, 409, 410, 419]
    case .unfollow: [401, 410, 419]
    case .upload, .createPost, .listLiked: [400, 401, 419]
    case .listPosts: [400, 401, 410, 419]
    case .post: [401, 410, 419]
    case .editPost, .editComment: [400, 401, 410, 419, 445]
    case .deletePost, .deleteComment: [401, 410, 419, 445]
    case .comment: [400, 401, 410, 419]
    case .like: generation == .v1 ? [400, 401, 410, 419] : [401, 410, 419]
    case .validatePayment: [400, 401, 409, 410, 419, 503]
    case .listPayments: [401, 419]
    case .image: []
    }
  }
}
