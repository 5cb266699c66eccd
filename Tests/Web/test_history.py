"""The browser's history on the map: Back undoes what was seen last, and what is seen is what the address says."""

import copy
import os
import random
import time

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

import people
from service import WebTest

AT = "/?at=37.5573,126.9258,15"

# What the page shows, by its elements; and whether the map is where the address says.
VIEW = """
  const done = arguments[0];
  const all = (selector) => [...document.querySelectorAll(selector)];
  const page = window.mapPage;
  const query = new URLSearchParams(location.search);
  const at = query.get('at')?.split(',').map(Number);
  const isMap = !document.getElementById('map-page').hidden;
  const pressed = (name) => all(`.quick.${name}`)[0]?.getAttribute('aria-pressed') === 'true';
  const value = (label) => all(`[aria-label="${label}"]`)[0]?.value;
  const sheet = document.getElementById('sheet');
  done({
    path: location.pathname, isMap,
    query: { ...Object.fromEntries([...query].filter(([name]) => name !== 'at')), brand: query.getAll('brand') },
    isBusy: isMap && (all('[aria-busy="true"]').length > 0 || page.closing !== null || page.map.isMoving),
    // The address has four decimals, and the map whole pixels.
    isAt: !at || !isMap || page.map.isAt({ latitude: at[0], longitude: at[1], zoom: at[2] })
      || (page.map.center.zoom === at[2] && Math.abs(page.map.center.latitude - at[0]) < 1.2e-4
        && Math.abs(page.map.center.longitude - at[1]) < 1.2e-4),
    brands: all('.chip[aria-pressed="true"]').map((it) => it.dataset.brand),
    open: value('영업'), people: value('인원'), price: value('가격'), sort: value('정렬'), saved: pressed('saved'),
    known: all('.quick.known').length > 0 ? pressed('known') : null,
    text: document.getElementById('text').value,
    booth: sheet.hidden ? null : page.sheet?.booth ?? null,
    listed: all('.items .item').map((it) => it.dataset.booth),
    title: document.getElementById('list-title')?.textContent.split(' ')[0],
    origin: page?.state.origin.kind,
  });
"""

NOTHING = {"q": "", "brand": [], "open": "", "known": False, "people": "0", "price": "0", "sort": "", "saved": False,
           "origin": "address", "place": "", "booth": None}


class MapPage(WebTest):
    def look(self, browser):
        browser.execute_async_script("""
            const [done] = arguments;
            if (window.mapPage) return done();
            const tree = document.querySelector('script[type=module]').src.replace('app.js', '');
            import(`${tree}views/map/map-page.js`).then((it) => { window.mapPage = it.page; done(); });""")
        return browser.execute_async_script(VIEW)

    def steps(self, browser):
        return browser.execute_script("return history.length")

    def path(self, browser):
        return browser.execute_script("return location.pathname")

    def is_list(self, browser):
        return browser.until(lambda: not browser.one("#sheet").is_displayed() and self.path(browser) == "/")


