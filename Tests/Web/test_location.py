"""Every location state leads to a working map, with one sentence that says where it searches and why."""

import time
import unittest

from selenium.webdriver.support.ui import Select

from service import HONGDAE, WebTest

DEFAULT = "정자"

# All that the page keeps on the device: both storages, databases, caches, and the state of the history.
STORED = """
  const done = arguments[0];
  const written = [JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage }),
    JSON.stringify(history.state)];
  const promised = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  (async () => {
    for (const { name } of await indexedDB.databases()) {
      const database = await promised(indexedDB.open(name));
      for (const store of database.objectStoreNames) {
        // The catalogue and its places are of the whole country, wherever one is.
        const values = await promised(database.transaction(store).objectStore(store).getAll());
        const isOfAll = (value) => value instanceof ArrayBuffer || value?.[0]?.aliases !== undefined;
        written.push(JSON.stringify(values, (_, value) => (isOfAll(value) ? null : value)));
      }
      database.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) written.push(request.url);
    }
    return written.join('\\n');
  })().then(done, (failure) => done(String(failure)));
"""
COUNTED = """
  window.asked = 0;
  const real = navigator.geolocation.getCurrentPosition.bind(navigator.geolocation);
  navigator.geolocation.getCurrentPosition = (...values) => { window.asked += 1; real(...values); };
"""


def failing(code):
    return (f"navigator.geolocation.getCurrentPosition = "
            f"(_, failed) => setTimeout(() => failed({{ code: {code} }}), 20);")


