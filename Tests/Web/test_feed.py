"""Posts: reading them without end, liking, commenting, making them with photos, and keeping what is not wanted away."""

import os
import pathlib
import random
import struct
import tempfile
import unittest
import zlib

from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

import people
from service import Browser, WebTest

PINK, BLUE, GREEN, SAND = (214, 51, 108), (51, 102, 204), (32, 140, 96), (222, 150, 60)
HOSTILE = '<img src=x onerror="window.broken=1"><script>window.broken=1</script>'


def noise(width=900, height=700):
    """A PNG that no compression makes small."""
    seeded = random.Random(4)
    rows = b"".join(b"\0" + seeded.randbytes(width * 3) for _ in range(height))
    chunk = lambda kind, data: struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows, 0)) + chunk(b"IEND", b""))


class FeedTest(WebTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.mina = people.sign_up(cls.service, "느긋한 고래")
        cls.juno = people.sign_up(cls.service, "재빠른 토끼")

    @classmethod
    def file(cls, name, content):
        """A file on the device, to be chosen."""
        path = pathlib.Path(cls.folder.name, name)
        path.write_bytes(content)
        return str(path)

    def open(self, path, person=None, **manner):
        """A browser that shows a view, for somebody who is logged in."""
        browser = self.browser(**manner)
        if person:
            people.log_in(browser, self.service, person, "/app/feed")
        browser.get(self.service.address(path))
        browser.until(lambda: browser.all(".view h2"), path)
        self.ready(browser)
        return browser

    @staticmethod
    def ready(browser):
        browser.until(lambda: not browser.all(".card-ghost") and not browser.all("[aria-busy]"), "a list that is done")

    def press(self, browser, words, within=""):
        """Presses the button or link of this name."""
        def found():
            for it in browser.all(f"{within} button, {within} a"):
                if words in (it.text.strip(), it.get_attribute("aria-label")) and it.is_displayed():
                    return it
        button = browser.until(found, f"a button {words!r}")
        browser.execute_script("arguments[0].scrollIntoView({block: 'center'})", button)
        button.click()
        return button

    @staticmethod
    def path(browser):
        return browser.execute_script("return location.pathname + location.search")

    def arrived(self, browser, beginning):
        browser.until(lambda: self.path(browser).startswith(beginning), f"{beginning}, not {self.path(browser)}")

    @staticmethod
    def cards(browser):
        return browser.execute_script("return [...document.querySelectorAll('[data-post]')].map((it) => it.dataset.post)")

    def newest(self):
        return people.call(self.service, "GET", "/api/posts")["items"][0]


class FromSignUpToPost(FeedTest):
    def test_somebody_new_posts_a_photo_from_a_booth(self):
        browser = self.open("/app/feed")
        self.press(browser, "글쓰기", ".feed-head")
        self.arrived(browser, "/app/login")
        people.log_in(browser, self.service, people.sign_up(self.service), "/app/posts/new")


class Reading(FeedTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        picture = cls.mina.upload(people.picture(640, 800, PINK))
        kinds = ["pose", "background", "newBooth", "photo", "feed"]
        cls.posts = [cls.mina.call("POST", "/api/posts", {
            "kind": kinds[number % 5], "text": f"이야기 {number} #네컷" + (" #열번째" if number % 10 == 0 else ""),
            "photos": picture if number % 3 == 0 else []})["id"] for number in range(60)]
        cls.mina.post("album", "팔아요", title="앨범", price=3000)
        cls.juno.post("feed", "토끼의 이야기")

    def test_the_list_goes_on_to_its_end_and_repeats_nothing(self):
        browser = self.open("/app/feed")
        while len(self.cards(browser)) < 61:
            before = len(self.cards(browser))
            browser.execute_script("const it = document.getElementById('view'); it.scrollTop = it.scrollHeight")
            browser.until(lambda: len(self.cards(browser)) > before, f"more than {before}")
        self.ready(browser)
        cards = self.cards(browser)
        self.assertEqual(cards[1:], self.posts[::-1])
        self.assertFalse(browser.all(".foot button"))
        self.assertNotIn("팔아요", browser.text(".cards"), "goods are for the shop")
        self.assertEqual(browser.complaints(), [])

    def test_the_back_button_returns_to_where_one_was(self):
        browser = self.open("/app/feed")
        top = "return document.getElementById('view').scrollTop"
        browser.execute_script("const it = document.getElementById('view'); it.scrollTop = it.scrollHeight")
        browser.until(lambda: len(self.cards(browser)) == 40)
        browser.execute_script("document.querySelectorAll('[data-post]')[24].scrollIntoView({block: 'center'})")
        place = browser.execute_script(top)
        asked = len([url for url, _ in browser.traffic() if "/api/posts?" in url])
        self.assertEqual(asked, 2)
        number = self.cards(browser)[24]
        browser.one(f"[data-post='{number}'] .card-moment").click()
        self.arrived(browser, f"/app/posts/{number}")
        browser.until(lambda: browser.all(".strip, .card-words"))
        browser.back()
        browser.until(lambda: len(self.cards(browser)) == 40)
        browser.until(lambda: abs(browser.execute_script(top) - place) <= 2, "the same place")
        self.assertEqual([url for url, _ in browser.traffic() if "/api/posts?" in url], [], "nothing is asked for again")
        self.assertEqual(browser.switch_to.active_element.get_attribute("class"), "card-moment")
        # And by the way that the page itself shows.
        browser.forward()
        self.arrived(browser, f"/app/posts/{number}")
        self.press(browser, "이야기", ".view")
        browser.until(lambda: len(self.cards(browser)) == 40)
        browser.until(lambda: abs(browser.execute_script(top) - place) <= 2, "the same place")

    def test_walls_stand_in_the_address(self):
        browser = self.open("/app/feed")
        self.press(browser, "배경", ".feed-chips")
        self.arrived(browser, "/app/feed?wall=background")
        self.ready(browser)
        browser.until(lambda: {kind.text for kind in browser.all(".card-kind")} == {"배경"})
        self.assertEqual(browser.text(".feed-chips [aria-current]"), "배경")
        self.assertIn("kind=background", browser.one(".feed-head .button").get_attribute("href"))
        other = self.open("/app/feed?wall=background")
        self.assertEqual(self.cards(other), self.cards(browser))
        browser.back()
        self.ready(browser)
        browser.until(lambda: len({kind.text for kind in browser.all(".card-kind")}) > 3)

    def test_a_hashtag_leads_to_the_others_that_carry_it(self):
        browser = self.open("/app/feed")
        browser.execute_script("document.querySelectorAll('[data-post]')[10].scrollIntoView()")
        self.press(browser, "#열번째")
        self.arrived(browser, "/app/feed?tag=")
        self.ready(browser)
        browser.until(lambda: self.cards(browser) == self.posts[::-1][9::10])
        self.assertEqual(browser.text(".view h2"), "#열번째")
        browser.one(".feed-chips .chip").click()
        browser.until(lambda: self.path(browser) == "/app/feed")

    def test_only_those_whom_one_follows(self):
        person = people.sign_up(self.service)
        person.follow(self.juno)
        browser = self.open("/app/feed", person)
        self.press(browser, "팔로잉")
        self.arrived(browser, "/app/feed?following=1")
        browser.until(lambda: [it.text for it in browser.all(".card-author b")] == ["재빠른 토끼"])
        self.press(browser, "포즈", ".feed-chips")
        browser.until_text(".empty", "팔로우한 사람들의 글이 여기에 모여요")
        guest = self.open("/app/feed?following=1")
        self.press(guest, "로그인", ".empty")
        self.arrived(guest, "/app/login?next=%2Fapp%2Ffeed%3Ffollowing%3D1")

    def test_what_is_not_there_is_said(self):
        browser = self.open("/app/feed?tag=없어요")
        browser.until_text(".empty", "이 해시태그로 올라온 글이 없어요.")
        for path in ["/app/posts/0199c0ffee0123456789abcd", "/app/posts/%3Cb%3E"]:
            browser.get(self.service.address(path))
            browser.until(lambda: "찾을 수 없" in browser.text(".view") or "없는 글" in browser.text(".view"), path)
        self.assertEqual([line for line in browser.complaints() if "Failed to load" not in line], [])

    def test_without_a_network_it_says_so_and_tries_again(self):
        browser = self.open("/app/feed")
        browser.execute_cdp_cmd("Network.enable", {})
        offline = {"latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
        browser.execute_cdp_cmd("Network.emulateNetworkConditions", {"offline": True, **offline})
        self.press(browser, "포즈", ".feed-chips")
        browser.until_text(".failed", "연결이 끊겨")
        browser.execute_cdp_cmd("Network.emulateNetworkConditions", {"offline": False, **offline})
        self.press(browser, "다시 시도")
        browser.until(lambda: len(self.cards(browser)) == 12)


if __name__ == "__main__":
    unittest.main()
