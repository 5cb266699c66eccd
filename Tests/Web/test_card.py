"""The grape card: planned todos, done todos, and the grape that a day earns."""

import contextlib
import datetime
import pathlib
import sqlite3
import unittest
import zoneinfo

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

import people
from service import Browser, WebTest

SEOUL = "Asia/Seoul"
# At every moment it is one day in the one and another in the other.
WEST, EAST = "Pacific/Pago_Pago", "Pacific/Kiritimati"
HOSTILE = '<img src=x onerror="window.broken=1"> & </li>'


def today(zone=SEOUL):
    return datetime.datetime.now(zoneinfo.ZoneInfo(zone)).date()


class CardTest(WebTest):
    shared = None

    def person(self, **more):
        return people.sign_up(self.service, **more)

    def usual(self):
        """The browser that the tests of a class share."""
        kind = type(self)
        if kind.shared is None:
            kind.shared = Browser()
            kind.addClassCleanup(kind.shared.quit)
        return kind.shared

    def open(self, person=None, path="/app/card", zone=SEOUL, browser=None, **manner):
        """A browser in a zone that shows the card of a person who has logged in."""
        browser = browser or (self.browser(**manner) if manner else self.usual())
        self.stand_in(browser, zone)
        # An address at which nothing is asked of the server.
        browser.get(self.service.address("/livez"))
        browser.delete_all_cookies()
        browser.execute_script("localStorage.clear()")
        if person:
            self.enter(browser, person)
        browser.get(self.service.address(path))
        if person:
            self.ready(browser)
        return browser

    @staticmethod
    def enter(browser, person):
        """Logs in as the page does, but without its form."""
        browser.execute_async_script("""
          const [email, password, done] = arguments;
          fetch('/api/sessions', {
            method: 'POST', headers: { 'Content-Type': 'application/json', 'Fourcuts-Session': 'cookie' },
            body: JSON.stringify({ email, password }),
          }).then((answer) => answer.json()).then(({ account: { id, nickname, photo } }) => {
            localStorage.setItem('fourcuts.member', JSON.stringify({ id, nickname, photo }));
            done();
          });""", person.email, person.password)

    @staticmethod
    def stand_in(browser, zone):
        browser.execute_cdp_cmd("Emulation.setTimezoneOverride", {"timezoneId": zone})

    @staticmethod
    def ready(browser):
        browser.until(lambda: browser.all(".calendar .date"), "the card")
        browser.until(lambda: not browser.all("[aria-busy=true]"), "the card, done")

    def grapes(self, browser):
        return len(browser.all(".grape.is-full"))

    def todo(self, browser, contents):
        return next(line for line in browser.all(".todo") if contents in line.text)

    def act(self, browser, contents, act):
        def clicked():
            self.todo(browser, contents).find_element(By.CSS_SELECTOR, f"[data-action={act}]").click()
            return True
        # The list may be drawn anew between the look and the click.
        browser.until(clicked, f"{act} of {contents!r}")

    def write(self, browser, contents):
        browser.one(".quick input").send_keys(contents, Keys.ENTER)
        browser.until(lambda: self.todo(browser, contents), contents)

    def focused(self, browser, attribute):
        return browser.switch_to.active_element.get_attribute(attribute)

    def keep_grapes(self, person, days):
        """Stores a grape of the person for each of these days."""
        store = pathlib.Path(self.service.folder.name) / "fourcuts.sqlite"
        with contextlib.closing(sqlite3.connect(store, timeout=20)) as database, database:
            database.executemany("INSERT INTO grape (account_id, day) VALUES (?, ?)", [
                (person.id, (day - datetime.date(1970, 1, 1)).days) for day in days])


class Strangers(CardTest):
    def test_who_is_not_logged_in_learns_what_it_is_and_comes_back_after_logging_in(self):
        browser = self.open()
        browser.until_text(".intro", "포도알을 하나 받아요")
        browser.one(".intro a").click()
        browser.until(lambda: browser.query().get("next") == "/app/card", "the way back")
        self.assertFalse([url for url, _ in browser.traffic() if "/api/card" in url])


