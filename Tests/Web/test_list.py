"""The list and the first screen: rows, the link between list and map, and every size of screen."""

import colorsys
import json
import math
import re
import subprocess
import tempfile
import unittest
import urllib.request

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

from service import PROGRAM, InBothLanguagesAndSchemes, Service, WebTest

AT = "/?at=37.5573,126.9258,15"
STREET = "/?at=37.5573,126.9258,16"

# What can be clicked or typed into, as far as it is seen; then the pairs of it that share more than an edge.
OVERLAPS = """
  const seen = (element) => {
    let { left, top, right, bottom } = element.getBoundingClientRect();
    for (let box = element.parentElement; box; box = box.parentElement) {
      if (getComputedStyle(box).overflowX === 'visible') continue;
      const edge = box.getBoundingClientRect();
      [left, top] = [Math.max(left, edge.left), Math.max(top, edge.top)];
      [right, bottom] = [Math.min(right, edge.right), Math.min(bottom, edge.bottom)];
    }
    return { element, left, top, right: Math.min(right, innerWidth), bottom: Math.min(bottom, innerHeight) };
  };
  const all = (selector) => [...document.querySelectorAll(selector)]
    .filter((element) => element.checkVisibility({ visibilityProperty: true })).map(seen)
    .filter((box) => box.right - box.left > 1 && box.bottom - box.top > 1);
  const meet = (one, other) => one.left < other.right - 1 && other.left < one.right - 1
    && one.top < other.bottom - 1 && other.top < one.bottom - 1;
  const name = ({ element }) => element.id || element.className || element.textContent;
  const onMap = all('#display, .leaflet-control, #use-location, #search-here');
  const controls = [...onMap, ...all(`#text, #me, .tabs a, #handle, #filters .choice, #filters .chip,
    .location-line button, .order, .items .item`)];
  const pairs = [];
  controls.forEach((one, index) => controls.slice(index + 1)
    .forEach((other) => { if (meet(one, other)) pairs.push([name(one), name(other)]); }));
  for (const mark of all('.leaflet-marker-icon:is(.pin, .cluster)')) {
    for (const control of onMap) if (meet(mark, control)) pairs.push([name(mark), name(control)]);
  }
  return pairs;
"""

# The rows that are seen as a whole.
ROWS = """
  const list = document.getElementById('browse').getBoundingClientRect();
  return [...document.querySelectorAll('.items .item')].map((row) => row.getBoundingClientRect())
    .filter((row) => row.top >= list.top && row.bottom <= list.bottom + 0.5).length;
"""


class EveryScreen(InBothLanguagesAndSchemes, WebTest):
    """Screen sizes, each with the least number of booths that are visible at once."""

    SIZES = {(320, 640): 2, (390, 844): 3, (844, 390): 2, (820, 1180): 3, (1280, 800): 3, (1920, 1080): 3}

    def look(self, language, dark):
        browser = self.browser(language=language, dark=dark, calm=True)
        for (width, height), rows in self.SIZES.items():
            browser.resize(width, height)
            with self.subTest(width=width, height=height):
                self.show(browser, "/")
                browser.until(lambda: browser.all(".leaflet-marker-icon:is(.pin, .cluster)"), "marks")
                browser.until(lambda: "정자" in browser.text(".place") or "Jeongja" in browser.text(".place"), "a place")
                browser.shot(f"first-{language[:2]}-{'dark' if dark else 'light'}-{width}x{height}")
                self.assertEqual(browser.execute_script(OVERLAPS), [])
                self.assertGreaterEqual(browser.execute_script(ROWS), rows)
                self.assertGreaterEqual(browser.one("#text").rect["width"], 200)
                self.assertLessEqual(browser.execute_script("return document.documentElement.scrollWidth"), width)
                self.assertEqual(browser.violations(), [])
        self.assertEqual(browser.complaints(), [])


