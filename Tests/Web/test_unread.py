"""The marks of what waits for a member, on all pages: messages and invitations that nobody has to look for."""

import subprocess
import time
import unittest

from people import log_in, sign_up
from service import PROGRAM, WebTest

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


class Notices(WebTest):
    """What others do shows in the browser of whom it concerns, while they look at something else."""

    def setUp(self):
        self.mina, self.juno = sign_up(self.service), sign_up(self.service)
        self.post = self.mina.post(text="홍대 네컷")["id"]

    def rows(self, browser):
        return browser.execute_script("""
            return [...document.querySelectorAll('.notice-list > li')].map((row) => [
              row.querySelector('.title').textContent, row.firstElementChild.getAttribute('href'),
              row.firstElementChild.classList.contains('is-new')])""")

    def test_a_like_in_one_browser_is_a_notice_in_the_other_within_two_seconds(self):
        seen = self.browser()
        log_in(seen, self.service, self.mina, "/app/feed")
        seen.until(lambda: seen.execute_script(
            "return performance.getEntriesByType('resource').some((it) => it.name.includes('/api/me/unread'))"),
            "the first count")
        other = self.browser()
        log_in(other, self.service, self.juno, f"/app/posts/{self.post}")
        other.until(lambda: other.all(".like"), "the post")
        self.assertFalse(seen.all("#me .mark"))
        other.one(".like").click()
        begin = time.monotonic()
        seen.until(lambda: seen.all("#me .mark"), "a mark")
        self.assertLess(time.monotonic() - begin, 2)
        self.assertEqual(seen.one("#me").get_attribute("aria-label"), f"{self.mina.nickname}님의 페이지, 새 소식 1개")

        seen.get(self.service.address("/app/me/notices"))
        liked = [f"{self.juno.nickname}님이 내 글을 좋아해요", f"/app/posts/{self.post}", True]
        seen.until(lambda: self.rows(seen) == [liked], "the notice")
        seen.until(lambda: not seen.all("#me .mark"), "no mark once it is seen")
        self.assertEqual(seen.violations(), [])
        seen.shot("notices")
        # What happens while the list is open is added to it, and read.
        for person in (sign_up(self.service), sign_up(self.service)):
            person.call("PUT", f"/api/posts/{self.post}/like")
        seen.until(lambda: len(self.rows(seen)) > 1, "more")
        seen.until(lambda: not seen.all("#me .mark")
            and self.mina.call("GET", "/api/me/unread")["notice_count"] == 0, "read as well")
        # Another device knows it.
        device = self.browser()
        log_in(device, self.service, self.mina, "/app/me/notices")
        device.until(lambda: len(self.rows(device)) > 1, "the notices")
        self.assertTrue(all(not is_new for _, _, is_new in self.rows(device)))
        for browser in (seen, other, device):
            self.assertEqual(browser.complaints(), [])

    def test_a_saved_booth_that_closes_is_a_notice_and_one_that_opens_again_as_well(self):
        self.mina.call("POST", "/api/me/booths", {"booths": [1]})
        name = self.mina.call("GET", "/api/booths/1")["name"]
        browser = self.browser()
        for command, words in (["close", "문을 닫았어요"], ["edit", "다시 열었어요"]):
            options = [] if command == "close" else ["--status", "operating"]
            subprocess.run([PROGRAM, "booths", command, "--data-dir", self.service.folder.name, *options, "1"],
                check=True, stdout=subprocess.DEVNULL)
            end = time.monotonic() + 60
            while self.mina.call("GET", "/api/me/unread")["notice_count"] == 0:
                self.assertLess(time.monotonic(), end, "a notice")
                time.sleep(0.5)
            if command == "close":
                log_in(browser, self.service, self.mina, "/app/me/notices")
            else:
                browser.get(self.service.address("/app/me/notices"))
            told = [f"저장한 ‘{name}’ 부스가 {words}", "/booths/1", True]
            browser.until(lambda: told in self.rows(browser), f"{told}: {self.rows(browser)}")
            browser.until(lambda: self.mina.call("GET", "/api/me/unread")["notice_count"] == 0, "read")
            self.assertEqual(browser.complaints(), [])
            # A page with the list would read the next one at once.
            browser.get("about:blank")

    def test_likes_of_several_people_are_one_notice_and_each_kind_leads_somewhere(self):
        people = [sign_up(self.service) for _ in range(3)]
        for person in people:
            person.call("PUT", f"/api/posts/{self.post}/like")
        people[2].follow(self.mina)
        group = people[0].call("POST", "/api/workspaces", {"name": "토요일"})["id"]
        invitee = {"email": self.mina.email, "account": self.mina.id}
        people[0].call("POST", f"/api/workspaces/{group}/invitations", invitee)
        browser = self.browser(width=320, height=640)
        log_in(browser, self.service, self.mina, "/app/me/notices")
        last = people[2].nickname
        browser.until(lambda: self.rows(browser) == [
            [f"{people[0].nickname}님이 ‘토요일’에 초대했어요", "/app/chat", True],
            [f"{last}님이 나를 팔로우해요", f"/app/people/{people[2].id}", True],
            [f"{last}님 외 2명이 내 글을 좋아해요", f"/app/posts/{self.post}", True]], "three notices")
        browser.until_text(".waiting-list", "답을 기다리는 초대 1개")
        self.assertLessEqual(browser.execute_script("return document.documentElement.scrollWidth"), 320)
        browser.shot("notices-narrow")
        self.assertEqual(browser.violations(), [])

    def test_a_kind_that_is_switched_off_is_not_told(self):
        browser = self.browser()
        log_in(browser, self.service, self.mina, "/app/me/notices")
        browser.until(lambda: browser.all(".notice-settings"), "the link")
        browser.one(".notice-settings").click()
        browser.until(lambda: browser.all("[name=like]"), "the kinds")
        browser.one("[name=like]").click()
        settings = lambda: self.mina.call("GET", "/api/me/notice-settings")["page"]
        browser.until(lambda: "like" not in settings(), "it is saved")
        self.assertEqual(len(settings()), 14)
        browser.shot("notice-settings")
        self.assertEqual(browser.violations(), [])
        self.juno.call("PUT", f"/api/posts/{self.post}/like")
        self.juno.follow(self.mina)
        self.assertEqual([it["kind"] for it in self.mina.call("GET", "/api/me/notices")["items"]], ["follow"])
        browser.refresh()
        browser.until(lambda: browser.all("[name=like]"), "the kinds again")
        self.assertFalse(browser.one("[name=like]").is_selected())
        self.assertTrue(browser.one("[name=comment]").is_selected())

    def test_devices_and_quiet_hours_are_chosen_on_a_narrow_phone(self):
        browser = self.browser(width=320, height=700)
        log_in(browser, self.service, self.mina, "/app/me/notice-settings")
        browser.until(lambda: browser.all("[name='like.push']"), "the kinds")
        stored = lambda: self.mina.call("GET", "/api/me/notice-settings")
        browser.one("[name='like.push']").click()
        browser.until(lambda: "like" not in stored()["push"] and "like" in stored()["page"], "none on devices")
        browser.one("[name=follow]").click()
        browser.until(lambda: "follow" not in stored()["push"] + stored()["page"], "no follows at all")
        self.assertFalse(browser.one("[name='follow.push']").is_enabled())
        self.assertFalse(browser.one("[name=quiet_from]").is_enabled())
        browser.one("[name=quiet]").click()
        browser.until(lambda: stored()["quiet_from"] == "23:00" and stored()["quiet_until"] == "08:00", "quiet hours")
        self.assertTrue(stored()["time_zone"])
        browser.execute_script("""
            const it = document.querySelector('[name=quiet_from]');
            it.value = '08:00';
            it.dispatchEvent(new Event('change', { bubbles: true }));""")
        # Hours that end when they begin are refused, and shown as they are stored.
        browser.until(lambda: browser.one("[name=quiet_from]").get_attribute("value") == "23:00", "as before")
        browser.one("[name=follow]").click()
        browser.until(lambda: "follow" in stored()["push"] and "follow" in stored()["page"], "both again")
        self.assertLessEqual(browser.execute_script("return document.documentElement.scrollWidth"), 320)
        browser.shot("notice-settings-narrow")
        self.assertEqual(browser.violations(), [])
        browser.refresh()
        browser.until(lambda: browser.all("[name='like.push']"), "the kinds again")
        self.assertFalse(browser.one("[name='like.push']").is_selected())
        self.assertTrue(browser.one("[name=quiet]").is_selected())
        browser.one("[name=quiet]").click()
        browser.until(lambda: stored()["quiet_from"] is None, "never quiet")


if __name__ == "__main__":
    unittest.main()
