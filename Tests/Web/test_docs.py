"""The API's documentation: search, copying, sending requests, use without a script, keyboard, accessibility."""

import re
import unittest

from selenium.webdriver.common.keys import Keys

from service import WebTest

NEAR = "#getApiBoothsNear"


class Documentation(WebTest):
    def open(self, anchor="", **manner):
        browser = self.browser(**manner)
        browser.get(self.service.address(f"/docs{anchor}"))
        browser.until(lambda: browser.all("#search-field"), "the script")
        return browser

    def found(self, browser):
        return browser.execute_script(
            "return [...document.querySelectorAll('.docs-operation:not([hidden])')].map((it) => it.id)")

    def find(self, browser, words):
        if not browser.one("#search-field").is_displayed():
            browser.one(".docs-menu").click()
        browser.one("#search-field").clear()
        browser.one("#search-field").send_keys(words)
        browser.until(lambda: browser.text("#found"), "a count")

    def try_out(self, browser, anchor):
        browser.execute_script("document.querySelector(arguments[0]).scrollIntoView()", anchor)
        browser.one(f"{anchor} [aria-expanded]").click()

    def send(self, browser, anchor):
        browser.one(f"{anchor} .docs-trial .is-main").click()
        browser.until(lambda: browser.all(f"{anchor} .docs-trial .docs-code"), "an answer")

    def test_it_is_small_and_nothing_comes_from_elsewhere(self):
        browser = self.open(width=1280, height=800)
        traffic = browser.traffic()
        total = sum(size for _, size in traffic)
        timing = browser.execute_script(
            "const it = performance.getEntriesByType('navigation')[0]; return [it.responseEnd, it.domInteractive]")
        print(f"\ndocumentation: {len(traffic)} requests, {total:,} bytes; page {timing[0]:.0f} ms, ready "
            f"{timing[1]:.0f} ms")
        self.assertLessEqual(total, 160_000)
        self.assertTrue(all(url.startswith(self.service.address("/")) for url, _ in traffic), traffic)
        self.assertEqual(browser.complaints(), [])

    def test_the_search_finds_by_path_words_and_parameters(self):
        browser = self.open(width=1280, height=800)
        self.find(browser, "booths near")
        found = self.found(browser)
        self.assertIn("getApiBoothsNear", found)
        self.assertLess(len(found), 10)
        self.assertIn(str(len(found)), browser.text("#found"))
        self.find(browser, "zzzz")
        self.assertEqual(self.found(browser), [])
        browser.one("#search-field").send_keys(Keys.ESCAPE)
        browser.until(lambda: len(self.found(browser)) > 200, "everything")

    def test_a_link_leads_to_what_the_search_has_left_out(self):
        browser = self.open(width=1280, height=800)
        self.find(browser, "workspaces")
        browser.execute_script("location.hash = '#getApiBrands'")
        browser.until(lambda: "getApiBrands" in self.found(browser), "the operation")
        browser.until(lambda: 0 <= browser.execute_script(
            "return document.getElementById('getApiBrands').getBoundingClientRect().top") < 400,
            "the operation in view")
        self.assertEqual(browser.text(".docs-nav [aria-current] code"), "/api/brands")

    def test_the_slash_key_leads_to_the_search_on_a_phone_too(self):
        for size in [{"width": 1280, "height": 800}, {"width": 390, "height": 844}]:
            browser = self.open(**size)
            browser.one("body").send_keys("/")
            self.assertEqual(browser.execute_script("return document.activeElement.id"), "search-field")
            self.assertEqual(browser.one("#search-field").get_attribute("value"), "")

    def test_the_contents_of_a_phone_open_and_lead_on(self):
        browser = self.open()
        self.assertFalse(browser.one("#contents").is_displayed())
        browser.one(".docs-menu").click()
        self.find(browser, "/api/brands")
        browser.one(".docs-nav li li:not([hidden]) a").click()
        browser.until(lambda: not browser.one("#contents").is_displayed(), "the page")
        self.assertIn("#getApiBrands", browser.current_url)

    def test_a_command_is_copied_with_this_servers_address(self):
        browser = self.open("#getApiSearch", width=1280, height=800)
        browser.execute_cdp_cmd("Browser.grantPermissions",
            {"permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]})
        browser.one("#getApiSearch .docs-actions button").click()
        browser.until_text("#status", "복사했어요")
        copied = browser.execute_async_script("const done = arguments[0]; navigator.clipboard.readText().then(done)")
        self.assertTrue(copied.startswith(f"curl -G '{self.service.address('/api/search')}'"), copied)
        self.assertIn("--data-urlencode 'q=강남역'", copied)

    def test_a_request_is_sent_with_the_values_of_the_example(self):
        browser = self.open("#getApiSearch", width=1280, height=800)
        self.try_out(browser, "#getApiSearch")
        self.assertEqual(browser.one("#getApiSearch-q").get_attribute("value"), "강남역")
        self.assertEqual(browser.execute_script("return document.activeElement.id"), "getApiSearch-q")
        browser.one("#getApiSearch-q").send_keys(Keys.ENTER)
        browser.until_text("#getApiSearch .docs-trial .docs-answer", '"강남역"')
        self.assertEqual(browser.text("#getApiSearch .docs-trial .docs-code"), "200")
        self.assertEqual(browser.complaints(), [])

    def test_an_error_is_an_answer_too(self):
        browser = self.open(NEAR, width=1280, height=800)
        self.try_out(browser, NEAR)
        field = browser.one(f"{NEAR}-lat")
        field.clear()
        field.send_keys("137")
        self.send(browser, NEAR)
        self.assertEqual(browser.text(f"{NEAR} .docs-trial .docs-code"), "400")
        self.assertIn("parameter-above-range", browser.text(f"{NEAR} .docs-trial .docs-answer"))

    def test_a_token_is_hidden_and_kept_nowhere(self):
        browser = self.open("#getApiMe", width=1280, height=800)
        self.try_out(browser, "#getApiMe")
        field = browser.one("#getApiMe-Authorization")
        self.assertEqual(field.get_attribute("type"), "password")
        field.send_keys("secret-token")
        self.send(browser, "#getApiMe")
        self.assertEqual(browser.text("#getApiMe .docs-trial .docs-code"), "401")
        kept = browser.execute_script(
            "return JSON.stringify([{...localStorage}, {...sessionStorage}, document.cookie, location.href, "
            "history.state])")
        self.assertNotIn("secret-token", kept)
        browser.refresh()
        browser.until(lambda: browser.all("#search-field"), "the script")
        self.try_out(browser, "#getApiMe")
        self.assertEqual(browser.one("#getApiMe-Authorization").get_attribute("value"), "")

    def test_only_what_changes_nothing_can_be_sent(self):
        browser = self.open(width=1280, height=800)
        changing = browser.execute_script("""
            return [...document.querySelectorAll('.docs-operation')].filter((it) => it.querySelector('[aria-expanded]'))
              .map((it) => it.querySelector('.docs-method').textContent).filter((it) => it !== 'GET')""")
        self.assertEqual(changing, [])
        self.assertEqual(browser.all("#getWithdraw [aria-expanded]"), [])

    def test_everything_is_there_without_a_script(self):
        browser = self.browser(width=1280, height=800)
        browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
        browser.get(self.service.address("/docs"))
        self.assertTrue(browser.one("#contents").is_displayed())
        self.assertIn("curl", browser.one(f"{NEAR} .docs-command").text)
        self.assertEqual(browser.all(".docs-actions"), [])
        self.assertEqual(browser.all("#search-field"), [])

    def test_the_screens_and_axe(self):
        for dark in [False, True]:
            for width, height, language in [(390, 844, "ko-KR"), (320, 640, "en-US"), (1280, 800, "en-US")]:
                with self.subTest(width=width, dark=dark):
                    browser = self.open(width=width, height=height, language=language, dark=dark)
                    browser.shot(f"docs-{width}-{'dark' if dark else 'light'}-{language}")
                    ground = browser.execute_script("return getComputedStyle(document.body).backgroundColor")
                    self.assertEqual(sum(map(int, re.findall(r"\d+", ground))) < 3 * 128, dark, ground)
                    browser.execute_script("""
                        const kept = new Set(['getApiBoothsNear', 'postApiPosts', 'schema-Booth', 'schema-Problem']);
                        for (const part of document.querySelectorAll('.docs-operation, .docs-schema')) if (
                          !kept.has(part.id)) part.remove();
                        for (const group of document.querySelectorAll('.docs-group')) if (
                          !group.querySelector('.docs-operation')) group.remove();
                        for (const link of document.querySelectorAll('.docs-nav li li a')) if (
                          !kept.has(link.hash.slice(1))) link.parentElement.remove();
                    """)
                    self.try_out(browser, NEAR)
                    self.send(browser, NEAR)
                    # Long answers scroll by themselves.
                    self.assertLessEqual(
                        *browser.execute_script("return [document.documentElement.scrollWidth, innerWidth]"))
                    browser.shot(f"docs-trial-{width}-{'dark' if dark else 'light'}-{language}")
                    self.assertEqual(browser.violations(), [])
                    if width < 1000:
                        browser.one(".docs-menu").click()
                        browser.shot(f"docs-menu-{width}-{'dark' if dark else 'light'}-{language}")
                        self.assertEqual(browser.violations(), [])
                    self.assertEqual(browser.complaints(), [])


if __name__ == "__main__":
    unittest.main()
