"""Booths of other countries and of open data: their money, and who is named for them."""

import json
import tempfile
import unittest

from service import Service, WebTest

SHIBUYA = (35.658, 139.7016)


class OpenDataAbroad(WebTest):
    """An answer of Overpass, whose copyright the map names."""

    @classmethod
    def setUpClass(cls):
        named = [("프리쿠라 하나", 400), ("Photo <b>Two</b>", 300), ("三番目", None)]
        elements = [
            {"type": "node", "id": 1 + number, "lat": SHIBUYA[0] + number / 10_000, "lon": SHIBUYA[1],
             "tags": {"amenity": "photo_booth", "name": name, **({"price": str(price)} if price else {})}}
            for number, (name, price) in enumerate(named)]
        answer = {
            "version": 0.6,
            "osm3s": {"copyright": "The data included in this document is from www.openstreetmap.org. "
                                   "The data is made available under ODbL."},
            "elements": elements}
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            json.dump(answer, file)
            file.flush()
            cls.service = Service(booths=file.name)
        cls.addClassCleanup(cls.service.end)

    def test_the_map_names_the_source_with_its_licence(self):
        browser = self.visit("/?at=35.658,139.7016,16", width=1280, height=800)
        browser.until_text(".leaflet-control-attribution", "© OpenStreetMap contributors (ODbL-1.0)")
        # The list of all sources has it too, with its name.
        browser.one(".leaflet-control-attribution button").click()
        browser.until_text(".sources", "ODbL-1.0")
        source = browser.all(".sources li")[-1].text.split("\n")
        self.assertEqual((source[0].split(" · ")[0], source[1:]), ("부스", ["© OpenStreetMap contributors", "ODbL-1.0"]))
        self.assertEqual(browser.violations("dialog"), [])
        self.assertEqual(browser.violations(), [])
        browser.shot("abroad")

    def test_prices_are_in_the_money_of_the_place(self):
        for language, price in [("ko-KR", "JP¥400"), ("en-US", "¥400")]:
            browser = self.visit("/?at=35.658,139.7016,16", language=language)
            browser.until_text(".items", price)
            self.assertNotIn("400원", browser.text(".items"))
            browser.get(self.service.address("/booths/1?at=35.658,139.7016,16"))
            browser.until_text("#sheet", price)
            browser.quit()


if __name__ == "__main__":
    unittest.main()
