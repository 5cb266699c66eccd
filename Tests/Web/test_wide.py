"""Wide screens: what views do with the room, and that narrow ones stay one column."""

import unittest

from people import log_in, picture, sign_up
from service import WebTest


class WideScreens(WebTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.mina = sign_up(cls.service, nickname="미나")
        for number in range(6):
            cls.mina.post("pose", text=f"포즈 {number}", pictures=[picture(60, 120, (30 * number, 90, 90))])
            cls.mina.post("frame", title=f"프레임 {number}", price=1000,
                          pictures=[picture(60, 120, (90, 30 * number, 90))])

    def box(self, browser, selector):
        return browser.execute_script(
            "const it = document.querySelector(arguments[0]).getBoundingClientRect();"
            "return {left: it.left, right: it.right, top: it.top, width: it.width}", selector)

    def test_booths_and_people_stand_beside_the_posts(self):
        browser = self.browser(width=1280, height=800)
        browser.get(self.service.address("/app/feed"))
        browser.until(lambda: len(browser.all(".feed-aside section")) == 2, "people and booths")
        cards, aside = self.box(browser, ".cards"), self.box(browser, ".feed-aside")
        self.assertGreater(aside["left"], cards["right"])
        self.assertLess(aside["top"], cards["top"])
        self.assertEqual(browser.texts(".feed-aside .card-author b"), ["미나"])
        self.assertEqual(len(browser.all(".aside-booth")), 5)
        self.assertEqual(browser.violations(), [])
        browser.shot("wide-feed")
        browser.one(".aside-booth").click()
        browser.until(lambda: browser.one("#sheet").is_displayed(), "the booth")

    def test_goods_are_tiles_of_two_hundred_pixels(self):
        browser = self.browser(width=1280, height=800)
        browser.get(self.service.address("/app/shop"))
        browser.until(lambda: len(browser.all(".goods-tile")) == 6, "goods")
        self.assertAlmostEqual(self.box(browser, ".goods-tile")["width"], 200, delta=1)
        self.assertEqual(browser.rows(browser.all(".goods-tile")), 2, "five in a row")

    def test_a_person_stays_beside_the_posts(self):
        browser = self.browser(width=1280, height=800)
        log_in(browser, self.service, self.mina)
        browser.until(lambda: browser.all(".post-grid .tile"), "posts")
        self.assertGreater(self.box(browser, ".post-grid")["left"], self.box(browser, ".profile-header")["right"])
        browser.get(self.service.address(f"/app/people/{sign_up(self.service).id}"))
        browser.until_text(".view .empty", "아직 올린 글이 없어요")

    def test_a_phone_shows_one_column_and_asks_for_nothing_more(self):
        browser = self.browser(width=390, height=844)
        browser.get(self.service.address("/app/feed"))
        browser.until(lambda: browser.all(".card"), "posts")
        browser.until(lambda: browser.all(".feed-aside"), "the posts and what follows them")
        self.assertFalse(browser.one(".feed-aside").is_displayed())
        self.assertFalse([url for url, _ in browser.traffic() if "/api/booths/near" in url])


if __name__ == "__main__":
    unittest.main()