class Days(CardTest):
    def test_a_days_work_earns_a_grape_and_undoing_takes_it_back(self):
        browser = self.open(self.person())
        browser.until_text(".bunch-status", "할 일을 적고 모두 끝내면")
        self.assertEqual(self.grapes(browser), 0)
        self.assertEqual(len(browser.all(".grape.is-next")), 1)
        self.write(browser, "사진 정리")
        self.write(browser, "꽃 사기")
        browser.until_text(".bunch-status", "2개만 더")
        self.act(browser, "사진 정리", "check")
        browser.until_text(".bunch-status", "1개만 더")
        self.act(browser, "꽃 사기", "check")
        browser.until_text(".bunch-status", "포도알을 받았어요")
        self.assertEqual(self.grapes(browser), 1)
        self.assertEqual(len(browser.all(".grape.is-today")), 1)
        self.assertIn("10알 중 1알", browser.one(".bunch-drawing").get_attribute("aria-label"))
        self.assertIn("포도알", browser.one(".date.is-today").get_attribute("aria-label"))
        # Undone, and done again.
        self.act(browser, "꽃 사기", "check")
        browser.until(lambda: self.grapes(browser) == 0, "no grape")
        self.act(browser, "꽃 사기", "check")
        browser.until(lambda: self.grapes(browser) == 1, "the grape")
        # What is planned for today beside takes it back as well.
        self.write(browser, "하나 더")
        browser.until(lambda: self.grapes(browser) == 0, "no grape")
        browser.refresh()
        self.ready(browser)
        self.assertEqual(browser.texts(".todo"), ["하나 더", "사진 정리", "꽃 사기"])
        self.assertEqual(browser.complaints(), [])

    def test_many_taps_lead_to_what_was_tapped_last(self):
        person = self.person()
        person.call("POST", "/api/todos", {"contents": "깜빡깜빡"})
        browser = self.open(person)
        box = "document.querySelector('[data-action=check]').click();"
        browser.execute_script(box * 5)
        browser.until(lambda: self.grapes(browser) == 1, "the grape")
        browser.until(lambda: person.call("GET", "/api/card")["has_grape"], "the server's grape")
        browser.until(lambda: browser.one("[data-action=check]").is_selected(), "done")

    def test_what_is_planned_can_be_changed_put_off_and_removed(self):
        browser = self.open(self.person())
        tomorrow = today() + datetime.timedelta(days=1)
        for contents in ["먼저", "나중", "그만"]:
            self.write(browser, contents)
        self.act(browser, "먼저", "edit")
        browser.one("#field-contents").clear()
        browser.one("dialog [type=submit]").click()
        browser.until_text("#error-contents", "할 일을 입력해 주세요.")
        browser.one("#field-contents").send_keys("가장 먼저")
        browser.one("dialog [type=submit]").click()
        browser.until(lambda: self.todo(browser, "가장 먼저") and not browser.all("dialog"))
        browser.until(lambda: self.focused(browser, "data-action") == "edit", "the focus where it was")
        self.act(browser, "나중", "postpone")
        browser.until(lambda: len(browser.all(".todo")) == 2, "one less")
        browser.until_text("#notices", f"{tomorrow.day}일")
        self.act(browser, "그만", "edit")
        browser.one("dialog .danger").click()
        browser.until(lambda: browser.texts(".todo") == ["가장 먼저"])
        browser.one("[aria-label='다음 날']").click()
        browser.until(lambda: browser.texts(".todo") == ["나중"])
        self.assertEqual(browser.query(), {"day": tomorrow.isoformat()})
        self.assertEqual(browser.complaints(), [])

    def test_days_are_written_in_the_pages_language_and_not_the_browsers(self):
        person, day = self.person(), today()
        for language, written in [("ko-KR", f"{day.month}월 {day.day}일"), ("en-GB", f"{day:%B} {day.day}")]:
            browser = self.open(person, language=language)
            self.write(browser, language)
            self.act(browser, language, "edit")
            browser.until_text(".formatted-day", written)
            self.assertEqual(browser.one("#field-day").value_of_css_property("color"), "rgba(0, 0, 0, 0)")
            browser.shot(f"card-day-{language}")
            # While it is edited the browser's own is to be seen.
            browser.one("#field-day").click()
            browser.until(lambda: not browser.one(".formatted-day").is_displayed(), "the browser's own")

    def test_groups_are_made_renamed_folded_and_removed_with_what_is_in_them(self):
        browser = self.open(self.person())
        button = lambda words: next(it for it in browser.all("button") if it.is_displayed() and it.text == words)
        button("그룹").click()
        button("그룹 만들기").click()
        browser.until(lambda: browser.one("#field-name").is_displayed())
        browser.one("#field-name").send_keys("데이트")
        browser.execute_script("document.getElementById('field-color').value = '#c2255c'")
        browser.one("dialog:last-of-type [type=submit]").click()
        browser.until_text(".card-groups", "데이트")
        browser.until(lambda: len(browser.all("dialog")) == 1)
        button("완료").click()
        browser.until(lambda: not browser.all("dialog"))
        Select(browser.one(".quick-group select")).select_by_visible_text("데이트")
        self.write(browser, "꽃 사기")
        head = browser.one(".group-head")
        self.assertEqual(head.text.split(), ["데이트", "0/1"])
        head.click()
        browser.until(lambda: not browser.one(".todo").is_displayed(), "folded")
        browser.refresh()
        self.ready(browser)
        self.assertEqual(browser.one(".group-head").get_attribute("aria-expanded"), "false")
        button("그룹").click()
        browser.one("[aria-label='그룹 수정: 데이트']").click()
        browser.until(lambda: browser.one("#field-name").is_displayed())
        browser.one(".card-actions .danger").click()
        browser.until(lambda: len(browser.all("dialog")) == 3, "a question")
        browser.all("dialog")[2].find_elements(By.TAG_NAME, "button")[1].click()
        browser.until(lambda: len(browser.all("dialog")) == 1)
        self.assertNotIn("데이트", browser.text(".card-groups"))
        button("완료").click()
        browser.until(lambda: not browser.all(".todo"))
        self.assertFalse(browser.all(".quick-group select"))
        self.assertEqual(browser.complaints(), [])

    def test_full_bunches_are_counted_and_dated(self):
        person = self.person()
        days = [today() - datetime.timedelta(days=number) for number in range(1, 24)]
        self.keep_grapes(person, days)
        browser = self.open(person)
        browser.until(lambda: self.grapes(browser) == 3, "three of the third bunch")
        browser.one(".full-bunches summary").click()
        browser.until(lambda: len(browser.all(".bunches li")) == 2)
        tenth = sorted(days)[9]
        self.assertIn(f"{tenth.month}월 {tenth.day}일", browser.text(".bunches li"))
        seen = len(browser.all(".date.has-grape"))
        self.assertEqual(seen, sum(day.month == today().month for day in days))


