"""Posts: endless lists, likes, comments, writing with photos, reports and blocks."""

import base64
import pathlib
import random
import struct
import tempfile
import unittest
import zlib

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

import people
from service import WebTest

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
        browser.until(lambda: browser.all(".view h2, #sheet-title"), path)
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
        return browser.execute_script(
            "return [...document.querySelectorAll('[data-post]')].map((it) => it.dataset.post)")

    def newest(self):
        return people.call(self.service, "GET", "/api/posts")["items"][0]


class FromSignUpToPost(FeedTest):
    def test_somebody_new_posts_a_photo_from_a_booth(self):
        browser = self.open("/?booth=3")
        self.press(browser, "이 부스 글 올리기")
        self.arrived(browser, "/app/login?next=")
        self.press(browser, "회원가입", ".view")
        self.arrived(browser, "/app/signup?next=")
        for name, words in {"email": "new@example.com", "password": people.PASSWORD, "nickname": "처음 온 사람"}.items():
            browser.until(lambda: browser.all(f"#field-{name}"))
            browser.one(f"#field-{name}").send_keys(words)
        browser.one(".form [type=submit]").click()
        self.arrived(browser, "/app/posts/new?booth=3")
        browser.until(lambda: browser.all(".post-form"))
        self.assertIn("강남", browser.one("#field-booth").get_attribute("value"))
        photos = [self.file(f"{name}.png", people.picture(600, 750, colour))
            for name, colour in [("하나", PINK), ("둘", BLUE)]]
        browser.one("#field-photos").send_keys("\n".join(photos))
        browser.until(lambda: len(browser.all(".upload")) == 2 and not browser.all(".upload-state:not([hidden])"))
        self.press(browser, "앞으로 옮기기", ".upload:nth-child(2)")
        browser.one("#field-text").send_keys("우리 첫 네컷 #커플포즈")
        browser.one("#field-people").send_keys("2")
        browser.shot("feed-writing")
        # Pressed twice, it is still one post.
        browser.execute_script("const it = document.querySelector('.post-form [type=submit]'); it.click(); it.click()")
        browser.until(lambda: browser.all(".strip.is-whole"), "the post")
        browser.until_text(".card-words", "우리 첫 네컷")
        browser.shot("feed-posted")
        made = people.call(self.service, "GET", "/api/posts")["items"]
        self.assertEqual([post["text"] for post in made], ["우리 첫 네컷 #커플포즈"])
        [post] = made
        self.assertEqual((post["kind"], post["people"], post["booth"]["id"]), ("pose", 2, 3))
        self.assertEqual(post["author"]["nickname"], "처음 온 사람")
        shown = [image.get_attribute("src") for image in browser.all(".strip img")]
        self.assertEqual([name in address for name, address in zip(post["photos"], shown)], [True, True])
        self.assertEqual(browser.complaints(), [])
        # The booth shows it, and leads there.
        self.press(browser, post["booth"]["name"], ".card-facts")
        browser.until(lambda: browser.all(".posts .post"))
        browser.execute_script("document.querySelector('.posts').scrollIntoView({block: 'center'})")
        browser.until(lambda: browser.execute_script("return document.querySelector('.posts img').naturalWidth > 0"))
        browser.shot("feed-booth")
        browser.one(".posts .post").click()
        self.arrived(browser, f"/app/posts/{post['id']}")


