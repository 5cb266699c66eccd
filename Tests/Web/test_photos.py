"""Photos as posts, profiles, the shop and the chat show them: whole, of a known size, in a viewer, and in order."""

import contextlib

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

import people
from test_chat import Chatting
from test_feed import BLUE, GREEN, PINK, FeedTest

STRIP, LANDSCAPE = (300, 900), (600, 400)


class Whole(FeedTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        strip = people.picture(*STRIP, PINK)
        cls.strip = cls.mina.post("pose", "세로로 긴 네컷 #셋이서", [strip])["id"]
        cls.landscape = cls.mina.post("photo", "가로", [people.picture(*LANDSCAPE, BLUE)])["id"]
        cls.mina.post("frame", "팔아요", [strip], title="긴 프레임", price=0)

    @contextlib.contextmanager
    def without_photos(self, browser):
        browser.execute_cdp_cmd("Network.enable", {})
        browser.execute_cdp_cmd("Network.setBlockedURLs", {"urls": ["*/api/photos/*"]})
        yield
        browser.execute_cdp_cmd("Network.setBlockedURLs", {"urls": []})

    @staticmethod
    def frames(browser, selector):
        """The frames of the loaded photos and how each is fitted in it."""
        return browser.execute_script("""
            return [...document.querySelectorAll(arguments[0])].map((image) => ({
              fit: getComputedStyle(image).objectFit, height: image.getBoundingClientRect().height,
              frame: image.parentElement.getBoundingClientRect().height, source: image.currentSrc,
            }))""", selector)

    def loaded(self, browser, selector):
        browser.until(lambda: browser.execute_script("""
            const images = [...document.querySelectorAll(arguments[0])];
            images.forEach((it) => { it.loading = 'eager'; });
            return images.length > 0
              && images.every((it) => it.complete && it.naturalWidth > 0)""", selector), selector)

    def test_no_head_is_cut_off_anywhere(self):
        places = {"/app/feed": ".shot img", f"/app/posts/{self.strip}": ".shot img", "/app/shop": ".goods-photo img",
                  f"/app/people/{self.mina.id}": ".tile img"}
        for width, height in [(390, 844), (844, 390), (1280, 800)]:
            browser = self.browser(width=width, height=height)
            for path, selector in places.items():
                with self.subTest(path=path, width=width):
                    browser.get(self.service.address(path))
                    browser.until(lambda: browser.all(selector), path)
                    self.loaded(browser, selector)
                    for frame in self.frames(browser, selector):
                        self.assertEqual(frame["fit"], "contain")
                        self.assertLessEqual(frame["height"], frame["frame"] + 1)
                        self.assertLessEqual(frame["height"], height)
                    browser.shot(f"photos-{path.split('/')[2]}-{width}")

    def test_the_frame_of_a_photo_is_there_before_it(self):
        browser = self.browser()
        with self.without_photos(browser):
            browser.get(self.service.address("/app/feed"))
            browser.until(lambda: len(browser.all(".strip")) == 2, "the posts")
            heights = lambda: browser.execute_script(
                "return [...document.querySelectorAll('.strip')].map((it) => it.getBoundingClientRect().height)")
            before = heights()
        # The landscape has its own ratio; the strip that of the tallest frame, unless the window is lower.
        width = browser.one(".strip").size["width"]
        self.assertAlmostEqual(before[0], width * 400 / 600, delta=2)
        self.assertAlmostEqual(before[1], min(width * 3 / 2, 844 * 0.72), delta=2)
        browser.get(self.service.address("/app/feed"))
        browser.until(lambda: len(browser.all(".strip")) == 2, "the posts")
        self.loaded(browser, ".shot img")
        for height, reserved in zip(heights(), before, strict=True):
            self.assertAlmostEqual(height, reserved, delta=1)

    def test_the_smallest_form_that_will_do_is_loaded(self):
        browser = self.open("/app/feed")
        self.loaded(browser, ".shot img")
        landscape, strip = [frame["source"] for frame in self.frames(browser, ".shot img")]
        self.assertTrue(landscape.endswith("?width=960"), landscape)
        # Of a strip the window shows half of its own width.
        self.assertTrue(strip.endswith("?width=320"), strip)

    def test_a_photo_is_described(self):
        browser = self.open(f"/app/posts/{self.strip}")
        self.assertEqual(browser.one(".shot img").get_attribute("alt"), "느긋한 고래님이 올린 사진: 세로로 긴 네컷 #셋이서")


class Viewing(FeedTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.post = cls.mina.post("photo", "세 장", [people.picture(*STRIP, colour) for colour in [PINK, BLUE, GREEN]])

    def start(self, **manner):
        browser = self.open(f"/app/posts/{self.post['id']}", **manner)
        browser.until(lambda: browser.all(".shot img"))
        browser.one(".shot").click()
        browser.until(lambda: browser.execute_script(
            "const image = document.querySelector('.photo-viewer img'); return image?.complete && "
            "image.naturalWidth > 0"), "a photo")
        return browser

    @staticmethod
    def scale(browser):
        return browser.execute_script("""
            return new DOMMatrix(getComputedStyle(document.querySelector('.photo-viewer img')).transform).a""")

    @staticmethod
    def position(browser):
        return browser.text(".photo-viewer-position")

    def test_it_opens_from_a_post_and_is_used_by_the_keyboard(self):
        browser = self.start(width=1280, height=800)
        press = lambda key: browser.switch_to.active_element.send_keys(key)
        self.assertEqual(self.position(browser), "1/3")
        self.assertEqual(browser.violations("dialog"), [])
        press(Keys.ARROW_RIGHT)
        self.assertEqual(self.position(browser), "2/3")
        self.assertIn("2번째", browser.one(".photo-viewer img").get_attribute("alt"))
        press(Keys.ARROW_LEFT)
        press(Keys.ARROW_LEFT)
        self.assertEqual(self.position(browser), "3/3")
        press("+")
        press("+")
        self.assertGreater(self.scale(browser), 1.5)
        # Zoomed, the arrow keys move the photo; the full size is loaded.
        press(Keys.ARROW_LEFT)
        self.assertEqual(self.position(browser), "3/3")
        browser.until(lambda: browser.one(".photo-viewer img").get_attribute("src").endswith(self.post["photos"][2]),
            "the full size")
        press("0")
        self.assertEqual(self.scale(browser), 1)
        press(Keys.ESCAPE)
        browser.until(lambda: not browser.all("dialog"))
        self.assertIn("shot", browser.switch_to.active_element.get_attribute("class"))
        self.assertEqual(browser.complaints(), [])

    def test_back_closes_it_and_nothing_else(self):
        browser = self.open("/app/feed")
        browser.one(".card-time").click()
        browser.until(lambda: browser.all("button.shot"))
        place = self.path(browser)
        for close in [browser.back, lambda: browser.switch_to.active_element.send_keys(Keys.ESCAPE), browser.back]:
            browser.one("button.shot").click()
            browser.until(lambda: browser.all("dialog"), "the viewer")
            close()
            browser.until(lambda: not browser.all("dialog"), "closed")
            self.assertEqual(self.path(browser), place)
        browser.back()
        self.arrived(browser, "/app/feed")
        self.assertEqual(browser.complaints(), [])

    def test_the_wheel_and_a_double_click_zoom(self):
        browser = self.start(width=1280, height=800)
        image = browser.one(".photo-viewer img")
        browser.execute_cdp_cmd("Input.dispatchMouseEvent",
            {"type": "mouseWheel", "x": 640, "y": 400, "deltaX": 0, "deltaY": -100})
        browser.until(lambda: self.scale(browser) > 1, "zoomed in")
        browser.execute_cdp_cmd("Input.dispatchMouseEvent",
            {"type": "mouseWheel", "x": 640, "y": 400, "deltaX": 0, "deltaY": 100})
        browser.until(lambda: self.scale(browser) == 1, "zoomed out")
        ActionChains(browser).double_click(image).perform()
        browser.until(lambda: self.scale(browser) == 2.5, "zoomed in")
        ActionChains(browser).double_click(image).perform()
        browser.until(lambda: self.scale(browser) == 1, "zoomed out")
        # Beside the photo a click closes.
        ActionChains(browser).move_by_offset(0, 0).move_to_element_with_offset(browser.one("dialog"), -600,
            200).click().perform()
        browser.until(lambda: not browser.all("dialog"), "closed")

    def touch(self, browser, *steps):
        """Fingers that touch, move over the points, and leave: each step has a point for each finger."""
        points = lambda step: [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(step)]
        for kind, step in [("touchStart", steps[0]), *[("touchMove", it) for it in steps[1:]], ("touchEnd", [])]:
            browser.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points(step)})

    def test_fingers_swipe_pinch_and_close(self):
        browser = self.start()
        browser.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True, "maxTouchPoints": 2})
        self.touch(browser, [(300, 420)], [(200, 420)], [(100, 425)])
        browser.until(lambda: self.position(browser) == "2/3", "the next")
        self.touch(browser, [(100, 420)], [(200, 420)], [(300, 425)])
        browser.until(lambda: self.position(browser) == "1/3", "the one before")
        self.touch(browser, [(180, 420), (210, 420)], [(150, 420), (240, 420)], [(100, 420), (290, 420)])
        browser.until(lambda: self.scale(browser) > 2, "pinched")
        # Zoomed, a finger moves the photo, and does not turn to the next.
        left = lambda: browser.one(".photo-viewer img").rect["x"]
        before = left()
        self.touch(browser, [(200, 420)], [(260, 420)], [(330, 420)])
        browser.until(lambda: left() != before, "moved")
        self.assertEqual(self.position(browser), "1/3")
        self.touch(browser, [(50, 300), (340, 300)], [(150, 300), (240, 300)], [(190, 300), (200, 300)])
        browser.until(lambda: self.scale(browser) == 1, "small again")
        self.touch(browser, [(200, 300)], [(200, 400)], [(205, 500)])
        browser.until(lambda: not browser.all("dialog"), "closed")

    def test_a_photo_is_saved_at_full_size(self):
        browser = self.start()
        link = browser.one(".photo-viewer-save")
        self.assertTrue(link.get_attribute("href").endswith(f"/api/photos/{self.post['photos'][0]}"))
        self.assertTrue(link.get_attribute("download").endswith(".png"))
        self.assertEqual(link.accessible_name, "사진 저장")
        browser.shot("photo-viewer-390")