class Calendar(CardTest):
    def test_the_keyboard_goes_by_days_weeks_and_months_and_the_address_follows(self):
        browser = self.open(self.person(), path="/app/card?day=2026-01-31")
        at = lambda: self.focused(browser, "data-day")
        browser.one("[data-day='2026-01-31']").click()
        press = lambda *keys: browser.switch_to.active_element.send_keys(*keys)
        for key, day in [(Keys.ARROW_LEFT, "2026-01-30"), (Keys.ARROW_UP, "2026-01-23"), (Keys.HOME, "2026-01-18"),
                         (Keys.END, "2026-01-24"), (Keys.ARROW_DOWN, "2026-01-31"), (Keys.PAGE_DOWN, "2026-02-28"),
                         (Keys.ARROW_RIGHT, "2026-03-01"), (Keys.PAGE_UP, "2026-02-01")]:
            press(key)
            self.assertEqual(at(), day, key)
        self.assertEqual(len(browser.all(".date[tabindex='0']")), 1)
        press(Keys.ENTER)
        browser.until(lambda: browser.query() == {"day": "2026-02-01"}, "the address")
        browser.until_text(".day-title", "2월 1일")
        self.assertEqual(at(), "2026-02-01")
        self.assertEqual(browser.one("[aria-selected=true]").text, "1")
        # The browser's buttons, and the page loaded anew.
        browser.back()
        browser.until_text(".day-title", "1월 31일")
        browser.until_text("#month", "2026년 1월")
        browser.forward()
        browser.until_text(".day-title", "2월 1일")
        browser.refresh()
        self.ready(browser)
        browser.until_text(".day-title", "2월 1일")
        browser.one(".day-part > a.small").click()
        browser.until_text(".day-title", "오늘")
        self.assertEqual(browser.query(), {})

    def test_an_address_without_a_real_day_is_that_of_today(self):
        person = self.person()
        browser = self.open(person)
        for day in ["2026-02-30", "x", "1999-12-31", ""]:
            browser.get(self.service.address(f"/app/card?day={day}"))
            self.ready(browser)
            browser.until_text(".day-title", "오늘")
        browser.get(self.service.address("/app/card/nothing"))
        browser.until_text("#view", "없는 페이지예요")
        self.assertEqual(browser.complaints(), [])