class Back(MapPage):
    def test_closing_a_booth_goes_back_to_the_list_so_that_back_is_never_dead(self):
        browser = self.visit(AT)
        before = self.steps(browser)
        for number in range(3):
            browser.all(".item")[number].click()
            browser.until(lambda: browser.one("#sheet").is_displayed())
            browser.one("#sheet .back").click()
            self.is_list(browser)
        self.assertEqual(self.steps(browser), before + 1)
        browser.one(".chip").click()
        browser.until(lambda: "brand" in browser.query())
        browser.back()
        browser.until(lambda: "brand" not in browser.query() and not browser.all(".chip[aria-pressed=true]"))

    def test_back_goes_from_booth_to_booth_and_closing_to_the_list(self):
        browser = self.visit("/?at=37.5573,126.9258,16", width=1280, height=800, calm=True)
        browser.until(lambda: len(browser.all(".pin")) > 5)
        first, second = [it.get_attribute("title") for it in browser.all(".pin")[:2]]
        for name in [first, second]:
            browser.execute_script("""
                [...document.querySelectorAll('.pin')].find((it) => it.title === arguments[0]).click()""", name)
            browser.until_text("#sheet-title", name)
        browser.back()
        browser.until_text("#sheet-title", first)
        browser.forward()
        browser.until_text("#sheet-title", second)
        browser.switch_to.active_element.send_keys(Keys.ESCAPE)
        self.is_list(browser)
        browser.forward()
        browser.until_text("#sheet-title", first)

    def test_a_booth_of_a_link_is_closed_and_back_opens_it_again(self):
        browser = self.visit("/booths/3")
        browser.until(lambda: browser.one("#sheet").is_displayed())
        browser.one("#sheet .back").click()
        self.is_list(browser)
        browser.back()
        browser.until_text("#sheet-title", "강남")

    def test_back_restores_the_list_and_the_map_of_other_filters(self):
        browser = self.visit(AT)
        names, view = self.names(browser), browser.query()["at"]
        browser.one("#text").send_keys("부산", Keys.ENTER)
        browser.until_text(".place", "부산")
        browser.until(lambda: browser.query().get("at", "").startswith("35."))
        Select(browser.one("[aria-label='인원']")).select_by_value("8")
        browser.until(lambda: browser.query().get("people") == "8")
        browser.back()
        browser.until(lambda: "people" not in browser.query() and "부산" in browser.text(".place"))
        browser.back()
        browser.until(lambda: self.names(browser) == names, "the first list")
        browser.until(lambda: self.look(browser)["isAt"] and browser.query()["at"] == view)
        self.assertEqual(browser.one("#text").get_attribute("value"), "")

    def test_a_reload_shows_the_same_list_although_the_map_was_moved(self):
        browser = self.visit("/")
        browser.one("#text").send_keys("강남역", Keys.ENTER)
        browser.until_text(".place", "강남역")
        browser.until(lambda: "at" in browser.query())
        self.settle(browser)
        names = self.names(browser)
        for _ in range(6):
            browser.one("#map").send_keys(Keys.ARROW_LEFT)
        browser.until(lambda: browser.one("#search-here").is_displayed())
        browser.refresh()
        self.settle(browser)
        self.assertEqual(self.names(browser), names)
        self.assertIn("강남역", browser.text(".place"))
        self.assertTrue(browser.one("#search-here").is_displayed())

    def test_the_map_stays_where_it_was_moved_while_a_booth_is_closed(self):
        browser = self.visit("/?at=37.5573,126.9258,16", width=1280, height=800, calm=True)
        browser.all(".item")[0].click()
        browser.until(lambda: browser.one("#sheet").is_displayed())
        for _ in range(3):
            browser.one("#map").send_keys(Keys.ARROW_UP)
        browser.until(lambda: browser.one("#search-here").is_displayed() and not self.look(browser)["isBusy"])
        # The address follows the map once it rests.
        browser.until_still("return location.search")
        moved = browser.query()["at"]
        browser.back()
        self.is_list(browser)
        browser.until(lambda: browser.query()["at"] == moved)
        self.assertTrue(self.look(browser)["isAt"])


class SlowAnswers(MapPage):
    def test_an_old_answer_does_not_replace_a_new_one(self):
        browser = self.browser()
        # The first list of saved booths comes after everything else.
        browser.before_page("""
            const real = window.fetch;
            window.held = [];
            window.fetch = (address, options) => (String(address).startsWith('/api/booths?ids=')
              ? new Promise((done) => held.push(() => done(real(address, options)))) : real(address, options));""")
        self.show(browser, AT)
        browser.all(".item")[0].click()
        browser.until(lambda: browser.one("#sheet").is_displayed())
        browser.one(".save").click()
        browser.until_text("#notices", "저장했어요")
        browser.one("#sheet .back").click()
        self.is_list(browser)
        near = self.names(browser)
        browser.one(".quick.saved").click()
        browser.until(lambda: browser.execute_script("return held.length") == 1, "a request that is held")
        browser.one(".quick.saved").click()
        browser.until(lambda: self.names(browser) == near and not browser.all("[aria-busy=true]"))
        browser.execute_script("held.forEach((it) => it())")
        browser.execute_script("return new Promise((done) => setTimeout(done, 500))")
        self.assertEqual(self.names(browser), near)
        self.assertIn("가까운", browser.text("#list-title"))


