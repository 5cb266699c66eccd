"""Every view in each of its states: what axe says of it, whether it fits, and pictures of it to look at."""

import os
import re
import unittest

import people
from gateway import WithSandbox
from service import HONGDAE, InBothLanguagesAndSchemes
from test_feed import FeedTest

STRIP = (400, 1200)
WITH_ICON = "{} button:has(use[href$='#{}'])"
STREET = "/?at=37.5573,126.9258,15"
LEFT_OVER = """
    const view = document.getElementById('view');
    return Math.max(document.documentElement.scrollWidth, view.scrollWidth) - innerWidth;"""
# The words, dates and numbers in which a line ends. A no-break space is a part of them. Names along roads are turned.
BROKEN = """
    const found = [];
    const range = document.createRange();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { currentNode: node } = texts;
      if (!node.parentElement.checkVisibility({ visibilityProperty: true })) continue;
      if (node.parentElement.closest('.unseen, textarea, option, .name, .leaflet-control-attribution')) continue;
      for (const { 0: word, index } of node.data.matchAll(/[^ \\n\\t]+/g)) {
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const tops = [...range.getClientRects()].map((box) => box.top);
        if (Math.max(...tops) - Math.min(...tops) > 8) found.push(word);
      }
    }
    return found;"""
# An identifier is longer than the room it may have.
ENDLESS = re.compile("order-[0-9a-f]+")
# More sizes, such as SIZES=820x1180,1280x800; STATES=map,booth looks only at states whose names begin so.
SIZES = [tuple(map(int, size.split("x"))) for size in os.environ.get("SIZES", "").split(",") if size]