class Ordering(FeedTest):
    def choose(self, browser):
        files = [self.file(f"{number}.png", people.picture(200, 600, colour))
            for number, colour in enumerate([PINK, BLUE, GREEN])]
        browser.one("#field-photos").send_keys("\n".join(files))
        browser.until(lambda: len(browser.all(".upload")) == 3 and not browser.all(".upload-state:not([hidden])"))

    @staticmethod
    def order(browser):
        """The numbers of the photos as they were chosen, in the order of the tiles: by the addresses of their
        previews."""
        return browser.execute_script("""
            const now = [...document.querySelectorAll('.upload-photo')].map((it) => it.src);
            window.chosen ??= now;
            return now.map((it) => window.chosen.indexOf(it))""")

    def test_photos_are_put_in_order_by_dragging_and_by_keys(self):
        browser = self.open("/app/posts/new?kind=photo", self.mina, width=1280, height=800)
        self.choose(browser)
        self.assertEqual(self.order(browser), [0, 1, 2])
        first, third = browser.all(".upload-handle")[0], browser.all(".upload-handle")[2]
        browser.execute_script("arguments[0].scrollIntoView({block: 'center'})", first)
        ActionChains(browser).click_and_hold(first).move_by_offset(20, 0).move_to_element(third).release().perform()
        browser.until(lambda: self.order(browser) == [1, 2, 0], "dragged to the end")
        self.assertFalse(browser.all(".is-dragged"))
        last = browser.all(".upload-handle")[2]
        self.assertEqual(last.accessible_name, "3번째 사진, 끌거나 화살표 키로 순서를 바꿔요")
        last.send_keys(Keys.ARROW_LEFT)
        browser.until(lambda: self.order(browser) == [1, 0, 2], "moved by a key")
        self.assertEqual(browser.switch_to.active_element.accessible_name, "2번째 사진, 끌거나 화살표 키로 순서를 바꿔요")
        self.assertEqual(browser.violations(), [])
        browser.shot("photos-ordering")
        browser.one("#field-text").send_keys("순서대로")
        draft = """const key = Object.keys(localStorage).find((it) => it.includes('writing'));
                return JSON.parse(localStorage.getItem(key)).photos"""
        names = browser.execute_script(draft)
        self.press(browser, "올리기", ".form")
        browser.until(lambda: browser.all(".strip.is-whole"))
        self.assertEqual(self.newest()["photos"], names)


