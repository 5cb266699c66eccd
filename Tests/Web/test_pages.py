"""The map and the list: search, filters, sharing, offline use, accessibility."""

import base64
import http.server
import random
import re
import tempfile
import threading
import unittest

from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

from first_view import observed
from service import HONGDAE, Browser, Service, WebTest

AT = "/?at=37.5573,126.9258,15"


class FirstView(WebTest):
    has_worker = True

    def test_it_is_small_and_nothing_comes_from_elsewhere(self):
        browser = self.visit(width=1280, height=800)
        browser.until(lambda: browser.all(".leaflet-marker-icon"))
        traffic = browser.traffic()
        total = sum(size for _, size in traffic)
        print(f"\nfirst view on a cold cache: {len(traffic)} requests, {total:,} bytes")
        self.assertLessEqual(total, 160_000)
        self.assertLessEqual(len(traffic), 30)
        self.assertTrue(all(url.startswith(self.service.address("/")) for url, _ in traffic), traffic)
        self.assertEqual(browser.complaints(), [])

    def test_little_moves_while_it_comes(self):
        for width, height in [(390, 844), (1280, 800)]:
            browser = self.browser(width=width, height=height)
            seen = observed(browser, self.service.address())
            self.assertLessEqual(seen["shift"], 0.02, seen["shifts"])
            self.assertGreater(seen["largest"], 0)

    def test_moving_the_map_asks_once_for_little(self):
        browser = self.visit(AT, width=1280, height=800)
        browser.until(lambda: browser.all(".leaflet-marker-icon"))
        browser.until(lambda: not [url for url, _ in browser.traffic()], "quiet")
        browser.one("#map").send_keys(Keys.ARROW_RIGHT)
        browser.until(lambda: not browser.one("#search-here").get_attribute("hidden"))
        browser.execute_script("return new Promise((done) => setTimeout(done, 500))")
        asked = [(url, size) for url, size in browser.traffic() if "/api/" in url]
        self.assertEqual(len(asked), 1, asked)
        self.assertIn("/api/booths/clusters", asked[0][0])
        self.assertLessEqual(asked[0][1], 100_000)

    def test_the_screens(self):
        for dark in [False, True]:
            for width, height in [(390, 844), (1280, 800)]:
                name = f"{width}x{height}-{'dark' if dark else 'light'}"
                browser = Browser(width=width, height=height, dark=dark)
                self.addCleanup(browser.quit)
                browser.allow("granted")
                browser.stand(**HONGDAE)
                browser.get(self.service.address())
                self.settle(browser)
                browser.until_said("현재 위치를")
                browser.until(lambda: browser.all(".leaflet-marker-icon.pin"))
                browser.shot(f"map-{name}")
                browser.one(".item").click()
                browser.until(lambda: browser.all(".facts"))
                browser.execute_script("return new Promise((done) => setTimeout(done, 600))")
                browser.shot(f"booth-{name}")
                self.assertEqual(browser.complaints(), [])


