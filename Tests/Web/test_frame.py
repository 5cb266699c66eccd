"""The frame: addresses of views, the browser's buttons, focus, and the state of the map between views."""

import unittest

from selenium.webdriver.common.keys import Keys

from service import WebTest

AT = "/?at=37.5573,126.9258,15"


class Frame(WebTest):
    def to(self, browser, tab):
        browser.one(f"[data-tab={tab}]").click()

    def path(self, browser):
        return browser.execute_script("return location.pathname + location.search")

    def focused(self, browser):
        return browser.execute_script("return document.activeElement.id || document.activeElement.tagName")

    def view(self, browser, words="포도알"):
        browser.until_text("#view h2", words)

    def worker(self, browser):
        browser.until(lambda: browser.execute_script(
            "return navigator.serviceWorker.ready.then((it) => it.active.state === 'activated')"), "a service worker")


class Going(Frame):
    def test_links_back_and_forward_load_no_page_anew_and_move_the_focus(self):
        browser = self.visit(AT)
        browser.execute_script("window.isSame = true")
        self.assertEqual(browser.one("[data-tab=map]").get_attribute("aria-current"), "page")
        self.to(browser, "card")
        self.view(browser)
        self.assertEqual((self.path(browser), browser.title), ("/app/card", "포도알 – 네컷 지도"))
        self.assertEqual(self.focused(browser), "H2")
        self.assertEqual(browser.texts("[aria-current=page]"), ["포도알"])
        self.assertFalse(browser.one("#map-page").is_displayed() or browser.one("#search").is_displayed())
        browser.one(".intro a").click()
        browser.until(lambda: self.path(browser).startswith("/app/login?next="), "the way to log in")
        browser.back()
        self.view(browser)
        browser.back()
        browser.until(lambda: browser.one("#map-page").is_displayed())
        self.assertEqual((self.path(browser), browser.title), (AT, "네컷 지도 – 가까운 포토부스 찾기"))
        self.assertEqual(self.focused(browser), "results")
        browser.forward()
        self.view(browser)
        self.assertTrue(browser.execute_script("return window.isSame"), "the page itself stayed")
        self.assertEqual(browser.complaints(), [])

    def test_the_first_view_loads_no_other_view_and_each_is_loaded_when_it_is_wanted(self):
        browser = self.visit(AT)
        loaded = lambda: [name for name in browser.execute_script(
            "return performance.getEntriesByType('resource').map((it) => it.name)")
            if "/views/" in name and "/views/map/" not in name]
        self.assertEqual(loaded(), [])
        self.to(browser, "card")
        self.view(browser)
        self.assertTrue(loaded())
        others = [name for name in loaded() if "/views/card/" not in name]
        self.assertEqual(others, [])
        # And the other way round: a view does without the map, but for its styles, which the page links.
        browser.get(self.service.address("/app/card"))
        self.view(browser)
        names = browser.execute_script("return performance.getEntriesByType('resource').map((it) => it.name)")
        of_the_map = lambda name: name.endswith(".js") and ("/leaflet/" in name or "/views/map/" in name)
        self.assertFalse([name for name in names if of_the_map(name) or "/api/booths" in name])

    def test_a_click_that_asks_for_a_new_tab_is_left_to_the_browser(self):
        browser = self.visit(AT)
        is_left = browser.execute_script("""
          const link = document.querySelector('[data-tab=card]');
          let wasLeft = null;
          addEventListener('click', (event) => { wasLeft = !event.defaultPrevented; event.preventDefault(); },
            { once: true });
          link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey: true }));
          return wasLeft;""")
        self.assertTrue(is_left)
        self.assertEqual(self.path(browser), AT)

    def test_one_view_twice_is_one_step(self):
        browser = self.visit(AT)
        self.to(browser, "card")
        self.view(browser)
        self.to(browser, "card")
        self.view(browser)
        browser.back()
        browser.until(lambda: self.path(browser) == AT, "the map")

    def test_a_view_opened_by_its_address_begins_at_its_beginning(self):
        browser = self.browser()
        browser.get(self.service.address("/app/card"))
        self.view(browser)
        self.assertEqual(self.focused(browser), "BODY")
        browser.one("body").send_keys(Keys.TAB)
        self.assertEqual((self.focused(browser), browser.switch_to.active_element.text), ("skip", "본문으로 건너뛰기"))
        browser.switch_to.active_element.send_keys(Keys.ENTER)
        self.assertEqual(self.focused(browser), "H2")
        self.assertEqual(self.path(browser), "/app/card")
        browser.refresh()
        self.view(browser)
        self.assertEqual(browser.complaints(), [])

    def test_unknown_addresses_are_said(self):
        browser = self.browser()
        for path in ["/app/nothing", "/app/constructor", "/app/card/x/y",
                     "/app/%3Cimg%20src=x%20onerror=%22window.broken=1%22%3E", "/app/%E0%A4%A"]:
            with self.subTest(path):
                browser.get(self.service.address(path))
                if browser.all("#view"):
                    browser.until_text("#view", "없는 페이지예요")
                    self.assertIsNone(browser.execute_script("return window.broken ?? null"))
                else:
                    # What is no address at all, the server already says.
                    self.assertIn("400", browser.text("body"))
        browser.get(self.service.address("/app/nothing"))
        browser.until(lambda: browser.all("#view p a"))
        browser.one("#view p a").click()
        self.settle(browser)
        self.assertEqual(self.path(browser).split("?")[0], "/")

    def test_a_view_returns_to_where_it_was_scrolled(self):
        browser = self.browser(width=390, height=420)
        browser.get(self.service.address("/app/card"))
        self.view(browser)
        browser.execute_script("document.getElementById('view').scrollTop = 120")
        browser.execute_script("document.querySelector('[data-tab=map]').click()")
        browser.until(lambda: self.path(browser).split("?")[0] == "/")
        browser.back()
        self.view(browser)
        top = lambda: browser.execute_script("return document.getElementById('view').scrollTop")
        browser.until(lambda: abs(top() - 120) <= 1, "where it was")
        self.to(browser, "map")
        self.to(browser, "card")
        self.view(browser)
        self.assertEqual(top(), 0, "a new visit begins above")


