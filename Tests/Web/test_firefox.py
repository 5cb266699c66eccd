"""Tests of the other modules in Firefox, as far as they need no feature of Chromium."""

import unittest

import test_booth
import test_feed
import test_frame
import test_list
import test_search
from service import Firefox


class Search(test_search.SearchBox):
    kind = Firefox


class Views(test_frame.Going):
    kind = Firefox


class ThePlace(test_list.ThePlace):
    kind = Firefox


class Sheet(test_booth.Sheet):
    kind = Firefox
    # These need Chromium's protocol, or only look at more screens.
    test_a_phone_opens_the_app_with_the_page_behind_it = None
    test_the_screens = None


class Posting(test_feed.FromSignUpToPost):
    kind = Firefox


class Liking(test_feed.Liking):
    kind = Firefox


if __name__ == "__main__":
    unittest.main()