class Visits(CardTest):
    def test_a_booth_is_chosen_by_keyboard_and_visited_by_being_there(self):
        person = self.person()
        browser = self.open(person, browser=self.browser())
        next(it for it in browser.all("button") if "부스 방문 계획" in it.text).click()
        field = browser.one("#field-booth")
        field.send_keys("홍대")
        browser.until(lambda: len(browser.all("#booth-options li")) > 2, "booths")
        self.assertEqual(field.get_attribute("aria-expanded"), "true")
        field.send_keys(Keys.ESCAPE)
        browser.until(lambda: field.get_attribute("aria-expanded") == "false")
        self.assertTrue(browser.one("dialog").is_displayed(), "only the list closes")
        browser.one("dialog [type=submit]").click()
        browser.until_text("#error-booth", "목록에서 부스를 선택해 주세요.")
        field.send_keys(Keys.ARROW_DOWN)
        browser.until(lambda: field.get_attribute("aria-expanded") == "true")
        field.send_keys(Keys.ARROW_DOWN, Keys.ARROW_DOWN)
        chosen = browser.one(f"#{field.get_attribute('aria-activedescendant')} b").text
        field.send_keys(Keys.ENTER)
        browser.until(lambda: field.get_attribute("value") == chosen, chosen)
        self.assertEqual(browser.one("#field-contents").get_attribute("value"), f"{chosen} 가기")
        self.assertEqual(browser.violations(), [])
        browser.one("dialog [type=submit]").click()
        browser.until(lambda: self.todo(browser, chosen) and not browser.all("dialog"))
        browser.until_text(".visit-booth", chosen)
        booth = person.call("GET", f"/api/booths/{person.call('GET', '/api/todos')['todos'][0]['booth']}")
        here = {"latitude": booth["latitude"], "longitude": booth["longitude"]}
        self.assertEqual(browser.one(".visit-booth").get_attribute("href"),
            self.service.address(f"/booths/{booth['id']}"))

        def arrive(answer):
            browser.one("[data-action=arrive]").click()
            browser.until_text(".todo-message", answer)

        browser.allow("denied")
        arrive("위치 권한이 꺼져 있어")
        browser.allow("granted")
        browser.stand_nowhere()
        arrive("기기가 지금 위치를 알 수 없어요")
        browser.stand(here["latitude"] + 0.02, here["longitude"], 20)
        arrive("부스까지 아직 2.2km")
        browser.shot("card-too-far-390x844-light")
        # A position a moment ago serves again: each of these is told anew.
        browser.execute_script("""
          const real = navigator.geolocation.getCurrentPosition.bind(navigator.geolocation);
          navigator.geolocation.getCurrentPosition = (took, failed, options) =>
            real(took, failed, { ...options, maximumAge: 0 });""")
        browser.stand(**here, accuracy=2000)
        arrive("위치가 2km 오차로만")
        self.assertEqual(self.grapes(browser), 0)
        browser.stand(**here, accuracy=20)
        browser.one("[data-action=arrive]").click()
        browser.until(lambda: self.grapes(browser) == 1, "the grape")
        browser.until_text("#notices", "도착을 확인했어요")
        self.assertTrue(browser.one(".todo.is-done [data-action=check]").is_selected())
        # Not done after all: then it takes being there again.
        browser.one("[data-action=check]").click()
        browser.until(lambda: browser.all("[data-action=arrive]"))
        # The browser itself tells of the two refusals.
        self.assertTrue(all("check-in" in line for line in browser.complaints()))

    def test_the_booths_sheet_leads_to_a_plan(self):
        browser = self.open(self.person(), path="/app/card")
        browser.get(self.service.address("/?booth=3"))
        browser.until_text("#sheet-title", "강남")
        name = browser.text("#sheet-title")
        next(link for link in browser.all("#sheet a") if "부스 방문 계획" in link.text).click()
        browser.until(lambda: browser.all("dialog"), "the window")
        self.assertEqual(browser.one("#field-booth").get_attribute("value"), name)
        browser.one("dialog [type=submit]").click()
        browser.until(lambda: self.todo(browser, name))
        browser.until(lambda: browser.query() == {})
        self.assertFalse(browser.all("dialog"))
        self.assertEqual(browser.complaints(), [])


