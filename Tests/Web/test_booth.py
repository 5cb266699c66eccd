"""The booth page without a script, and the booth sheet: sharing, saving, directions, corrections."""

import html.parser
import importlib
import json
import pathlib
import subprocess
import tempfile
import unittest
import urllib.error
import urllib.request
from datetime import date

import people
from service import PROGRAM, Service, WebTest

HOSTILE = """</script><script>window.hacked = true</script> "x" 'y' &"""


def fetch(service, path, language="ko-KR"):
    """Status, headers and text, as a client without scripts gets them."""
    request = urllib.request.Request(service.address(path), headers={"Accept-Language": language})
    try:
        with urllib.request.urlopen(request) as answer:
            return answer.status, answer.headers, answer.read().decode()
    except urllib.error.HTTPError as answer:
        return answer.code, answer.headers, answer.read().decode()


class Head(html.parser.HTMLParser):
    """The parts of a page that a crawler reads."""

    def __init__(self, page):
        super().__init__()
        self.meta, self.links, self.scripts, self.inside = {}, [], [], None
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag == "meta" and "content" in attributes:
            self.meta[attributes.get("property") or attributes.get("name")] = attributes["content"]
        elif tag == "link":
            self.links.append(attributes)
        elif tag == "script":
            self.inside = attributes.get("type")
            self.scripts.append((attributes.get("type"), attributes.get("src"), ""))

    def handle_endtag(self, tag):
        if tag == "script":
            self.inside = None

    def handle_data(self, data):
        if self.inside:
            kind, source, text = self.scripts[-1]
            self.scripts[-1] = (kind, source, text + data)

    @property
    def data(self):
        [text] = [text for kind, _, text in self.scripts if kind == "application/ld+json"]
        return json.loads(text)


# What search engines ask of each type, beside the types of its properties.
REQUIRED = {
    "LocalBusiness": {"@id", "name", "url", "geo"},
    "PostalAddress": {"streetAddress"},
    "GeoCoordinates": {"latitude", "longitude"},
    "OpeningHoursSpecification": {"opens", "closes"},
    "Brand": {"name"},
}


def is_dated(data):
    """Whether data is valid from one day to the same or a later one."""
    try:
        return date.fromisoformat(data["validFrom"]) <= date.fromisoformat(data["validThrough"])
    except (KeyError, ValueError):
        return False


def complaints(data):
    """The errors of data by schema.org: unknown types and properties, values of other types, missing ones."""
    name = data["@type"]
    model = getattr(importlib.import_module(f"pydantic2_schemaorg.{name}"), name)
    known = set(model.__fields__) | {"@type", "@id", "@context"}
    found = [f"{name}.{key} is unknown" for key in data if key not in known]
    found += [f"{name}.{key} is missing" for key in REQUIRED[name] - set(data)]
    if name == "OpeningHoursSpecification" and "dayOfWeek" not in data and not is_dated(data):
        found.append(f"{name} is of no day")
    try:
        model.parse_obj({key: value for key, value in data.items() if key != "@context"})
    except ValueError as error:
        found.append(str(error))
    for value in data.values():
        for part in value if isinstance(value, list) else [value]:
            if isinstance(part, dict):
                found += complaints(part)
    return found


