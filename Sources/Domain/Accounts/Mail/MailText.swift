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
    in language: Language
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

  /// The text of a mail with its link.
  init(_ mail: QueuedMail, link: String) {
    // An address has letters, digits and some signs of ASCII only.
    let new = mail.other?.description ?? ""
    let device = mail.detail ?? ""
    let amount = mail.detail?.split(separator: " ").dropFirst().first.flatMap { Int($0) }?.grouped ?? ""
    let counts = mail.detail?.split(separator: " ", maxSplits: 1).dropFirst().first ?? ""
    let (subject, before, after, action) =
      switch (mail.kind, mail.language) {
      case (.passwordReset, .korean):
        (
          "비밀번호 재설정",
          "비밀번호를 재설정하려면 30분 안에 아래 링크를 여세요. 링크는 한 번만 쓸 수 있고, 재설정하면 모든 기기에서 로그아웃돼요.",
          "직접 요청하지 않았다면 이 메일을 무시하세요. 비밀번호는 그대로예요.", "새 비밀번호 정하기"
        )
      case (.passwordReset, .english):
        (
          "Reset your password",
          "Open this link within 30 minutes to set a new password. It works once, and you will be logged out on all "
            + "devices.", "If you did not request this, ignore this mail. Your password stays as it is.",
          "Set a new password"
        )
      case (.addressCheck, .korean):
        (
          "이메일 확인", "이 이메일로 가입했다면 하루 안에 아래 링크를 여세요.", "가입하지 않았다면 이 메일을 무시하세요.", "이메일 확인하기"
        )
      case (.addressCheck, .english):
        (
          "Confirm your e-mail address", "If you signed up with this address, open this link within a day.",
          "If you did not, ignore this mail.", "Confirm the address"
        )
      case (.newAddress, .korean):
        (
          "새 이메일 확인", "계정의 이메일을 이 주소로 바꾸려면 하루 안에 아래 링크를 여세요. 지금 이메일로 보낸 링크도 열어야 바뀌어요.",
          "직접 요청하지 않았다면 이 메일을 무시하세요.", "새 이메일 확인하기"
        )
      case (.newAddress, .english):
        (
          "Confirm your new e-mail address",
          "Open this link within a day to use this address for your account. The link in the mail to your present address "
            + "is needed, too.", "If you did not request this, ignore this mail.", "Confirm the new address"
        )
      case (.addressConsent, .korean):
        (
          "이메일 변경 확인", "계정의 이메일을 \(new)(으)로 바꾸려면 하루 안에 아래 링크를 여세요. 새 이메일로 보낸 링크도 열어야 바뀌어요.",
          "직접 요청하지 않았다면 링크를 열지 말고 비밀번호를 바꾸세요.", "이메일 변경에 동의하기"
        )
      case (.addressConsent, .english):
        (
          "Confirm the change of your e-mail address",
          "Open this link within a day to change the address of your account to \(new). The link in the mail to the new "
            + "address is needed, too.", "If you did not request this, do not open the link, and change your password.",
          "Agree to the change"
        )
      case (.newDevice, .korean):
        (
          "새 기기에서 로그인했어요", "전에 쓰지 않던 기기에서 로그인했어요\(device.isEmpty ? "" : ": \(device)").",
          "직접 로그인했다면 이 메일을 무시하세요. 아니라면 그 기기를 로그아웃하고, 비밀번호를 바꾸고, 모르는 패스키를 지우세요.", "로그인한 기기 보기"
        )
      case (.newDevice, .english):
        (
          "A new device has logged in",
          "A device that you had not used before has logged in\(device.isEmpty ? "" : ": \(device)").",
          "If that was you, ignore this mail. If not, log the device out, change your password, and remove passkeys that "
            + "you do not know.", "See your devices"
        )
      case (.newPasskey, .korean):
        (
          "패스키가 추가됐어요", "이제 새 패스키로 로그인할 수 있어요.",
          "직접 추가했다면 이 메일을 무시하세요. 아니라면 그 패스키를 지우고 비밀번호를 바꾸세요.", "패스키 보기"
        )
      case (.newPasskey, .english):
        (
          "A passkey was added", "A new passkey opens your account from now on.",
          "If you added it, ignore this mail. If not, remove the passkey and change your password.", "See your passkeys"
        )
      case (.receipt, .korean):
        (
          "결제가 끝났어요", "\(amount)원을 결제했어요. 무엇을 샀는지와 영수증, 환불을 요청할 수 있는 날은 아래 링크에 있어요.",
          "결제한 적이 없다면 이 서비스의 운영자에게 알려 주세요.", "주문 보기"
        )
      case (.receipt, .english):
        (
          "Your payment",
          "You have paid \(amount) won. The link shows your order, its receipt and the last day for a refund.",
          "If you have not paid, tell the operator of this service.",
          "See the order"
        )
      case (.notices, .korean):
        (
          "읽지 않은 소식이 있어요", "지난 메일 뒤로 읽지 않은 소식이에요. \(counts)", "이 메일은 하루에 한 번만 가고, 소식 설정에서 끌 수 있어요.", "소식 보기"
        )
      case (.notices, .english):
        (
          "Notifications you have not read", "Since the last mail: \(counts)",
          "This mail is sent once a day at most. Turn it off in the notification settings.", "See your notifications"
        )
      }
    self.init(subject, (before, after), link: link, action: action, in: mail.language)
  }
}