class TheList(WebTest):
    def asked(self, path):
        with urllib.request.urlopen(self.service.address(path)) as answer:
            return json.load(answer)

    def chips(self, browser):
        return {chip.get_attribute("data-brand"): int(chip.find_element("class name", "number").text)
                for chip in browser.all(".chip")}

    def test_the_count_is_the_total_or_says_that_there_are_more(self):
        browser = self.visit(AT)
        everywhere = self.asked("/api/booths/in?bbox=-180,-85,180,85&limit=1000&fields=name")["booths"]
        browser.until_text(".total", f"{len(everywhere)}곳")
        brand = self.asked("/api/brands")["brands"][-1]
        self.show(browser, f"{AT}&brand={brand['name']}")
        browser.until_text(".total", f"{brand['count']}곳")
        self.assertTrue(20 < brand["count"] <= 50, brand)
        browser.one(".foot button").click()
        browser.until_text(".total", f"{brand['count']}곳")
        self.assertEqual(len(self.names(browser)), brand["count"])
        self.assertNotIn("더 보기", browser.text(".foot"))

    def test_the_last_step_lists_no_more_than_the_server_gives(self):
        browser = self.visit(AT)
        for count in [50, 99]:
            browser.one(".foot button").click()
            browser.until(lambda: len(self.names(browser)) == count)
        self.assertNotIn("더 보기", browser.text(".foot"))

    def test_by_price_the_cheapest_of_those_near_come_first(self):
        browser = self.visit(AT)
        Select(browser.one(".order")).select_by_value("price")
        cheapest = sorted((booth for booth in self.asked(
            "/api/booths/near?lat=37.5573&lon=126.9258&limit=100&fields=name,price")["booths"]),
            key=lambda booth: (booth["price"] is None, booth["price"]))
        browser.until(lambda: self.names(browser) == [booth["name"] for booth in cheapest[:20]], "the cheapest")
        self.assertEqual(browser.query()["sort"], "price")
        # Everyone with the address sees the same.
        other = self.visit(browser.current_url.split(str(self.service.port))[1])
        self.assertEqual(self.names(other), self.names(browser))
        Select(other.one(".order")).select_by_value("distance")
        other.until(lambda: "sort" not in other.query() and "홍대입구" in self.names(other)[0])

    def test_a_text_is_found_by_relevance_distance_or_price(self):
        browser = self.visit(AT + "&q=%ED%99%8D%EB%8C%80")
        order = Select(browser.one(".order"))
        self.assertEqual([option.text for option in order.options], ["관련도순", "거리순", "영업 중 먼저", "가격순"])
        order.select_by_value("distance")
        browser.until(lambda: browser.query().get("sort") == "distance")
        self.settle(browser)
        far = browser.execute_script("""
            return [...document.querySelectorAll('.item .far')].map(({ textContent: it }) =>
              parseFloat(it) * (it.endsWith('km') ? 1000 : 1));""")
        self.assertTrue(far and far == sorted(far), far)

    def test_a_price_filters_and_chains_are_counted_by_what_the_other_filters_leave(self):
        browser = self.visit(AT)
        before = self.chips(browser)
        Select(browser.one("[aria-label='가격']")).select_by_value("5000")
        expected = {brand["name"]: brand["count"] for brand in self.asked("/api/brands?max_price=5000")["brands"]}
        browser.until(lambda: self.chips(browser) == {**dict.fromkeys(before, 0), **expected}, "other counts")
        self.assertLess(sum(expected.values()), sum(before.values()))
        self.assertEqual(browser.query()["price"], "5000")
        numbers = [int(item.get_attribute("data-booth")) for item in browser.all(".item")]
        self.assertTrue(all(self.asked(f"/api/booths/{number}?fields=price")["price"] <= 5000
            for number in numbers[:5]))
        # A chain does not change the numbers of the others.
        browser.one(".chip").click()
        self.settle(browser)
        self.assertEqual(self.chips(browser), {**dict.fromkeys(before, 0), **expected})
        self.show(browser, AT)
        self.assertEqual(self.chips(browser), before)

    def test_booths_with_unknown_hours_come_after_the_open_ones_unless_only_known_ones_are_wanted(self):
        browser = self.visit(AT + "&brand=샘플네컷")
        states = lambda: ["is-open" in it.get_attribute("class") for it in browser.all(".item .opening")]
        self.assertFalse(browser.all("#filters .known"))
        browser.one(".quick.openNow").click()
        browser.until(lambda: browser.query().get("open") == "now")
        self.settle(browser)
        while "더 보기" in browser.text(".foot") and all(states()):
            count = len(states())
            browser.one(".foot button").click()
            browser.until(lambda: len(states()) > count)
        self.assertEqual(states(), sorted(states(), reverse=True))
        self.assertIn(False, states())
        self.assertFalse(browser.all(".item .opening.is-closed"))
        self.assertEqual(browser.one(".divider").text, "영업 시간 미확인")
        self.assertEqual(browser.violations(), [])
        browser.one("#filters .known").click()
        browser.until(lambda: browser.query().get("known") == "1" and not browser.all(".divider"))
        self.settle(browser)
        self.assertTrue(all(states()))
        browser.one("#filters .openNow").click()
        browser.until(lambda: not browser.all("#filters .known"))

    def test_wishes_of_one_tap_are_seen_without_scrolling_and_what_is_set_comes_first(self):
        for language in ["ko-KR", "en-US"]:
            for width, height in [(390, 844), (1280, 800)]:
                browser = self.visit(AT, width=width, height=height, language=language)
                edge = browser.one("#panel").rect["width"]
                inside = lambda it: it.rect["x"] >= -1 and it.rect["x"] + it.rect["width"] <= edge + 1
                quick = browser.all("#filters .quick")
                self.assertEqual(len(quick), 4)
                self.assertTrue(all(map(inside, quick)), [it.rect for it in quick])
                self.assertEqual(browser.rows(quick), 1)
                # A chain from the far end, and a wish of a list.
                last = browser.all("#filters .chip")[-1]
                name = last.get_attribute("data-brand")
                browser.execute_script("arguments[0].scrollIntoView({ inline: 'end' })", last)
                last.click()
                browser.until(lambda: browser.query().get("brand") == name)
                # The chips are drawn again once the booths of each chain are counted.
                first = lambda: browser.one("#filters > *")
                browser.until(lambda: (first().get_attribute("data-brand"),
                              first().get_attribute("aria-pressed")) == (name, "true")
                              and inside(first()), name)
                # The focus stays on it, so that it is given up by the same key.
                browser.until(lambda: browser.switch_to.active_element == first(), "the focus")
                party = browser.all("#filters select")[0]
                Select(party).select_by_value("4")
                browser.until(lambda: browser.query().get("people") == "4")
                browser.until(lambda: browser.all("#filters > *")[1] == party and inside(first()) and inside(party),
                    "both")
                first().click()
                browser.until(lambda: "brand" not in browser.query())

    def test_what_is_counted_for_no_chain_shows_no_number(self):
        browser = self.visit(AT + "&q=%ED%99%8D%EB%8C%80")
        self.assertTrue(browser.all(".chip"))
        self.assertFalse(browser.all(".chip .number"))

    def test_a_row_and_its_mark_are_lifted_together(self):
        browser = self.visit(STREET, width=1280, height=800, calm=True)
        browser.until(lambda: len(browser.all(".pin")) > 5)
        row = browser.one(".item")
        name = browser.text(".item .title")
        ActionChains(browser).move_to_element(row).perform()
        browser.until(lambda: [pin.get_attribute("title") for pin in browser.all(".pin.is-pointed")] == [name])
        ActionChains(browser).move_to_element(browser.one(f".pin[title='{name}']")).perform()
        browser.until(lambda: browser.text(".item.is-pointed .title") == name)
        ActionChains(browser).move_to_element(browser.one("#text")).perform()
        browser.until(lambda: not browser.all(".is-pointed"))
        # By the keyboard as well; of a booth in a cluster that is lifted.
        self.show(browser, "/?at=37.5573,126.9258,12")
        browser.until(lambda: browser.all(".cluster"))
        browser.execute_script("document.querySelector('.item').focus()")
        browser.until(lambda: browser.all(".cluster.is-pointed"))

    def test_open_ones_come_first_when_that_is_chosen(self):
        browser = self.visit(AT)
        Select(browser.one(".order")).select_by_value("open")
        browser.until(lambda: browser.query().get("sort") == "open" and not browser.all("[aria-busy=true]"))
        kinds = lambda: [next(kind for kind in ["open", "unknown", "closed"]
                         if f"is-{kind}" in it.get_attribute("class"))
                         for it in browser.all(".item .opening")]
        browser.until(lambda: kinds() and kinds() == sorted(kinds(), key=["open", "unknown", "closed"].index))
        browser.back()
        browser.until(lambda: "sort" not in browser.query() and "홍대입구" in self.names(browser)[0])

    def test_pins_have_names_where_these_fit_and_the_chosen_one_always(self):
        browser = self.visit(STREET, width=1280, height=800, calm=True)
        browser.until(lambda: len(browser.all(".pin-name")) > 3, "names")
        # Without the chain, and no name lies on a pin or on another name.
        listed = [name.split(" (")[0] for name in self.names(browser)]
        names = browser.texts(".pin-name")
        self.assertTrue(any(whole.endswith(name) and whole != name for name in names for whole in listed),
            (listed, names))
        overlaps = browser.execute_script("""
            const boxes = (selector) =>
              [...document.querySelectorAll(selector)].map((it) => [it, it.getBoundingClientRect()]);
            const meet = (one, other) => one.left < other.right - 1 && other.left < one.right - 1
              && one.top < other.bottom - 1 && other.top < one.bottom - 1;
            const names = boxes('.pin-name');
            return names.flatMap(([name, box], index) => [
              ...names.slice(index + 1), ...boxes('.pin').filter(([pin]) => !pin.contains(name))]
              .filter(([, other]) => meet(box, other)).map(([it]) => [name.textContent, it.textContent]));""")
        self.assertEqual(overlaps, [])
        # Nor is one cut off by an edge of the map: on a phone, in English, they are long.
        phone = self.visit(STREET, calm=True, language="en-US")
        phone.until(lambda: phone.all(".pin-name"), "names")
        cut = phone.execute_script("""
            const map = document.getElementById('map').getBoundingClientRect();
            return [...document.querySelectorAll('.pin-name')].filter((it) => {
              const { left, right, top, bottom } = it.getBoundingClientRect();
              return left < map.left - 1 || right > map.right + 1 || top < map.top - 1 || bottom > map.bottom + 1;
            }).map((it) => it.textContent);""")
        self.assertEqual(cut, [])
        self.show(browser, "/?at=37.5573,126.9258,14")
        browser.until(lambda: browser.all(".cluster"))
        self.assertFalse(browser.all(".pin-name"))
        browser.all(".item")[3].click()
        browser.until(lambda: len(browser.all(".pin.is-chosen .pin-name")) == 1)

    def test_saved_and_closed_booths_differ_by_shape(self):
        browser = self.visit(STREET, width=1280, height=800, calm=True)
        browser.until(lambda: len(browser.all(".pin")) > 5)
        number = browser.one(".item").get_attribute("data-booth")
        browser.one(".item").click()
        browser.until(lambda: browser.one("#sheet").is_displayed())
        browser.one(".save").click()
        browser.until(lambda: browser.all(".pin.is-chosen.is-saved"))
        heart = browser.execute_script(
            "return getComputedStyle(document.querySelector('.pin.is-saved .pin-face'), '::after').content")
        self.assertIn("♥", heart)
        browser.one(".save").click()
        browser.until(lambda: not browser.all(".pin.is-saved"))
        for pin in browser.all(".pin.is-shut .pin-face"):
            self.assertEqual(pin.value_of_css_property("background-color"), "rgba(255, 255, 255, 1)")

    def test_chains_have_colours_far_from_each_other(self):
        browser = self.visit(AT)
        colours = browser.execute_script("""
            return [...document.querySelectorAll('.chip .dot')].map((it) => getComputedStyle(it).backgroundColor);""")
        hues = []
        for colour in colours:
            red, green, blue = (int(part) / 255 for part in re.findall(r"\d+", colour)[:3])
            hues.append(round(colorsys.rgb_to_hls(red, green, blue)[0] * 360))
        gaps = [min((one - other) % 360, (other - one) % 360) for index, one in enumerate(hues)
            for other in hues[:index]]
        self.assertEqual(len(colours), 6)
        self.assertGreaterEqual(min(gaps), 19, hues)

    def test_at_street_level_marks_are_spread_instead_of_counted(self):
        browser = self.visit("/?at=37.5573,126.9258,15", width=1280, height=800, calm=True)
        browser.until(lambda: browser.all(".cluster"))
        self.show(browser, STREET)
        browser.until(lambda: len(browser.all(".pin")) > 10)
        self.assertFalse(browser.all(".cluster"))
        self.assertTrue(browser.all("path.leg"))
        places = browser.execute_script("""
            return [...document.querySelectorAll('.pin')].map((pin) => pin.getBoundingClientRect())
              .map(({ x, y }) => [x, y]);""")
        nearest = min(((x - u) ** 2 + (y - v) ** 2) ** 0.5
                      for index, (x, y) in enumerate(places) for u, v in places[:index])
        self.assertGreater(nearest, 34)

    def test_the_list_stays_as_it_is_after_another_view(self):
        browser = self.visit(AT, calm=True)
        before = browser.one(".results-head").rect
        browser.one("[data-tab=feed]").click()
        browser.until(lambda: browser.all(".list-head h2"))
        # The head of the feed is as large as those of other views.
        self.assertEqual(browser.one(".list-head h2").value_of_css_property("font-size"), "21.6px")
        browser.one("[data-tab=map]").click()
        browser.until(lambda: browser.one(".results-head").is_displayed())
        for edge, value in browser.one(".results-head").rect.items():
            self.assertAlmostEqual(value, before[edge], delta=1, msg=edge)

    def test_no_frame_is_drawn_around_the_whole_list_that_takes_the_focus(self):
        browser = self.visit(AT)
        browser.one("#text").send_keys("강남역", Keys.ENTER)
        browser.until(lambda: browser.execute_script("return document.activeElement.id") == "results")
        self.assertEqual(browser.one("#results").value_of_css_property("outline-style"), "none")

    def test_a_row_names_the_road_of_what_is_near_and_the_city_of_what_is_far(self):
        browser = self.visit(AT)
        self.assertNotIn("서울특별시", browser.text(".items"))
        self.assertIn("샘플로", browser.text(".items"))
        self.show(browser, "/?at=35.18,129.07,12&q=%ED%99%8D%EB%8C%80")
        browser.until(lambda: "서울특별시 마포구" in browser.text(".items"))

    def test_no_walk_is_longer_than_half_an_hour(self):
        browser = self.visit("/?at=38.5,129.2,12")
        self.assertTrue(self.names(browser))
        self.assertNotIn("도보", browser.text(".items"))
        self.show(browser, AT)
        self.assertIn("도보 약 1분", browser.text(".items"))

    def test_a_row_says_until_when_it_is_open_and_what_it_costs(self):
        browser = self.visit(AT)
        states = browser.texts(".item .opening")
        self.assertTrue(any(":" in state for state in states), states)
        self.assertIn("원부터", browser.text(".items"))