class Reading(FeedTest):
    has_worker = True

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        picture = cls.mina.upload(people.picture(640, 800, PINK))
        kinds = ["pose", "background", "newBooth", "photo", "feed"]
        cls.posts = [cls.mina.call("POST", "/api/posts", {
            "kind": kinds[number % 5], "text": f"이야기 {number} #네컷" + (" #열번째" if number % 10 == 0 else ""),
            "photos": picture if number % 3 == 0 else []})["id"] for number in range(60)]
        cls.mina.post("album", "판매자", title="앨범", price=3000)
        cls.juno.post("feed", "토끼의 이야기")

    def test_the_list_goes_on_to_its_end_and_repeats_nothing(self):
        browser = self.open("/app/feed")
        while len(self.cards(browser)) < 61:
            before = len(self.cards(browser))
            browser.execute_script("const it = document.getElementById('view'); it.scrollTop = it.scrollHeight")
            browser.until(lambda: len(self.cards(browser)) > before, f"more than {before}")
        self.ready(browser)
        cards = self.cards(browser)
        # By time, then identifier: two may be of the same millisecond.
        self.assertEqual(cards[1:], sorted(self.posts, reverse=True))
        self.assertFalse(browser.all(".foot button"))
        self.assertNotIn("판매자", browser.text(".cards"), "goods are for the shop")
        self.assertEqual(browser.complaints(), [])

    def test_the_back_button_returns_to_where_one_was(self):
        browser = self.open("/app/feed")
        top = "return document.getElementById('view').scrollTop"
        browser.execute_script("const it = document.getElementById('view'); it.scrollTop = it.scrollHeight")
        browser.until(lambda: len(self.cards(browser)) == 40)
        browser.execute_script(
            "document.querySelectorAll('[data-post] .card-time')[24].scrollIntoView({block: 'center'})")
        place = browser.execute_script(top)
        asked = len([url for url, _ in browser.traffic() if "/api/posts?" in url])
        self.assertEqual(asked, 2)
        number = self.cards(browser)[24]
        browser.one(f"[data-post='{number}'] .card-time").click()
        self.arrived(browser, f"/app/posts/{number}")
        browser.until(lambda: browser.all(".strip, .card-words"))
        browser.back()
        browser.until(lambda: len(self.cards(browser)) == 40)
        browser.until(lambda: abs(browser.execute_script(top) - place) <= 2, "the same place")
        self.assertEqual([url for url, _ in browser.traffic() if "/api/posts?" in url], [],
            "nothing is asked for again")
        self.assertEqual(browser.switch_to.active_element.get_attribute("class"), "card-time")
        # And by the way that the page itself shows.
        browser.forward()
        self.arrived(browser, f"/app/posts/{number}")
        self.press(browser, "피드", ".view")
        browser.until(lambda: len(self.cards(browser)) == 40)
        browser.until(lambda: abs(browser.execute_script(top) - place) <= 2, "the same place")

    def test_walls_stand_in_the_address(self):
        browser = self.open("/app/feed")
        self.press(browser, "배경·필터", ".chip-row")
        self.arrived(browser, "/app/feed?wall=background")
        self.ready(browser)
        browser.until(lambda: set(browser.texts(".card-kind")) == {"배경·필터"})
        self.assertEqual(browser.text(".chip-row [aria-current]"), "배경·필터")
        self.assertIn("kind=background", browser.one(".list-head .button").get_attribute("href"))
        other = self.open("/app/feed?wall=background")
        self.assertEqual(self.cards(other), self.cards(browser))
        browser.back()
        self.ready(browser)
        browser.until(lambda: len(set(browser.texts(".card-kind"))) > 3)

    def test_a_hashtag_leads_to_the_others_that_carry_it(self):
        browser = self.open("/app/feed")
        browser.execute_script("document.querySelectorAll('[data-post]')[10].scrollIntoView()")
        self.press(browser, "#열번째")
        self.arrived(browser, "/app/feed?tag=")
        self.ready(browser)
        browser.until(lambda: self.cards(browser) == self.posts[::-1][9::10])
        self.assertEqual(browser.text(".view h2"), "#열번째")
        browser.one(".chip-row .chip").click()
        browser.until(lambda: self.path(browser) == "/app/feed")

    def test_only_those_whom_one_follows(self):
        person = people.sign_up(self.service)
        person.follow(self.juno)
        browser = self.open("/app/feed", person)
        self.press(browser, "팔로잉")
        self.arrived(browser, "/app/feed?following=1")
        browser.until(lambda: browser.texts(".card-author b") == ["재빠른 토끼"])
        self.press(browser, "포즈", ".chip-row")
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
        self.press(browser, "포즈", ".chip-row")
        browser.until_text(".failed", "서버에 연결하지 못했어요")
        browser.execute_cdp_cmd("Network.emulateNetworkConditions", {"offline": False, **offline})
        self.press(browser, "다시 시도")
        browser.until(lambda: len(self.cards(browser)) == 12)

    def test_without_a_network_the_last_feed_is_shown(self):
        browser = self.open("/app/feed", self.juno)
        first = self.cards(browser)[:20]
        browser.until(lambda: browser.execute_async_script(
            "navigator.serviceWorker.ready.then((it) => arguments[0](it.active.state === 'activated'))"),
            "a service worker")
        self.service.stop()
        try:
            browser.refresh()
            browser.until_text(".callout", "저장한 목록을 보여 드려요")
            self.assertEqual(self.cards(browser), first)
            # What one member sees is not kept for another.
            stored = lambda: browser.execute_script(
                "return Object.keys(localStorage).filter((it) => it.startsWith('fourcuts.posts.'))")
            self.assertEqual(stored(), [f"fourcuts.posts.{self.juno.id}."])
        finally:
            self.service.start()
        browser.refresh()
        self.ready(browser)
        browser.execute_async_script("""
            import(`${document.documentElement.dataset.tree}/core/modules.js`)
              .then(({ modules }) => modules['core/login.js'].logOut()).then(arguments[0])""")
        browser.until(lambda: not stored(), "nothing of the member")


class Searching(FeedTest):
    def test_people_and_hashtags_are_found_as_one_types(self):
        self.juno.post("feed", "오늘은 #고래상어 를 봤어요")
        browser = self.open("/app/feed", self.mina)
        field = browser.one(".feed-search input")
        field.send_keys("재빠")
        browser.until(lambda: [it.text.split("\n")[-1] for it in browser.all("#feed-options .option")][:1] == [
            "재빠른 토끼"], "a person")
        self.assertEqual(browser.violations(".view"), [])
        browser.shot("feed-search-390")
        field.send_keys(Keys.ARROW_DOWN, Keys.ENTER)
        self.arrived(browser, f"/app/people/{self.juno.id}")
        browser.back()
        browser.until(lambda: browser.all(".feed-search input"))
        field = browser.one(".feed-search input")
        field.clear()
        field.send_keys("고래상어")
        browser.until(lambda: any("#고래상어" in it.text for it in browser.all("#feed-options .option")), "a hashtag")
        browser.all("#feed-options .option")[-1].click()
        self.arrived(browser, "/app/feed?tag=")
        browser.until_text(".cards", "고래상어")

    def test_enter_shows_all_that_is_found_at_an_address_of_its_own(self):
        self.juno.post("feed", "#재빠른 사진")
        self.juno.post("feed", "오늘도 재빠른 하루")
        browser = self.open("/app/feed", self.mina)
        browser.one(".feed-search input").send_keys("재빠른", Keys.ENTER)
        self.arrived(browser, "/app/feed?q=")
        browser.until_text(".found-people", "재빠른 토끼")
        browser.until_text(".cards", "#재빠른 사진")
        browser.until_text(".cards", "오늘도 재빠른 하루")
        self.assertEqual(browser.violations(), [])
        browser.refresh()
        browser.until_text(".found-people", "재빠른 토끼")
        self.assertEqual(browser.one(".feed-search input").get_attribute("value"), "재빠른")
        browser.get(self.service.address("/app/feed?q=" + "없는이름"))
        browser.until_text(".found-people", "‘없는이름’로 시작하는 사람이 없어요")
        browser.until_text(".foot", "‘없는이름’ 검색에 맞는 글이 없어요")
        browser.get(self.service.address("/app/feed?q=%23" + "없는태그"))
        browser.until_text(".view .empty", "이 해시태그로 올라온 글이 없어요")

    def test_a_stranger_finds_posts_and_is_led_to_logging_in_for_people(self):
        browser = self.open("/app/feed?q=네컷")
        browser.until(lambda: "/app/login" in browser.one(".found-people a").get_attribute("href"), "a way in")


    def test_a_hashtag_does_not_break_behind_its_sign(self):
        self.juno.post("feed", "가나다라마바사 아자차카타파하 " * 3 + " ".join(f"#현금전용{number}" for number in range(40)))
        for width in [320, 390]:
            browser = self.open("/app/feed", width=width)
            lines = browser.execute_script(
                "return [...document.querySelectorAll('.hashtag')].map((it) => it.getClientRects().length)")
            self.assertEqual(set(lines), {1})


