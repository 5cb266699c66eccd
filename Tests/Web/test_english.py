"""What pages in English say of Korean booths: names that can be read, and the Korean ones that signs show."""

import re
import unittest

import people
from service import WebTest

HANGUL = re.compile("[가-힣]")
AT = "/?at=37.4979,127.0276,15"


class English(WebTest):
    def test_booths_and_chains_have_names_that_can_be_read(self):
        browser = self.visit(AT, language="en-US")
        names = self.names(browser)
        self.assertIn("Sample Four Cuts Gangnam No. 6 (Sample)", names)
        self.assertFalse([name for name in names if HANGUL.search(name)])
        browser.until(lambda: browser.all(".chip[data-brand]"), "the chains")
        chips = [chip.get_attribute("textContent") for chip in browser.all(".chip[data-brand]")]
        self.assertTrue(any("Moui Photo Studio" in chip for chip in chips), chips)
        self.assertFalse([chip for chip in chips if HANGUL.search(chip)])
        labels = [mark.get_attribute("title") or mark.get_attribute("aria-label") or ""
                  for mark in browser.all(".leaflet-marker-icon")]
        self.assertFalse([label for label in labels if HANGUL.search(label)])

    def test_the_sheet_adds_the_name_of_the_sign_and_knows_the_usual_tags(self):
        browser = self.browser(language="en-US")
        browser.get(self.service.address("/booths/6"))
        browser.until_text("#sheet-title", "Sample Four Cuts Gangnam No. 6 (Sample)")
        self.assertEqual(browser.text("#sheet-title + [lang=ko]"), "샘플네컷 강남 6호점 (샘플)")
        browser.until_text("#sheet .brand", "Sample Four Cuts")
        browser.until(lambda: "Cash only" in browser.text(".booth-tags"), "a tag in English")
        self.assertIsNone(HANGUL.search(browser.text(".booth-tags")))
        self.assertEqual(browser.title, "Sample Four Cuts Gangnam No. 6 (Sample) – fourcuts")
        browser.shot("english-sheet")
        korean = self.browser()
        korean.get(self.service.address("/booths/6"))
        korean.until_text("#sheet-title", "샘플네컷 강남 6호점 (샘플)")
        self.assertFalse(korean.all("#sheet-title + [lang=ko]"))
        korean.until(lambda: "#현금전용" in korean.text(".booth-tags"), "the tag as it is")

    def test_the_code_of_a_booth_leads_to_its_page(self):
        browser = self.browser(language="en-US")
        browser.get(self.service.address("/booths/6"))
        browser.until_text("#sheet-title", "Gangnam")
        next(it for it in browser.all("#sheet button") if it.text == "QR code").click()
        browser.until(lambda: browser.all(".dialog .qr-code"), "the code")
        self.assertIn("Gangnam", browser.text(".dialog h2"))
        self.assertIn("QR code of", browser.one(".dialog .qr-code").get_attribute("aria-label"))
        self.assertEqual(browser.violations(".dialog"), [])
        browser.shot("booth-code")

    def test_booths_have_readable_names_beside_posts_and_in_forms(self):
        browser = self.browser(language="en-US", width=1280, height=800)
        people.log_in(browser, self.service, people.sign_up(self.service))
        browser.get(self.service.address("/app/feed"))
        browser.until(lambda: len(browser.all(".aside-booth")) == 5, "booths")
        for booth in browser.all(".aside-booth"):
            self.assertNotRegex(booth.text, "[가-힣]")
        for path in ["/app/posts/new?booth=3", "/app/party/new?booth=3", "/app/card?visit=3"]:
            browser.get(self.service.address(path))
            browser.until(lambda: "Gangnam No. 3" in browser.one("#field-booth").get_attribute("value"), path)
        self.assertEqual(browser.one("#field-contents").get_attribute("value"),
            "Visit Gyeonbon Shop Gangnam No. 3 (Sample)")
        browser.one("#field-booth").clear()
        browser.one("#field-booth").send_keys("hongdae")
        browser.until(lambda: browser.all("#booth-options li"), "options")
        self.assertNotRegex(browser.text("#booth-options li"), "[가-힣]")


if __name__ == "__main__":
    unittest.main()