class ThePanel(WebTest):
    def heights(self, browser):
        return [browser.one(part).rect["height"] for part in ["#panel", "#map"]]

    def drag(self, browser, down):
        ActionChains(browser).click_and_hold(browser.one("#handle")).move_by_offset(0, down // 2).move_by_offset(
            0, down - down // 2).release().perform()

    def test_the_handle_is_dragged_or_pressed(self):
        browser = self.visit(AT, calm=True)
        handle = browser.one("#handle")
        usual = self.heights(browser)
        until = lambda heights: browser.until(lambda: self.heights(browser) == heights, f"{heights}")
        self.drag(browser, -60)
        browser.until(lambda: self.heights(browser)[0] > usual[0], "a taller list")
        tall = self.heights(browser)
        self.assertEqual(handle.get_attribute("aria-expanded"), "true")
        self.drag(browser, 60)
        until(usual)
        self.drag(browser, 300)
        browser.until(lambda: self.heights(browser)[0] < 150, "a low list")
        self.assertGreater(self.heights(browser)[1], usual[1] + 200)
        browser.shot("panel-low")
        # A press goes back; less than a step changes nothing; the list is tall by the keyboard as well.
        handle.click()
        until(usual)
        self.drag(browser, 20)
        self.assertEqual(self.heights(browser), usual)
        handle.send_keys(Keys.ENTER)
        until(tall)
        handle.send_keys(Keys.ENTER)
        until(usual)
        self.assertEqual(browser.violations(), [])

    def test_a_mark_raises_the_list_that_was_put_down(self):
        browser = self.visit("/?at=37.5607,126.9258,16", calm=True)
        usual = self.heights(browser)
        edge = browser.one("#panel").rect["y"]
        self.drag(browser, 300)
        browser.until(lambda: any(pin.rect["y"] > edge for pin in browser.all(".pin")), "marks where the list was")
        # The lowest of them, which the list will cover.
        below = browser.execute_script("""
            const edge = document.querySelector('#panel').getBoundingClientRect().top;
            const [lowest] = [...document.querySelectorAll('.pin')].map((it) => [it.getBoundingClientRect().bottom, it])
              .filter(([bottom]) => bottom < edge).sort((one, other) => other[0] - one[0])[0];
            [...document.querySelectorAll('.pin')].find((it) => it.getBoundingClientRect().bottom === lowest).click();
            return lowest;""")
        browser.until(lambda: browser.one("#sheet").is_displayed() and self.heights(browser) == usual,
            "the panel as before")
        bottom = lambda part: sum(browser.one(part).rect[key] for key in ["y", "height"])
        browser.until(lambda: bottom(".pin.is-chosen") <= browser.one("#panel").rect["y"],
            f"the mark that was at {below}")


    def swipe(self, browser, selector, up, across=0):
        """A finger over a part of the panel, in steps as a screen reports them."""
        box = browser.one(selector).rect
        x, y = box["x"] + 40, box["y"] + min(box["height"] / 2, 150)
        send = lambda kind, points: browser.execute_cdp_cmd("Input.dispatchTouchEvent",
            {"type": kind, "touchPoints": points})
        send("touchStart", [{"x": x, "y": y}])
        for part in range(1, 11):
            send("touchMove", [{"x": x + across * part / 10, "y": y - up * part / 10}])
        send("touchEnd", [])

    def test_a_finger_drags_it_from_anywhere_while_its_content_is_at_the_top(self):
        browser = self.browser(calm=True)
        browser.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True})
        self.show(browser, AT)
        usual = self.heights(browser)[0]
        top = lambda: browser.execute_script("return document.getElementById('browse').scrollTop")
        self.swipe(browser, "#results", 200)
        browser.until(lambda: self.heights(browser)[0] > usual, "a taller list")
        self.assertEqual(top(), 0)
        # Now it scrolls, and only from its top it goes down again.
        self.swipe(browser, "#results", 200)
        browser.until(lambda: top() > 50, "a list that is scrolled")
        filters = browser.one("#filters").rect
        self.assertGreaterEqual(filters["y"], browser.one("#browse").rect["y"] - 1, "the filters stay")
        rest = "const it = document.getElementById('browse'), at = it.scrollTop; it.scrollTop = 0; return at"
        browser.until(lambda: browser.execute_script(rest) == 0 and browser.execute_script(rest) == 0,
            "a list at its top")
        self.swipe(browser, "#results", -200)
        browser.until(lambda: self.heights(browser)[0] == usual, "the list as before")
        # Sideways, the filters move.
        self.swipe(browser, "#filters", 0, across=-120)
        self.assertEqual(self.heights(browser)[0], usual)
        # So does the sheet of a booth.
        browser.one(".item").click()
        browser.until(lambda: browser.one("#sheet").is_displayed())
        self.swipe(browser, "#sheet-title", 200)
        browser.until(lambda: self.heights(browser)[0] > usual, "a taller sheet")