class Sharing(FeedTest):
    def test_the_address_is_passed_on_by_whatever_the_device_has(self):
        post = self.mina.post("feed", "나눠요")
        address = self.service.address(f"/app/posts/{post['id']}")
        for way, has in [
            ("share", "navigator.share = async (it) => { window.passed = it.url; };"),
            ("closed", "navigator.share = async () => { throw new DOMException('', 'AbortError'); };"),
            ("copy", "navigator.share = undefined; navigator.clipboard.writeText = async (it) => "
                "{ window.passed = it; };"),
            ("neither", "navigator.share = undefined; navigator.clipboard.writeText = async () => "
                "{ throw new Error(); };")]:
            with self.subTest(way):
                browser = self.browser()
                browser.before_page(has)
                browser.get(address)
                self.press(browser, "공유")
                if way == "neither":
                    browser.until(lambda: browser.all("#field-address"), "the address")
                    self.assertEqual(browser.one("#field-address").get_attribute("value"), address)
                    self.assertEqual(browser.violations(), [])
                elif way == "closed":
                    self.assertFalse(browser.all("dialog") or browser.all(".notice"))
                else:
                    browser.until(lambda: browser.execute_script("return window.passed") == address, way)
                    if way == "copy":
                        browser.until_text("#notices", "복사")


class Liking(FeedTest):
    def test_it_shows_at_once_counts_once_and_is_taken_back_where_it_is_refused(self):
        post = self.mina.post("pose", "볼하트")
        browser = self.open("/app/feed", self.juno)
        like = lambda: (browser.one(".like").get_attribute("aria-pressed"), browser.text(".like"))
        count = lambda: people.call(self.service, "GET", f"/api/posts/{post['id']}")["like_count"]
        browser.execute_script("for (let time = 0; time < 3; time++) document.querySelector('.like').click()")
        self.assertEqual(like(), ("true", "1"))
        browser.until(lambda: count() == 1)
        # Its own page, and the list that is returned to, know of it.
        browser.one(".card-time").click()
        browser.until(lambda: browser.all(".comments") and like() == ("true", "1"))
        browser.one(".like").click()
        browser.until(lambda: count() == 0)
        browser.back()
        browser.until(lambda: browser.all("[data-post]") and like() == ("false", "0"))
        self.mina.call("DELETE", f"/api/posts/{post['id']}")
        browser.one(".like").click()
        browser.until_text(".notices", "삭제")
        self.assertEqual(like(), ("false", "0"))

    def test_who_is_not_logged_in_logs_in_and_returns(self):
        post = self.mina.post("feed", "누구나 볼 수 있는 글")
        browser = self.open(f"/app/posts/{post['id']}")
        browser.one(".like").click()
        self.arrived(browser, f"/app/login?next=%2Fapp%2Fposts%2F{post['id']}")


class Repeating(FeedTest):
    def losing(self, path):
        """A browser in which the answer to the first POST of a path is lost."""
        browser = self.browser()
        browser.before_page("""
            const real = window.fetch;
            window.fetch = async (path, options) => {
              const answer = await real(path, options);
              if (path !== 'PATH' || options.method !== 'POST' || sessionStorage.lost) return answer;
              sessionStorage.lost = 'yes';
              throw new TypeError('the connection broke');
            };""".replace("PATH", path))
        return browser

    def test_a_lost_answer_makes_one_post(self):
        before = people.call(self.service, "GET", "/api/posts?limit=100")["items"]
        browser = self.losing("/api/posts")
        people.log_in(browser, self.service, self.mina, "/app/posts/new")
        browser.until(lambda: browser.all("#field-text"), "the form")
        browser.one("#field-text").send_keys("한 번만")
        self.press(browser, "올리기", ".form")
        browser.until_text(".form-error", "서버에 연결하지 못했어요")
        browser.refresh()
        browser.until(lambda: browser.all("#field-text"), "the form")
        self.assertEqual(browser.one("#field-text").get_attribute("value"), "한 번만")
        self.press(browser, "올리기", ".form")
        browser.until(lambda: not self.path(browser).startswith("/app/posts/new"), "the post")
        self.arrived(browser, f"/app/posts/{self.newest()['id']}")
        after = people.call(self.service, "GET", "/api/posts?limit=100")["items"]
        self.assertEqual(len(after), len(before) + 1)

    def test_other_words_after_a_lost_answer_are_another_post(self):
        browser = self.losing("/api/posts")
        people.log_in(browser, self.service, self.mina, "/app/posts/new")
        browser.until(lambda: browser.all("#field-text"), "the form")
        browser.one("#field-text").send_keys("처음 말")
        self.press(browser, "올리기", ".form")
        browser.until_text(".form-error", "서버에 연결하지 못했어요")
        browser.one("#field-text").send_keys(" 그리고 더")
        self.press(browser, "올리기", ".form")
        browser.until(lambda: not self.path(browser).startswith("/app/posts/new"), "the post")
        self.assertEqual(self.newest()["text"], "처음 말 그리고 더")

    def test_a_lost_answer_makes_one_comment(self):
        post = self.mina.post("feed", "댓글 하나")
        browser = self.losing(f"/api/posts/{post['id']}/comments")
        people.log_in(browser, self.service, self.mina, f"/app/posts/{post['id']}")
        browser.until(lambda: browser.all("#field-comment"), "the box")
        browser.one("#field-comment").send_keys("한 번만")
        browser.one(".form [type=submit]").click()
        browser.until_text(".form-error", "서버에 연결하지 못했어요")
        browser.one(".form [type=submit]").click()
        browser.until_text(".comment-words", "한 번만")
        self.assertEqual(len(people.call(self.service, "GET", f"/api/posts/{post['id']}/comments")["items"]), 1)