class Crawler(WebTest):
    @classmethod
    def setUpClass(cls):
        with tempfile.NamedTemporaryFile("w", suffix=".csv") as file:
            file.write("external_id,name,brand,road_address,latitude,longitude,opening_hours,price,status\n")
            name = HOSTILE.replace('"', '""')
            file.write(f'A,"{name}","{name}","{name}",37.5,127.0,Mo-Su 10:00-02:00; PH 12:00-20:00,5000,operating\n')
            file.write("B,닫힌 곳,네컷,서울 어딘가 1,37.51,127.01,24/7,,closed\n")
            file.write("C,언제나 네컷,네컷,서울특별시 마포구 와우산로 1,37.55,126.92,24/7,4000,operating\n")
            file.flush()
            cls.service = Service(booths=file.name)
        cls.addClassCleanup(cls.service.end)

    def test_the_head_and_the_data_hold_what_search_engines_ask_for(self):
        for booth in [1, 3]:
            status, headers, page = fetch(self.service, f"/booths/{booth}")
            head = Head(page)
            self.assertEqual((status, complaints(head.data)), (200, []))
            self.assertIn("Accept-Language", headers["Vary"])
            for name in ["og:title", "og:description", "og:url", "og:image", "twitter:card", "twitter:image",
                "description"]:
                self.assertTrue(head.meta.get(name), name)
            self.assertEqual({link["hreflang"] for link in head.links if "hreflang" in link}, {"ko", "en", "x-default"})
            self.assertEqual([source and source.split("/")[-1] for _, source, _ in head.scripts],
                [None, "theme.js", "app.js"])
            with urllib.request.urlopen(head.meta["og:image"]) as picture:
                self.assertEqual((picture.headers["Content-Type"], picture.read()[16:24]),
                                 ("image/png", (1200).to_bytes(4, "big") + (630).to_bytes(4, "big")))
        self.assertEqual(Head(fetch(self.service, "/booths/1")[2]).data["name"], HOSTILE)

    def test_the_rules_find_what_is_wrong(self):
        good = Head(fetch(self.service, "/booths/3")[2]).data
        self.assertEqual(complaints(good), [])
        self.assertTrue(complaints({**good, "nonsense": 1}))
        self.assertTrue(complaints({key: value for key, value in good.items() if key != "geo"}))
        self.assertTrue(complaints({**good, "geo": {"@type": "GeoCoordinates", "latitude": 1}}))
        holidays = Head(fetch(self.service, "/booths/1")[2]).data["specialOpeningHoursSpecification"]
        self.assertTrue(complaints(
            {**good, "specialOpeningHoursSpecification": [{**holidays[0], "validThrough": "soon"}]}))
        timeless = {key: value for key, value in holidays[0].items() if key != "validFrom"}
        self.assertTrue(complaints({**good, "specialOpeningHoursSpecification": [timeless]}))

    def test_a_hostile_name_stays_text_everywhere(self):
        browser = self.browser()
        for path in ["/booths/1", "/booths/1?lang=en"]:
            browser.get(self.service.address(path))
            browser.until_text("#sheet-title", HOSTILE)
            self.assertFalse(browser.execute_script("return window.hacked === true"))
            self.assertEqual(browser.complaints(), [])

    def test_what_is_gone_and_what_never_was(self):
        self.assertEqual([fetch(self.service, f"/booths/{booth}")[0] for booth in [2, 99, "x"]], [410, 404, 404])
        self.assertIn("닫힌 곳", fetch(self.service, "/booths/2")[2])
        self.assertEqual(fetch(self.service, "/sitemap.xml")[2].count("<loc>"), 2)
        self.assertIn(self.service.address("/sitemap.xml").split("//")[1], fetch(self.service, "/robots.txt")[2])