class BesideControls(WebTest):
    """Wherever the map is moved, no mark lies below a control."""

    BOOTH = (37.5573, 126.9258)

    def middle(self, zoom, across, down):
        """The middle of a map that has the booth this many pixels right of it and below it."""
        world = 256 * 2 ** zoom
        y = math.asinh(math.tan(math.radians(self.BOOTH[0]))) + 2 * math.pi * down / world
        return f"/?at={math.degrees(math.atan(math.sinh(y))):.6f},{self.BOOTH[1] - 360 * across / world:.6f},{zoom}"

    def test_marks_are_beside_the_controls_that_would_cover_them(self):
        for width, height, controls in [
                                        (390, 844, "#display, .leaflet-control-zoom, #use-location, "
                                            ".leaflet-control-attribution"),
                                        (1280, 800, ".leaflet-control-zoom, #use-location, "
                                            ".leaflet-control-attribution")]:
            browser = self.visit("/?at=37.5573,126.9258,13", width=width, height=height, calm=True)
            places = browser.execute_script("""
                const { left, top, width, height } = document.querySelector('#map').getBoundingClientRect();
                return [...document.querySelectorAll(arguments[0])].map((it) => it.getBoundingClientRect())
                  .map((it) => [it.left + it.width / 2 - left - width / 2,
                    it.top + it.height / 2 - top - height / 2]);""", controls)
            self.assertEqual(len(places), controls.count(",") + 1)
            for across, down in places:
                for zoom in [13, 15, 16]:
                    with self.subTest(width=width, across=across, down=down, zoom=zoom):
                        self.show(browser, self.middle(zoom, across, down))
                        browser.until(lambda: browser.all(".leaflet-marker-icon:is(.pin, .cluster)"), "marks")
                        self.assertTrue(browser.all("path.leg"), "a mark was moved")
                        self.assertEqual(browser.execute_script(OVERLAPS), [])

    def test_also_beside_the_button_that_comes_with_a_move(self):
        browser = self.visit(calm=True)
        for zoom in [15, 16]:
            # The arrow key moves the map by 80 pixels.
            self.show(browser, self.middle(zoom, 80, -120))
            browser.one("#map").send_keys(Keys.ARROW_RIGHT)
            browser.until(lambda: browser.one("#search-here").is_displayed())
            browser.until(lambda: browser.all("path.leg"), "a mark was moved")
            self.assertEqual(browser.execute_script(OVERLAPS), [])

    def test_no_mark_is_moved_far_from_its_place(self):
        browser = self.visit(calm=True)
        for zoom in [11, 12]:
            self.show(browser, f"/?at=37.5563,126.9236,{zoom}")
            browser.until(lambda: browser.all("path.leg"), "a mark was moved")
            lengths = browser.until_still(
                "return [...document.querySelectorAll('path.leg')].map((leg) => leg.getTotalLength())")
            self.assertLess(max(lengths), 105)
            self.assertEqual(browser.execute_script(OVERLAPS), [])