class EveryView(InBothLanguagesAndSchemes, WithSandbox, FeedTest):
    # Each language and each scheme once. LOOKS=all: each language in both schemes.
    if os.environ.get("LOOKS") != "all":
        test_korean_dark = test_english_light = None

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        mina, juno = cls.mina, cls.juno
        juno.follow(mina)
        cls.post = mina.post("photo", "홍대에서 셋이 찍은 네컷 #홍대 #셋이서",
                             [people.picture(*STRIP), people.picture(600, 400)], booth=3)
        cls.words = juno.post("feed", "주말에 같이 찍을 사람 있어요?")
        juno.call("PUT", f"/api/posts/{cls.post['id']}/like")
        juno.call("POST", f"/api/posts/{cls.post['id']}/comments", {"text": "다음엔 같이 가요!"})
        cls.good = juno.post("frame", "벚꽃이 핀 테두리", [people.frame_picture()], title="벚꽃 프레임", price=3000)
        cls.other = juno.post("album", "", [people.picture(600, 400, (40, 90, 200))], title="겨울 앨범", price=12_900)
        cls.third = juno.post("frame", "", [people.frame_picture(colour=(40, 90, 200))], title="파란 프레임", price=2000)
        cls.own = mina.post("frame", "", [people.frame_picture(colour=(194, 37, 92))], title="분홍 프레임", price=1000)
        cls.order = cls.buy(mina, cls.good)
        sold = cls.buy(juno, cls.own)
        juno.call("POST", f"/api/orders/{sold['id']}/refund-request", {"reason": "얼굴이 가려져요"})
        mina.call("POST", "/api/orders", {"post": cls.other["id"]})
        mina.call("PUT", "/api/me/booths/3")
        cls.group = mina.call("POST", "/api/workspaces", {"name": "금요일 네컷"})["id"]
        mina.call("POST", f"/api/workspaces/{cls.group}/invitations", {"email": juno.email, "account": juno.id})
        juno.call("POST", f"/api/invitations/{cls.group}/acceptance")
        [channel] = mina.call("GET", f"/api/workspaces/{cls.group}/channels")["items"]
        cls.channel = channel["id"]
        for person, text in [(mina, "7시에 홍대?"), (juno, "좋아요! /booths/3 어때요?"), (juno, "조금 늦을 수도 있어요")]:
            person.call("POST", f"/api/channels/{cls.channel}/messages", {"text": text})
        mina.call("POST", f"/api/channels/{cls.channel}/messages", {
            "text": "어제 찍은 것", "photos": mina.upload(people.picture(*STRIP), people.picture(*STRIP, (40, 90, 200)))})
        other = juno.call("POST", "/api/workspaces", {"name": "토요일 모임"})["id"]
        juno.call("POST", f"/api/workspaces/{other}/invitations", {"email": mina.email, "account": mina.id})
        plan = f"같이 찍어요 #네컷\n\n📍 {cls.service.address('/booths/3')}\n🕖 2027-01-02T19:00+09:00\n👥 4"
        cls.party = mina.call("POST", "/api/parties", {"name": "토요일 네컷", "description": plan, "is_public": True})
        juno.call("POST", f"/api/parties/{cls.party['id']}/application")
        mina.call("POST", "/api/todos", {"contents": "홍대에서 네 컷 찍기", "booth": 43})
        first = mina.call("POST", "/api/todos", {"contents": "사진 정리하기"})["todo"]["id"]
        mina.call("PUT", f"/api/todos/{first}/done")
        cls.empty = people.sign_up(cls.service, "처음 온 사람")

    @classmethod
    def buy(cls, buyer, post):
        order = buyer.call("POST", "/api/orders", {"post": post["id"]})
        cls.sandbox.pay(order)
        return buyer.call("POST", f"/api/orders/{order['id']}/validation", {})

    # What leads from a page to a state of it.

    def press_first(self, selector):
        def press(browser):
            found = browser.until(lambda: next((it for it in browser.all(selector) if it.is_displayed()), None),
                selector)
            browser.execute_script("arguments[0].scrollIntoView({ block: 'center' }); arguments[0].click()", found)
        return press

    def opened(self, selector):
        """Presses what opens a dialog."""
        def press(browser):
            self.press_first(selector)(browser)
            browser.until(lambda: browser.all("dialog[open]"), "a dialog")
        return press

    @staticmethod
    def type(selector, words, shown):
        def write(browser):
            browser.until(lambda: browser.one(selector).is_displayed(), selector)
            browser.one(selector).send_keys(words)
            browser.until(lambda: browser.all(shown), shown)
        return write

    def then(self, *steps):
        return lambda browser: [step(browser) for step in steps]

    @staticmethod
    def refused(pattern):
        """Without a part of the server."""
        def go(browser):
            browser.execute_cdp_cmd("Network.enable", {})
            browser.execute_cdp_cmd("Network.setBlockedURLs", {"urls": [pattern]})
            try:
                browser.refresh()
                browser.until(lambda: browser.all(".failed"), "an error")
            finally:
                browser.execute_cdp_cmd("Network.setBlockedURLs", {"urls": []})
        return go

    @staticmethod
    def without_network(browser):
        browser.execute_cdp_cmd("Network.enable", {})
        browser.execute_cdp_cmd("Network.emulateNetworkConditions", {
            "offline": True, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1})
        browser.until(lambda: browser.text("#network"), "the banner")

    @staticmethod
    def with_network(browser):
        browser.execute_cdp_cmd("Network.enable", {})
        browser.execute_cdp_cmd("Network.emulateNetworkConditions", {
            "offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1})

    def changed(self, selector, shown):
        """Presses what another dialog follows."""
        return self.then(self.press_first(selector), lambda browser: browser.until(lambda: browser.all(shown), shown))

    def states(self):
        """Name, address, and what leads to the state; of strangers, of a newcomer, and of a member."""
        post, good, group = self.post["id"], self.good["id"], self.group
        pick = self.press_first
        strangers = [
            ("map", "/", None), ("map-street", "/?at=37.5573,126.9258,16", None),
            ("map-empty", "/?at=38.5,129.2,12", None),
            ("map-nothing-found", STREET + "&q=%EC%97%86%EB%8A%94%EA%B2%83", None),
            ("map-filters", STREET + "&people=4&open=now", None), ("map-unknown-hours", STREET + "&open=60", None),
            ("map-display", "/", self.opened("#display")),
            ("suggestions", "/", self.type("#text", "홍대", "#suggestions .option")),
            ("suggestions-first", "/", self.then(pick("#text"), lambda browser: browser.one("#text").click())),
            ("booth", "/booths/3", None), ("booth-unknown", "/booths/999999", None),
            ("booth-code", "/booths/3", self.opened("#sheet p.ways button:not(:has(svg), [data-confirm])")),
            ("booth-directions", "/booths/3", self.opened("#sheet .directions button")),
            ("login", "/app/login", None), ("login-wrong", "/app/login", self.then(
                self.type("#field-email", self.mina.email, "#field-email"),
                self.type("#field-password", "wrong-one", "#field-password"), pick(".form [type=submit]"),
                lambda browser: browser.until(lambda: browser.text(".form .form-error"), "an error"))),
            ("signup", "/app/signup", None), ("signup-wrong", "/app/signup", pick(".form [type=submit]")),
            ("reset", "/app/reset?code=none", None), ("forgotten", "/app/forgotten", None),
            ("confirm", "/app/confirm?code=none", None),
            ("unknown-view", "/app/nowhere", None),
            ("feed-stranger", "/app/feed", None), ("card-stranger", "/app/card", None),
            ("chat-stranger", "/app/chat", None),
            ("post-unknown", "/app/posts/999999", None), ("person-unknown", "/app/people/999999", None),
            ("map-away", "/", self.without_network), ("feed-away", "/app/feed", self.without_network),
            ("person-failed", f"/app/people/{self.mina.id}", self.refused("*/api/accounts*")),
            ("shop-failed", "/app/shop", self.refused("*/api/posts*")),
        ]
        newcomer = [
            (f"{name}-new", path, None) for name, path in {
                "me": "/app/me", "notices": "/app/me/notices", "likes": "/app/me/likes", "orders": "/app/orders",
                "library": "/app/shop/library", "sales": "/app/shop/sales", "chat": "/app/chat",
                "party": "/app/party?mine=1", "card": "/app/card", "blocks": "/app/me/blocks",
                "following": f"/app/people/{self.empty.id}/following"}.items()]
        member = [
            ("map-saved", "/?saved=1", None), ("booth-member", "/booths/3", None),
            ("correction", "/booths/3", self.opened(WITH_ICON.format("#sheet", "flag"))),
            ("feed", "/app/feed", None), ("feed-found", "/app/feed?q=%ED%99%8D%EB%8C%80", None),
            ("feed-nothing-found", "/app/feed?q=%EC%97%86%EB%8A%94%EA%B2%83", None),
            ("post", f"/app/posts/{post}", None), ("post-viewer", f"/app/posts/{post}", self.opened(".shot")),
            ("post-menu", f"/app/posts/{post}", self.opened(".card-head button")),
            ("post-report", f"/app/posts/{self.words['id']}", self.then(
                self.opened(".card-head button"),
                self.changed(WITH_ICON.format("dialog", "flag"), "dialog [type=radio]"))),
            ("comment-menu", f"/app/posts/{post}", self.opened(".comment .icon-button")),
            ("editor", "/app/posts/new?kind=photo", None), ("editor-sale", "/app/posts/new?kind=frame", None),
            ("editor-wrong", "/app/posts/new?kind=frame", pick(".form [type=submit]")),
            ("editor-change", f"/app/posts/{post}/edit", None),
            ("shop", "/app/shop", None), ("good", f"/app/shop/{self.other['id']}", None),
            ("good-bought", f"/app/shop/{good}", None),
            ("good-summary", f"/app/shop/{self.third['id']}", self.then(
                pick(".goods-buy"), lambda browser: browser.until(lambda: browser.all(".goods-order-now")))),
            ("orders", "/app/orders", None), ("order", f"/app/orders/{self.order['id']}", None),
            ("order-refund", f"/app/orders/{self.order['id']}", self.opened(".order-refund")),
            ("order-receipt", f"/app/orders/{self.order['id']}/receipt", None),
            ("try-on", f"/app/orders/{self.order['id']}/try", None),
            ("library", "/app/shop/library", None), ("sales", "/app/shop/sales", None),
            ("chat", "/app/chat", None), ("chat-new", "/app/chat", self.opened(WITH_ICON.format(".view", "plus"))),
            ("group", f"/app/chat/{group}", None),
            ("group-menu", f"/app/chat/{group}", self.opened(WITH_ICON.format(".view", "more"))),
            ("group-search", f"/app/chat/{group}", self.opened(WITH_ICON.format(".view", "search"))),
            ("conversation", f"/app/chat/{group}/{self.channel}", None),
            ("message-menu", f"/app/chat/{group}/{self.channel}", self.opened(".message .icon-button[aria-haspopup]")),
            ("conversation-viewer", f"/app/chat/{group}/{self.channel}", self.opened(".album-photo")),
            ("group-unknown", "/app/chat/999999", None),
            ("party", "/app/party", None), ("party-page", f"/app/party/{self.party['id']}", None),
            ("party-menu", f"/app/party/{self.party['id']}", self.opened(".view [aria-haspopup=dialog]")),
            ("party-new", "/app/party/new?booth=3", None),
            ("party-wrong", "/app/party/new", pick(".form [type=submit]")),
            ("party-unknown", "/app/party/999999", None),
            ("card", "/app/card", None), ("card-edit", "/app/card", self.opened("[data-action=edit]")),
            ("card-visit", "/app/card?visit=3", None),
            ("me", "/app/me", None), ("person", f"/app/people/{self.juno.id}", None),
            ("followers", f"/app/people/{self.mina.id}/followers", None),
            ("person-block", f"/app/people/{self.juno.id}", self.opened(WITH_ICON.format(".view", "block"))),
            ("notices", "/app/me/notices", None), ("likes", "/app/me/likes", None),
            ("notice-settings", "/app/me/notice-settings", None),
            ("devices", "/app/me/devices", None),
            ("settings", "/app/me/settings", None),
            ("profile-edit", "/app/me/edit", None), ("password", "/app/me/password", None),
            ("email", "/app/me/email", None),
            ("logins", "/app/me/logins", None), ("passkeys", "/app/me/passkeys", None),
            ("blocks", "/app/me/blocks", None), ("leaving", "/app/me/leaving", None),
        ]
        return [(None, strangers), (self.empty, newcomer), (self.mina, member)]

    def settle_view(self, browser):
        browser.until(lambda: browser.all("#view > *, #sheet-title, .items .item, .foot .note"), "a view")
        browser.until(lambda: not browser.all("[data-loading], [class*=ghost], [aria-busy=true]"),
            "a view that is done")
        browser.until(lambda: browser.execute_script("""
            return [...document.images].every((it) => it.complete || it.loading === 'lazy')"""), "pictures")

    def look(self, language, dark):
        browser = self.browser(language=language, dark=dark, calm=True)
        browser.stand(**HONGDAE)
        only = os.environ.get("STATES", "")
        for person, states in self.states():
            self.with_network(browser)
            if person:
                browser.delete_all_cookies()
                browser.execute_script("localStorage.clear()")
                people.log_in(browser, self.service, person)
            for name, path, prepare in states:
                if only and not any(name.startswith(part) for part in only.split(",")):
                    continue
                with self.subTest(state=name):
                    browser.resize(390, 844)
                    self.with_network(browser)
                    browser.get(self.service.address(path))
                    self.settle_view(browser)
                    if prepare:
                        prepare(browser)
                    for width, height in [(390, 844), (320, 640), *SIZES]:
                        browser.resize(width, height)
                        self.assertLessEqual(browser.execute_script(LEFT_OVER), 0)
                        broken = [word for word in browser.execute_script(BROKEN) if not ENDLESS.fullmatch(word)]
                        self.assertEqual(broken, [], f"{width} pixels")
                        browser.shot(f"view-{name}-{language[:2]}-{'dark' if dark else 'light'}-{width}x{height}")
                    browser.resize(390, 844)
                    self.assertEqual(browser.violations(), [])


if __name__ == "__main__":
    unittest.main()
