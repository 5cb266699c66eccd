"""Photos that other apps share to the installed app."""

import base64
import unittest

from people import log_in, picture, sign_up
from service import WebTest

SHARE = """
    const [photos, words] = arguments;
    const form = Object.assign(document.createElement('form'),
      { method: 'post', action: '/app/posts/new', enctype: 'multipart/form-data' });
    const input = Object.assign(document.createElement('input'), { type: 'file', name: 'photos', multiple: true });
    const files = new DataTransfer();
    photos.forEach((it, number) => files.items.add(new File(
      [Uint8Array.from(atob(it), (letter) => letter.charCodeAt(0))], `${number}.png`, { type: 'image/png' })));
    input.files = files.files;
    const text = Object.assign(document.createElement('input'), { name: 'text', value: words });
    form.append(input, text);
    document.body.append(form);
    form.submit();
"""


class Sharing(WebTest):
    has_worker = True

    def share(self, browser, words=""):
        browser.until(lambda: browser.execute_script("return navigator.serviceWorker.controller !== null"), "a worker")
        photos = [base64.b64encode(picture(60, 120, (value, 90, 90))).decode() for value in (40, 160)]
        browser.execute_script(SHARE, photos, words)

    def test_shared_photos_open_the_editor(self):
        browser = self.browser()
        mina = sign_up(self.service)
        log_in(browser, self.service, mina)
        self.share(browser, "홍대에서 찍은 네 컷")
        browser.until(lambda: len(browser.all(".uploads > li")) == 2, "the photos")
        self.assertEqual(browser.one("#field-text").get_attribute("value"), "홍대에서 찍은 네 컷")
        browser.one(".form [type=submit]").click()
        browser.until(lambda: "/app/posts/" in browser.current_url and "/new" not in browser.current_url, "the post")
        [post] = mina.call("GET", f"/api/posts?author={mina.id}")["items"]
        self.assertEqual((post["text"], len(post["photos"])), ("홍대에서 찍은 네 컷", 2))
        # They are taken once.
        browser.get(self.service.address("/app/posts/new?shared=1"))
        browser.until(lambda: browser.all(".photos-field"), "the editor")
        self.assertFalse(browser.all(".uploads > li"))

    def test_somebody_who_is_not_logged_in_finds_them_after_logging_in(self):
        browser = self.browser()
        mina = sign_up(self.service)
        browser.get(self.service.address("/app/feed"))
        self.share(browser)
        browser.until(lambda: browser.all("#field-email"), "the login")
        browser.one("#field-email").send_keys(mina.email)
        browser.one("#field-password").send_keys(mina.password)
        browser.one(".form [type=submit]").click()
        browser.until(lambda: len(browser.all(".uploads > li")) == 2, "the photos")


if __name__ == "__main__":
    unittest.main()