class ThePlace(WebTest):
    def test_one_line_names_the_place_and_opens_to_say_why(self):
        browser = self.visit()
        browser.until_text(".place", "정자동 주변이에요")
        self.assertEqual(browser.text(".location-line .link"), "내 위치로 찾기")
        fold, details = browser.one(".location-line .icon-button"), browser.one("#location-details")
        self.assertEqual((fold.get_attribute("aria-expanded"), details.is_displayed()), ("false", False))
        fold.click()
        browser.until(lambda: (fold.get_attribute("aria-expanded"), details.is_displayed()) == ("true", True), "open")
        browser.until(lambda: browser.one("#location-details select").is_displayed(), "regions")
        self.assertEqual(browser.violations(), [])
        fold.click()
        browser.until(lambda: not details.is_displayed(), "folded")

    def test_an_english_name_is_in_one_piece(self):
        browser = self.visit(width=820, height=1180, language="en")
        browser.until_text(".place", "Around Jeongja\u2011dong")

    def test_the_middle_of_the_map_is_named_too_and_the_way_to_oneself_stays(self):
        browser = self.visit(AT)
        browser.until_text(".place", "홍대입구역 주변이에요")
        self.assertEqual(browser.text(".location-line .link"), "내 위치로")
        browser.one(".chip").click()
        self.settle(browser)
        browser.until_text(".place", "홍대입구역 주변이에요")
        self.assertEqual(browser.text(".location-line .link"), "내 위치로")

    def test_a_region_without_booths_says_so_and_offers_the_nearest(self):
        browser = self.visit()
        browser.one("#text").send_keys("울릉군")
        browser.until(lambda: browser.all("#suggestions .option")
            and "울릉군" in browser.all("#suggestions .option")[0].text)
        browser.all("#suggestions .option")[0].click()
        browser.until_text("#map-empty", "부스가 없어요")
        browser.until_text(".place", "울릉군 주변")
        browser.one("#map-empty button").click()
        browser.until(lambda: browser.all(".pin, .cluster") and not browser.one("#map-empty").is_displayed())