class LeaveQuestion(MapPage):
    """A form with unfinished input asks before Back leaves it."""

    def path_of(self, browser):
        return browser.execute_script("return location.pathname + location.search")

    def test_the_address_stays_while_it_is_open_and_staying_cuts_no_history(self):
        person = people.sign_up(self.service)
        browser = self.browser()
        people.log_in(browser, self.service, person, "/app/feed")
        write = "/app/posts/new"
        browser.execute_script(f"document.querySelector('[href^=\"{write}\"]').click()")
        browser.until(lambda: browser.all(".post-form"))
        address = self.path_of(browser)
        browser.execute_script("document.querySelector('[data-tab=shop]').click()")
        browser.until(lambda: self.path_of(browser) == "/app/shop")
        browser.back()
        browser.until(lambda: browser.all(".post-form"))
        browser.one("#field-text").send_keys("아직 쓰는 글")
        for _ in range(3):
            browser.back()
            browser.until(lambda: len(browser.all("dialog[open]")) == 1)
        browser.until(lambda: self.path_of(browser) == address)
        browser.execute_script("[...document.querySelectorAll('dialog .is-main')].at(-1).click()")
        browser.until(lambda: not browser.all("dialog[open]"))
        self.assertEqual(browser.one("#field-text").get_attribute("value"), "아직 쓰는 글")
        # Forward is still there; leaving leaves.
        browser.forward()
        browser.until(lambda: len(browser.all("dialog[open]")) == 1)
        browser.execute_script("document.querySelectorAll('dialog .small')[1].click()")
        browser.until(lambda: self.path_of(browser) == "/app/shop")
        browser.back()
        browser.until(lambda: browser.all(".post-form") and self.path_of(browser) == address)
        browser.until_text(".view .callout", "작성 중이던 글")


class AfterLogin(MapPage):
    def fill(self, browser, person):
        browser.until(lambda: browser.all("#field-email"), "the form")
        browser.one("#field-email").send_keys(person.email)
        browser.one("#field-password").send_keys(person.password)
        browser.one(".form [type=submit]").click()

    def test_a_correction_goes_on_where_it_was_interrupted(self):
        person = people.sign_up(self.service)
        for path in ["/booths/3", "/booths/3?people=4&at=37.4979,127.0276,16"]:
            browser = self.browser()
            browser.get(self.service.address(path))
            browser.until_text("#sheet-title", "강남")
            browser.execute_script("""[...document.querySelectorAll('#sheet button')]
                .find((it) => it.textContent.includes('정보 수정')).click()""")
            self.fill(browser, person)
            browser.until(lambda: browser.all("dialog[open] [value=hours]"), "the dialog")
            self.assertEqual(self.path(browser), "/booths/3")
            self.assertEqual(browser.query(), {"people": "4", "at": "37.4979,127.0276,16"} if "people" in path else {})
            browser.until_text("#sheet-title", "강남")
            # It is not asked for once more.
            browser.refresh()
            browser.until_text("#sheet-title", "강남")
            self.assertFalse(browser.all("dialog[open]"))

    def test_the_login_of_the_header_returns_to_where_it_was_pressed(self):
        person = people.sign_up(self.service)
        browser = self.visit("/booths/3")
        browser.until_text("#sheet-title", "강남")
        browser.one("#me").click()
        self.fill(browser, person)
        browser.until(lambda: self.path(browser) == "/booths/3")
        browser.until_text("#sheet-title", "강남")


