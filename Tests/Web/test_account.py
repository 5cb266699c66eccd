"""Accounts in the page: coming in, staying in, one's own page, other people."""

import unittest

from people import log_in, sign_up
from service import WebTest


class Entering(WebTest):
    def test_a_password_opens_the_page(self):
        mina = sign_up(self.service)
        browser = self.browser()
        log_in(browser, self.service, mina)
        browser.until_text(".view h2", mina.nickname)
        browser.shot("me")


if __name__ == "__main__":
    unittest.main()
