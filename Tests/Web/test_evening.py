"""An evening of two people who did not know each other, from signing up to a party, each in a browser of their own."""

import pathlib
import tempfile
import unittest

from selenium.webdriver.common.keys import Keys

import people
from gateway import WithSandbox
from test_feed import FeedTest


class TwoStrangers(WithSandbox, FeedTest):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def come(self, nickname, email, **manner):
        """Somebody new, who signs up on the page."""
        browser = self.browser(**manner)
        browser.get(self.service.address("/app/signup"))
        for name, words in {"email": email, "password": people.PASSWORD, "nickname": nickname}.items():
            self.fill(browser, name, words)
        # By the keyboard: a hint that comes or goes does not move what is pressed.
        browser.one("#field-nickname").send_keys(Keys.ENTER)
        self.arrived(browser, "/app/me")
        browser.until_text(".profile-header h2", nickname)
        # The marks follow the member from now on.
        browser.until(lambda: browser.execute_script(
            "return performance.getEntriesByType('resource').some((it) => it.name.includes('/api/me/unread'))"))
        return browser

    def fill(self, browser, name, words):
        browser.until(lambda: browser.one(f"#field-{name}").is_displayed(), f"the field {name}")
        browser.one(f"#field-{name}").clear()
        browser.one(f"#field-{name}").send_keys(words)

    def go(self, browser, path):
        browser.get(self.service.address(path))
        browser.until(lambda: browser.all(".view h2"), path)
        self.ready(browser)

    def add_photo(self, browser, name, content):
        browser.one("#field-photos").send_keys(self.file(name, content))
        browser.until(lambda: browser.all(".upload") and not browser.all(".upload-state:not([hidden])"), "the upload")

    @staticmethod
    def click(browser, selector):
        browser.execute_script("arguments[0].scrollIntoView({ block: 'center' })", browser.one(selector))
        browser.one(selector).click()

    def until_news(self, browser, *words):
        """Waits for the mark on the picture, and reads what it stands for; the page itself asks once a minute only."""
        browser.until(lambda: browser.all("#me .mark"), "a mark")
        self.assertRegex(browser.one("#me").get_attribute("aria-label"), "새 소식 [1-9]")
        browser.one("#me").click()
        self.press(browser, "소식", ".own-pages")
        for part in words:
            browser.until_text(".notice-list", part)
        browser.until(lambda: not browser.all("#me .mark"), "no mark once it is read")

    def test_they_meet_over_a_strip_and_a_frame(self):
        yuna = self.come("유나", "yuna@example.com")
        haru = self.come("하루", "haru@example.com", width=1280, height=800)
        booth = self.find_a_booth(yuna)
        self.post_a_strip(yuna, booth)
        self.like_and_comment(haru)
        self.until_news(yuna, "하루님이 내 글을 좋아해요", "하루님이 댓글을 남겼어요", "다음엔 둘이 찍어요!")
        self.sell_a_frame(haru)
        order = self.buy_and_try_the_frame(yuna)
        self.ask_for_a_refund(yuna, haru, order)
        self.find_each_other(yuna, haru, booth)
        self.assertEqual(yuna.complaints() + haru.complaints(), [])

    def find_a_booth(self, browser):
        """Finds a booth by its name; its number."""
        browser.one("[data-tab=map]").click()
        self.settle(browser)
        browser.one("#text").send_keys("테스트컷 강남 2호점")
        browser.until(lambda: browser.all("#suggestions .option"), "suggestions")
        browser.until(lambda: "강남 2호점" in browser.all("#suggestions .option")[0].text, "the booth first")
        browser.all("#suggestions .option")[0].click()
        browser.until_text("#sheet-title", "테스트컷 강남 2호점")
        browser.until(lambda: self.path(browser).startswith("/booths/"), "the booth's address")
        return int(self.path(browser).split("?")[0].split("/")[-1])

    def post_a_strip(self, browser, booth):
        self.press(browser, "이 부스 글 올리기", "#sheet")
        self.arrived(browser, f"/app/posts/new?booth={booth}")
        browser.until(lambda: "강남 2호점" in browser.one("#field-booth").get_attribute("value"), "the booth")
        self.add_photo(browser, "strip.png", people.picture(400, 1200))
        browser.one("#field-text").send_keys("혼자 찍은 네컷 #강남")
        self.click(browser, ".post-form [type=submit]")
        browser.until_text(".card-words", "혼자 찍은 네컷")

    def like_and_comment(self, browser):
        browser.one("[data-tab=feed]").click()
        browser.until_text("[data-post] .card-words", "혼자 찍은 네컷")
        browser.until(lambda: browser.execute_script(
            "const it = document.querySelector('[data-post] .shot img'); return it.complete && it.naturalWidth > 0"))
        self.click(browser, "[data-post] .like")
        browser.until(lambda: browser.one("[data-post] .like").get_attribute("aria-pressed") == "true", "liked")
        self.click(browser, "[data-post] .card-time")
        self.fill(browser, "comment", "다음엔 둘이 찍어요!")
        self.click(browser, ".view section .form [type=submit]")
        browser.until_text(".comment-words", "다음엔 둘이 찍어요!")

    def sell_a_frame(self, browser):
        browser.one("[data-tab=shop]").click()
        self.press(browser, "판매하기", ".view")
        self.arrived(browser, "/app/posts/new?kind=")
        browser.until(lambda: browser.all(".post-form [value=frame]"), "the editor")
        browser.execute_script("document.querySelector('.post-form [value=frame]').click()")
        self.fill(browser, "title", "초록 프레임")
        self.fill(browser, "price", "3,000")
        self.add_photo(browser, "frame.png", people.frame_picture())
        self.click(browser, ".post-form [type=submit]")
        browser.until_text(".card-title", "초록 프레임")

    def buy_and_try_the_frame(self, browser):
        """Buys the frame at the sandbox, saves it and a photo under it; the order's number."""
        browser.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(self.folder)})
        browser.one("[data-tab=shop]").click()
        browser.until_text(".goods-tile", "초록 프레임")
        browser.one(".goods-tile").click()
        browser.until(lambda: browser.all(".goods-buy"), "the button")
        browser.one(".goods-buy").click()
        browser.until(lambda: browser.all(".goods-order-now"), "the summary")
        browser.one(".goods-order-now").click()
        browser.until(lambda: browser.current_url.startswith(self.sandbox.url) and browser.all("form button"), "to pay")
        browser.one("button[value=pay]").click()
        browser.until(lambda: browser.text(".order-head .order-state") == "결제 완료", "paid")
        order = self.path(browser).split("/")[3]
        self.press(browser, "내려받기", ".goods-actions")
        frame = self.saved(browser, "초록 프레임.png")
        self.press(browser, "사진에 올려 보기", ".goods-actions")
        browser.until(lambda: browser.one(".try-canvas").is_displayed(), "the frame")
        browser.one("#try-photo").send_keys(self.file("photo.png", people.picture(400, 400)))
        browser.until(lambda: browser.one(".goods-actions .is-main").is_enabled(), "the photo")
        (self.folder / "초록 프레임.png").unlink()
        browser.one(".goods-actions .is-main").click()
        self.assertNotEqual(self.saved(browser, "초록 프레임.png"), frame)
        return order

    def saved(self, browser, name):
        """The bytes of a file once it is saved."""
        browser.until(lambda: (self.folder / name).exists(), f"{name} in {[it.name for it in self.folder.iterdir()]}")
        return (self.folder / name).read_bytes()

    def ask_for_a_refund(self, buyer, seller, order):
        self.go(buyer, f"/app/orders/{order}")
        buyer.until(lambda: buyer.all(".order-refund"), "the link")
        buyer.one(".order-refund").click()
        self.fill(buyer, "reason", "얼굴이 가려져요")
        buyer.one("dialog [type=submit]").click()
        buyer.until_text(".order-refund-note", "환불을 요청했어요")
        self.until_news(seller, "‘초록 프레임’ 상품이 팔렸어요", "‘초록 프레임’ 환불 요청이 왔어요")
        self.click(seller, ".notice-list [href='/app/shop/sales']")
        seller.until_text(f".sale[data-order='{order}']", "얼굴이 가려져요")
        self.press(seller, "환불하기", ".sale")
        self.fill(seller, "answer", "미안해요")
        seller.one("dialog [type=submit]").click()
        seller.until_text(".sale", "환불했어요")
        self.until_news(buyer, "‘초록 프레임’ 환불 요청에 답이 왔어요")
        self.click(buyer, f".notice-list [href='/app/orders/{order}']")
        buyer.until(lambda: buyer.text(".order-head .order-state") == "취소", "refunded")

    def find_each_other(self, guest, host, booth):
        """Makes a party at the booth, where the other finds it, and both talk."""
        self.go(host, f"/app/party/new?booth={booth}")
        host.until(lambda: "강남 2호점" in host.one("#field-booth").get_attribute("value"), "the booth")
        self.fill(host, "name", "둘이 네컷")
        self.fill(host, "places", "2")
        self.press(host, "모집하기", ".form")
        host.until_text(".party-page", "2명 중 1명")
        guest.get(self.service.address(f"/booths/{booth}"))
        self.press(guest, "같이 찍을 사람", "#sheet")
        guest.until_text(".party", "둘이 네컷")
        guest.one(".party-link").click()
        self.press(guest, "신청하기")
        guest.until_text(".party-page .actions", "신청 취소")
        host.until(lambda: host.all("#me .mark"), "an application")
        host.refresh()
        host.until_text(".party-page", "유나")
        self.press(host, "수락")
        host.until_text(".party-page .facts", "자리가 다 찼어요")
        # One writes, and the other sees it on the page of the party.
        self.press(host, "채팅하기")
        self.arrived(host, "/app/chat/")
        host.until(lambda: host.all(".channels a.channel"), "the channel")
        host.one(".channels a.channel").click()
        host.until(lambda: host.one(".composer-text").is_displayed(), "the conversation")
        host.one(".composer-text").send_keys("7시에 만나요!", Keys.ENTER)
        guest.until(lambda: guest.text("[data-tab=chat] .mark") == "1", "a message")
        # Being accepted is a notice.
        guest.until(lambda: guest.title.startswith("(2) "), f"two: {guest.title}")
        guest.one("[data-tab=chat]").click()
        guest.until_text(".workspaces", "둘이 네컷")
        self.click(guest, ".workspaces a.channel")
        guest.until(lambda: guest.all(".channels a.channel"), "the channel")
        guest.one(".channels a.channel").click()
        guest.until_text(".message", "7시에 만나요!")


if __name__ == "__main__":
    unittest.main()