class SavedBooths(MapPage):
    def open_booth(self, browser, number):
        browser.execute_script("document.querySelector(`[data-booth=\"${arguments[0]}\"]`).click()", number)
        browser.until(lambda: browser.one("#sheet").is_displayed() and self.path(browser) == f"/booths/{number}")

    def is_saved(self, browser):
        return browser.one("#sheet .save").get_attribute("aria-pressed") == "true"

    def close(self, browser):
        browser.one("#sheet .back").click()
        self.is_list(browser)

    def test_two_quick_saves_on_a_slow_network_are_both_kept_and_shown(self):
        person = people.sign_up(self.service)
        browser = self.browser()
        browser.before_page("""
            const real = window.fetch;
            window.held = [];
            window.fetch = (address, options = {}) => (['PUT', 'DELETE'].includes(options.method)
              ? new Promise((done, failed) => held.push(() => real(address, options).then(done, failed)))
              : real(address, options));""")
        people.log_in(browser, self.service, person, "/?at=37.5573,126.9258,15")
        self.settle(browser)
        first, second = [it.get_attribute("data-booth") for it in browser.all(".item")[:2]]
        for number in [first, second]:
            self.open_booth(browser, number)
            browser.until(lambda: not self.is_saved(browser))
            browser.one("#sheet .save").click()
            browser.until(lambda: self.is_saved(browser))
            self.close(browser)
        # Not confirmed yet, but shown.
        self.open_booth(browser, first)
        browser.until(lambda: self.is_saved(browser))
        self.close(browser)
        browser.until(lambda: browser.execute_script("return held.length") == 2)
        # The second is answered first.
        browser.execute_script("held.reverse().forEach((it) => it())")
        saved = lambda: {booth["id"] for booth in person.call("GET", "/api/me/booths")["booths"]}
        browser.until(lambda: saved() == {int(first), int(second)})
        browser.one(".quick.saved").click()
        browser.until(lambda: {it.get_attribute("data-booth") for it in browser.all(".item")} == {first, second})

    def test_they_obey_the_wish_to_be_open_later(self):
        """At 21:40 in Korea one booth closes at 22:00, one at midnight; one opens at 22:00."""
        browser = self.browser()
        browser.before_page("{ const now = Date.now, start = now(); const at = Date.parse('2026-11-23T12:40:00Z');"
                            "Date.now = () => at + now() - start; }")
        self.show(browser, "/")
        saved = [{"id": number, "name": f"부스 {number}", "latitude": 37.5, "longitude": 127, "opening_hours": hours}
                 for number, hours in [(900_001, "Mo-Su 10:00-22:00"), (900_002, "Mo-Su 10:00-24:00"),
                                       (900_003, "Mo-Su 22:00-05:00"), (900_004, None)]]
        browser.execute_script("localStorage.setItem('fourcuts.saved', JSON.stringify(arguments[0]))", saved)
        for value, numbers in [("now", "12"), ("30", "23"), ("60", "23"), ("120", "23")]:
            self.show(browser, f"/?saved=1&open={value}&known=1")
            self.assertEqual({it.get_attribute("data-booth")[-1] for it in browser.all(".item")}, set(numbers), value)
        self.show(browser, "/?saved=1")
        self.assertIn("22:00", browser.text(".items"))

    def test_another_tab_follows(self):
        person = people.sign_up(self.service)
        browser = self.browser()
        people.log_in(browser, self.service, person, "/?saved=1")
        browser.until_text("#results", "저장한 부스가")
        first = browser.current_window_handle
        browser.switch_to.new_window("tab")
        browser.get(self.service.address("/booths/3"))
        browser.until_text("#sheet-title", "강남")
        browser.one("#sheet .save").click()
        browser.until(lambda: person.call("GET", "/api/me/booths")["booths"])
        browser.switch_to.window(first)
        browser.until(lambda: len(self.names(browser)) == 1)

    def test_an_account_without_room_still_shows_its_own(self):
        person = people.sign_up(self.service)
        person.call("PUT", "/api/me/booths/3")
        browser = self.browser()
        browser.before_page("""
            const real = window.fetch;
            window.fetch = (address, options = {}) => (address === '/api/me/booths' && options.method === 'POST'
              ? Promise.resolve(Response.json({ code: 'too-many' }, { status: 422 })) : real(address, options));""")
        self.show(browser, "/")
        browser.execute_script("""localStorage.setItem('fourcuts.saved', JSON.stringify([{ id: 5, name: '다섯',
            latitude: 37.5, longitude: 127 }]))""")
        people.log_in(browser, self.service, person, "/?saved=1")
        browser.until(lambda: [it.get_attribute("data-booth") for it in browser.all(".item")] == ["3"])


