package import Basics

/// How many notices of each kind an account has not read since the last daily mail.
package struct NoticeDigest: Hashable, Sendable {
  package let counts: [NoticeKind: Int]

  package init(_ counts: [NoticeKind: Int]) { self.counts = counts }

  /// Such as `Likes: 3 · Comments: 1`, in the order of `NoticeKind`; empty if there are none. It says nothing that people
  /// wrote.
  package func text(in language: Language) -> String {
    NoticeKind.allCases.compactMap { kind in
      counts[kind].map { count in
        switch language {
        case .korean: "\(Self.names(of: kind).korean) \(count)"
        case .english: "\(Self.names(of: kind).english): \(count)"
        }
      }
    }.joined(separator: " · ")
  }

  private static func names(of kind: NoticeKind) -> (korean: String, english: String) {
    switch kind {
    case .like: ("좋아요", "Likes")
    case .comment: ("댓글", "Comments")
    case .mention: ("언급", "Mentions")
    case .follow: ("팔로우", "Follows")
    case .invitation: ("그룹 초대", "Invitations")
    case .application: ("참가 신청", "Applications to your groups")
    case .acceptance: ("받아들여진 참가 신청", "Accepted applications")
    case .sale: ("판매", "Sales")
    case .refundRequest: ("환불 요청", "Refund requests")
    case .refundDecision: ("환불 요청의 답", "Answers to refund requests")
    case .refund: ("환불", "Refunds")
    case .reportDecision: ("신고의 결과", "Outcomes of reports")
    case .correctionDecision: ("고친 부스 정보의 결과", "Outcomes of corrections")
    case .proposalDecision: ("알린 부스의 결과", "Outcomes of missing booths")
    case .savedBooth: ("저장한 부스", "Saved booths")
    case .announcement: ("운영자 소식", "News of the operator")
    }
  }
}

/// An account whose daily mail is due.
package struct DueDigest: Hashable, Sendable {
  package let account: AccountID
  package let settings: NoticeSettings
  package let dueAt: Timestamp

  package init(account: AccountID, settings: NoticeSettings, dueAt: Timestamp) {
    (self.account, self.settings, self.dueAt) = (account, settings, dueAt)
  }
}