class ManyBooths(WebTest):
    """A million, around the cities and all over the country."""

    COUNT = 1_000_000
    CITIES = [(37.5573, 126.9258), (37.4979, 127.0276), (35.1578, 129.0594), (35.8714, 128.6014), (33.4996, 126.5312)]

    @classmethod
    def setUpClass(cls):
        chance = random.Random(7)
        with tempfile.NamedTemporaryFile("w", suffix=".csv") as file:
            file.write("external_id,name,brand,latitude,longitude,opening_hours,status\n")
            for number in range(cls.COUNT):
                if number % 2:
                    latitude, longitude = (chance.gauss(middle, 0.03) for middle in chance.choice(cls.CITIES))
                else:
                    latitude, longitude = chance.uniform(34.5, 38.2), chance.uniform(126.5, 129.3)
                hours = "24/7" if number % 2 else "Mo-Su off"
                brand = "가나다라마"[number % 5] + "네컷"
                file.write(f"A{number},부스 {number}호점,{brand},{latitude:.6f},{longitude:.6f},{hours},operating\n")
            file.flush()
            cls.service = Service(booths=file.name)
        cls.addClassCleanup(cls.service.end)

    def test_moving_and_zooming_ask_once_for_little(self):
        for zoom in [7, 11, 15]:
            browser = self.visit(f"/?at=37.5573,126.9258,{zoom}", width=1280, height=800)
            browser.until(lambda: browser.all(".leaflet-marker-icon"))
            for key in [Keys.ARROW_RIGHT, Keys.ARROW_UP, "+", "-"]:
                browser.until(lambda: not browser.traffic(), "quiet")
                browser.one("#map").send_keys(key)
                asked = []
                # The name of the place where one began may come late.
                browser.until(lambda: asked.extend(it for it in browser.traffic() if "/api/booths/" in it[0]) or asked,
                    key)
                browser.execute_script("return new Promise((done) => setTimeout(done, 700))")
                asked += [it for it in browser.traffic() if "/api/booths/" in it[0]]
                self.assertEqual(len(asked), 1, asked)
                self.assertIn("/api/booths/clusters", asked[0][0])
                size, took = browser.execute_script("""
                    const last = performance.getEntriesByType('resource').filter((it) => it.name.includes('/clusters'))
                      .at(-1);
                    return [last.transferSize, last.duration];""")
                self.assertTrue(0 < size <= 100_000, size)
                marks = len(browser.all(".leaflet-marker-icon"))
                self.assertTrue(0 < marks <= 400, marks)
                print(f"\na million booths, zoom {zoom}: {size:,} bytes, {took:.0f} ms, {marks} marks", end="")
            browser.shot(f"map-many-{zoom}")
            self.assertEqual(browser.complaints(), [])

    def test_filters_and_the_list_answer_as_ever(self):
        browser = self.visit("/?at=37.5573,126.9258,11&brand=가네컷&open=now", width=1280, height=800)
        browser.until(lambda: browser.all(".leaflet-marker-icon"))
        numbers = [int(re.search(r"(\d+)호점", name).group(1)) for name in self.names(browser)]
        self.assertEqual((len(numbers), {number % 10 for number in numbers}), (20, {5}))
        self.assertEqual(browser.complaints(), [])