class RandomWalk(MapPage):
    """Steps by chance, beside a model of the history. SEED repeats a walk, STEPS makes it longer."""

    def setUp(self):
        self.seed = int(os.environ.get("SEED", time.time_ns() % 1_000_000))
        self.chance = random.Random(self.seed)
        self.entries = [copy.deepcopy(NOTHING)]
        self.index = 0
        self.log = []

    @property
    def now(self):
        return self.entries[self.index]

    def push(self, **changes):
        made = {**copy.deepcopy(self.now), "listed": None, **changes}
        opens = made["booth"] is not None and all(made[it] == self.now[it] for it in NOTHING if it != "booth")
        above = 0 if self.now["booth"] is None else self.now.get("above")
        made["above"] = above + 1 if opens and above is not None else None
        if opens or self.is_same_list(made):
            made["listed"] = self.now.get("listed")
        self.entries[self.index + 1:] = [made]
        self.index += 1

    def is_same_list(self, other):
        return all(other[it] == self.now[it] for it in NOTHING if it != "booth")

    # What can be done; each returns False where it cannot.

    def open_listed(self, browser):
        items = browser.all(".items .item") if self.now["booth"] is None else []
        if not items:
            return False
        item = self.chance.choice(items[:8])
        number = int(item.get_attribute("data-booth"))
        browser.execute_script("arguments[0].click()", item)
        self.push(booth=number)

    def open_marked(self, browser):
        if not browser.all(".pin:not(.is-chosen)"):
            return False
        number = browser.execute_script("""
            const [made] = [...mapPage.map.markers.byBooth].filter(([id, it]) => id !== mapPage.state.booth);
            made[1].getElement().click();
            return made[0];""")
        self.push(booth=number)

    def close(self, browser):
        if self.now["booth"] is None:
            return False
        above = self.now.get("above")
        browser.execute_script("document.querySelector('#sheet .back').click()")
        if above:
            self.index -= above
        else:
            self.push(booth=None)

    def chain(self, browser):
        if self.now["booth"] is not None:
            return False
        chip = self.chance.choice(browser.all(".chip"))
        name = chip.get_attribute("data-brand")
        browser.execute_script("arguments[0].click()", chip)
        brands = self.now["brand"]
        self.push(brand=[it for it in brands if it != name] if name in brands else [*brands, name])

    def wish(self, browser):
        if self.now["booth"] is not None:
            return False
        key, label, values = self.chance.choice([
            ("people", "인원", ["0", "2", "4"]), ("price", "가격", ["0", "5000", "8000"]),
            ("open", "영업", ["", "now", "60"])])
        value = self.chance.choice([it for it in values if it != self.now[key]])
        Select(browser.one(f"[aria-label='{label}']")).select_by_value(value)
        self.push(**{key: value})

    def quick(self, browser):
        if self.now["booth"] is not None:
            return False
        name = self.chance.choice(
            ["openNow", "allDay", "price", "saved", *(["known"] * 3 if self.offers_known else [])])
        browser.execute_script("document.querySelector(`.quick.${arguments[0]}`).click()", name)
        if name == "saved":
            self.push(saved=not self.now["saved"])
        elif name == "price":
            self.push(price="0" if self.now["price"] == "5000" else "5000")
        elif name == "known":
            self.push(known=not self.now["known"])
        else:
            value = {"openNow": "now", "allDay": "all-day"}[name]
            self.push(open="" if self.now["open"] == value else value)

    @property
    def offers_known(self):
        """Whether there is a time at which booths of unknown hours may be open."""
        return self.now["open"] not in ["", "all-day"]

    def order(self, browser):
        if self.now["booth"] is not None or not browser.one(".order").is_displayed():
            return False
        options = [it.get_attribute("value") for it in browser.all(".order option")]
        current = self.now["sort"] or options[0]
        value = self.chance.choice([it for it in options if it != current])
        Select(browser.one(".order")).select_by_value(value)
        self.push(sort="" if value == ("relevance" if self.now["q"] else "distance") else value)

    def search(self, browser):
        kind, words = self.chance.choice(
            [("text", "홍대"), ("text", "강남"), ("place", "강남역"), ("place", "부산"), ("chain", "샘플네컷")])
        field = browser.one("#text")
        browser.execute_script("arguments[0].value = ''; arguments[0].focus()", field)
        field.send_keys(words)
        browser.until(lambda: browser.all("#suggestions .option")
            and words in browser.all("#suggestions .option")[-1].text)
        option = browser.all("#suggestions .option")[-1 if kind == "text" else 0]
        # The signs of a station's lines follow its name, one in each line of text.
        chosen = option.find_element(By.TAG_NAME, "b").text.split("\n")[0]
        browser.execute_script("arguments[0].click()", option)
        before = self.now
        if kind == "text":
            if before["q"] != words:
                self.push(q=words, booth=None)
        elif kind == "place":
            changes = {"q": "", "saved": False, "booth": None, "origin": "place", "place": chosen}
            if any(before[key] != value for key, value in changes.items()) or "place" not in before["origin"]:
                self.push(**changes)
        else:
            changes = {"q": "", "booth": None, "brand": [words]}
            if any(before[key] != value for key, value in changes.items()):
                self.push(**changes)

    def move(self, browser):
        browser.one("#map").send_keys(self.chance.choice([Keys.ARROW_UP, Keys.ARROW_DOWN, Keys.ARROW_LEFT, "+", "-"]))

    def search_here(self, browser):
        if not browser.one("#search-here").is_displayed():
            return False
        browser.execute_script("document.getElementById('search-here').click()")
        self.push(origin="map", place="")
        # Of another part of the map than a search before.
        self.now["listed"] = None

    def home(self, browser):
        button = browser.all(".location-line .home")
        if not button or self.now["booth"] is not None or not button[0].is_displayed():
            return False
        leads_to_start = "처음" in button[0].text
        browser.execute_script("arguments[0].click()", button[0])
        if leads_to_start:
            self.push(origin="device", place="", booth=None)
        else:
            # Nobody allows the position.
            browser.until_text(".location-line .home", "처음 위치로")

    def elsewhere(self, browser):
        browser.execute_script("document.querySelector('[data-tab=feed]').click()")
        browser.until(lambda: self.path(browser) == "/app/feed" and browser.all(".view-feed"))
        if self.chance.random() < 0.5:
            browser.back()
            self.entries[self.index + 1:] = [None]
        else:
            browser.execute_script("document.querySelector('[data-tab=map]').click()")
            self.entries[self.index + 1:] = [None, {**copy.deepcopy(self.now), "above": None}]
            self.index += 2

    def back(self, browser):
        steps = 1 if self.index and self.entries[self.index - 1] else 2
        if self.index < steps:
            return False
        for _ in range(steps):
            browser.back()
        self.index -= steps

    def forward(self, browser):
        if self.index + 1 >= len(self.entries) or self.entries[self.index + 1] is None:
            return False
        browser.forward()
        self.index += 1

    def reload(self, browser):
        browser.refresh()

    def expected(self):
        it = self.now
        query = {key: it[key] for key in ["q", "open", "sort"] if it[key]}
        query |= {key: it[key] for key in ["people", "price"] if it[key] != "0"}
        return {"path": f"/booths/{it['booth']}" if it["booth"] else "/", "isMap": True, "isBusy": False, "isAt": True,
                "query": {**query, **{key: "1" for key in ["saved", "known"] if it[key]}, "brand": it["brand"]},
                "brands": it["brand"], "open": it["open"], "known": it["known"] if self.offers_known else None,
                "people": it["people"], "price": it["price"],
                "saved": it["saved"], "text": it["q"] or it["place"], "booth": it["booth"], "origin": it["origin"]}

    def check(self, browser):
        seen = {}

        def is_right():
            seen.update(self.look(browser))
            wanted = self.expected()
            return {key: (seen[key], value) for key, value in wanted.items() if seen[key] != value} == {}

        try:
            browser.until(is_right)
        except Exception:
            wrong = {key: (seen.get(key), value) for key, value in self.expected().items() if seen.get(key) != value}
            self.fail(f"SEED={self.seed}, after {self.log[-12:]} (step {len(self.log)}): shown and expected {wrong}")
        it = self.now
        # Booths open and close meanwhile, and "more" was not asked for.
        if it["open"] == "" and it["sort"] != "open" and it["booth"] is None:
            if it.get("listed") is None:
                it["listed"] = seen["listed"]
            self.assertEqual(seen["listed"], it["listed"], f"SEED={self.seed}, after {self.log[-12:]}")
        if it["sort"] and seen["listed"] and it["booth"] is None:
            self.assertEqual(seen["sort"], it["sort"])

    def test_what_is_seen_is_what_the_address_and_the_model_say(self):
        steps = int(os.environ.get("STEPS", 150))
        print(f"\na walk of {steps} steps: SEED={self.seed}")
        browser = self.visit(AT, width=1280, height=800, calm=True)
        acts = [self.open_listed, self.open_listed, self.open_marked, self.close, self.close, self.chain, self.wish,
                self.quick,
                self.order, self.search, self.search, self.move, self.search_here, self.home, self.elsewhere, self.back,
                self.back, self.back, self.forward, self.forward, self.reload]
        self.check(browser)
        while len(self.log) < steps:
            act = self.chance.choice(acts)
            self.log.append(act.__name__)
            if act(browser) is False:
                self.log.pop()
                continue
            self.check(browser)
        self.assertEqual(browser.complaints(), [])