class TheMapMeanwhile(Frame):
    def test_it_keeps_its_place_filters_and_booth(self):
        browser = self.visit(AT)
        browser.one(".chip").click()
        brand = browser.one(".chip").get_attribute("data-brand")
        browser.until(lambda: all(brand in name for name in self.names(browser)))
        name = browser.text(".item .title")
        browser.one(".item").click()
        browser.until_text("#sheet-title", name)
        before = browser.query()
        browser.until(lambda: not browser.traffic(), "quiet")
        self.to(browser, "card")
        self.view(browser)
        self.to(browser, "map")
        browser.until(lambda: browser.one("#sheet").is_displayed())
        self.assertEqual(browser.query(), before)
        self.assertEqual(browser.title, f"{name} – 네컷 지도")
        # Nothing was asked for that was there already.
        self.assertFalse([url for url, _ in browser.traffic() if "/api/booths" in url])
        # The map's own tab leads from the booth to the list.
        self.to(browser, "map")
        browser.until(lambda: not browser.one("#sheet").is_displayed())
        self.assertEqual(browser.query()["brand"], brand)
        self.assertNotIn("booth", browser.query())
        self.assertEqual(browser.complaints(), [])

    def test_a_link_to_another_place_or_booth_is_followed(self):
        browser = self.visit(AT)
        self.to(browser, "card")
        self.view(browser)
        link = lambda address: browser.execute_script("""
          const link = document.createElement('a');
          link.href = arguments[0];
          document.getElementById('view').append(link);
          link.click();""", address)
        link("/?booth=3")
        browser.until_text("#sheet-title", "강남")
        browser.until(lambda: browser.all(".pin.is-chosen"), "the booth on the map")
        self.to(browser, "card")
        self.view(browser)
        link("/?at=37.4979,127.0276,15&q=%EA%B0%95%EB%82%A8")
        browser.until(lambda: self.names(browser) and all("강남" in name for name in self.names(browser)[:3]),
            "what is there")
        self.assertFalse(browser.one("#sheet").is_displayed())
        self.assertEqual(browser.one("#text").get_attribute("value"), "강남")
        browser.until(lambda: browser.query().get("at", "").startswith("37.49"), "the place")
        self.assertEqual(browser.complaints(), [])

    def test_a_window_does_not_outlive_its_view(self):
        browser = self.visit(AT)
        self.to(browser, "card")
        self.view(browser)
        browser.execute_script("""
          const open = document.createElement('dialog');
          open.append('?');
          document.body.append(open);
          open.showModal();""")
        browser.back()
        browser.until(lambda: browser.one("#map-page").is_displayed())
        self.assertFalse(browser.all("dialog[open]"))

    def test_a_window_that_grows_meanwhile_finds_the_map_filling_it(self):
        browser = self.visit(AT)
        self.to(browser, "card")
        self.view(browser)
        browser.resize(1280, 800)
        self.to(browser, "map")
        browser.until(lambda: browser.one("#map").size["width"] > 800)
        browser.until(lambda: browser.all(".leaflet-marker-icon"))
        self.assertTrue(browser.query()["at"].startswith("37.557"), browser.query())
        self.assertEqual(browser.complaints(), [])