class WithoutScript(WebTest):
    def test_the_page_is_whole_and_accessible(self):
        for language, dark, width, words in [("ko-KR", False, 390, "영업 시간"), ("en-US", True, 1280, "Hours")]:
            browser = self.browser(language=language, dark=dark, width=width)
            browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
            browser.get(self.service.address("/booths/3"))
            browser.until_text("#booth-page", words)
            self.assertFalse(browser.one("#map-page").is_displayed())
            browser.shot(f"booth-page-{width}-{language[:2]}")
            browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})
            # axe needs scripts, and with them this is no part of the page.
            browser.execute_script("document.querySelector('noscript').remove()")
            self.assertEqual(browser.violations(), [])

    def test_the_map_says_what_works_instead_and_leads_to_a_list(self):
        for language, dark, width, words, place in [("ko-KR", False, 390, "자바스크립트", "강남역"),
                                                    ("en-US", True, 1280, "JavaScript", "Gangnam station")]:
            browser = self.browser(language=language, dark=dark, width=width)
            browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
            browser.get(self.service.address("/"))
            browser.until_text("#results", words)
            browser.shot(f"without-script-map-{width}-{language[:2]}")
            browser.one("#results .find input").send_keys(place)
            browser.one("#results .find button").click()
            browser.until(lambda: browser.all("#booth-page .item"), "a list")
            self.assertIn("강남" if language == "ko-KR" else "Gangnam", browser.text("#booth-page h2"))
            browser.shot(f"without-script-list-{width}-{language[:2]}")
            # The search box of the page does the same.
            browser.one("#text").send_keys("홍대입구\n")
            browser.until(lambda: "q=%ED%99%8D" in browser.current_url)
            browser.one("#booth-page .item").click()
            browser.until(lambda: browser.all("#booth-page .facts"), "the page of a booth")
            browser.back()
            browser.until(lambda: browser.all("#booth-page .item"), "the list")
            browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})
            # axe needs scripts.
            self.assertEqual(browser.violations(), [])

    def test_a_link_to_such_a_list_shows_the_map_where_scripts_run(self):
        browser = self.browser()
        browser.get(self.service.address("/booths?q=%EA%B0%95%EB%82%A8"))
        self.settle(browser)
        self.assertFalse(browser.all("#booth-page"))
        browser.until(lambda: browser.one("#map-page").is_displayed() and self.names(browser))

    def test_a_shared_link_shows_the_page_and_then_the_map_with_the_sheet(self):
        browser = self.browser()
        browser.get(self.service.address("/booths/3"))
        browser.until_text("#sheet-title", "강남")
        browser.until(lambda: not browser.all("#booth-page") and browser.all(".pin.is-chosen"))
        self.assertEqual(browser.execute_script("return location.pathname"), "/booths/3")
        self.settle(browser)
        # The map stays at the booth, and the list is of what is around it.
        browser.until_said("강남")
        self.assertTrue(browser.all(".pin.is-chosen"))
        browser.one(".back").click()
        browser.until(lambda: browser.execute_script("return location.pathname") == "/")
        self.assertTrue(all("강남" in name for name in self.names(browser)[:3]), self.names(browser))
        browser.back()
        self.assertEqual(browser.complaints(), [])


class Confirming(WebTest):
    def tap(self, browser, kind, answer, within):
        button = browser.until(lambda: browser.one(f"[data-confirm={kind}]"))
        browser.execute_script("arguments[0].scrollIntoView({block: 'center'})", button)
        button.click()
        browser.until_text(within, answer)

    def test_somebody_at_a_booth_says_that_it_is_still_there(self):
        browser = self.browser(width=320, height=640)
        person = people.sign_up(self.service)
        people.log_in(browser, self.service, person)
        booth = person.call("GET", "/api/booths/3")
        browser.get(self.service.address("/booths/3"))
        browser.until_text("#sheet .people", "아직 확인한 사람이 없어요")
        browser.allow("granted")
        browser.stand(booth["latitude"] + 0.02, booth["longitude"], 20)
        self.tap(browser, "present", "부스까지 아직 2.2km", "#sheet .people .answer")
        # A position a moment ago serves again: the next is asked for anew.
        browser.execute_script("""
          const real = navigator.geolocation.getCurrentPosition.bind(navigator.geolocation);
          navigator.geolocation.getCurrentPosition = (took, failed, options) =>
            real(took, failed, { ...options, maximumAge: 0 });""")
        browser.stand(booth["latitude"], booth["longitude"], 20)
        self.tap(browser, "present", "확인 · 1명", "#sheet .people .said")
        self.assertEqual(person.call("GET", "/api/booths/3")["evidence"]["confirmed_by_count"], 1)
        self.assertEqual(browser.execute_script("return document.documentElement.scrollWidth"), 320)
        self.assertEqual(browser.violations(), [])
        browser.shot("booth-confirmed-320")
        self.tap(browser, "gone", "1명은 없어졌다고 해요", "#sheet .people .said")
        self.assertTrue(all("confirmations" in line for line in browser.complaints()))

    def test_in_english_and_without_an_account(self):
        browser = self.browser(language="en-US", width=390, height=844)
        browser.get(self.service.address("/booths/4"))
        browser.until_text("#sheet .people", "Still here")
        browser.shot("booth-confirmation-en-390")
        button = browser.one("[data-confirm=gone]")
        browser.execute_script("arguments[0].scrollIntoView({block: 'center'})", button)
        button.click()
        browser.until(lambda: "/app/login" in browser.current_url)