class Commenting(FeedTest):
    def test_written_changed_and_removed(self):
        post = self.mina.post("feed", "같이 찍으러 갈 사람")
        for number in range(25):
            self.mina.call("POST", f"/api/posts/{post['id']}/comments", {"text": f"말 {number}"})
        browser = self.open(f"/app/posts/{post['id']}", self.juno)
        said = lambda: browser.texts(".comment-words")
        browser.until(lambda: len(said()) == 20)
        browser.execute_script("const it = document.getElementById('view'); it.scrollTop = it.scrollHeight")
        # Those of the same millisecond come in any order.
        browser.until(lambda: sorted(said()) == sorted(f"말 {number}" for number in range(25)))
        browser.one("#field-comment").send_keys(f"저요! #토끼 {HOSTILE}")
        # What is typed outlives a reload.
        browser.refresh()
        browser.until(lambda: browser.all("#field-comment"))
        self.assertIn("저요!", browser.one("#field-comment").get_attribute("value"))
        browser.execute_script("const it = document.querySelector('.form [type=submit]'); it.click(); it.click()")
        browser.until(lambda: said() and said()[0] == f"저요! #토끼 {HOSTILE}")
        self.assertEqual(browser.text("#comments-title"), "댓글 26개")
        self.assertEqual(browser.one("#field-comment").get_attribute("value"), "")
        self.assertIsNone(browser.execute_script("return window.broken ?? null"))
        self.press(browser, "재빠른 토끼님 댓글의 메뉴")
        self.press(browser, "수정", "dialog")
        box = browser.one(".comment textarea")
        self.assertEqual(browser.switch_to.active_element, box)
        box.clear()
        box.send_keys("저도 갈게요")
        self.assertEqual(browser.violations(), [])
        self.press(browser, "저장", ".comment")
        browser.until(lambda: said()[0] == "저도 갈게요")
        self.assertIn("수정됨", browser.text(".comment-head"))
        self.press(browser, "재빠른 토끼님 댓글의 메뉴")
        self.press(browser, "삭제", "dialog")
        self.press(browser, "삭제", "dialog")
        browser.until(lambda: browser.text("#comments-title") == "댓글 25개" and said()[0] == "말 24")
        browser.one(".form [type=submit]").click()
        browser.until_text("#error-comment", "댓글을 입력해 주세요.")
        self.assertEqual(browser.complaints(), [])

    def test_the_author_of_the_post_may_remove_what_others_say_to_it(self):
        post = self.mina.post("feed", "제 글")
        self.juno.call("POST", f"/api/posts/{post['id']}/comments", {"text": "심한 말"})
        browser = self.open(f"/app/posts/{post['id']}", self.mina)
        self.press(browser, "재빠른 토끼님 댓글의 메뉴")
        browser.until(lambda: browser.all("dialog .menu button"))
        self.assertEqual(browser.texts("dialog .menu button"), ["신고", "삭제"])
        self.press(browser, "삭제", "dialog")
        self.press(browser, "삭제", "dialog")
        browser.until_text(".empty", "아직 댓글이 없어요.")