class Zones(CardTest):
    def test_another_zone_is_offered_and_never_taken_silently(self):
        person = self.person()
        other = next(zone for zone in [WEST, EAST] if today(zone) != today())
        browser = self.open(person, zone=other)
        offer = ".callout.is-warning"
        browser.until_text(offer, other)
        self.assertEqual(person.call("GET", "/api/card")["time_zone"], SEOUL)
        # Left as it is, and kept so.
        next(it for it in browser.all(f"{offer} button") if it.text == "그대로 두기").click()
        browser.until(lambda: not browser.one(offer).is_displayed())
        browser.refresh()
        self.ready(browser)
        self.assertFalse(browser.one(offer).is_displayed())
        browser.one(".zone-note button").click()
        browser.until(lambda: person.call("GET", "/api/card")["time_zone"] == other, "the zone")
        day = today(other)
        browser.until_text(".day-title", f"{day.month}월 {day.day}일")
        browser.until_text(".zone-note", other)
        self.assertFalse(browser.all(".zone-note button"))
        self.assertEqual(browser.one("[aria-current=date]").text, str(day.day))

    def test_a_day_that_passes_while_the_page_is_open(self):
        person = self.person()
        person.call("PATCH", "/api/card", {"time_zone": WEST})
        browser = self.browser()
        browser.before_page("""
          window.ahead = 0;
          const now = Date.now.bind(Date);
          Date.now = () => now() + window.ahead;""")
        self.open(person, zone=WEST, browser=browser)
        self.write(browser, "오늘 일")
        self.act(browser, "오늘 일", "check")
        browser.until(lambda: self.grapes(browser) == 1)
        shown = lambda: browser.execute_script("document.dispatchEvent(new Event('visibilitychange'))")
        # By this device's clock the day is over. Which day it is, the server says.
        browser.execute_script("window.ahead = 86400000")
        browser.traffic()
        shown()
        browser.until(lambda: any(url.endswith("/api/card") for url, _ in browser.traffic()), "a question")
        self.ready(browser)
        browser.until_text(".day-title", "오늘")
        self.assertEqual(self.grapes(browser), 1)
        self.assertEqual(len(browser.all(".todo")), 1)
        # Now it is over by the server's clock, too, as for somebody who has flown there.
        person.call("PATCH", "/api/card", {"time_zone": EAST})
        shown()
        day = today(EAST)
        browser.until_text(".day-title", f"{day.month}월 {day.day}일")
        browser.until(lambda: not browser.all(".todo"), "nothing planned yet")
        self.assertEqual(self.grapes(browser), 1)
        self.assertEqual(len(browser.all(".grape.is-next")), 1)