class Finding(WebTest):
    def test_chains_opening_and_party_narrow_the_list_and_stand_in_the_address(self):
        browser = self.visit(AT)
        chip = browser.one(".chip")
        brand = chip.get_attribute("data-brand")
        chip.click()
        browser.until(lambda: all(brand in name for name in self.names(browser)))
        self.assertEqual(browser.one(".chip").get_attribute("aria-pressed"), "true")
        self.assertEqual(browser.query()["brand"], brand)
        Select(browser.one("[aria-label='영업']")).select_by_value("now")
        Select(browser.one("[aria-label='인원']")).select_by_value("4")
        # At night few are open: those whose hours are unknown follow them.
        browser.until(lambda: browser.all(".items .opening") and not browser.all(".items .opening.is-closed"))
        query = browser.query()
        self.assertEqual((query["open"], query["people"]), ("now", "4"))
        # Everyone with the address sees the same.
        names = self.names(browser)
        other = self.visit(browser.current_url.split(str(self.service.port))[1])
        self.assertEqual(self.names(other), names)
        self.assertEqual(other.one("[aria-label='인원']").get_attribute("value"), "4")

    def test_a_filter_that_leaves_nothing_can_be_cleared(self):
        browser = self.visit("/?brand=nobody")
        self.assertIn("조건에 맞는 부스가 없어요", browser.text(".foot"))
        browser.one(".foot button").click()
        browser.until(lambda: len(self.names(browser)) == 20)
        self.assertNotIn("brand", browser.query())

    def test_a_part_of_the_map_without_booths_says_so_and_leads_to_some(self):
        for width, height, language in [(320, 640, "en-US"), (390, 844, "ko-KR"), (768, 1024, "ko-KR"),
            (1280, 800, "ko-KR")]:
            with self.subTest(width=width):
                browser = self.visit("/?at=38.5,129.2,12", width=width, height=height, language=language)
                browser.until_text("#map-empty", "부스가 없어요" if language == "ko-KR" else "No booths")
                box, area = browser.one("#map-empty").rect, browser.one(".map-area").rect
                self.assertGreaterEqual(box["x"], area["x"] - 1)
                self.assertLessEqual(box["x"] + box["width"], area["x"] + area["width"] + 1)
                browser.shot(f"bare-{width}x{height}")
                # One line, which lets swipes through to the map.
                self.assertLessEqual(box["height"], 50)
                self.assertTrue(browser.execute_script("""
                    const { left, top, height } = arguments[0].getBoundingClientRect();
                    return document.getElementById('map')
                      .contains(document.elementFromPoint(left + 12, top + height / 2));""",
                    browser.one("#map-empty")))
                browser.one("#map-empty button").click()
                browser.until(lambda: browser.all(".leaflet-marker-icon.pin, .leaflet-marker-icon.cluster"),
                    "a booth on the map")
                browser.until(lambda: not browser.one("#map-empty").is_displayed(), "nothing to say")
                self.assertEqual(browser.complaints(), [])

    def test_the_line_names_a_province_when_one_is_in_view(self):
        for at, name in [("36.6,127.3,8", "충청"), ("35.8,128.6,7", "대구"), ("36.5,127.5,14", "문의면")]:
            browser = self.visit(f"/?at={at}")
            browser.until_text(".place", name)

    def test_what_hides_booths_is_named_and_given_up(self):
        browser = self.visit(
            AT + "&brand=%EB%AA%A8%EC%9D%98%EC%82%AC%EC%A7%84%EA%B4%80&q=%EC%83%98%ED%94%8C%EB%84%A4%EC%BB%B7")
        self.assertIn("맞는 부스가 없어요", browser.text(".foot"))
        browser.until_text(".foot", "“모의사진관” 빼고 48곳 보기")
        browser.until_text(".foot", "“샘플네컷” 빼고 53곳 보기")
        browser.all(".foot button")[0].click()
        browser.until(lambda: len(self.names(browser)) == 20 and all("샘플네컷" in name for name in self.names(browser)))
        self.assertNotIn("brand", browser.query())
        browser.back()
        browser.until(lambda: "brand" in browser.query() and not self.names(browser))
        self.assertEqual(browser.violations(), [])

    def test_another_chain_of_the_search_replaces_the_first(self):
        browser = self.visit()
        for words in ["모의사진관", "샘플네컷"]:
            browser.one("#text").send_keys(words)
            browser.until(lambda: words in (browser.text("#suggestions .option b") or ""))
            browser.one("#text").send_keys(Keys.ENTER)
            browser.until(lambda: browser.query().get("brand") == words)
            browser.until(lambda: self.names(browser) and all(words in name for name in self.names(browser)))
            first = browser.one("#filters > *")
            self.assertEqual(first.get_attribute("data-brand"), words)
            self.assertGreaterEqual(first.rect["x"], 0)
        browser.one("#filters > *").click()
        browser.until(lambda: "brand" not in browser.query())

    def test_a_filter_that_empties_the_map_can_be_cleared_there(self):
        browser = self.visit("/?at=37.5573,126.9258,15&brand=nobody")
        browser.until_text("#map-empty", "조건에 맞는 부스가 없어요")
        browser.one("#map-empty button").click()
        browser.until(lambda: not browser.one("#map-empty").is_displayed() and len(self.names(browser)) == 20)

    def test_initial_consonants_find_and_the_list_goes_on(self):
        browser = self.visit()
        browser.one("#text").send_keys("ㅎㄷㅇㄱ")
        browser.until(lambda: browser.all("#suggestions .option")
            and "ㅎㄷㅇㄱ" in browser.all("#suggestions .option")[-1].text)
        browser.all("#suggestions .option")[-1].click()
        browser.until(lambda: self.names(browser) and "홍대입구" in self.names(browser)[0])
        # Those of the station come first, then those that are a walk away.
        named = ["홍대입구" in name for name in self.names(browser)]
        self.assertEqual(named, sorted(named, reverse=True))
        self.assertGreater(named.count(True), 10)
        self.assertEqual(browser.query()["q"], "ㅎㄷㅇㄱ")
        self.assertEqual(browser.text("#list-title").split()[0], "찾은")
        browser.one("#text").send_keys(Keys.END, *[Keys.BACKSPACE] * 4)
        browser.until(lambda: "정자" in self.names(browser)[0])
        browser.one(".foot button").click()
        browser.until(lambda: len(self.names(browser)) == 50)

    def test_a_booth_opens_closes_and_returns_the_focus(self):
        browser = self.visit(AT)
        item = browser.one(".item")
        name, number = browser.text(".item .title"), item.get_attribute("data-booth")
        item.send_keys(Keys.ENTER)
        browser.until_text("#sheet-title", name)
        focused = lambda attribute: browser.switch_to.active_element.get_attribute(attribute)
        self.assertEqual(focused("id"), "sheet-title")
        path = lambda: browser.execute_script("return location.pathname")
        self.assertEqual(path(), f"/booths/{number}")
        for shown in ["영업 시간", "길찾기", "주소 복사", "아직 올라온 글이 없어요."]:
            browser.until_text("#sheet", shown)
        browser.until(lambda: browser.all(".pin.is-chosen"))
        browser.switch_to.active_element.send_keys(Keys.ESCAPE)
        browser.until(lambda: focused("data-booth") == number)
        self.assertEqual(path(), "/")

    def test_back_and_forward_go_from_booth_to_booth(self):
        browser = self.visit(AT)
        name = browser.text(".item .title")
        browser.one(".item").click()
        browser.until_text("#sheet-title", name)
        browser.back()
        browser.until(lambda: not browser.one("#sheet").is_displayed())
        browser.forward()
        browser.until_text("#sheet-title", name)

    def test_a_shared_booth_opens_with_its_address_and_an_unknown_one_is_said(self):
        browser = self.visit("/?booth=3")
        browser.until_text("#sheet-title", "강남")
        browser.until(lambda: browser.all(".pin.is-chosen"))
        unknown = self.visit("/?booth=999999")
        unknown.until_said("이 링크의 부스를 찾을 수 없어요.")
        self.assertTrue(self.names(unknown))

    def test_an_address_that_is_wrong_counts_as_none(self):
        browser = self.browser()
        for path in ["/?at=1,2", "/?at=a,b,c&people=-1&open=x&booth=0", "/?at=999,999,15&q=", "/?unknown=1&%20=%20"]:
            self.show(browser, path)
            self.assertIn("정자", self.names(browser)[0], path)
            self.assertEqual(browser.complaints(), [])

    def test_markup_in_an_address_stays_text(self):
        browser = self.visit("/?q=%3Cimg%20src%3Dx%20onerror%3D%22window.broken%3D1%22%3E&brand=%3Cb%3Ex%3C%2Fb%3E")
        self.assertIsNone(browser.execute_script("return window.broken ?? null"))
        self.assertEqual(browser.one("#text").get_attribute("value"), '<img src=x onerror="window.broken=1">')
        self.assertIn("<b>x</b>", browser.text("#filters"))

    def test_this_area_is_searched_when_asked(self):
        browser = self.visit(AT)
        for _ in range(12):
            browser.one("#map").send_keys(Keys.ARROW_DOWN)
        browser.until(lambda: not browser.one("#search-here").get_attribute("hidden"))
        before = self.names(browser)
        browser.one("#search-here").click()
        browser.until(lambda: self.names(browser) != before)
        browser.until_said("지도 중심을 기준으로")
        # Nobody allows the position here: the list stays, and the button leads to where it was at first.
        browser.until_text(".location-line .home", "내 위치로")
        browser.one(".location-line .home").click()
        browser.until_text("#location-details", "지금은 내 위치를 알 수 없어요")
        self.assertNotIn("정자", self.names(browser)[0])
        browser.until_text(".location-line .home", "처음 위치로")
        browser.one(".location-line .home").click()
        browser.until(lambda: "정자" in self.names(browser)[0])