class Writing(FeedTest):
    def test_a_post_is_changed_and_removed(self):
        names = self.mina.upload(people.picture(300, 300, PINK), people.picture(300, 300, BLUE))
        post = self.mina.call("POST", "/api/posts", {
            "kind": "pose", "title": "옛 제목", "text": "옛 글", "people": 4, "booth": 5, "photos": names,
            "notes": ["하나", None, "셋"], "board": "wall"})
        browser = self.open(f"/app/posts/{post['id']}", self.mina)
        self.press(browser, "글 메뉴")
        self.press(browser, "수정", "dialog")
        self.arrived(browser, f"/app/posts/{post['id']}/edit")
        browser.until(lambda: browser.all(".post-form"))
        self.assertEqual(browser.one("#field-people").get_attribute("value"), "4")
        self.press(browser, "1번째 사진 삭제")
        browser.one("#field-text").clear()
        browser.one("#field-text").send_keys("새 글")
        self.press(browser, "저장")
        browser.until_text(".card-words", "새 글")
        now = people.call(self.service, "GET", f"/api/posts/{post['id']}")
        same = {"kind": "pose", "title": "옛 제목", "people": 4, "notes": ["하나", None, "셋", None, None], "board": "wall"}
        self.assertEqual({key: now[key] for key in same}, same)
        self.assertEqual((now["photos"], now["booth"]["id"]), (names[1:], 5))
        self.press(browser, "글 메뉴")
        self.press(browser, "삭제", "dialog")
        self.press(browser, "삭제", "dialog")
        self.arrived(browser, "/app/feed")
        self.ready(browser)
        self.assertNotIn(post["id"], self.cards(browser))
        with self.assertRaises(people.Refused):
            people.call(self.service, "GET", f"/api/posts/{post['id']}")
        other = self.juno.post("feed", "남의 글")
        browser.get(self.service.address(f"/app/posts/{other['id']}/edit"))
        browser.until_text(".empty", "내 글만 수정할 수 있어요.")

    def test_uploads_tell_how_far_they_are_can_be_ended_and_tried_again(self):
        browser = self.open("/app/posts/new", self.mina)
        browser.one("#field-text").send_keys("느린 곳에서")
        browser.execute_cdp_cmd("Network.enable", {})
        network = lambda **more: browser.execute_cdp_cmd("Network.emulateNetworkConditions", {
            "offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1, **more})
        network(uploadThroughput=300_000)
        slow, quick = self.file("slow.png", noise()), self.file("quick.png", people.picture(200, 200, GREEN))
        browser.one("#field-photos").send_keys(f"{slow}\n{quick}")
        part = lambda: float(browser.one(".upload progress").get_attribute("value") or 1)
        browser.until(lambda: 0 < part() < 1, "the progress")
        self.assertEqual(browser.one(".upload progress").get_attribute("aria-label"), "1번째 사진 올리는 중")
        browser.shot("feed-uploading")
        self.press(browser, "1번째 사진 올리기 취소")
        browser.until(lambda: len(browser.all(".upload")) == 1, "one photo less")
        browser.until(lambda: not browser.all(".upload-state:not([hidden])"), "the other one")
        # Without a network it fails, and nothing of the post is lost.
        network(offline=True)
        browser.one("#field-photos").send_keys(self.file("later.png", people.picture(200, 200, SAND)))
        browser.until_text(".upload:nth-child(2)", "서버에 연결하지 못했어요")
        self.press(browser, "올리기", ".form")
        browser.until_text("#error-photos", "아직 올라가지 않은 사진이 있어요")
        network()
        self.press(browser, "다시 시도", ".upload:nth-child(2)")
        browser.until(lambda: not browser.all(".upload-state:not([hidden])"), "both")
        network(offline=True)
        self.press(browser, "올리기", ".form")
        browser.until_text(".form-error", "서버에 연결하지 못했어요")
        network()
        self.assertEqual(browser.one("#field-text").get_attribute("value"), "느린 곳에서")
        self.press(browser, "올리기", ".form")
        browser.until(lambda: browser.all(".strip.is-whole"))
        self.assertEqual(len(self.newest()["photos"]), 2)

    def test_photos_may_be_dropped_and_pasted(self):
        browser = self.open("/app/posts/new", self.mina)
        browser.until(lambda: browser.all("#field-photos"), "the form")
        for number, (kind, holder) in enumerate([("drop", "dataTransfer"), ("paste", "clipboardData")]):
            picture = base64.b64encode(people.picture(60, 60, (90, number * 90, 120))).decode()
            browser.execute_script("""
                const [kind, holder, picture] = arguments;
                const bytes = Uint8Array.from(atob(picture), (it) => it.charCodeAt(0));
                const held = new DataTransfer();
                held.items.add(new File([bytes], `${kind}.png`, { type: 'image/png' }));
                const event = kind === 'drop'
                  ? new DragEvent(kind, { dataTransfer: held, bubbles: true, cancelable: true })
                  : new ClipboardEvent(kind, { clipboardData: held, bubbles: true, cancelable: true });
                window.isTaken = !document.querySelector('#field-text').dispatchEvent(event);""", kind, holder, picture)
            self.assertTrue(browser.execute_script("return window.isTaken"), kind)
            browser.until(lambda: len(browser.all(".upload")) == number + 1, kind)
        # Words that are pasted are words.
        browser.execute_script("""
            const held = new DataTransfer();
            held.setData('text/plain', 'words');
            const event = new ClipboardEvent('paste', { clipboardData: held, bubbles: true, cancelable: true });
            window.isTaken = !document.querySelector('#field-text').dispatchEvent(event);""")
        self.assertFalse(browser.execute_script("return window.isTaken"))
        browser.until(lambda: not browser.all(".upload-state:not([hidden])"), "both")
        self.press(browser, "올리기", ".form")
        browser.until(lambda: browser.all(".strip.is-whole"))
        self.assertEqual(len(self.newest()["photos"]), 2)

    def test_what_is_no_photo_or_too_large_is_refused_before_it_is_sent(self):
        browser = self.open("/app/posts/new", self.mina)
        browser.traffic()
        for name, content, words in [
            ("말.jpg", b"only words", "말.jpg: 사진이 아닌"), ("빈.png", b"", "빈.png: 빈 파일"),
            ("큰.png", people.picture(2, 2) + bytes(20_000_000), "큰.png: 파일이 너무 커요")]:
            browser.one("#field-photos").send_keys(self.file(name, content))
            browser.until_text("#error-photos", words)
        self.assertEqual([url for url, _ in browser.traffic() if "/api/photos" in url], [])
        # What only the server sees is told at the photo, and the photo can be taken out.
        browser.one("#field-photos").send_keys(self.file("헐린.png", people.picture(300, 300)[:200]))
        browser.until_text(".upload [role=alert]", "사진을 읽을 수 없어요")
        self.press(browser, "1번째 사진 올리기 취소")
        # The same photo twice is one; a sixth has no place.
        paths = [self.file(f"{number}.png", people.picture(60, 60, (number * 40, 90, 120))) for number in range(6)]
        browser.one("#field-photos").send_keys("\n".join([paths[0], paths[0]]))
        browser.until_text("#error-photos", "이미 넣은 사진이에요.")
        browser.until(lambda: len(browser.all(".upload")) == 1)
        browser.one("#field-photos").send_keys("\n".join(paths[1:]))
        browser.until_text("#error-photos", "5.png: 사진은 5장까지")
        browser.until(lambda: len(browser.all(".upload")) == 5 and not browser.all(".upload-state:not([hidden])"))
        self.assertFalse(browser.one(".upload-add").is_displayed())

    def test_a_draft_outlives_a_reload_and_being_logged_out_and_leaving_asks(self):
        person = people.sign_up(self.service)
        browser = self.open("/app/feed?wall=background", person)
        self.press(browser, "글쓰기", ".list-head")
        browser.until(lambda: browser.all(".post-form"))
        browser.one("#field-text").send_keys(f"쓰다 만 글 {HOSTILE}")
        browser.one("#field-photos").send_keys(self.file("draft.png", people.picture(200, 200, BLUE)))
        browser.until(lambda: browser.all(".upload") and not browser.all(".upload-state:not([hidden])"))
        # The address asked for a background; what was chosen since counts.
        browser.one(".kinds [value=photo]").click()
        browser.refresh()
        browser.until_text(".view .callout", "작성 중이던 글을 불러왔어요.")
        value = lambda: browser.one("#field-text").get_attribute("value")
        self.assertIn("쓰다 만 글", value())
        self.assertEqual(len(browser.all(".upload")), 1)
        self.assertEqual(browser.one(".kinds :checked").get_attribute("value"), "photo")
        # Leaving by a link or by the back button asks, and staying stays.
        self.press(browser, "지도", ".tabs")
        self.press(browser, "계속 쓰기", "dialog")
        browser.back()
        self.press(browser, "계속 쓰기", "dialog")
        self.arrived(browser, "/app/posts/new")
        self.assertIn("쓰다 만 글", value())
        # Logged out meanwhile, by another device.
        person.call("DELETE", "/api/sessions")
        browser.execute_cdp_cmd("Network.clearBrowserCookies", {})
        self.press(browser, "올리기", ".form")
        self.arrived(browser, "/app/login?next=")
        browser.until(lambda: browser.all("#field-email"))
        browser.one("#field-email").send_keys(person.email)
        browser.one("#field-password").send_keys(person.password)
        browser.one(".form [type=submit]").click()
        self.arrived(browser, "/app/posts/new")
        browser.until_text(".view .callout", "작성 중이던 글을 불러왔어요.")
        self.assertEqual(value(), f"쓰다 만 글 {HOSTILE}")
        self.press(browser, "올리기", ".form")
        browser.until_text(".card-words", f"쓰다 만 글 {HOSTILE}")
        self.assertIsNone(browser.execute_script("return window.broken ?? null"))
        # What was sent is no draft any more; what is thrown away neither.
        self.press(browser, "피드", ".tabs")
        self.press(browser, "글쓰기", ".list-head")
        browser.until(lambda: browser.all(".post-form"))
        self.assertEqual(value(), "")
        browser.one("#field-text").send_keys("버릴 글")
        self.press(browser, "피드", ".tabs")
        self.press(browser, "버리기", "dialog")
        self.arrived(browser, "/app/feed")
        self.press(browser, "글쓰기", ".list-head")
        browser.until(lambda: browser.all(".post-form"))
        self.assertFalse(browser.all(".view .callout"))

    @staticmethod
    def drafts(browser):
        return browser.execute_script("return Object.keys(localStorage).filter((it) => it.includes('writing'))")

    @staticmethod
    def log_out(browser):
        browser.execute_async_script("""
            import(`${document.documentElement.dataset.tree}/core/modules.js`)
              .then(({ modules }) => modules['core/login.js'].logOut()).then(arguments[0])""")

    def test_a_draft_discarded_while_a_photo_is_uploaded_stays_discarded(self):
        browser = self.open("/app/posts/new", self.mina)
        browser.one("#field-text").send_keys("버릴 글")
        browser.execute_cdp_cmd("Network.enable", {})
        network = {"offline": False, "latency": 0, "downloadThroughput": -1}
        browser.execute_cdp_cmd("Network.emulateNetworkConditions", {**network, "uploadThroughput": 100_000})
        browser.one("#field-photos").send_keys(self.file("slow.png", noise()))
        part = lambda: float(browser.one(".upload progress").get_attribute("value") or 1)
        browser.until(lambda: 0 < part() < 1, "an upload that goes on")
        self.press(browser, "피드", ".tabs")
        self.press(browser, "버리기", "dialog")
        self.arrived(browser, "/app/feed")
        browser.execute_cdp_cmd("Network.emulateNetworkConditions", {**network, "uploadThroughput": -1})
        self.ready(browser)
        self.assertEqual(self.drafts(browser), [])
        self.press(browser, "글쓰기", ".list-head")
        browser.until(lambda: browser.all(".post-form"))
        self.assertFalse(browser.all(".view .callout"))

    def test_logging_out_leaves_no_draft_behind(self):
        browser = self.open("/app/posts/new", self.mina)
        browser.one("#field-text").send_keys("아직 다 못 쓴 글")
        browser.until(lambda: len(self.drafts(browser)) == 1)
        self.log_out(browser)
        browser.until(lambda: not self.drafts(browser))

    def test_nothing_is_stored_for_a_member_who_logged_out_in_another_tab(self):
        post = self.juno.post("feed", "할 말이 있나요")
        for path, field in [("/app/posts/new", "#field-text"), (f"/app/posts/{post['id']}", "#field-comment")]:
            with self.subTest(path):
                browser = self.open(path, self.mina)
                browser.one(field).send_keys("아직 다 못 쓴 글")
                browser.until(lambda: len(self.drafts(browser)) == 1)
                # What is typed at the last moment, in a box that the page may take away.
                browser.execute_script("""
                    const box = document.querySelector(arguments[0]);
                    window.type = () => { box.value += '!'; box.dispatchEvent(new Event('input', { bubbles: true })); };
                    """, field)
                first = browser.current_window_handle
                browser.switch_to.new_window("tab")
                browser.get(self.service.address("/app/nothing"))
                self.log_out(browser)
                browser.switch_to.window(first)
                browser.until(lambda: browser.one("#me").accessible_name == "로그인", "logged out here as well")
                browser.execute_script("window.type()")
                self.assertEqual(self.drafts(browser), [])
                browser.until(lambda: not browser.all(field), "no box with a stranger's words")

    def test_a_draft_outlives_a_session_that_ended_in_two_tabs(self):
        person = people.sign_up(self.service)
        browser = self.open("/app/posts/new", person)
        browser.one("#field-text").send_keys("아직 다 못 쓴 글")
        browser.until(lambda: len(self.drafts(browser)) == 1)
        person.call("DELETE", "/api/sessions")
        browser.execute_cdp_cmd("Network.clearBrowserCookies", {})
        browser.switch_to.new_window("tab")
        browser.get(self.service.address("/app/me"))
        self.arrived(browser, "/app/login")
        browser.switch_to.window(browser.window_handles[0])
        browser.until(lambda: browser.one("#me").accessible_name == "로그인", "ended here as well")
        browser.one("#field-text").send_keys(" 더 쓴 글")
        draft = lambda: browser.execute_script("return localStorage.getItem(arguments[0])", *self.drafts(browser))
        browser.until(lambda: "더 쓴 글" in draft(), "the draft")

    def test_goods_need_a_name_and_a_price(self):
        browser = self.open("/app/posts/new?kind=frame", self.mina)
        self.press(browser, "올리기", ".form")
        browser.until_text("#error-title", "제목을 입력해 주세요.")
        browser.one("#field-title").send_keys("벚꽃 프레임")
        self.press(browser, "올리기", ".form")
        browser.until_text("#error-price", "가격을 입력해 주세요.")
        self.assertEqual(browser.violations(), [])
        browser.one("#field-price").send_keys("3,500")
        self.press(browser, "올리기", ".form")
        browser.until_text(".card-price", "3,500원")
        self.assertEqual(browser.one(".card-buttons a").get_attribute("href"),
            browser.current_url.replace("/posts/", "/shop/"))

    def test_whoever_comes_from_the_shop_sells(self):
        browser = self.open("/app/posts/new?kind=frame", self.mina)
        self.assertEqual(browser.text(".view h2"), "판매하기")
        self.assertEqual([it.get_attribute("value") for it in browser.all(".kinds input")], ["album", "frame"])
        self.assertEqual(browser.texts("[aria-current=page]"), ["상점"])
        self.assertTrue(browser.one(".post-cancel").get_attribute("href").endswith("/app/shop"))
        browser.get(self.service.address("/app/posts/new"))
        browser.until_text(".view h2", "글쓰기")
        self.assertEqual(len(browser.all(".kinds input")), 7)

    def test_everything_by_the_keyboard(self):
        self.mina.post("photo", "세 장", [people.picture(200, 200, colour) for colour in [PINK, BLUE, GREEN]])
        browser = self.open("/app/shop", self.mina, width=1280, height=800)
        focused = lambda script: browser.execute_script(f"const it = document.activeElement; return {script}")
        keys = lambda *pressed: ActionChains(browser).send_keys(*pressed).perform()

        def tab_to(condition):
            for _ in range(40):
                if focused(condition):
                    return
                keys(Keys.TAB)
            self.fail(f"the keyboard does not reach {condition}")

        tab_to("it.dataset.tab === 'feed'")
        keys(Keys.ENTER)
        # The heading has the focus, and hence whoever hears the page knows what has come.
        browser.until(lambda: focused("it.textContent") == "피드")
        tab_to("it.className === 'shots'")
        keys(Keys.ARROW_RIGHT)
        browser.until(lambda: browser.text(".strip-position") == "2/3")
        keys(Keys.ARROW_RIGHT)
        browser.until(lambda: browser.text(".strip-position") == "3/3")
        browser.execute_script("document.querySelector('.view h2').focus()")
        keys(Keys.TAB, Keys.ENTER)
        self.arrived(browser, "/app/posts/new")
        browser.until(lambda: browser.all(".post-form"))
        tab_to("it.id === 'field-photos'")
        tab_to("it.name === 'kind'")
        keys(Keys.ARROW_RIGHT)
        self.assertEqual(browser.one(".kinds :checked").get_attribute("value"), "background")
        tab_to("it.id === 'field-text'")
        keys("자판으로 쓴 글")
        tab_to("it.id === 'field-booth'")
        keys("홍대")
        browser.until(lambda: browser.all(".option") and focused("it.getAttribute('aria-expanded')") == "true")
        keys(Keys.ARROW_DOWN, Keys.ARROW_DOWN, Keys.ARROW_UP)
        self.assertEqual(focused(
            "document.getElementById(it.getAttribute('aria-activedescendant')).getAttribute('aria-selected')"), "true")
        self.assertEqual(browser.violations(), [])
        name = browser.text(".option b")
        keys(Keys.ENTER)
        self.assertEqual(focused("it.value"), name)
        tab_to("it.type === 'submit'")
        keys(Keys.ENTER)
        browser.until_text(".card-words", "자판으로 쓴 글")
        tab_to("it.getAttribute('aria-label') === '글 메뉴'")
        keys(Keys.ENTER)
        browser.until(lambda: browser.all("dialog[open]"))
        keys(Keys.ESCAPE)
        browser.until(lambda: not browser.all("dialog"))
        self.assertEqual(focused("it.getAttribute('aria-label')"), "글 메뉴")


class Unwanted(FeedTest):
    def test_posts_and_comments_are_reported(self):
        post = self.mina.post("feed", "이상한 글")
        self.mina.call("POST", f"/api/posts/{post['id']}/comments", {"text": "이상한 말"})
        browser = self.open(f"/app/posts/{post['id']}", self.juno)
        self.press(browser, "글 메뉴")
        self.press(browser, "신고", "dialog")
        browser.until(lambda: browser.all("dialog .reasons"))
        # None is chosen in advance, lest a report be sent unread.
        self.assertFalse(browser.all("dialog :checked"))
        self.assertFalse(browser.one("dialog [type=submit]").is_enabled())
        browser.one("dialog [value=hate]").click()
        browser.one("dialog textarea").send_keys("무례해요")
        browser.shot("feed-report")
        self.assertEqual(browser.violations(), [])
        self.press(browser, "신고", "dialog")
        browser.until_text(".notices", "신고가 접수됐어요.")
        self.press(browser, "느긋한 고래님 댓글의 메뉴")
        self.press(browser, "신고", "dialog")
        browser.until(lambda: browser.all("dialog .reasons"))
        browser.one("dialog [value=spam]").click()
        self.press(browser, "신고", "dialog")
        browser.until(lambda: not browser.all("dialog"), "sent")
        self.assertIn("신고가 접수됐어요.", browser.text("#notices"))
        # Notices take the place of each other.
        self.assertEqual(len(browser.all(".notice")), 1)
        # The server takes a second report of the same for a change of the first: what it answers is what was filed.
        again = self.juno.call("POST", "/api/reports", {"post": post["id"], "reason": "spam"})
        self.assertEqual(again["post"], post["id"])

    def test_who_is_blocked_is_seen_no_more(self):
        person = people.sign_up(self.service)
        mine, theirs = self.juno.post("feed", "토끼 글"), self.mina.post("feed", "고래 글")
        browser = self.open("/app/feed", person)
        browser.until(lambda: {mine["id"], theirs["id"]} <= set(self.cards(browser)))
        browser.one(f"[data-post='{theirs['id']}'] .card-time").click()
        # A question belongs to its view: going back takes it along.
        self.press(browser, "글 메뉴")
        browser.until(lambda: browser.all("dialog[open]"))
        browser.back()
        browser.until(lambda: not browser.all("dialog") and theirs["id"] in self.cards(browser))
        browser.forward()
        self.press(browser, "글 메뉴")
        self.press(browser, "느긋한 고래님 차단", "dialog")
        self.press(browser, "차단", "dialog")
        self.arrived(browser, "/app/feed")
        self.ready(browser)
        browser.until(lambda: mine["id"] in self.cards(browser))
        self.assertNotIn(theirs["id"], self.cards(browser))
        browser.back()
        browser.until(lambda: mine["id"] in self.cards(browser))
        self.assertNotIn(theirs["id"], self.cards(browser))


class ForEveryone(FeedTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        pictures = [people.picture(640, 800, colour) for colour in [SAND, PINK, BLUE]]
        cls.mina.post("background", "창가 자리는 오후 네 시가 제일 예뻐요. #창가 #오후네시", pictures[:1], booth=5)
        cls.juno.post("newBooth", "어제 문을 열었어요. 아직 줄이 없어요!", title="연남동에 새 부스", booth=7)
        cls.long = cls.juno.post("feed", "가" * 3000 + HOSTILE, title="끝이없는제목" * 30)
        cls.post = cls.mina.post("pose", "볼하트에 꽃받침까지, 둘이서 하기 좋은 포즈예요.\n#커플포즈 #볼하트", pictures, people=2, booth=3)
        cls.juno.call("PUT", f"/api/posts/{cls.post['id']}/like")
        for words in ["다음에 꼭 해 볼게요!", "둘째 컷에서 서로 바라보는 것도 좋아요 #커플포즈"]:
            cls.juno.call("POST", f"/api/posts/{cls.post['id']}/comments", {"text": words})

    def seen(self, browser):
        browser.until(lambda: browser.execute_script(
            "return [...document.images].every((it) => it.loading === 'lazy' && it.getBoundingClientRect().top > "
            "innerHeight || it.complete)"))

    def test_the_screens_and_axe(self):
        for dark, width, height, language in [
            (False, 390, 844, "ko-KR"), (True, 390, 844, "en-US"), (False, 1280, 800, "en-US"),
            (True, 1280, 800, "ko-KR")]:
            name = f"{width}x{height}-{'dark' if dark else 'light'}"
            browser = self.open("/app/feed", self.mina, width=width, height=height, dark=dark, language=language,
                calm=True)
            for view, path in [("list", "/app/feed"), ("post", f"/app/posts/{self.post['id']}"),
                ("form", f"/app/posts/{self.post['id']}/edit")]:
                browser.get(self.service.address(path))
                browser.until(lambda: browser.all(".card, .post-form"))
                self.ready(browser)
                self.seen(browser)
                browser.shot(f"feed-{view}-{name}")
                with self.subTest(view=view, name=name):
                    self.assertEqual(browser.violations(), [])
            self.assertEqual(browser.complaints(), [])

    def test_everything_fits_a_narrow_screen_and_a_page_twice_as_large(self):
        for width, height in [(320, 640), (640, 400)]:
            browser = self.open("/app/feed", self.mina, width=width, height=height)
            for path in ["/app/feed", "/app/feed?tag=" + "끝" * 50, f"/app/posts/{self.post['id']}",
                         f"/app/posts/{self.long['id']}", f"/app/posts/{self.post['id']}/edit", "/?booth=3"]:
                browser.get(self.service.address(path))
                browser.until(lambda: browser.all(".card, .post-form, .empty, .posts .post"), path)
                widest = browser.execute_script(
                    "const it = document.getElementById('view'); return Math.max(document.documentElement.scrollWidth, "
                    "it.scrollWidth)")
                self.assertLessEqual(widest, width, f"{width}x{height} {path}")
                browser.shot(f"feed-narrow-{width}")
            self.assertIsNone(browser.execute_script("return window.broken ?? null"))


if __name__ == "__main__":
    unittest.main()