class WhenThingsGoWrong(CardTest):
    def test_without_a_network_nothing_is_pretended(self):
        person = self.person()
        person.call("POST", "/api/todos", {"contents": "남은 일"})
        browser = self.open(person)
        self.service.stop()
        try:
            self.act(browser, "남은 일", "check")
            browser.until_text("#notices", "서버에 연결하지 못했어요")
            browser.until(lambda: not browser.one("[data-action=check]").is_selected(), "undone again")
            browser.one(".quick input").send_keys("못 보낸 일", Keys.ENTER)
            browser.until_text(".day-part > .form-error", "서버에 연결하지 못했어요")
            self.assertEqual(browser.one(".quick input").get_attribute("value"), "못 보낸 일")
            self.act(browser, "남은 일", "edit")
            browser.until(lambda: browser.all("dialog"))
            browser.one("dialog .danger").click()
            browser.until_text("dialog #notices", "서버에 연결하지 못했어요")
            browser.one("dialog [type=submit]").click()
            browser.until_text("dialog .form-error", "서버에 연결하지 못했어요")
            browser.switch_to.active_element.send_keys(Keys.ESCAPE)
            browser.until(lambda: not browser.all("dialog") and browser.all("body > #notices"))
        finally:
            self.service.start()
        browser.one(".quick input").send_keys(Keys.ENTER)
        browser.until(lambda: self.todo(browser, "못 보낸 일"))
        self.assertEqual(browser.text(".day-part > .form-error"), "")

    def test_logged_out_in_the_middle_the_card_is_no_longer_shown(self):
        person = self.person()
        person.call("POST", "/api/todos", {"contents": "내 일"})
        browser = self.open(person)
        person.call("DELETE", "/api/sessions")
        browser.delete_all_cookies()
        # The page notices by itself, and leads to the login or to what the card is.
        browser.until(lambda: "내 일" not in browser.text("#view"), "the card is gone")
        browser.until(lambda: browser.all(".intro") or browser.all("form [type=password]"),
            "what the card is, or the login")

    def test_what_another_device_removed_is_said(self):
        person = self.person()
        todo = person.call("POST", "/api/todos", {"contents": "지운 일"})["todo"]
        browser = self.open(person)
        person.call("DELETE", f"/api/todos/{todo['id']}")
        self.act(browser, "지운 일", "check")
        browser.until_text("#notices", "이미 삭제된 할 일이에요.")