class WithoutIt(Frame):
    has_worker = True

    def test_a_view_that_does_not_come_can_be_tried_again(self):
        browser = self.browser()
        # Without a service worker, as in browsers that keep none.
        browser.before_page("Object.defineProperty(Navigator.prototype, 'serviceWorker', { value: undefined });")
        browser.get(self.service.address(AT))
        self.settle(browser)
        browser.execute_cdp_cmd("Network.setCacheDisabled", {"cacheDisabled": True})
        browser.execute_cdp_cmd("Network.setBlockedURLs", {"urls": ["*/views/card/card.js"]})
        self.to(browser, "card")
        browser.until_text("#view .failed", "화면을 불러오지 못했어요")
        self.assertEqual(self.focused(browser), "H2")
        self.assertEqual(browser.violations(), [])
        browser.execute_cdp_cmd("Network.setBlockedURLs", {"urls": []})
        browser.one(".failed button").click()
        browser.until_text(".intro", "포도알")
        self.assertEqual(self.path(browser), "/app/card")

    def test_views_open_and_reload_without_a_network(self):
        browser = self.visit(AT)
        self.worker(browser)
        self.service.stop()
        try:
            self.to(browser, "card")
            browser.until_text(".intro", "포도알")
            browser.refresh()
            browser.until_text(".intro", "포도알")
            self.to(browser, "map")
            browser.until_said("연결이 끊겨")
        finally:
            self.service.start()


class ForEveryone(Frame):
    def test_language_and_dark_mode_hold_on_views(self):
        browser = self.browser(language="en-US", dark=True)
        browser.get(self.service.address("/app/card"))
        self.view(browser, "Grapes")
        self.assertEqual(browser.one("html").get_attribute("lang"), "en")
        self.assertEqual(browser.title, "Grapes – fourcuts")
        self.assertEqual(browser.texts(".tabs a"), ["Map", "Feed", "Shop", "Chat", "Grapes"])
        self.assertEqual(browser.one("body").value_of_css_property("background-color"), "rgba(23, 21, 31, 1)")
        self.assertEqual(browser.violations(), [])

    def test_what_is_said_of_the_network_is_covered_by_nothing(self):
        browser = self.browser()
        for path in ["/", "/app/card"]:
            browser.get(self.service.address(path))
            browser.until(lambda: browser.all(".items .item, .intro"), path)
            browser.execute_script("dispatchEvent(new Event('offline'))")
            browser.until(lambda: browser.text("#network"), "the line")
            covered = browser.execute_script("""
                const line = document.getElementById('network');
                const { left, right, top, bottom } = line.getBoundingClientRect();
                return Array.from({ length: 20 }, (_, part) =>
                  [left + (part + 0.5) * (right - left) / 20, (top + bottom) / 2])
                  .map(([x, y]) => document.elementFromPoint(x, y)).filter((it) => it !== line).map((it) => it.id);""")
            self.assertEqual(covered, [], path)

    def test_tabs_and_header_fit_every_screen(self):
        for width, height in [(320, 640), (640, 400), (768, 1024), (820, 1180), (844, 390), (1100, 800),
                              (1280, 800)]:
            browser = self.browser(width=width, height=height, language="en-US")
            for path in ["/app/card", AT]:
                with self.subTest(path=path, width=width):
                    browser.get(self.service.address(path))
                    browser.until(lambda: browser.all(".intro") or browser.all(".items .item"))
                    self.assertLessEqual(browser.execute_script("return document.documentElement.scrollWidth"), width)
                    for part in browser.all(".tabs a, #me"):
                        box = part.rect
                        self.assertTrue(part.is_displayed())
                        self.assertGreaterEqual(min(box["width"], box["height"]), 43.5, part.text)
                        self.assertGreaterEqual(box["x"], -0.5)
                        # Fifths of a width that five does not divide are rounded.
                        self.assertLessEqual(box["x"] + box["width"], width + 0.5)
                        self.assertLessEqual(box["y"] + box["height"], height + 0.5)
                    self.assertEqual(browser.violations(), [])
            # The last path was the map's: what lies on it does not lie on each other.
            if width >= 640:
                self.assertGreaterEqual(browser.one("#text").rect["width"], 200)
            zoom, here = browser.one(".leaflet-control-zoom").rect, browser.one("#use-location").rect
            self.assertLessEqual(zoom["y"] + zoom["height"], here["y"])
            browser.shot(f"frame-{width}x{height}")


if __name__ == "__main__":
    unittest.main()
