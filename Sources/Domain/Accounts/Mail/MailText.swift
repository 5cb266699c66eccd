import Basics

/// The text of a mail. It contains nothing that people wrote, such as a nickname: whoever signs up with the address of
/// somebody else cannot write to them.
struct MailText {
  let subject: String
  let plain: String
  let html: String

  /// - Parameters:
  ///   - paragraphs: what comes before the link, and what after it.
  ///   - action: the label of the link.
  private init(
    _ subject: String, _ paragraphs: (before: String, after: String), link: String, action: String,
    in language: MailLanguage
  ) {
    self.subject = subject
    plain = "\(paragraphs.before)\n\n\(link)\n\n\(paragraphs.after)\n"
    // Readable without styles and images, and in dark mode.
    html = """
      <!doctype html>
      <html lang="\(language.rawValue)">
      <head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>\(Markup.escaped(subject))\
      </title></head>
      <body>
      <p>\(Markup.escaped(paragraphs.before))</p>
      <p><a href="\(Markup.escaped(link))">\(Markup.escaped(action))</a></p>
      <p>\(Markup.escaped(paragraphs.after))</p>
      </body>
      </html>

      """
  }

  static func passwordReset(link: String, in language: MailLanguage) -> MailText {
    switch language {
    case .korean:
      MailText(
        "비밀번호 재설정",
        (
          "비밀번호를 재설정하려면 30분 안에 아래 링크를 여세요. 링크는 한 번만 쓸 수 있고, 재설정하면 모든 기기에서 로그아웃돼요.",
          "직접 요청하지 않았다면 이 메일을 무시하세요. 비밀번호는 그대로예요."
        ), link: link, action: "새 비밀번호 정하기", in: language)
    case .english:
      MailText(
        "Reset your password",
        (
          "Open this link within 30 minutes to set a new password. It works once, and you will be logged out on all "
            + "devices.", "If you did not request this, ignore this mail. Your password stays as it is."
        ), link: link, action: "Set a new password", in: language)
    }
  }
}
