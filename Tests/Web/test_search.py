"""The search box: suggestions while typing, keyboard use, accessibility."""

import json
import unittest

from selenium.webdriver.common.keys import Keys

from service import WebTest


class SearchBox(WebTest):
    def suggested(self, browser):
        return [option.text for option in browser.all("#suggestions .option")] if self.is_open(browser) else []

    def is_open(self, browser):
        return browser.one("#text").get_attribute("aria-expanded") == "true"

    def type(self, browser, words):
        browser.one("#text").clear()
        browser.one("#text").send_keys(words)
        browser.until(lambda: self.suggested(browser) and words in self.suggested(browser)[-1], f"options for {words}")

    def first(self, browser):
        return self.suggested(browser)[0].splitlines()[0]

    def test_a_place_is_suggested_and_moves_the_map(self):
        browser = self.visit()
        self.type(browser, "강남역")
        self.assertEqual(self.first(browser), "강남역")
        browser.all("#suggestions .option")[0].click()
        browser.until_text(".place", "강남역 주변")
        browser.until(lambda: all("강남" in name for name in self.names(browser)[:3]))
        browser.until_said("강남역 주변에서")
        browser.until(lambda: browser.query().get("at", "").startswith("37.49"), "the place in the address")
        self.assertNotIn("q", browser.query())
        self.assertEqual(browser.one("#text").get_attribute("value"), "강남역")
        self.assertEqual(browser.execute_script("return document.activeElement.id"), "results")
        self.assertEqual(browser.complaints(), [])

    def test_suggestions_have_icons_and_marked_letters(self):
        browser = self.visit()
        for words, part in [("강남", "강남"), ("ㄱㄴㅇ", "강남역"), ("샘플네", "샘플네")]:
            self.type(browser, words)
            option = browser.all("#suggestions .option")[0]
            self.assertEqual([it.text for it in option.find_elements("css selector", "mark")], [part])
            self.assertEqual(len(option.find_elements("css selector", ".icon, .dot")), 1)
        self.assertEqual(browser.violations(), [])

    def test_what_people_type(self):
        browser = self.visit()
        for words, expected in [("gangnam", "강남역"), ("hongdae", "홍대입구역"), ("부산", "부산광역시"), ("ㄱㄴㅇ", "강남역"), ("샘플네", "샘플네컷"),
                                ("rkdska", "강남역"), ("홍대 포토부스", "홍대입구역"), ("강냠", "강남역"), ("샘플네컷 홍대", "샘플네컷 합정")]:
            with self.subTest(words=words):
                self.type(browser, words)
                self.assertTrue(self.first(browser).startswith(expected), self.suggested(browser))

    def test_an_english_reader_sees_the_area_in_english(self):
        browser = self.visit(language="en")
        self.type(browser, "yeongtong")
        self.assertIn("Suwon, Gyeonggi-do", self.suggested(browser)[0])

    def test_the_keyboard_alone(self):
        browser = self.visit(width=1280, height=800)
        browser.one("body").send_keys("/")
        self.assertEqual(browser.execute_script("return document.activeElement.id"), "text")
        self.assertEqual(browser.one("#text").get_attribute("value"), "")
        self.type(browser, "강남")
        field = browser.one("#text")
        active = lambda: browser.execute_script(
            "return document.querySelector('#suggestions [aria-selected=\"true\"]')?.id ?? null")
        self.assertIsNone(active())
        for key, expected in [(Keys.ARROW_DOWN, "suggestions-0"), (Keys.ARROW_DOWN, "suggestions-1"),
                              (Keys.ARROW_UP, "suggestions-0")]:
            field.send_keys(key)
            self.assertEqual(active(), expected)
            self.assertEqual(field.get_attribute("aria-activedescendant"), expected)
        field.send_keys(Keys.ESCAPE)
        self.assertFalse(self.is_open(browser))
        self.assertEqual(field.get_attribute("value"), "강남")
        field.send_keys(Keys.ARROW_DOWN)
        browser.until(lambda: self.is_open(browser))
        field.send_keys(Keys.ENTER)
        browser.until_text(".place", "강남역 주변")

    def test_enter_takes_the_first_without_waiting(self):
        browser = self.visit()
        browser.one("#text").send_keys("hongdae", Keys.ENTER)
        browser.until_text(".place", "홍대입구역 주변")
        self.assertFalse(self.is_open(browser))

    def test_enter_is_not_lost_while_the_network_is_slow(self):
        browser = self.browser()
        browser.before_page("""
            const real = window.fetch;
            window.fetch = async (address, options) => {
              if (!String(address).includes('/api/search')) return real(address, options);
              await new Promise((done) => setTimeout(done, 600));
              return real(address, options);
            };""")
        self.show(browser, "/")
        browser.one("#text").send_keys("hongdae", Keys.ENTER)
        browser.until_text(".place", "홍대입구역 주변")

    def test_a_chain_filters_and_a_booth_opens(self):
        browser = self.visit()
        self.type(browser, "샘플네컷")
        browser.one("#text").send_keys(Keys.ENTER)
        browser.until(lambda: browser.query().get("brand") == "샘플네컷", "the chain in the address")
        self.assertEqual(browser.one("#text").get_attribute("value"), "")
        browser.one('.chip[aria-pressed="true"]').click()
        self.type(browser, "샘플네컷 홍대")
        name = self.first(browser)
        browser.one("#text").send_keys(Keys.ENTER)
        browser.until_text("#sheet-title", name)

    def test_a_region_is_shown_whole(self):
        browser = self.visit()
        browser.one("#text").send_keys("부산", Keys.ENTER)
        browser.until(lambda: browser.query().get("at", "").startswith("35."), "Busan")
        self.assertLessEqual(int(browser.query()["at"].split(",")[2]), 11)

    def test_recents_stay_on_the_device_and_can_be_cleared(self):
        browser = self.visit()
        for words in ["강남역", "홍대", "강남역"]:
            self.type(browser, words)
            browser.one("#text").send_keys(Keys.ENTER)
            browser.until(lambda: not self.is_open(browser) and "at" in browser.query())
        browser.get(self.service.address())
        self.settle(browser)
        browser.one("#text").click()
        browser.until(lambda: len(self.suggested(browser)) == 3, "two recents and a way to clear them")
        self.assertEqual([line.splitlines()[0] for line in self.suggested(browser)[:2]], ["강남역", "홍대입구역"])
        kept = json.loads(browser.execute_script("return localStorage.getItem('fourcuts.recent-searches')"))
        self.assertNotIn("distance_m", kept[0])
        browser.all("#suggestions .option")[-1].click()
        browser.until(lambda: not self.is_open(browser))
        self.assertIsNone(browser.execute_script("return localStorage.getItem('fourcuts.recent-searches')"))

    def test_nothing_known_still_searches_names_and_addresses(self):
        browser = self.visit()
        self.type(browser, "아무도모르는이름")
        self.assertEqual(len(self.suggested(browser)), 1)
        browser.one("#text").send_keys(Keys.ENTER)
        browser.until_text("#results", "“아무도모르는이름”에 맞는 부스가 없어요")
        self.assertEqual(browser.query()["q"], "아무도모르는이름")
        # It leads back to booths.
        browser.one(".foot button").click()
        browser.until(lambda: len(self.names(browser)) == 20)
        self.assertNotIn("q", browser.query())
        self.assertEqual(browser.one("#text").get_attribute("value"), "")
        self.assertEqual(browser.execute_script("return document.activeElement.id"), "results")

    def test_markup_stays_text(self):
        browser = self.visit()
        self.type(browser, "<img src=x onerror=window.broken=1>")
        self.assertIsNone(browser.execute_script("return window.broken ?? null"))

    def test_in_english_with_axe_and_pictures(self):
        for manner in [{}, {"dark": True}, {"language": "en-US", "width": 1280, "height": 800}, {"width": 320, "height": 640}]:
            with self.subTest(**manner):
                browser = self.visit(**manner)
                self.type(browser, "hongdae")
                is_english = "language" in manner
                self.assertEqual(self.first(browser), "Hongik University Station" if is_english else "홍대입구역")
                box = browser.execute_script(
                    "const it = document.getElementById('suggestions').getBoundingClientRect(); return [it.left, it.right]")
                self.assertTrue(0 <= box[0] and box[1] <= manner.get("width", 390), box)
                browser.shot(f"search-{'-'.join(str(value) for value in manner.values()) or 'plain'}")
                self.assertEqual(browser.violations(), [])
                self.assertEqual(browser.complaints(), [])


if __name__ == "__main__":
    unittest.main()
