"""Proposing a booth that the map does not have, and what its author sees of it."""

import json
import subprocess

import people
from service import PROGRAM, WebTest


class Proposing(WebTest):
    def run_command(self, *arguments):
        return subprocess.run([PROGRAM, *arguments, "--data-dir", self.service.folder.name], check=True,
                              capture_output=True, text=True).stdout

    def press(self, browser, label, within="body"):
        browser.until(lambda: [it for it in browser.all(f"{within} button") if it.text == label], label)
        [button] = [it for it in browser.all(f"{within} button") if it.text == label]
        browser.execute_script("arguments[0].scrollIntoView({block: 'center'})", button)
        button.click()

    def proposing(self, name, **manner):
        """A browser of a new account that has proposed a booth in the middle of the map."""
        browser = self.browser(**manner)
        people.log_in(browser, self.service, people.sign_up(self.service))
        browser.get(self.service.address("/?at=37.5621,126.9251,17"))
        korean = manner.get("language") != "en-US"
        self.press(browser, "없는 부스 알리기" if korean else "Add a missing booth")
        browser.until(lambda: browser.all(".place-picker"))
        self.assertEqual(browser.violations(), [])
        browser.shot(f"proposal-place-{'ko' if korean else 'en'}")
        self.press(browser, "여기예요" if korean else "It is here", ".place-picker")
        browser.until(lambda: browser.all("dialog #field-name"))
        self.assertEqual(browser.violations(), [])
        browser.one("#field-name").send_keys(name)
        browser.one("#field-opening_hours").send_keys("irgendwann")
        browser.one("#field-price").send_keys("4,000")
        browser.shot(f"proposal-form-{'ko' if korean else 'en'}")
        send = "보내기" if korean else "Send"
        self.press(browser, send, "dialog")
        browser.until(lambda: browser.text("#error-opening_hours"), "what is not understood")
        self.assertIn("400", "".join(browser.complaints()))
        browser.one("#field-opening_hours").clear()
        browser.one("#field-opening_hours").send_keys("Mo-Su 10:00-22:00")
        self.press(browser, send, "dialog")
        browser.until_text("#notices", "고마워요" if korean else "Thank you")
        [proposal] = [it for it in json.loads(self.run_command("proposals", "list", "--format", "json"))["proposals"]
                      if it["name"] == name]
        self.assertAlmostEqual(proposal["latitude"], 37.5621, 3)
        self.assertAlmostEqual(proposal["longitude"], 126.9251, 3)
        self.assertEqual((proposal["price"], proposal["opening_hours"]), (4000, "Mo-Su 10:00-22:00"))
        return browser, proposal["id"]

    def test_a_proposed_booth_is_on_the_map_once_it_is_accepted_and_its_author_sees_that(self):
        browser, proposal = self.proposing("샘플네컷 연남점")
        browser.get(self.service.address("/app/me/proposals"))
        browser.until_text("#view", "확인 중")
        self.assertEqual(browser.violations(), [])
        self.run_command("proposals", "accept", proposal)
        browser.get(self.service.address("/?at=37.5621,126.9251,17"))
        browser.until(lambda: "샘플네컷 연남점" in self.listed(browser), "the new booth")
        browser.get(self.service.address("/app/me/proposals"))
        browser.until_text("#view", "등록됨")
        browser.shot("proposal-own")
        self.assertEqual(browser.complaints(), [])

    def listed(self, browser):
        """The names of the list, asked for again: the server follows the catalogue a moment later."""
        browser.refresh()
        browser.until(lambda: browser.all("#results .item .title"))
        return browser.texts("#results .item .title")

    def test_in_english_on_a_wide_screen_a_declined_one_says_why(self):
        browser, proposal = self.proposing("Sample Booth", language="en-US", width=1280, height=800)
        self.run_command("proposals", "decline", proposal, "--reason", "It is a shop for frames.")
        browser.get(self.service.address("/app/me/proposals"))
        browser.until_text("#view", "It is a shop for frames.")
        self.assertIn("Not added", browser.text("#view"))
        self.assertEqual(browser.complaints(), [])

    def test_somebody_without_an_account_is_asked_to_log_in(self):
        browser = self.visit()
        self.press(browser, "없는 부스 알리기")
        browser.until(lambda: "/app/login" in browser.current_url)

    def test_the_place_is_given_up_by_escape_and_by_cancel(self):
        browser = self.browser()
        people.log_in(browser, self.service, people.sign_up(self.service))
        browser.get(self.service.address("/?at=37.5621,126.9251,17"))
        for label in ["취소", None]:
            self.press(browser, "없는 부스 알리기")
            browser.until(lambda: browser.all(".place-picker"))
            if label:
                self.press(browser, label, ".place-picker")
            else:
                browser.switch_to.active_element.send_keys("\ue00c")
            browser.until(lambda: not browser.all(".place-picker"))
        self.assertFalse(browser.all("dialog"))
