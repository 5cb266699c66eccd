"""Agreeing to the operator's terms: at sign-up, and when they have changed."""

import pathlib
import tempfile

from people import PASSWORD, Person, call, sign_up
from service import WebTest


def write(folder, version):
    for name in ("terms", "privacy", "location-terms"):
        for language, title in (("ko", "우리 글"), ("en", "Our text")):
            pathlib.Path(folder, f"{name}.{language}.md").write_text(
                f"<!-- version: {version} -->\n\n# {title}: {name}\n")


class Agreeing(WebTest):
    @classmethod
    def options(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        write(cls.folder.name, "1")
        return ["--legal-dir", cls.folder.name]

    def agreed(self, email, password):
        """What somebody has agreed to, as another device of theirs sees it."""
        session = call(self.service, "POST", "/api/sessions", {"email": email, "password": password})
        items = Person(self.service, session).call("GET", "/api/me/consents")["items"]
        return [item["document"] for item in items if item["is_agreed"]]

    def tick(self, browser, *names):
        for name in names:
            browser.one(f"#field-{name}").click()

    def test_nobody_signs_up_without_agreeing_and_positions_are_apart(self):
        browser = self.browser()
        browser.get(self.service.address("/app/signup"))
        browser.until(lambda: browser.all("#field-terms"), "the form")
        for name, value in (("email", "mina@example.com"), ("password", PASSWORD), ("nickname", "미나")):
            browser.one(f"#field-{name}").clear()
            browser.one(f"#field-{name}").send_keys(value)
        browser.one(".form [type=submit]").click()
        browser.until(lambda: browser.text("#error-age"), "the error of the first box")
        self.assertEqual(browser.execute_script("return document.activeElement.id"), "field-age")
        self.assertEqual(browser.violations(), [])
        browser.shot("consents-signup")
        self.tick(browser, "age", "terms", "privacy")
        browser.one(".form [type=submit]").click()
        browser.until(lambda: browser.current_url.endswith("/app/me"), "the own page")
        browser.until(lambda: self.agreed("mina@example.com", PASSWORD) == ["terms", "privacy"], "the consents")
        browser.get(self.service.address("/app/feed"))
        browser.until(lambda: browser.all(".view h2"), "the feed")
        self.assertNotIn("consents", browser.current_url)

    def test_changed_terms_are_asked_for_once(self):
        mina = sign_up(self.service)
        mina.call("PUT", "/api/me/consents", {"terms": "1", "privacy": "1", "is_old_enough": True})
        self.service.stop()
        write(self.folder.name, "2")
        self.service.start()
        self.addCleanup(self.back)
        browser = self.browser()
        browser.get(self.service.address("/app/login?next=/app/feed"))
        browser.until(lambda: browser.all("#field-email"), "the form")
        browser.one("#field-email").send_keys(mina.email)
        browser.one("#field-password").send_keys(mina.password)
        browser.one(".form [type=submit]").click()
        browser.until(lambda: "/app/me/consents" in browser.current_url, "the question")
        browser.until(lambda: browser.all("#field-terms"), "the boxes")
        browser.shot("consents-changed")
        self.tick(browser, "age", "terms", "privacy", "location-terms")
        browser.one(".form [type=submit]").click()
        browser.until(lambda: "/consents" not in browser.current_url, "the way back")
        self.assertEqual(self.agreed(mina.email, mina.password), ["terms", "privacy", "location-terms"])

    def back(self):
        self.service.stop()
        write(self.folder.name, "1")
        self.service.start()

    def test_the_texts_are_pages_without_scripts(self):
        browser = self.browser()
        browser.get(self.service.address("/terms"))
        self.assertEqual(browser.text("h1"), "우리 글: terms")
        self.assertIsNone(browser.text("[role=note]"))
        self.assertEqual(browser.violations(), [])
        browser.shot("terms")