class OnSlowNetworks(CardTest):
    # Holds the answers of the requests for which `window.isHeld` is true, until `window.release`.
    HOLD = """
      window.isHeld = () => false;
      window.held = [];
      const real = window.fetch;
      window.fetch = async (path, options) => {
        if (!window.isHeld(String(path), options?.method)) return real(path, options);
        const answer = window.isLost ? null : await real(path, options);
        await new Promise((resolve) => window.held.push(resolve));
        if (!answer) throw new TypeError('lost');
        return answer;
      };
      window.release = () => { window.isHeld = () => false; window.held.forEach((it) => it()); };
      window.ahead = 0;
      const now = Date.now.bind(Date);
      Date.now = () => now() + window.ahead;"""

    def start(self):
        person = self.person()
        person.call("POST", "/api/todos", {"contents": "오늘 일"})
        browser = self.browser()
        browser.before_page(self.HOLD)
        self.open(person, browser=browser)
        is_done = lambda: person.call("GET", "/api/todos")["todos"][0]["is_done"]
        return browser, is_done

    def is_ticked(self, browser):
        box = self.todo(browser, "오늘 일").find_element(By.CSS_SELECTOR, "[data-action=check]")
        return box.is_selected()

    def test_a_tick_during_a_reload_stays(self):
        browser, is_done = self.start()
        # Back after a while: the list is asked for again, and its answer is long on its way.
        browser.execute_script("""
          window.isHeld = (path) => path.startsWith('/api/todos');
          window.ahead = 360000;
          document.dispatchEvent(new Event('visibilitychange'));""")
        browser.until(lambda: browser.execute_script("return window.held.length"), "an answer on its way")
        browser.execute_script("window.isHeld = () => false")
        self.act(browser, "오늘 일", "check")
        browser.execute_script("window.release()")
        browser.until(is_done, "the tick on the server")
        self.ready(browser)
        browser.until(lambda: self.grapes(browser) == 1, "the grape")
        self.assertTrue(self.is_ticked(browser))
        browser.refresh()
        self.ready(browser)
        self.assertTrue(self.is_ticked(browser))

    def test_a_tick_stays_when_another_day_is_looked_at_meanwhile(self):
        browser, is_done = self.start()
        browser.execute_script("window.isHeld = (path) => path.endsWith('/done')")
        self.act(browser, "오늘 일", "check")
        browser.until(lambda: browser.execute_script("return window.held.length"), "an answer on its way")
        browser.one(".day-head [aria-label='다음 날']").click()
        browser.back()
        browser.execute_script("window.release()")
        self.ready(browser)
        browser.until(lambda: self.todo(browser, "오늘 일"))
        self.assertTrue(is_done())
        self.assertTrue(self.is_ticked(browser))

    def test_a_tick_on_its_way_survives_a_reload_of_the_page(self):
        browser, is_done = self.start()
        browser.execute_script("window.isLost = true; window.isHeld = (path) => path.endsWith('/done')")
        self.act(browser, "오늘 일", "check")
        browser.until(lambda: browser.execute_script("return window.held.length"), "a request that does not arrive")
        self.assertFalse(is_done())
        browser.refresh()
        self.ready(browser)
        browser.until(is_done, "the tick on the server")
        browser.until(lambda: self.grapes(browser) == 1, "the grape")
        self.assertTrue(self.is_ticked(browser))
        self.assertEqual(browser.execute_script(
            "return Object.keys(localStorage).filter((it) => it.includes('ticks'))"), [])

    def test_ticks_that_fail_show_what_the_server_has(self):
        browser, is_done = self.start()
        browser.execute_script("window.isLost = true; window.isHeld = (path) => path.endsWith('/done')")
        self.act(browser, "오늘 일", "check")
        self.act(browser, "오늘 일", "check")
        for _ in range(2):
            browser.until(lambda: browser.execute_script("return window.held.length"), "a request on its way")
            browser.execute_script("window.held.shift()()")
        browser.until_text("#notices", "서버에 연결하지 못했어요")
        browser.until(lambda: browser.execute_script("return window.held.length") == 0 and not self.is_ticked(browser),
            "not done")
        self.assertFalse(is_done())
        self.assertNotIn("is-done", self.todo(browser, "오늘 일").get_attribute("class"))