class Tiles(http.server.BaseHTTPRequestHandler):
    """A source of tiles: one pixel for each."""

    PIXEL = base64.b64decode(
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPj/HwADBwIAMCbHYQAAAABJRU5ErkJggg==")
    asked = []

    def do_GET(self):
        self.asked.append(self.path)
        self.send_response(200)
        self.send_header("Content-Type", "image/png")
        self.end_headers()
        self.wfile.write(self.PIXEL)

    def log_message(self, *_):
        pass


class WithTiles(WebTest):
    @classmethod
    def options(cls):
        source = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Tiles)
        threading.Thread(target=source.serve_forever, daemon=True).start()
        cls.addClassCleanup(source.server_close)
        cls.addClassCleanup(source.shutdown)
        address = f"http://127.0.0.1:{source.server_port}/{{z}}/{{x}}/{{y}}.png"
        return ["--tiles", address, "--tile-attribution", "© Tiles <b>&</b> more"]

    def test_the_map_stands_on_them_and_names_whose_they_are(self):
        browser = self.visit(AT, width=1280, height=800)
        browser.until(lambda: len(browser.all(".tiles .leaflet-tile-loaded")) > 5, "tiles")
        self.assertTrue(all(path.startswith("/15/") for path in Tiles.asked), Tiles.asked)
        self.assertIn("© Tiles <b>&</b> more", browser.text(".leaflet-control-attribution"))
        self.assertEqual(browser.complaints(), [])


