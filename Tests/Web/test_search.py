"""The search box: suggestions while typing, keyboard use, accessibility."""

import csv
import json
import unittest

from selenium.webdriver.common.keys import Keys

from service import ROOT, WebTest


class Searching(WebTest):
    def suggested(self, browser):
        return browser.texts("#suggestions .option") if self.is_open(browser) else []

    def is_open(self, browser):
        return browser.one("#text").get_attribute("aria-expanded") == "true"

    def type(self, browser, words):
        browser.one("#text").clear()
        browser.one("#text").send_keys(words)
        several = " · ".join(words.split())
        browser.until(lambda: words in self.suggested(browser)[-1] or several in self.suggested(browser)[0],
            f"options for {words}")

    def first(self, browser):
        return self.suggested(browser)[0].splitlines()[0]


class SearchBox(Searching):
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
        for words, expected in [("gangnam", "강남역"), ("hongdae", "홍대입구역"), ("부산", "부산광역시"), ("ㄱㄴㅇ", "강남역"),
                                ("샘플네", "샘플네컷"),
                                ("rkdska", "강남역"), ("홍대 포토부스", "홍대입구역"), ("강냠", "강남역"), ("샘플네컷 홍대", "샘플네컷 · 홍대")]:
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
            browser.until(lambda: active() == expected, expected)
            self.assertEqual(field.get_attribute("aria-activedescendant"), expected)
        field.send_keys(Keys.ESCAPE)
        browser.until(lambda: not self.is_open(browser), "closed")
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
        name = self.suggested(browser)[1].splitlines()[0]
        browser.one("#text").send_keys(Keys.ARROW_DOWN, Keys.ARROW_DOWN, Keys.ENTER)
        browser.until_text("#sheet-title", name)

    def test_a_region_is_shown_whole(self):
        browser = self.visit()
        browser.one("#text").send_keys("부산", Keys.ENTER)
        browser.until(lambda: browser.query().get("at", "").startswith("35."), "Busan")
        self.assertLessEqual(int(browser.query()["at"].split(",")[2]), 11)

    def test_stations_have_the_colours_of_their_lines(self):
        browser = self.visit()
        self.type(browser, "강남역")
        signs = browser.all("#suggestions .option")[0].find_elements("css selector", ".line-sign")
        self.assertEqual([it.text for it in signs], ["2", ""])
        self.assertEqual([it.get_attribute("title") for it in signs], ["2호선", "신분당선"])
        browser.get(self.service.address("/app/card"))
        with open(ROOT / "Data/subway.csv", encoding="utf-8") as file:
            colours = {row["line"]: f"#{row['colour']}" for row in csv.DictReader(file)}
        shown = browser.execute_async_script("""
            const [lines, done] = arguments;
            const tree = document.querySelector('script[type=module]').src.replace('app.js', '');
            import(`${tree}views/map/line-colors.js`)
              .then(({ lineColor }) => done(lines.map(lineColor)));""", list(colours))
        self.assertEqual(dict(zip(colours, shown)), colours)

    def test_who_has_not_searched_yet_is_offered_where_to_begin(self):
        for manner in [{}, {"language": "en-US", "width": 1280, "height": 800, "dark": True}]:
            browser = self.visit(**manner)
            browser.one("#text").click()
            browser.until(lambda: len(self.suggested(browser)) == 8, "near me, four places, three chains")
            self.assertEqual(browser.violations(), [])
            browser.shot(f"search-first-{'en' if manner else 'ko'}")
            brand = browser.all("#suggestions .option")[5]
            brand.click()
            browser.until(lambda: len(browser.all('.chip[aria-pressed="true"]')) == 1)
            browser.one("#text").click()
            browser.until(lambda: self.is_open(browser))
            browser.all("#suggestions .option")[2].click()
            browser.until_text(".place", "Gangnam Station" if manner else "강남역")
            self.assertEqual(browser.complaints(), [])

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
        browser.until(lambda: "최근" not in "".join(self.suggested(browser)))
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
        for manner in [{}, {"dark": True}, {"language": "en-US", "width": 1280, "height": 800},
            {"width": 320, "height": 640}]:
            with self.subTest(**manner):
                browser = self.visit(**manner)
                self.type(browser, "hongdae")
                is_english = "language" in manner
                self.assertEqual(self.first(browser), "Hongik University Station" if is_english else "홍대입구역")
                box = browser.execute_script(
                    "const it = document.getElementById('suggestions').getBoundingClientRect(); return "
                    "[it.left, it.right]")
                self.assertTrue(-1 < box[0] and box[1] < manner.get("width", 390) + 1, box)
                browser.shot(f"search-{'-'.join(str(value) for value in manner.values()) or 'plain'}")
                self.assertEqual(browser.violations(), [])
                self.assertEqual(browser.complaints(), [])