class InChat(Chatting):
    def test_the_same_viewer_shows_the_photos_of_a_message(self):
        photos = self.juno.upload(people.picture(*STRIP, PINK), people.picture(*STRIP, BLUE))
        self.say(self.juno, "어제", photos=photos)
        browser = self.open(self.mina)
        browser.until(lambda: len(browser.all(".album img")) == 2)
        browser.all(".album-photo")[1].click()
        browser.until(lambda: browser.text(".photo-viewer-position") == "2/2")
        self.assertTrue(browser.one(".photo-viewer-save").get_attribute("href").endswith(photos[1]))

    def test_several_photos_of_a_message_are_whole(self):
        for count in [2, 3, 5]:
            photos = self.juno.upload(
                *[people.picture(*STRIP, (40 * number, 90, 10 * count)) for number in range(count)])
            self.say(self.juno, f"사진 {count}", photos=photos)
        browser = self.open(self.mina)
        browser.until(lambda: len(browser.all(".album img")) == 10)
        fits = browser.execute_script("""return [...document.querySelectorAll('.album img')].map((it) => {
          const { width, height } = it.getBoundingClientRect();
          return [getComputedStyle(it).objectFit, width, height];
        });""")
        for fit, width, height in fits:
            self.assertEqual(fit, "contain")
            self.assertAlmostEqual(height, width * 3 / 2, delta=1)
        self.assertEqual(browser.violations(), [])
        browser.shot("chat-albums")
