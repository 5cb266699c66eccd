"""Notices that the service worker shows, with what a push service would hand to it."""

import json
import time

from service import Browser, WebTest

NOTICE = {
    "id": "0199c0ffee0123456789abcd", "kind": "like", "created_at": "2026-11-20T19:00:00.000+09:00", "is_read": False,
    "person": {"id": "0199c0ffee0123456789abce", "nickname": "미나"}, "people": [], "count": 1,
    "post": "0199c0ffee0123456789abcf", "order": None, "workspace": None, "booth": None, "is_accepted": None,
    "change": None, "text": "",
}


class WholeBrowser(Browser):
    """Chromium with what shows notifications, which the browser without windows does not have."""

    program = "/usr/bin/chromium"
    arguments = ("--headless=new",)


class Pushes(WebTest):
    kind = WholeBrowser
    has_worker = True

    def setUp(self):
        self.page = self.browser()
        origin = self.service.address("").rstrip("/")
        self.page.execute_cdp_cmd("Browser.grantPermissions", {"origin": origin, "permissions": ["notifications"]})
        self.page.get(self.service.address("/"))
        self.page.execute_async_script("navigator.serviceWorker.ready.then(() => arguments[0]())")
        self.page.execute_cdp_cmd("ServiceWorker.enable", {})

    def push(self, language="ko", **changes):
        self.page.execute_cdp_cmd("ServiceWorker.deliverPushMessage", {
            # The first registration of a new browser.
            "origin": self.service.address("").rstrip("/"), "registrationId": "0",
            "data": json.dumps({"language": language, "notice": {**NOTICE, **changes}})})

    def shown(self):
        return self.page.execute_async_script("""
            navigator.serviceWorker.ready.then((it) => it.getNotifications())
              .then((all) => arguments[0](all.map(({ title, body, tag, data }) => [title, body, tag, data])))""")

    def until_shown(self, notice, language="ko", **changes):
        """Pushes a notice until this is what is shown. Chromium forgets a notice that is looked for while it appears:
        it has a moment for that, and what was forgotten is pushed again."""
        def is_shown():
            self.push(language, **changes)
            time.sleep(0.5)
            return self.shown() == [notice]
        self.page.until(is_shown, notice)

    def test_a_notice_is_shown_in_its_language_and_a_later_one_of_the_same_takes_its_place(self):
        place = [NOTICE["id"], f"/app/posts/{NOTICE['post']}"]
        self.until_shown(["미나님이 내 글을 좋아해요", "", *place])
        self.until_shown(["미나님 외 3명이 내 글을 좋아해요", "", *place], count=4)
        self.until_shown(["미나 likes your post", "", *place], "en")

    def test_what_is_not_known_here_is_not_shown(self):
        self.push(kind="newerThanThisPage")
        self.until_shown(["알려 준 ‘인생네컷 홍대점’ 부스가 지도에 올라갔어요", "", "0199c0ffee0123456789abd0", "/booths/7"],
            id="0199c0ffee0123456789abd0", kind="proposalDecision", is_accepted=True, booth=7, person=None,
            text="인생네컷 홍대점")
        self.assertEqual(self.page.complaints(), [])