class LocationStates(WebTest):
    has_worker = True

    def open(self, browser, host="127.0.0.1"):
        browser.get(self.service.address(host=host))
        self.settle(browser)

    def expect(self, browser, reason, nearest):
        browser.until_said(reason)
        browser.until(lambda: nearest in self.names(browser)[0], f"{nearest} first: {self.names(browser)[:1]}")
        browser.until(lambda: browser.all(".leaflet-marker-icon"), "marks on the map")

    def test_nobody_was_asked_and_nothing_is_asked_before_the_person_taps(self):
        browser = self.browser()
        browser.before_page(COUNTED)
        self.open(browser)
        self.expect(browser, "처음이라 정자동 주변을", DEFAULT)
        browser.until_said("내 위치로 찾거나")
        self.assertFalse(browser.one("#location-details").is_displayed())
        self.assertEqual(browser.execute_script("return window.asked"), 0)
        browser.stand(**HONGDAE)
        browser.allow("granted")
        browser.one("#use-location").click()
        self.expect(browser, "현재 위치를 사용해요.", "홍대입구")
        self.assertGreater(browser.execute_script("return window.asked"), 0)

    def test_granted_before(self):
        browser = self.browser()
        browser.allow("granted")
        browser.stand(**HONGDAE)
        self.open(browser)
        self.expect(browser, "현재 위치를 사용해요.", "홍대입구")
        self.assertTrue(browser.all(".here"))
        self.assertFalse(browser.all(".actions button"))

    def test_low_accuracy(self):
        browser = self.browser()
        browser.allow("granted")
        browser.stand(37.5573, 126.9258, 3000)
        self.open(browser)
        self.expect(browser, "위치 신호가 약해 대략적인 위치를 사용해요.", "홍대입구")
        self.assertTrue(browser.all("path.accuracy"))

    def test_denied_and_the_region_chosen_instead(self):
        browser = self.browser()
        browser.allow("denied")
        self.open(browser)
        self.expect(browser, "위치 권한이 꺼져 있어 정자동 주변을", DEFAULT)
        browser.until_said("설정에서 위치 권한을 켜거나")
        browser.one("#use-location").click()
        self.expect(browser, "위치 권한이 꺼져 있어 정자동 주변을", DEFAULT)
        # Who asked for the location in vain is told why.
        self.assertTrue(browser.one("#location-details .reason").is_displayed())
        browser.until(lambda: browser.all(".actions select"))
        Select(browser.one(".actions select")).select_by_value("seoul-mapo")
        self.expect(browser, "선택한 지역(마포구) 주변을", "망원")
        # The choice is kept.
        self.open(browser)
        self.expect(browser, "선택한 지역(마포구) 주변을", "망원")

    def test_unavailable(self):
        browser = self.browser()
        browser.allow("granted")
        browser.stand_nowhere()
        self.open(browser)
        self.expect(browser, "기기가 현재 위치를 알 수 없어 정자동 주변을", DEFAULT)
        browser.stand(**HONGDAE)
        browser.one(".actions button").click()
        self.expect(browser, "현재 위치를 사용해요.", "홍대입구")

    def test_timed_out(self):
        browser = self.browser()
        browser.allow("granted")
        browser.before_page(failing(3))
        self.open(browser)
        self.expect(browser, "제시간에 현재 위치를 찾지 못해 정자동 주변을", DEFAULT)

    def test_the_question_closed_without_an_answer_is_no_denial(self):
        browser = self.browser()
        browser.before_page(failing(1))
        self.open(browser)
        browser.one("#use-location").click()
        self.expect(browser, "처음이라", DEFAULT)

    def test_insecure_context(self):
        browser = self.browser()
        self.open(browser, host="booths.test")
        self.expect(browser, "보안 연결(HTTPS)이 아니어서", DEFAULT)
        browser.until_said("https:// 주소로 다시 열거나")
        self.assertFalse(browser.all(".actions button"))
        browser.one(".location-line .icon-button").click()
        browser.until(lambda: browser.all(".actions select"))

    def test_restricted_by_a_policy(self):
        browser = self.browser()
        browser.before_page("document.featurePolicy.allowsFeature = () => false;")
        self.open(browser)
        self.expect(browser, "이 기기에서 위치 사용이 제한되어 있어", DEFAULT)

    def test_a_browser_without_location(self):
        browser = self.browser()
        browser.before_page("Object.defineProperty(Navigator.prototype, 'geolocation', { value: undefined });")
        self.open(browser)
        self.expect(browser, "기기가 현재 위치를 알 수 없어", DEFAULT)
        browser.one("#use-location").click()
        self.expect(browser, "기기가 현재 위치를 알 수 없어", DEFAULT)

    def test_the_last_known_place(self):
        browser = self.browser()
        self.open(browser)
        kept = {**HONGDAE, "at": int(time.time() * 1000) - 3_600_000}
        browser.execute_script("localStorage.setItem('fourcuts.place', JSON.stringify(arguments[0]))", kept)
        self.open(browser)
        self.expect(browser, "마지막으로 확인된 위치를 사용해요.", "홍대입구")
        kept["at"] -= 90_000_000
        browser.execute_script("localStorage.setItem('fourcuts.place', JSON.stringify(arguments[0]))", kept)
        self.open(browser)
        self.expect(browser, "정자동 주변을", DEFAULT)

    def test_a_permission_taken_back_while_the_page_is_open(self):
        browser = self.browser()
        browser.allow("granted")
        browser.stand(**HONGDAE)
        self.open(browser)
        self.expect(browser, "현재 위치를 사용해요.", "홍대입구")
        browser.allow("denied")
        self.expect(browser, "위치 권한이 꺼져 있어", DEFAULT)
        self.assertIsNone(browser.execute_script("return localStorage.getItem('fourcuts.place')"))
        browser.allow("granted")
        self.expect(browser, "현재 위치를 사용해요.", "홍대입구")

    def test_to_my_location_asks_for_it_and_a_refusal_leads_to_the_start(self):
        for setting, label, first in [("granted", "내 위치로", "홍대입구"), ("denied", "처음 위치로", DEFAULT)]:
            with self.subTest(setting):
                browser = self.browser()
                browser.stand(**HONGDAE)
                browser.allow(setting)
                browser.get(self.service.address("/?at=37.4979,127.0276,15"))
                self.settle(browser)
                browser.until_text(".location-line .home", label)
                browser.one(".location-line .home").click()
                browser.until(lambda: first in self.names(browser)[0], first)
                self.assertEqual(browser.one("#use-location").get_attribute("title"),
                                 "내 위치로 찾기" if setting == "granted" else "처음 위치로")

    def test_ones_own_position_keeps_its_mark_without_a_network(self):
        browser = self.browser(calm=True)
        browser.allow("granted")
        browser.stand(**HONGDAE)
        self.open(browser)
        browser.until(lambda: browser.all(".here"), "the mark")
        browser.execute_cdp_cmd("Network.enable", {})
        browser.execute_cdp_cmd("Network.emulateNetworkConditions", {
            "offline": True, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1})
        browser.until(lambda: browser.text("#network"), "away")
        browser.one("#use-location").click()
        browser.until(lambda: not browser.all("[aria-busy=true]"), "an answer")
        self.assertTrue(browser.all(".here") and not browser.all(".start"))

    def test_the_map_shows_where_one_is_and_what_is_near(self):
        view = """
            const [done] = arguments;
            import(`${document.documentElement.dataset.tree}/core/modules.js`).then(({ modules }) => {
              const { center, map } = modules['views/map/map-page.js'].page.map;
              const { left, right, top, bottom } = document.querySelector('.here')?.getBoundingClientRect() ?? {};
              const area = document.querySelector('.map-area').getBoundingClientRect();
              done([center.zoom, left >= area.left && right <= area.right && top >= area.top && bottom <= area.bottom]);
            });"""
        for name, position, zooms in [
            ("Paris", (48.8566, 2.3522), range(12, 13)), ("Busan", (35.1577, 129.0592), range(12, 13)),
            ("Chuncheon", (37.8813, 127.7300), range(12, 13)), ("Hongdae", (37.5573, 126.9258), range(14, 18))]:
            with self.subTest(name):
                browser = self.browser(calm=True)
                browser.allow("granted")
                browser.stand(*position, 20)
                self.open(browser)
                browser.until_said("현재 위치를 사용해요.")
                browser.until(lambda: browser.all(".here"))
                browser.until(lambda: (lambda zoom, is_seen: zoom in zooms and is_seen)(
                              *browser.execute_async_script(view)), f"{browser.execute_async_script(view)}")

    def test_a_permission_taken_back_leaves_no_position_on_the_device(self):
        for is_open in [True, False]:
            with self.subTest(is_open=is_open):
                browser = self.browser()
                browser.allow("granted")
                browser.stand(**HONGDAE)
                self.open(browser)
                self.expect(browser, "현재 위치를 사용해요.", "홍대입구")
                stored = lambda: browser.execute_async_script(STORED)
                # What is written where: the position, and the list around it.
                browser.until(lambda: "37.557" in stored() and "홍대입구" in stored(), "a position to forget")
                self.assertNotIn("distance_m", stored())
                browser.one(".item").click()
                browser.until(lambda: browser.one("#sheet").is_displayed())
                if not is_open:
                    browser.get("about:blank")
                browser.allow("denied")
                if not is_open:
                    self.open(browser)
                browser.until_said("위치 권한이")
                for trace in ["37.557", "126.925", "홍대입구", "distance_m"]:
                    self.assertNotIn(trace, stored())


if __name__ == "__main__":
    unittest.main()