class Sheet(WebTest):
    def sheet(self, path="/booths/3", **manner):
        browser = self.browser(**manner)
        browser.get(self.service.address(path))
        browser.until(lambda: browser.all("#sheet .hours"), "the hours")
        self.settle(browser)
        return browser

    def press(self, browser, words, within="#sheet"):
        button = browser.until(lambda: next(
            (it for it in browser.all(f"{within} button")
                if words in (it.text.strip(), it.get_attribute("aria-label"))), None),
            f"a button {words!r}")
        browser.execute_script("arguments[0].scrollIntoView({block: 'center'})", button)
        button.click()
        return button

    def test_it_says_until_when_the_booth_is_open_and_today_is_bold(self):
        browser = self.sheet()
        known = people.call(self.service, "GET", "/api/booths/3")
        kind = known["open_state"]["kind"]
        self.assertIn(known["open_state"]["time"] or "영업", browser.text("#sheet .opening"), kind)
        self.assertEqual(len(browser.all(".hours tr")), 7)
        weight = browser.execute_script(
            "return getComputedStyle(document.querySelector('.hours .is-today th')).fontWeight")
        self.assertEqual(weight, "700")
        browser.shot("booth-sheet-hours")

    def test_a_phone_shows_name_way_address_and_price_at_once(self):
        browser = self.browser()
        browser.before_page("localStorage.setItem('fourcuts.directions', '\"kakao\"')")
        browser.get(self.service.address("/booths/3"))
        browser.until_text("#sheet .facts", "영업 시간")
        edge = browser.one(".sheet").rect
        for part in ["#sheet-title", ".directions", ".sheet .line", ".address .link"]:
            box = browser.one(part).rect
            self.assertLessEqual(box["y"] + box["height"], edge["y"] + edge["height"] + 1, part)
        self.assertIn("가격", browser.all("#sheet .facts dt")[1].text)
        # The buttons are in one row, also with the name of the chosen app.
        self.assertEqual(browser.rows(browser.all("#sheet .ways[role=group] button")), 1)
        self.assertEqual(browser.violations(), [])

    def test_the_two_addresses_are_named(self):
        browser = self.browser()
        browser.get(self.service.address("/booths/1"))
        browser.until_text("#sheet .address", "도로명 서울특별시 강남구 샘플로9길 61")
        self.assertIn("지번 서울특별시 강남구 샘플동 135-4", browser.text("#sheet .address"))
        browser.get(self.service.address("/booths/2"))
        browser.until_text("#sheet .address", "서울특별시 강남구 샘플로4길 149")
        self.assertNotIn("도로명", browser.text("#sheet .address"))

    def test_sharing_and_copying(self):
        browser = self.browser()
        browser.before_page("""window.shared = [];
            Object.defineProperty(navigator, 'share', {value: (it) => { shared.push(it); return Promise.resolve(); }});
            navigator.clipboard.writeText = (it) => { shared.push(it); return Promise.resolve(); };""")
        browser.get(self.service.address("/booths/3"))
        browser.until_text("#sheet-title", "강남")
        self.press(browser, "공유")
        browser.until(lambda: browser.execute_script("return shared[0]?.url") == self.service.address("/booths/3"))
        self.press(browser, "주소 복사")
        browser.until(lambda: "서울" in str(browser.execute_script("return shared[1]")))
        browser.until_text("#notices", "주소를 복사했어요.")

    def test_without_a_dialog_of_the_device_sharing_copies(self):
        browser = self.browser()
        browser.before_page("""Object.defineProperty(navigator, 'share', {value: undefined});
            navigator.clipboard.writeText = (it) => { window.copied = it; return Promise.resolve(); };""")
        browser.get(self.service.address("/booths/3"))
        browser.until_text("#sheet-title", "강남")
        self.press(browser, "공유")
        browser.until(lambda: browser.execute_script("return window.copied") == self.service.address("/booths/3"))

    def test_directions_ask_once_and_remember(self):
        browser = self.browser()
        browser.before_page("window.opened = []; window.open = (it) => { opened.push(it); return null; };")
        browser.get(self.service.address("/booths/3"))
        browser.until_text("#sheet-title", "강남")
        self.press(browser, "길찾기")
        browser.until(lambda: len(browser.all(".apps button")) == 4)
        self.assertEqual(browser.violations(), [])
        browser.one("[data-app=naver]").click()
        browser.until(lambda: browser.execute_script("return opened.length") == 1)
        self.assertTrue(browser.execute_script("return opened[0]").startswith(
            "https://map.naver.com/p/directions/-/127."))
        browser.get(self.service.address("/booths/4"))
        browser.until_text(".directions", "네이버 지도")
        self.press(browser, "길찾기 · 네이버 지도")
        browser.until(lambda: browser.execute_script("return opened.length") == 1)
        self.press(browser, "다른 앱")
        browser.until(lambda: browser.all("[data-app=apple]"))
        browser.one("[data-app=apple]").click()
        browser.until(lambda: "maps.apple.com" in str(browser.execute_script("return opened.at(-1)")))

    def test_a_phone_opens_the_app_with_the_page_behind_it(self):
        browser = self.browser()
        browser.execute_cdp_cmd("Network.setUserAgentOverride",
            {"userAgent": "Mozilla/5.0 (Linux; Android 14) Chrome/130"})
        browser.before_page("localStorage.setItem('fourcuts.directions', '\"kakao\"')")
        browser.get(self.service.address("/booths/3"))
        browser.until_text("#sheet-title", "강남")
        self.press(browser, "길찾기 · 카카오맵")
        requested = lambda: [entry["message"] for entry in browser.get_log("performance")
            if "intent://route" in entry["message"]]
        [navigation] = browser.until(lambda: requested()[:1], "the app")
        self.assertIn("package=net.daum.android.map", navigation)
        self.assertIn("S.browser_fallback_url=https%3A%2F%2Fmap.kakao.com%2Flink%2Fto%2F", navigation)

    def test_the_heart_needs_no_account_and_fills_the_list_of_saved_booths(self):
        browser = self.sheet()
        heart = browser.one(".save")
        self.assertEqual(heart.get_attribute("aria-pressed"), "false")
        heart.click()
        browser.until(lambda: heart.get_attribute("aria-pressed") == "true")
        stored = json.loads(browser.execute_script("return localStorage.getItem('fourcuts.saved')"))
        self.assertEqual([booth["id"] for booth in stored], [3])
        self.assertNotIn("distance_m", stored[0])
        # Whether it is open is asked for anew, and said as in every list.
        self.assertNotIn("open", stored[0])
        self.assertNotIn("open_state", stored[0])
        self.show(browser, "/?saved=1")
        self.assertEqual(len(self.names(browser)), 1)
        saved = browser.text(".item .opening")
        state = json.load(urllib.request.urlopen(self.service.address("/api/booths/3?fields=open_state")))["open_state"]
        self.assertIn(state["time"] or "", saved)
        self.assertNotEqual(saved, "")
        browser.until_text("#list-title", "저장한 부스")
        browser.one(".saved").click()
        browser.until(lambda: len(self.names(browser)) == 20)
        self.show(browser, "/booths/3")
        browser.until(lambda: browser.one(".save").get_attribute("aria-pressed") == "true")
        browser.one(".save").click()
        browser.until(lambda: browser.execute_script("return localStorage.getItem('fourcuts.saved')") == "[]")
        self.assertEqual(browser.complaints(), [])

    def test_the_states_of_all_saved_booths_are_asked_for_at_once(self):
        browser = self.sheet()
        for booth in (3, 5, 9):
            self.show(browser, f"/booths/{booth}")
            self.press(browser, "저장")
            browser.until(lambda: browser.one(".save").get_attribute("aria-pressed") == "true")
        self.show(browser, "/?saved=1")
        self.assertEqual(len(self.names(browser)), 3)
        requested = browser.execute_script("""
            return performance.getEntriesByType('resource').map(({ name }) => decodeURIComponent(new URL(name).pathname
              + new URL(name).search)).filter((name) => /^\\/api\\/booths(\\?|\\/\\d)/.test(name))""")
        self.assertEqual(len(requested), 1, requested)
        self.assertEqual({int(booth) for booth in requested[0].split("ids=")[1].split("&")[0].split(",")}, {3, 5, 9})
        self.assertTrue(all(words and "undefined" not in words for words in
                            browser.texts(".item .opening")))

    def test_without_saved_booths_the_list_says_how_to_save_one(self):
        browser = self.visit("/?saved=1")
        browser.until_text(".foot", "아직 저장한 부스가 없어요")
        browser.one(".foot button").click()
        browser.until(lambda: len(self.names(browser)) == 20)
        self.show(browser, "/?saved=1&price=5000")
        browser.until_text(".foot", "조건에 맞는 부스가 없어요")

    def test_a_login_adds_what_the_device_has_saved_to_the_account(self):
        person = people.sign_up(self.service)
        person.call("PUT", "/api/me/booths/5")
        browser = self.sheet()
        browser.one(".save").click()
        browser.until(lambda: browser.one(".save").get_attribute("aria-pressed") == "true")
        people.log_in(browser, self.service, person)
        numbers = lambda: [booth["id"] for booth in person.call("GET", "/api/me/booths")["booths"]]
        browser.until(lambda: numbers() == [3, 5], "both")
        browser.until(lambda: browser.execute_script("return localStorage.getItem('fourcuts.saved')") is None)
        self.show(browser, "/?saved=1")
        self.assertEqual(len(self.names(browser)), 2)
        self.show(browser, "/booths/5")
        browser.until(lambda: browser.one(".save").get_attribute("aria-pressed") == "true")
        browser.one(".save").click()
        browser.until(lambda: numbers() == [3])
        self.assertEqual(browser.complaints(), [])

    def test_what_is_wrong_goes_to_the_operator(self):
        person = people.sign_up(self.service)
        browser = self.browser()
        people.log_in(browser, self.service, person)
        browser.get(self.service.address("/booths/3"))
        browser.until_text("#sheet-title", "강남")
        self.press(browser, "정보 수정 제안")
        browser.until(lambda: browser.all("dialog [value=hours]"))
        # None is chosen in advance, lest a booth be closed by one tap; what cannot be pressed yet looks like it.
        self.assertFalse(browser.all("dialog [type=radio]:checked"))
        send = browser.one("dialog [type=submit]")
        self.assertFalse(send.is_enabled())
        self.assertEqual(send.value_of_css_property("opacity"), "0.6")
        self.assertEqual(browser.violations(), [])
        browser.shot("booth-correction")
        browser.one("dialog [value=hours]").click()
        self.press(browser, "보내기", "dialog")
        browser.until(lambda: browser.text("#error-note"), "what is missing")
        browser.one("#field-note").send_keys("토요일은 24시까지 열어요.")
        self.press(browser, "보내기", "dialog")
        browser.until_text("#notices", "고마워요")
        listed = subprocess.run(
                                [PROGRAM, "corrections", "list", "--data-dir", self.service.folder.name, "--format",
                                    "json"],
                                check=True, capture_output=True, text=True).stdout
        [correction] = [it for it in json.loads(listed)["corrections"] if it["booth"] == 3]
        self.assertEqual((correction["kind"], correction["booth"], correction["state"]), ("hours", 3, "open"))
        self.assertIn("강남", correction["evidence"])

    def correcting(self, booth, **manner):
        """A browser of a new account, with the dialog in which it says what is wrong with a booth."""
        browser = self.browser(**manner)
        people.log_in(browser, self.service, people.sign_up(self.service))
        browser.get(self.service.address(f"/booths/{booth}"))
        self.press(browser, "Suggest a correction" if manner.get("language") == "en-US" else "정보 수정 제안")
        browser.until(lambda: browser.all("dialog [value=hours]"))
        return browser

    def choose_photos(self, browser, *pictures):
        """Chooses pictures in the dialog, and waits until they are uploaded."""
        paths = [pathlib.Path(self.service.folder.name, f"{number}.png") for number in range(len(pictures))]
        for path, picture in zip(paths, pictures):
            path.write_bytes(picture)
        before = len(browser.all(".upload"))
        browser.one("#field-photos").send_keys("\n".join(str(path) for path in paths))
        browser.until(lambda: len(browser.all(".upload")) > before and not browser.all(".upload-state:not([hidden])"))

    def test_photos_show_the_operator_what_is_wrong(self):
        browser = self.correcting(9)
        browser.one("dialog [value=closed]").click()
        pictures = [people.picture(300, 400, (colour, 80, 120)) for colour in (20, 90, 160, 230)]
        self.choose_photos(browser, *pictures[:2])
        self.press(browser, "1번째 사진 삭제", "dialog")
        browser.until(lambda: len(browser.all(".upload")) == 1, "one photo less")
        self.choose_photos(browser, pictures[0], *pictures[2:])
        browser.until_text("#error-photos", "사진은 3장까지")
        self.assertEqual(len(browser.all(".upload")), 3)
        self.assertFalse(browser.one(".upload-add").is_displayed())
        self.assertEqual(browser.violations(), [])
        self.press(browser, "보내기", "dialog")
        browser.until_text("#notices", "고마워요")
        folder = ["--data-dir", self.service.folder.name, "--format", "json"]
        listed = json.loads(subprocess.check_output([PROGRAM, "corrections", "list", *folder]))["corrections"]
        [number] = [correction["id"] for correction in listed if correction["booth"] == 9]
        shown = json.loads(subprocess.check_output([PROGRAM, "corrections", "show", number, *folder]))
        self.assertEqual([pathlib.Path(picture).exists() for picture in shown["pictures"]], [True] * 3)
        self.assertEqual(browser.complaints(), [])

    def test_the_screens_of_a_correction_with_photos(self):
        for language, dark, width, height in [("ko-KR", False, 390, 844), ("en-US", True, 1280, 800),
                                              ("en-US", False, 390, 844), ("ko-KR", True, 1280, 800)]:
            browser = self.correcting(3, language=language, dark=dark, width=width, height=height)
            self.choose_photos(browser, people.picture(300, 400, (200, 40, 90)),
                people.picture(400, 300, (40, 90, 200)))
            browser.execute_script("document.querySelector('.photos-field').scrollIntoView({block: 'end'})")
            browser.shot(f"booth-correction-photos-{width}-{'dark' if dark else 'light'}-{language[:2]}")
            self.assertEqual(browser.violations(), [])
            browser.quit()

    def test_in_english_the_address_is_romanised_beside_the_korean_one(self):
        browser = self.sheet(language="en-US")
        romanised, korean = "448-29 Saempeul-dong, Gangnam-gu, Seoul", "서울특별시 강남구 샘플동 448-29"
        self.assertIn(romanised, browser.text("#sheet .address"))
        # For a driver; it is what the button copies, too.
        self.assertIn(korean, browser.text("#sheet .address"))
        self.assertEqual(browser.all("#sheet .address [lang=ko]")[-1].text, korean)
        browser.one(".back").click()
        browser.until(lambda: "448-29 Saempeul-dong" in browser.text("#results"))
        self.assertNotIn(romanised, browser.text("#results"))
        browser.shot("list-in-english")
        self.assertEqual((browser.violations(), browser.complaints()), ([], []))
        self.assertNotIn("Saempeul", self.sheet().text("#sheet"))

    def test_photos_come_first_the_most_liked_of_them_first(self):
        mina, juno = people.sign_up(self.service), people.sign_up(self.service)
        old, new = (mina.post("pose", words, [people.picture(300, 400, colour)], booth=9)
                    for words, colour in [("하나", (200, 40, 90)), ("둘", (40, 90, 200))])
        juno.call("PUT", f"/api/posts/{old['id']}/like")
        browser = self.sheet("/booths/9")
        browser.until(lambda: len(browser.all(".gallery li")) == 2)
        links = [link.get_attribute("href").rsplit("/", 1)[1] for link in browser.all(".gallery a")]
        self.assertEqual(links, [old["id"], new["id"]])
        browser.until_text(".gallery-area", "글 2개 · 좋아요 1개")
        # It belongs to no chain.
        self.assertNotIn("null", browser.text("#sheet"))
        self.assertEqual(browser.violations(), [])
        browser.shot("booth-sheet-gallery")

    def test_the_screens(self):
        for language in ["ko-KR", "en-US"]:
            for dark in [False, True]:
                for width, height in [(390, 844), (1280, 800)]:
                    browser = self.sheet(width=width, height=height, dark=dark, language=language)
                    browser.execute_script("return new Promise((done) => setTimeout(done, 500))")
                    browser.shot(f"booth-sheet-{width}-{'dark' if dark else 'light'}-{language[:2]}")
                    self.assertEqual((browser.violations(), browser.complaints()), ([], []))
                    browser.quit()


if __name__ == "__main__":
    unittest.main()
