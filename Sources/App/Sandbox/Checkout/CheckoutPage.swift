import Basics
import HTTP

struct CheckoutLanguage {
  let code: String
  let title: String
  let notice: String
  let reference: String
  let pay: String
  let fail: String
  let leave: String
  let paid: String
  let declined: String
  let left: String
  let wrong: String
  let transaction: String

  static let korean = CheckoutLanguage(
    code: "ko", title: "결제 연습", notice: "연습용 결제창입니다. 실제로 돈이 나가지 않습니다.", reference: "주문번호",
    pay: "결제하기", fail: "결제 실패시키기", leave: "나가기", paid: "결제가 완료되었습니다.",
    declined: "결제가 거절되었습니다.", left: "사용자가 결제를 취소하셨습니다.", wrong: "결제창을 열 수 없습니다",
    transaction: "거래번호")

  static let english = CheckoutLanguage(
    code: "en", title: "Practice payment", notice: "This is a sandbox. No money moves.", reference: "Order",
    pay: "Pay", fail: "Let it fail", leave: "Leave", paid: "The payment is complete.",
    declined: "The payment was declined.", left: "The customer left the payment window.",
    wrong: "The payment window cannot be opened", transaction: "Transaction")

  private init(
    code: String, title: String, notice: String, reference: String, pay: String, fail: String, leave: String,
    paid: String, declined: String, left: String, wrong: String, transaction: String
  ) {
    self.code = code
    self.title = title
    self.notice = notice
    self.reference = reference
    self.pay = pay
    self.fail = fail
    self.leave = leave
    self.paid = paid
    self.declined = declined
    self.left = left
    self.wrong = wrong
    self.transaction = transaction
  }
}

/// The HTML of the payment page. It has no script and no external resources, and escapes all input.
struct CheckoutPage {
  let language: CheckoutLanguage

  init(_ request: Request) {
    language = Language(accepting: request.headers["Accept-Language"]) == .korean ? .korean : .english
  }

  func orderPage(_ order: CheckoutOrder) -> Response {
    let hidden = [
      ("api", order.interface.rawValue), ("reference", order.reference), ("amount", String(order.amount)),
      ("name", order.name), ("return", order.returnURL ?? ""),
    ].map { #"<input type="hidden" name="\#($0)" value="\#(Markup.escaped($1))">"# }
    return page(
      status: 200,
      summary(order)
        + """
        <form method="post" action="/sandbox/checkout">
        \(hidden.joined(separator: "\n"))
        <button class="main" name="choice" value="pay">\(language.pay)</button>
        <button name="choice" value="fail">\(language.fail)</button>
        <button name="choice" value="leave">\(language.leave)</button>
        </form>
        """)
  }

  /// The outcome, shown when there is no return URL.
  func result(_ order: CheckoutOrder, _ outcome: CheckoutOutcome) -> Response {
    let number = outcome.transaction.map {
      "<dt>\(language.transaction)</dt><dd><code>\(Markup.escaped($0))</code></dd>"
    }
    return page(
      status: 200,
      summary(order, more: number ?? "")
        + "<p class=\"outcome\">\(Markup.escaped(outcome.objection ?? language.paid))</p>")
  }

  /// The error page for an invalid order.
  func domainError(_ domainError: DomainError) -> Response {
    page(
      status: Response.domainError(domainError).status,
      "<p class=\"outcome\">\(language.wrong)</p>\n<p lang=\"en\">\(Markup.escaped(domainError.message))</p>")
  }

  private func summary(_ order: CheckoutOrder, more: String = "") -> String {
    """
    <p class="name">\(Markup.escaped(order.name))</p>
    <p class="amount">\(order.amount.grouped)<span>원</span></p>
    <dl><dt>\(language.reference)</dt><dd><code>\(Markup.escaped(order.reference))</code></dd>\(more)</dl>

    """
  }

  private func page(status: Int, _ content: String) -> Response {
    let html = """
      <!doctype html>
      <html lang="\(language.code)">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(language.title)</title>
      <link rel="stylesheet" href="/sandbox/checkout.css">
      </head>
      <body>
      <main>
      <h1>\(language.title)</h1>
      <p class="notice">\(language.notice)</p>
      \(content)
      </main>
      </body>
      </html>

      """
    let headers = Headers([
      ("Content-Type", "text/html; charset=utf-8"), ("Cache-Control", "no-store"), ("Vary", "Accept-Language"),
      ("Content-Security-Policy", "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'"),
      ("Referrer-Policy", "no-referrer"), ("X-Content-Type-Options", "nosniff"),
    ])
    return Response(status: status, headers: headers, body: .bytes(Array(html.utf8)))
  }

  static let styleSheet = Response(
    status: 200,
    headers: Headers([("Content-Type", "text/css; charset=utf-8"), ("Cache-Control", "no-cache")]),
    body: .bytes(
      Array(
        """
        :root { color-scheme: light dark; font-family: system-ui, sans-serif; }
        body { margin: 0; background: light-dark(#f2f2f5, #17171b); }
        main { max-width: 24rem; margin: 8vh auto; padding: 1.5rem; border-radius: 1rem;
          background: light-dark(#fff, #232329); }
        h1 { margin: 0; font-size: 1.1rem; }
        .notice { padding: .6rem .8rem; border-radius: .5rem; color: light-dark(#6b4700, #ffd88a);
          background: light-dark(#fff3d6, #463510); }
        .name { margin-bottom: 0; overflow-wrap: anywhere; }
        .amount { margin: .2rem 0 1rem; font-size: 2rem; font-weight: 700; }
        .amount span { font-size: 1rem; font-weight: 400; margin-left: .2rem; }
        dl { display: grid; grid-template-columns: auto 1fr; gap: .3rem 1rem; margin: 0 0 1rem; }
        dt { opacity: .75; }
        dd { margin: 0; overflow-wrap: anywhere; }
        button { display: block; width: 100%; margin-top: .5rem; padding: .8rem; font: inherit;
          border: 1px solid light-dark(#b9b9c4, #55555f); border-radius: .6rem; background: none; color: inherit; }
        button.main { color: #fff; background: #2f54d6; border-color: #2f54d6; font-weight: 600; }
        .outcome { font-weight: 600; }
        """.utf8)))
}
