"""The marks of what waits for a member, on all pages: messages and invitations that nobody has to look for."""

import unittest

from people import log_in, sign_up
from service import WebTest

BADGE = """
    Object.defineProperty(Navigator.prototype, 'setAppBadge', { value: async (count) => { window.badge = count; } });
    Object.defineProperty(Navigator.prototype, 'clearAppBadge', { value: async () => { window.badge = 0; } });
"""


class Marks(WebTest):
    def setUp(self):
        self.mina, self.juno = sign_up(self.service), sign_up(self.service)
        self.workspace = self.mina.call("POST", "/api/workspaces", {"name": "금요일 네컷"})["id"]
        self.invite(self.juno, self.workspace)
        self.juno.call("POST", f"/api/invitations/{self.workspace}/acceptance")
        self.channel = self.mina.call("GET", f"/api/workspaces/{self.workspace}/channels")["items"][0]["id"]

    def invite(self, person, workspace):
        invitee = {"email": person.email, "account": person.id}
        self.mina.call("POST", f"/api/workspaces/{workspace}/invitations", invitee)

    def say(self, words):
        self.mina.call("POST", f"/api/channels/{self.channel}/messages", {"text": words})

    def open(self, path="/app/feed", **manner):
        browser = self.browser(**manner)
        browser.before_page(BADGE)
        log_in(browser, self.service, self.juno, path)
        return browser

    def mark(self, browser):
        return browser.text("[data-tab=chat] .mark")

    def badge(self, browser):
        return browser.execute_script("return window.badge ?? null")

    def test_a_message_marks_every_page_at_once_until_it_is_read(self):
        browser = self.open()
        browser.until(lambda: self.badge(browser) == 0, "the first count")
        self.assertIsNone(self.mark(browser))
        plain = browser.title
        self.say("홍대에서 볼까?")
        browser.until(lambda: self.mark(browser) == "1", "a mark")
        self.assertEqual((browser.title, self.badge(browser)), (f"(1) {plain}", 1))
        self.assertIn("안 읽은 소식 1개", browser.one("[data-tab=chat]").get_attribute("textContent"))
        self.say("일곱 시!")
        browser.until(lambda: self.mark(browser) == "2", "another")
        browser.shot("unread-marks")
        self.assertEqual(browser.violations(), [])
        browser.one("[data-tab=shop]").click()
        browser.until(lambda: browser.title == "(2) 상점 – 네컷 지도", "the number on another view")
        browser.get(self.service.address(f"/app/chat/{self.workspace}/{self.channel}"))
        browser.until(lambda: self.mark(browser) is None and self.badge(browser) == 0, "no mark once it is read")
        self.assertFalse(browser.title.startswith("("))
        self.assertEqual(browser.complaints(), [])

    def test_an_invitation_waits_on_the_picture_and_on_the_chats(self):
        other = self.mina.call("POST", "/api/workspaces", {"name": "토요일"})["id"]
        self.invite(self.juno, other)
        browser = self.open(width=1280, height=800)
        browser.until(lambda: self.mark(browser) == "1", "a mark")
        self.assertEqual(browser.one("#me").get_attribute("aria-label"), f"{self.juno.nickname}님의 페이지, 새 소식 1개")
        self.assertTrue(browser.all("#me .mark"))
        browser.one("[data-tab=chat]").click()
        browser.until(lambda: browser.all(".invitation .is-main"), "the invitation")
        browser.one(".invitation .is-main").click()
        browser.until(lambda: self.mark(browser) is None and not browser.all("#me .mark"), "an answer")
        self.assertEqual(browser.one("#me").get_attribute("aria-label"), f"{self.juno.nickname}님의 페이지")

    def test_who_logs_out_leaves_no_mark(self):
        self.say("안녕")
        browser = self.open("/app/me/settings")
        browser.until(lambda: self.mark(browser) == "1", "a mark")
        buttons = lambda: [it for it in browser.all(".view button") if it.text == "로그아웃"]
        browser.until(buttons)
        buttons()[0].click()
        browser.until(lambda: self.mark(browser) is None and self.badge(browser) == 0, "nothing left")
        self.assertFalse(browser.title.startswith("("))


if __name__ == "__main__":
    unittest.main()