class ForEveryone(CardTest):
    def test_everything_by_keyboard(self):
        browser = self.open(self.person(), width=1280, height=800)
        press = lambda key: browser.switch_to.active_element.send_keys(key)
        to = lambda wanted, key=Keys.TAB: browser.until(
            lambda: wanted(browser.switch_to.active_element) or press(key), "the focus")
        to(lambda it: it.get_attribute("placeholder") == "할 일을 입력해 보세요")
        browser.switch_to.active_element.send_keys("자판으로", Keys.ENTER)
        browser.until(lambda: self.todo(browser, "자판으로"))
        self.assertEqual(self.focused(browser, "placeholder"), "할 일을 입력해 보세요")
        to(lambda it: it.get_attribute("data-action") == "check")
        press(Keys.SPACE)
        browser.until(lambda: self.grapes(browser) == 1)
        browser.until(lambda: self.focused(browser, "data-action") == "check", "the focus stays")
        press(Keys.SPACE)
        browser.until(lambda: self.grapes(browser) == 0)
        browser.until(lambda: browser.all("[data-action=postpone]"))
        to(lambda it: it.get_attribute("data-action") == "postpone")
        press(Keys.ENTER)
        browser.until(lambda: not browser.all(".todo"))
        self.assertEqual(self.focused(browser, "placeholder"), "할 일을 입력해 보세요")

    def test_markup_stays_text(self):
        person = self.person(nickname="<b>포도</b>")
        group = person.call("POST", "/api/todo-groups", {"name": "<i>x</i> \"'&"})
        person.call("POST", "/api/todos", {"contents": HOSTILE, "group": group["id"], "booth": 43})
        browser = self.open(person, width=320, height=640)
        self.assertIn(HOSTILE, browser.text(".todo"))
        self.assertIn("<i>x</i>", browser.text(".group-head"))
        self.act(browser, HOSTILE, "edit")
        browser.until(lambda: browser.all("dialog"))
        self.assertEqual(browser.one("#field-contents").get_attribute("value"), HOSTILE)
        self.assertIsNone(browser.execute_script("return window.broken ?? null"))

    def test_it_fits_narrow_screens_with_long_words(self):
        person = self.person()
        person.call("POST", "/api/todo-groups", {"name": "가" * 21})
        person.call("POST", "/api/todos", {"contents": "끝이없는말" * 40, "booth": 43})
        for width, height in [(320, 640), (640, 400)]:
            browser = self.open(person, width=width, height=height, zone=EAST)
            self.assertEqual(browser.execute_script("""
              const room = document.querySelector('.view').clientWidth - 32;
              return [...document.querySelectorAll('.view > *, .card-parts > *, .quick > *, .todo')]
                .filter((it) => it.offsetWidth > room).map((it) => it.className)"""), [])
            self.assertEqual(browser.violations(), [])
            browser.shot(f"card-long-{width}x{height}-light")

    def test_calm_for_those_who_want_it(self):
        person = self.person()
        person.call("POST", "/api/todos", {"contents": "천천히"})
        for calm, animation in [(True, "none"), (False, "ripen")]:
            browser = self.open(person, calm=calm)
            self.act(browser, "천천히", "check")
            browser.until(lambda: browser.all(".grape.is-new"))
            self.assertEqual(browser.one(".grape.is-new").value_of_css_property("animation-name"), animation)
            self.act(browser, "천천히", "check")
            browser.until(lambda: self.grapes(browser) == 0)

    def test_the_screens_and_what_axe_says_of_them(self):
        person = self.person(nickname="포도 좋아")
        self.keep_grapes(person,
            [today() - datetime.timedelta(days=number) for number in [1, 2, 3, 5, 6, *range(8, 26)]])
        date = person.call("POST", "/api/todo-groups", {"name": "데이트", "color": "#c2255c"})["id"]
        first = person.call("POST", "/api/todos", {"contents": "사진 정리하기"})["todo"]["id"]
        person.call("PUT", f"/api/todos/{first}/done")
        person.call("POST", "/api/todos", {"contents": "엄마께 사진 보내 드리기"})
        person.call("POST", "/api/todos", {"contents": "홍대에서 네 컷 찍기", "booth": 43, "group": date})
        for manner in [{}, {"dark": True, "width": 1280, "height": 800},
                       {"language": "en-US", "width": 1280, "height": 800}, {"dark": True, "language": "en-US"}]:
            with self.subTest(**manner):
                browser = self.open(person, **manner)
                size = f"{manner.get('width', 390)}x{manner.get('height', 844)}"
                name = f"{size}-{'dark' if manner.get('dark') else 'light'}-{manner.get('language', 'ko-KR')[:2]}"
                browser.until(lambda: "(" in browser.text(".visit-booth"))
                self.assertEqual(browser.violations(), [])
                group = "Default group" if "language" in manner else "기본 그룹"
                self.assertEqual(browser.texts(".group-name")[0], group)
                browser.shot(f"card-{name}")
                browser.execute_script("document.getElementById('view').scrollTop = 9999")
                browser.shot(f"card-below-{name}")
                browser.execute_script("document.querySelector('[data-action=edit]').click()")
                browser.until(lambda: browser.all("dialog"))
                self.assertEqual(browser.violations(), [])
                browser.shot(f"card-edit-{name}")
                self.assertEqual(browser.complaints(), [])


if __name__ == "__main__":
    unittest.main()