class WithPosts(WebTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.service.stop()
        subprocess.run([PROGRAM, "samples", "add", "--data-dir", cls.service.folder.name], check=True,
                       stdout=subprocess.DEVNULL)
        cls.service.start()

    def test_a_row_has_a_photo_of_its_booth(self):
        browser = self.visit(AT)
        browser.until(lambda: browser.execute_script(
            "return [...document.querySelectorAll('.face .photo')].some((photo) => photo.naturalWidth > 0)"), "a photo")
        photo = browser.one(".face .photo")
        self.assertEqual(photo.get_attribute("alt"), "")
        self.assertFalse(browser.execute_script("return arguments[0].closest('.face').textContent", photo))
        self.assertEqual(browser.violations(), [])


class WithoutBooths(WebTest):
    @classmethod
    def setUpClass(cls):
        with tempfile.NamedTemporaryFile("w", suffix=".csv") as file:
            # A booth that has closed is in no list.
            file.write("external_id,name,latitude,longitude,status\nA1,하나,37.5,127.0,closed\n")
            file.flush()
            cls.service = Service(booths=file.name)
        cls.addClassCleanup(cls.service.end)

    def test_the_operator_is_told_what_to_do(self):
        browser = self.visit()
        self.assertIn("운영자라면", browser.text(".foot"))
        self.assertEqual(browser.text(".foot .command"), "fourcuts import --source NAME FILE.csv")
        self.assertEqual(browser.violations(), [])
        self.assertEqual(browser.complaints(), [])


class LanguageAndColours(WebTest):
    has_worker = True

    def open(self, browser):
        browser.one("#display").click()
        browser.until(lambda: browser.all("dialog[open] .display-choice"))

    def choose(self, browser, value):
        browser.one(f"dialog input[value={value}]").click()

    def ground(self, browser):
        return browser.one("body").value_of_css_property("background-color")

    def test_a_language_is_chosen_and_stays_on_all_pages_also_offline(self):
        browser = self.visit(AT)
        self.open(browser)
        self.assertEqual(browser.violations(), [])
        self.choose(browser, "en")
        browser.until(lambda: browser.one("html").get_attribute("lang") == "en")
        self.settle(browser)
        self.assertIn("Nearest", browser.text("#list-title"))
        self.assertTrue(browser.query()["at"].startswith("37.557"))
        for path in ["/app/card", "/booths/3", "/"]:
            browser.get(self.service.address(path))
            self.assertEqual(browser.one("html").get_attribute("lang"), "en", path)
        browser.until(lambda: browser.execute_script(
            "return navigator.serviceWorker.ready.then((it) => it.active.state === 'activated')"), "a service worker")
        self.show(browser, "/")
        self.service.stop()
        try:
            browser.get(self.service.address("/"))
            browser.until_said("You are offline")
        finally:
            self.service.start()
        self.show(browser, "/")
        self.open(browser)
        self.choose(browser, "ko")
        browser.until(lambda: browser.one("html").get_attribute("lang") == "ko")

    def test_colours_are_chosen_and_stay(self):
        light, dark = "rgba(255, 250, 245, 1)", "rgba(23, 21, 31, 1)"
        for device in [False, True]:
            browser = self.visit(AT, dark=device)
            usual = dark if device else light
            self.assertEqual(self.ground(browser), usual)
            for theme, expected in [("dark", dark), ("light", light)]:
                self.open(browser)
                self.choose(browser, theme)
                browser.until(lambda: self.ground(browser) == expected)
                self.assertEqual(browser.violations(), [])
                self.show(browser, AT)
                self.assertEqual(self.ground(browser), expected)
                browser.get(self.service.address("/app/card"))
                browser.until(lambda: browser.all(".intro"))
                self.assertEqual(self.ground(browser), expected)
                self.show(browser, AT)
            self.open(browser)
            self.choose(browser, "device")
            browser.until(lambda: self.ground(browser) == usual)
            self.assertEqual(browser.complaints(), [])

    def test_the_product_has_one_name_in_each_language(self):
        for language, name, booth in [("ko-KR", "네컷 지도", "강남"), ("en-US", "fourcuts", "Gangnam")]:
            browser = self.visit(language=language, width=1280, height=800)
            self.assertEqual(browser.text(".logo"), name)
            self.assertTrue(browser.title.startswith(name))
            manifest = browser.execute_async_script("""
                const done = arguments[0];
                fetch(document.querySelector('[rel=manifest]').href).then((it) => it.json()).then(done);""")
            self.assertEqual({manifest["name"], manifest["short_name"]}, {name})
            browser.get(self.service.address("/booths/3"))
            browser.until_text("#sheet-title", booth)
            self.assertTrue(browser.title.endswith(name), browser.title)


class Units(WebTest):
    """Distances in metres, or in feet and miles."""

    WRITTEN = """
        const { modules } = await import(document.documentElement.dataset.tree + '/core/modules.js');
        return given.map(modules['core/texts.js'].formatDistance);"""

    def choose(self, browser, name):
        browser.one("#display").click()
        browser.until(lambda: browser.all("dialog[open] .display-choice"))
        [option] = [label for label in browser.all(".display-choice label") if label.text == name]
        before = browser.one("html")
        option.click()
        browser.until(lambda: browser.execute_script("return document.readyState") == "complete"
                      and browser.one("html") != before, "the page anew")
        self.settle(browser)

    def far(self, browser):
        return browser.texts(".item .far")

    def test_they_are_chosen_beside_the_language_and_kept(self):
        lengths = [3, 30, 290, 400, 1609.344, 20000, 7721000]
        for language, name, usual, feet, miles in [
            ("ko-KR", "피트·마일", "미터·킬로미터", r"[\d,]+ft", ["50ft", "100ft", "950ft", "0.2mi", "1mi", "12mi", "4,798mi"]),
            ("en-US", "Feet and miles", "Meters and kilometers", r"[\d,]+ ft",
             ["50 ft", "100 ft", "950 ft", "0.2 mi", "1 mi", "12 mi", "4,798 mi"]),
        ]:
            browser = self.visit(AT, language=language, calm=True)
            metres = self.far(browser)
            self.assertRegex(metres[0], r"^\d+ ?m$")
            self.choose(browser, name)
            self.assertRegex(self.far(browser)[0], f"^{feet}$")
            written = browser.execute_script(f"return (async (...given) => {{ {self.WRITTEN} }})(...arguments);",
                *lengths)
            self.assertEqual(written, miles)
            browser.one("#display").click()
            browser.until(lambda: browser.all("dialog[open] .display-choice"))
            self.assertEqual(browser.violations("dialog"), [])
            browser.shot(f"units-{language}")
            browser.refresh()
            self.settle(browser)
            self.assertRegex(self.far(browser)[0], f"^{feet}$")
            self.choose(browser, usual)
            self.assertEqual(self.far(browser), metres)
            browser.quit()


if __name__ == "__main__":
    unittest.main()