class WithoutNetwork(WebTest):
    has_worker = True

    def test_the_page_reopens_with_the_last_list_and_its_age_and_recovers(self):
        browser = self.visit(AT)
        names = self.names(browser)
        browser.until(lambda: browser.execute_script(
            "return navigator.serviceWorker.ready.then((it) => it.active.state === 'activated')"), "a service worker")
        self.service.stop()
        try:
            browser.get(self.service.address(AT))
            browser.until_said("연결이 끊겨")
            self.assertEqual(sorted(self.names(browser)), sorted(names))
            browser.until(lambda: browser.all(".leaflet-marker-icon.pin"))
            browser.one(".item").click()
            browser.until_text("#sheet", "영업 시간")
            browser.one(".back").click()
        finally:
            self.service.start()
        browser.one(".actions button").click()
        browser.until_said("링크에 있는 위치를")


class ForEveryone(WebTest):
    def test_english_for_those_who_read_it(self):
        browser = self.visit(language="en-US")
        self.assertEqual(browser.one("html").get_attribute("lang"), "en")
        browser.until_said("Your location has not been requested yet, so the area around Jeongja-dong")
        self.assertEqual(browser.title, "fourcuts – photo booths near you")
        self.assertIn("min walk", browser.text(".items"))

    def test_one_is_said_as_one(self):
        browser = self.visit(language="en-GB")
        sizes = browser.texts(".choice option")
        self.assertIn("1 person", sizes)
        self.assertIn("2 people", sizes)

    def test_what_lies_on_the_map_does_not_lie_on_each_other_under_a_long_list(self):
        browser = self.visit()
        browser.one("#handle").click()
        browser.until(lambda: browser.one(".map-area").rect["height"] < 190, "a small map")
        boxes = lambda: [browser.one(part).rect for part in [".leaflet-control-zoom", "#use-location"]]
        def apart():
            zoom, here = boxes()
            return here["x"] + here["width"] <= zoom["x"] or zoom["y"] + zoom["height"] <= here["y"]
        browser.until(apart, f"{boxes()}")
        browser.shot("list-390x844")

    def test_dark_where_it_is_liked(self):
        colours = [self.visit(dark=dark).one("body").value_of_css_property("background-color")
            for dark in [False, True]]
        self.assertEqual(colours, ["rgba(255, 250, 245, 1)", "rgba(23, 21, 31, 1)"])

    def test_everything_fits_a_narrow_screen_and_a_page_twice_as_large(self):
        # 640 by 400 is what 200 % leave of 1280 by 800.
        for width, height in [(320, 640), (640, 400)]:
            browser = self.browser(width=width, height=height)
            for path in [AT, AT + "&booth=3"]:
                self.show(browser, path)
                widest = browser.execute_script("return document.documentElement.scrollWidth")
                self.assertLessEqual(widest, width, f"{width}x{height} {path}")
                self.assertTrue(browser.one("#panel").is_displayed())

    def test_the_keyboard_reaches_everything_and_the_skip_link_comes_first(self):
        browser = self.visit(width=1280, height=800)
        browser.one("body").send_keys(Keys.TAB)
        self.assertEqual(browser.switch_to.active_element.get_attribute("class"), "skip")
        browser.switch_to.active_element.send_keys(Keys.ENTER)
        self.assertEqual(browser.execute_script("return document.activeElement.id"), "results")
        seen = set()
        for _ in range(60):
            browser.switch_to.active_element.send_keys(Keys.TAB)
            seen.add(browser.execute_script("const it = document.activeElement; return it.id || it.className"))
        self.assertLessEqual({"text", "item", "map", "use-location"}, seen)

    def test_less_motion_for_those_who_want_it(self):
        browser = self.visit(calm=True)
        self.assertFalse(browser.all(".leaflet-zoom-anim"))

    def test_axe_finds_nothing(self):
        for manner in [{}, {"dark": True}, {"language": "en-US", "width": 1280, "height": 800}, {"width": 320}]:
            browser = self.browser(**manner)
            for path in [AT, "/booths/3", "/?brand=nobody"]:
                with self.subTest(path=path, **manner):
                    self.show(browser, path)
                    self.assertEqual(browser.violations(), [])


if __name__ == "__main__":
    unittest.main()