class Parts(Searching):
    """What a text was taken for, as chips that can be removed."""

    def parts(self, browser):
        return browser.texts("#filters .part")

    def remove(self, browser, name):
        next(it for it in browser.all("#filters .part") if it.text == name).click()

    def enter(self, browser, words):
        browser.one("#text").clear()
        browser.one("#text").send_keys(words, Keys.ENTER)

    def test_each_part_is_a_chip_whose_removal_searches_without_it(self):
        browser = self.visit()
        self.enter(browser, "홍대 근처 샘플네컷")
        browser.until(lambda: self.parts(browser) == ["홍대", "샘플네컷"])
        self.assertTrue(all("샘플네컷" in name for name in self.names(browser)))
        # The map shows those of the list, and no others.
        browser.until(lambda: [it.get_attribute("title") for it in browser.all(".pin")] == self.names(browser))
        self.assertEqual(browser.violations(), [])
        self.remove(browser, "홍대")
        browser.until(lambda: self.parts(browser) == ["샘플네컷"] and browser.query()["q"] == "샘플네컷")
        self.assertEqual(browser.one("#text").get_attribute("value"), "샘플네컷")
        self.assertEqual(browser.execute_script("return document.activeElement.id"), "results")
        self.remove(browser, "샘플네컷")
        browser.until(lambda: "q" not in browser.query() and len(self.names(browser)) == 20)
        self.assertEqual(self.parts(browser), [])
        browser.back()
        browser.until(lambda: self.parts(browser) == ["샘플네컷"])
        browser.back()
        browser.until(lambda: self.parts(browser) == ["홍대", "샘플네컷"] and len(self.names(browser)) == 1)

    def test_wishes_become_filters_and_a_place_beside_them_is_gone_to(self):
        browser = self.visit()
        self.enter(browser, "홍대 4명 5000원 이하 지금")
        browser.until_text(".place", "홍대입구역 주변")
        browser.until(lambda: browser.query().get("open") == "now")
        query = browser.query()
        self.assertEqual((query["people"], query["price"], query.get("q")), ("4", "5000", None))
        self.assertEqual(self.parts(browser), [])
        browser.back()
        browser.until(lambda: browser.query().keys() <= {"at"})
        self.enter(browser, "샘플네컷 4명")
        browser.until(lambda: browser.query().get("brand") == "샘플네컷" and browser.query()["people"] == "4")
        self.enter(browser, "6명")
        browser.until(lambda: browser.query()["people"] == "6")
        self.assertEqual(browser.one("#text").get_attribute("value"), "")

    def test_a_wish_that_no_filter_has_stays_a_part_of_the_text(self):
        browser = self.visit()
        self.enter(browser, "샘플네컷 7500원 이하")
        browser.until(lambda: self.parts(browser) == ["샘플네컷", "7500원 이하"])
        self.assertTrue(self.names(browser))

    def test_a_link_with_a_text_shows_its_parts(self):
        browser = self.visit("/?q=%EC%83%98%ED%94%8C%EB%84%A4%EC%BB%B7+%ED%99%8D%EB%8C%80+%EC%A7%80%EA%B8%88")
        browser.until(lambda: self.parts(browser) == ["샘플네컷", "홍대", "지금"])

    def test_nothing_found_says_which_part_was_not_understood_and_offers_to_leave_it_out(self):
        for manner in [{}, {"dark": True, "language": "en-US", "width": 1280, "height": 800}]:
            browser = self.visit(
                "/?q=%ED%99%8D%EB%8C%80+%EC%97%86%EB%8A%94%EB%A7%90+%EC%83%98%ED%94%8C%EB%84%A4%EC%BB%B7", **manner)
            browser.until_text(".foot", "not understood" if manner else "무슨 말인지")
            self.assertIn("없는말", browser.text(".foot .note"))
            offers = lambda: [it for it in browser.all(".foot .small") if "1" in it.text and "없는말" in it.text]
            browser.until(offers)
            browser.shot(f"search-nothing-{'en' if manner else 'ko'}")
            self.assertEqual(browser.violations(), [])
            offers()[0].click()
            browser.until(lambda: len(self.names(browser)) == 1)
            self.assertEqual(len(self.parts(browser)), 2)
            self.assertEqual(browser.complaints(), [])

    def test_a_word_alone_that_finds_nothing_is_given_up_by_one_button(self):
        browser = self.visit("/?q=xyzzy")
        browser.until_text(".foot .note", "xyzzy")
        browser.until_still("return document.querySelectorAll('.foot button').length")
        self.assertEqual(browser.texts(".foot button"), ["검색어 지우기", "없는 부스 알리기"])
        # With a filter each can be given up.
        browser.get(self.service.address("/?q=xyzzy&open=now"))
        browser.until(lambda: [it.text for it in browser.all(".foot button") if "빼고" in it.text],
            "the filter or the word")

    def test_nothing_found_offers_what_comes_closest_to_a_part(self):
        for manner, name in [({}, "강남역"), ({"language": "en-US"}, "Gangnam Station")]:
            browser = self.visit("/?q=%EA%B0%95%EB%82%A8%EC%97%AD%EC%AA%BD%EC%9C%BC%EB%A1%9C%EA%B0%80%EB%8A%94",
                **manner)
            browser.until_text(".foot .small", name)
            browser.one(".foot .small").click()
            browser.until(lambda: browser.query()["q"] == name and self.names(browser))

    def test_booths_that_are_open_all_day_take_one_tap(self):
        browser = self.visit()
        browser.one(".quick.allDay").click()
        browser.until(lambda: browser.query().get("open") == "all-day" and not browser.all("[aria-busy]"))
        self.assertEqual(browser.one("#filters button").text, "24시간")
        browser.until(lambda: self.names(browser) and browser.all(".leaflet-marker-icon"))
        self.assertTrue(all(it.text == "영업 중" for it in browser.all(".item .opening")))
        browser.one(".quick.allDay").click()
        browser.until(lambda: "open" not in browser.query() and len(self.names(browser)) == 20)
        self.enter(browser, "샘플네컷 24시간")
        browser.until(lambda: browser.query().get("open") == "all-day" and browser.query().get("brand") == "샘플네컷")
        self.assertEqual(browser.complaints(), [])


if __name__ == "__main__":
    unittest.main()
