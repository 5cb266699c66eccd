"""The shop in the browser: goods, checkout in a payment window, and orders."""

import contextlib
import datetime
import pathlib
import sqlite3
import subprocess
import tempfile
import unittest

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from gateway import Library, WithSandbox
from people import Refused, frame_picture, log_in, picture, sign_up
from service import PROGRAM, Browser, WebTest

SIZES = [(390, 844), (1280, 800)]
HOSTILE = "<img src=x onerror=alert(1)>'\"&\u202e\n둘째 줄 https://example.com/" + "긴" * 60


class ShopTest(WebTest):
    """A shop with one seller."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.seller = sign_up(cls.service, nickname="파는 사람")

    @classmethod
    def goods(cls, title="겨울 앨범", price=9900, kind="album", **more):
        return cls.seller.post(kind=kind, title=title, price=price, **more)

    def shop(self, path="/app/shop", **manner):
        browser = self.browser(**manner)
        browser.get(self.service.address(path))
        browser.until(lambda: browser.all(".view h2"), path)
        return browser

    @staticmethod
    def tiles(browser):
        return browser.texts(".goods-name")


class EmptyShop(ShopTest):
    def test_without_goods_and_gateway_it_says_so(self):
        browser = self.shop(language="en-US")
        browser.until_text(".empty", "Nothing is for sale yet")
        browser.until_text(".shop-note", "Payments are unavailable right now")
        self.assertEqual(browser.violations(), [])


class ClosedShop(ShopTest):
    def test_goods_can_be_looked_at_all_the_same(self):
        post = self.goods("닫힌 상점의 앨범", pictures=[picture()])
        buyer = sign_up(self.service)
        browser = self.browser()
        log_in(browser, self.service, buyer, f"/app/shop/{post['id']}")
        browser.until_text(".goods-title", "닫힌 상점의 앨범")
        browser.until_text(".goods-actions", "지금은 결제할 수 없어요")
        self.assertFalse(browser.all(".goods-buy"))
        self.assertEqual(browser.violations(), [])


class Looking(ShopTest):
    def test_goods_come_by_kind_and_endlessly(self):
        for number in range(30):
            self.goods(f"앨범 {number}", price=1000 + number)
        self.goods("겨울 프레임", kind="frame", price=500)
        browser = self.shop()
        browser.until(lambda: len(self.tiles(browser)) == 24, "the first page")
        self.assertEqual(self.tiles(browser)[0], "겨울 프레임")
        self.assertIn("500원", browser.text(".goods-tile"))
        self.assertIn("파는 사람", browser.text(".goods-tile"))
        browser.execute_script("document.getElementById('view').scrollTo(0, 1e6)")
        browser.until(lambda: len(self.tiles(browser)) == 31, "the second page")
        browser.execute_script("document.getElementById('view').scrollTo(0, 0)")
        browser.one(".chip-row .chip:last-child").click()
        browser.until(lambda: self.tiles(browser) == ["겨울 프레임"], "frames only")
        self.assertTrue(browser.current_url.endswith("/app/shop?kind=frame"))
        self.assertEqual(browser.text(".chip[aria-current]"), "프레임")
        # Whoever goes back finds the list as it was left.
        browser.back()
        browser.until(lambda: len(self.tiles(browser)) == 31, "the whole list")

    def test_hostile_names_stay_text(self):
        post = self.goods("", text=HOSTILE, price=0)
        browser = self.shop()
        browser.until(lambda: any("<img src=x" in name for name in self.tiles(browser)), "the goods")
        browser.get(self.service.address(f"/app/shop/{post['id']}"))
        browser.until_text(".goods-title", "<img src=x onerror=alert(1)>")
        browser.until_text(".goods-actions", "무료 상품이라")
        self.assertFalse(browser.all(".view img[src='x']"))
        for width, height in [(320, 640), (640, 400)]:
            browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
                "width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})
            self.assertLessEqual(browser.execute_script("return document.documentElement.scrollWidth"), width)

    def test_what_is_gone_or_not_sold_is_told(self):
        browser = self.browser()
        browser.get(self.service.address("/app/shop/0199c0ffee0123456789abcd"))
        browser.until_text(".failed", "삭제된 글")
        told = self.seller.post(kind="feed", text="이야기예요")
        browser.get(self.service.address(f"/app/shop/{told['id']}"))
        browser.until(lambda: browser.current_url.endswith(f"/app/posts/{told['id']}"))

    def test_sellers_change_their_own_goods_instead_of_buying_them(self):
        post = self.goods("내 앨범")
        browser = self.browser()
        log_in(browser, self.service, self.seller, f"/app/shop/{post['id']}")
        browser.until_text(".goods-actions", "내가 판매하는 상품이에요")
        link = browser.one(".goods-actions a").get_attribute("href")
        self.assertTrue(link.endswith(f"/app/posts/{post['id']}/edit"), link)


class SellingShop(WithSandbox, ShopTest):
    """A shop with the sandbox gateway, started with the settings that the sandbox prints, and a buyer."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.buyer = sign_up(cls.service)
        cls.own = Browser()
        cls.addClassCleanup(cls.own.quit)
        log_in(cls.own, cls.service, cls.buyer)

    def setUp(self):
        self.sandbox.behave()
        self.post = self.goods()

    def at(self, path):
        """The buyer's browser, somewhere."""
        self.own.get(self.service.address(path))
        self.own.complaints()
        return self.own

    def buying(self):
        """The buyer's browser, with the goods."""
        browser = self.at(f"/app/shop/{self.post['id']}")
        browser.until(lambda: browser.all(".goods-buy"), "the button")
        return browser

    @staticmethod
    def buy(browser):
        """Buys what the browser shows, after the summary."""
        browser.one(".goods-buy").click()
        browser.until(lambda: browser.all(".goods-order-now"), "the summary")
        browser.one(".goods-order-now").click()

    def at_window(self, browser):
        browser.until(lambda: browser.current_url.startswith(self.sandbox.url) and browser.all("form button"),
            "the window")

    def choose(self, browser, choice):
        self.at_window(browser)
        browser.one(f"button[value={choice}]").click()

    def orders(self):
        """The orders of the goods."""
        orders = self.buyer.call("GET", "/api/orders?limit=100")["items"]
        return [order for order in orders if order["post"] == self.post["id"]]

    def order(self):
        return self.buyer.call("POST", "/api/orders", {"post": self.post["id"]})

    def paid(self):
        """A paid order of the goods."""
        order = self.order()
        self.sandbox.pay(order)
        return self.buyer.call("POST", f"/api/orders/{order['id']}/validation", {})

    def operate(self, *words):
        """The program's command, with the gateway that the server has."""
        options = iter(self.sandbox.options)
        given = [word for name in options for word in (name, next(options))
                 if name in ("--portone-url", "--portone-v1-key", "--portone-v1-secret", "--portone-v2-secret")]
        subprocess.run([PROGRAM, *words, "--data-dir", self.service.folder.name, *given], check=True,
            capture_output=True)

    def shows(self, browser, state):
        browser.until(lambda: browser.text(".order-head .order-state") == state, state)


class Buying(SellingShop):
    def test_from_the_goods_to_paid(self):
        browser = self.buying()
        self.buy(browser)
        self.at_window(browser)
        self.assertIn("겨울 앨범", browser.text("main"))
        self.assertIn("9,900", browser.text("main"))
        self.choose(browser, "pay")
        self.shows(browser, "결제 완료")
        browser.until_text(".order-message", "결제를 확인했어요")
        [order] = self.orders()
        self.assertEqual(order["state"], "paid")
        # Nothing of what the window told stays in the address.
        self.assertEqual(browser.current_url, self.service.address(f"/app/orders/{order['id']}"))
        self.assertEqual(browser.texts(".goods-actions button"), [])
        self.assertEqual(browser.complaints(), [])
        # The goods say that they were bought, and the list of orders has it.
        browser.get(self.service.address(f"/app/shop/{self.post['id']}"))
        browser.until_text(".goods-order", "이미 구매했어요")
        browser.get(self.service.address("/app/orders"))
        browser.until_text(".order-link", "결제 완료")

    def test_by_the_keyboard_alone(self):
        browser = self.buying()
        browser.one(".goods-buy").send_keys(Keys.ENTER)
        browser.until(lambda: browser.all(".goods-order-now"), "the summary")
        browser.one(".goods-order-now").send_keys(Keys.ENTER)
        self.at_window(browser)
        browser.one("button[value=pay]").send_keys(Keys.ENTER)
        self.shows(browser, "결제 완료")

    def test_failing_and_leaving_cost_nothing_and_can_be_tried_again(self):
        browser = self.buying()
        self.buy(browser)
        for choice in ["leave", "fail"]:
            self.choose(browser, choice)
            self.shows(browser, "결제 대기")
            browser.until_text(".order-message", "아직 결제되지 않았어요")
            browser.one(".goods-actions .is-main").click()
        self.choose(browser, "pay")
        self.shows(browser, "결제 완료")
        self.assertEqual(len(self.orders()), 1)

    def test_a_double_click_makes_one_order(self):
        self.sandbox.behave(operation="prepare", delay_ms=700)
        browser = self.buying()
        browser.one(".goods-buy").click()
        browser.until(lambda: browser.all(".goods-order-now"), "the summary")
        ActionChains(browser).double_click(browser.one(".goods-order-now")).perform()
        self.choose(browser, "pay")
        self.shows(browser, "결제 완료")
        self.assertEqual(len(self.orders()), 1)

    def test_a_reload_while_ordering_makes_one_order(self):
        self.sandbox.behave(operation="prepare", delay_ms=2000)
        browser = self.buying()
        self.buy(browser)
        browser.until(self.orders, "the order")
        browser.refresh()
        # The order that waits is paid instead of a second one.
        browser.until(lambda: browser.all(".goods-order a"), "the order")
        browser.one(".goods-actions .is-main").click()
        self.at_window(browser)
        self.assertEqual(len(self.orders()), 1)

    def test_a_lost_answer_makes_one_order(self):
        browser = self.browser()
        browser.before_page("""
            const real = window.fetch;
            window.fetch = async (path, options) => {
              const answer = await real(path, options);
              if (path !== '/api/orders' || options.method !== 'POST' || sessionStorage.lost) return answer;
              sessionStorage.lost = 'yes';
              throw new TypeError('the connection broke');
            };""")
        log_in(browser, self.service, self.buyer, f"/app/shop/{self.post['id']}")
        browser.until(lambda: browser.all(".goods-buy"), "the button")
        self.buy(browser)
        browser.until_text(".notices", "서버에 연결하지 못했어요")
        browser.refresh()
        browser.until(lambda: browser.all(".goods-order a"), "the order")
        browser.one(".goods-actions .is-main").click()
        self.choose(browser, "pay")
        self.shows(browser, "결제 완료")
        self.assertEqual(len(self.orders()), 1)

    def test_with_the_gateway_away_the_same_button_goes_on_later(self):
        self.sandbox.behave(operation="prepare", fault="503")
        browser = self.buying()
        self.buy(browser)
        browser.until_text(".notices", "결제사가 지금 응답하지 않아요")
        self.sandbox.behave()
        self.buy(browser)
        self.at_window(browser)
        self.assertEqual(len(self.orders()), 1)

    def test_going_back_from_the_window_shows_the_order_and_pays_it_again(self):
        browser = self.buying()
        self.buy(browser)
        self.at_window(browser)
        browser.back()
        self.shows(browser, "결제 대기")
        browser.one(".goods-actions .is-main").click()
        self.at_window(browser)
        browser.back()
        self.shows(browser, "결제 대기")
        browser.back()
        # The goods remember the order that waits.
        browser.until_text(".goods-order", "결제를 기다리는 주문이 있어요")
        browser.one(".goods-order a").click()
        self.shows(browser, "결제 대기")
        self.assertEqual(len(self.orders()), 1)

    def test_a_reload_while_it_is_checked_ends_paid(self):
        browser = self.buying()
        self.buy(browser)
        self.at_window(browser)
        self.sandbox.behave(operation="get", delay_ms=1500)
        self.choose(browser, "pay")
        browser.until_text(".order-message", "결제를 확인하고 있어요")
        browser.refresh()
        self.shows(browser, "결제 완료")
        browser.refresh()
        self.shows(browser, "결제 완료")

    def test_without_an_account_one_logs_in_first_and_comes_back(self):
        browser = self.shop(f"/app/shop/{self.post['id']}")
        browser.until(lambda: browser.all(".goods-buy"), "the button")
        browser.one(".goods-buy").click()
        browser.until(lambda: browser.all("#field-email"), "the form")
        self.assertIn(f"next=%2Fapp%2Fshop%2F{self.post['id']}", browser.current_url)
        browser.one("#field-email").send_keys(self.buyer.email)
        browser.one("#field-password").send_keys(self.buyer.password, Keys.ENTER)
        browser.until(lambda: browser.all(".goods-buy"), "the goods")

    def test_logged_out_at_the_window_the_payment_is_found_after_logging_in(self):
        browser = self.buying()
        self.buy(browser)
        self.at_window(browser)
        browser.execute_cdp_cmd("Network.clearBrowserCookies", {})
        self.choose(browser, "pay")
        browser.until(lambda: browser.all("#field-email"), "the form")
        browser.one("#field-email").send_keys(self.buyer.email)
        browser.one("#field-password").send_keys(self.buyer.password, Keys.ENTER)
        self.shows(browser, "결제 완료")


class Settling(SellingShop):
    def waiting(self):
        """The buyer's browser with an order that is not paid."""
        order = self.order()
        browser = self.at(f"/app/orders/{order['id']}")
        self.shows(browser, "결제 대기")
        return browser, order

    def test_what_is_paid_elsewhere_shows_by_itself(self):
        browser, order = self.waiting()
        self.sandbox.pay(order)
        self.buyer.call("POST", f"/api/orders/{order['id']}/validation", {})
        self.shows(browser, "결제 완료")

    def test_with_the_gateway_hanging_it_settles_by_itself(self):
        browser, order = self.waiting()
        browser.one(".goods-actions .is-main").click()
        self.at_window(browser)
        self.sandbox.behave(operation="get", fault="503")
        self.choose(browser, "pay")
        browser.until_text(".order-message", "결제사가 아직 응답하지 않아요")
        # Nobody is asked to pay a second time.
        self.assertEqual(browser.text(".goods-actions .is-main"), "결제 상태 새로고침")
        self.assertEqual(browser.violations(), [])
        self.sandbox.behave()
        self.shows(browser, "결제 완료")

    def test_what_the_address_claims_is_not_believed(self):
        order = self.order()
        browser = self.at(
            f"/app/orders/{order['id']}/return?paymentId={order['reference']}&imp_success=true&transactionType=PAYMENT")
        self.shows(browser, "결제 대기")
        browser.until_text(".order-message", "아직 결제되지 않았어요")
        self.assertEqual(browser.current_url, self.service.address(f"/app/orders/{order['id']}"))

    def test_somebody_elses_order_is_not_shown(self):
        other = sign_up(self.service)
        order = other.call("POST", "/api/orders", {"post": self.post["id"]})
        self.sandbox.pay(order)
        for path in [f"/app/orders/{order['id']}", f"/app/orders/{order['id']}/return?paymentId={order['reference']}"]:
            browser = self.at(path)
            browser.until_text(".failed", "찾을 수 없는 주문이에요")
            self.assertNotIn("겨울 앨범", browser.text(".view"))
        self.assertEqual(other.call("GET", f"/api/orders/{order['id']}")["state"], "pending")

    def test_an_address_that_is_none_is_told(self):
        for path in ["/app/orders/x", "/app/orders/x/return"]:
            browser = self.at(path)
            browser.until(lambda: browser.all(".failed"), path)

    def test_a_payment_of_another_amount_waits_for_the_operator(self):
        browser, order = self.waiting()
        self.sandbox.behave(operation="get", lie_amount=-100)
        self.sandbox.pay(order)
        self.check(browser)
        browser.until_text(".order-message", "운영자가 확인할 거예요")
        self.assertNotIn("원 결제하기", browser.text(".goods-actions"))

    @staticmethod
    def check(browser):
        [button] = [button for button in browser.all(".goods-actions button") if button.text == "결제 상태 새로고침"]
        button.click()

    def test_what_was_given_back_is_told_kindly(self):
        browser, order = self.waiting()
        self.sandbox.pay(order)
        self.buyer.call("POST", f"/api/orders/{order['id']}/validation", {})
        for amount, state, words in [(900, "부분 취소", "일부를 취소하고"), (9000, "취소", "전액 환불했어요")]:
            self.operate("payments", "cancel", order["reference"], "--amount", str(amount), "--reason", "변심")
            browser.get(self.service.address(f"/app/orders/{order['id']}"))
            self.shows(browser, state)
            browser.until_text(".order-message", words)
        browser.get(self.service.address("/app/orders?state=cancelled"))
        browser.until_text(".order-link", "취소")

    def test_orders_are_narrowed_by_state(self):
        paid = self.paid()
        self.post = self.goods("여름 앨범")
        waiting = self.order()
        browser = self.at("/app/orders")
        browser.until(lambda: browser.all(".order-link"), "the orders")
        for chip, order in [("결제 대기", waiting), ("결제 완료", paid)]:
            [link] = [link for link in browser.all(".chip-row a") if link.text == chip]
            link.click()
            browser.until(lambda: browser.text(".chip[aria-current]") == chip, chip)
            browser.until(lambda: set(browser.texts(".order-link .order-state")) == {chip}, chip)
            self.assertTrue(browser.all(f".order-link[href$='{order['id']}']"))


class Having(SellingShop):
    """What one has of a paid order."""

    def setUp(self):
        self.sandbox.behave()
        self.post = self.goods("벚꽃 프레임", 3000, "frame", pictures=[frame_picture()])
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def saving(self, path):
        """The buyer's browser, which saves files in the folder."""
        browser = self.at(path)
        browser.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(self.folder)})
        return browser

    def saved(self, browser, name):
        """The bytes of a file once it is saved."""
        browser.until(lambda: (self.folder / name).exists(), f"{name} in {[it.name for it in self.folder.iterdir()]}")
        return (self.folder / name).read_bytes()

    def sellers_browser(self, path="/app/shop/sales"):
        browser = self.browser()
        log_in(browser, self.service, self.seller, path)
        return browser

    def decide(self, browser, order, label, answer=""):
        """The seller's decision about a refund."""
        sale = f".sale[data-order='{order['id']}']"
        browser.until(lambda: browser.all(f"{sale} .actions button"), "the sale")
        next(button for button in browser.all(f"{sale} .actions button") if button.text == label).click()
        browser.until(lambda: browser.all("dialog #field-answer"), "the dialog")
        browser.one("#field-answer").send_keys(answer)
        browser.one("dialog [type=submit]").click()
        browser.until(lambda: not browser.all("dialog"), "the decision")
        return sale

    def test_the_summary_says_what_is_bought_and_how_it_is_refunded_before_anything_is_ordered(self):
        browser = self.buying()
        browser.one(".goods-buy").click()
        browser.until(lambda: browser.all(".goods-order-now"), "the summary")
        words = browser.text("dialog")
        for part in ["벚꽃 프레임", "파는 사람", "3,000원", "원본 크기 파일 1개 (PNG)", "7일 안에 환불을 요청", "결제사"]:
            self.assertIn(part, words)
        self.assertEqual(browser.violations(), [])
        browser.shot("shop-summary")
        next(button for button in browser.all("dialog button") if button.text == "취소").click()
        browser.until(lambda: not browser.all("dialog"), "closed")
        self.assertEqual(self.orders(), [])
        # The days are the server's.
        order = self.paid()
        instants = [datetime.datetime.fromisoformat(order[name]) for name in ("paid_at", "refund_by")]
        self.assertEqual(instants[1] - instants[0], datetime.timedelta(days=7))

    def test_after_paying_the_main_button_saves_the_original(self):
        browser = self.saving(f"/app/shop/{self.post['id']}")
        browser.until(lambda: browser.all(".goods-buy"), "the button")
        self.buy(browser)
        self.choose(browser, "pay")
        self.shows(browser, "결제 완료")
        browser.until(lambda: browser.all(".order-files li"), "the files")
        self.assertEqual(browser.text(".goods-actions .is-main"), "내려받기")
        self.assertEqual(browser.violations(), [])
        browser.shot("shop-order-delivered")
        browser.one(".goods-actions .is-main").click()
        saved = self.saved(browser, "벚꽃 프레임.png")
        [order] = self.orders()
        [file] = self.buyer.call("GET", f"/api/orders/{order['id']}/files")["files"]
        self.assertEqual(len(saved), file["size"])
        self.assertTrue(saved.startswith(b"\x89PNG"))
        self.assertEqual(browser.complaints(), [])

    def test_goods_that_one_has_offer_no_second_purchase_but_a_link(self):
        order = self.paid()
        browser = self.saving(f"/app/shop/{self.post['id']}")
        browser.until_text(".goods-order", "이미 구매했어요")
        self.assertFalse(browser.all(".goods-buy"))
        self.assertEqual(browser.text(".goods-actions .is-main"), "내려받기")
        self.assertEqual(browser.violations(), [])
        browser.one(".goods-actions .is-main").click()
        self.saved(browser, "벚꽃 프레임.png")
        again = browser.one(".goods-order .link")
        browser.execute_script("arguments[0].scrollIntoView({ block: 'center' })", again)
        again.click()
        browser.until(lambda: browser.all(".goods-order-now"), "the summary")
        browser.one(".goods-order-now").click()
        self.choose(browser, "pay")
        self.shows(browser, "결제 완료")
        self.assertEqual(len(self.orders()), 2)
        # The library has it once, by the last order.
        browser.get(self.service.address("/app/shop/library"))
        browser.until(lambda: browser.all(".library-item"), "the library")
        mine = [item for item in browser.all(".library-item") if "벚꽃 프레임" in item.text]
        self.assertNotIn(order["id"], [item.get_attribute("data-order") for item in mine])

    def test_the_library_has_what_was_bought_and_saves_it(self):
        order = self.paid()
        browser = self.saving("/app/shop")
        next(link for link in browser.all(".shop-nav a") if link.text == "내 프레임").click()
        row = f".library-item[data-order='{order['id']}']"
        browser.until(lambda: browser.all(row), "the library")
        browser.until(lambda: browser.all(f"{row} .order-photo img"), "the thumbnail")
        self.assertEqual(browser.violations(), [])
        browser.shot("shop-library")
        browser.one(f"{row} .order-download").click()
        self.saved(browser, "벚꽃 프레임.png")
        # The seller removes the goods: what was bought stays.
        self.seller.call("DELETE", f"/api/posts/{self.post['id']}")
        (self.folder / "벚꽃 프레임.png").unlink()
        browser.one(f"{row} .order-download").click()
        self.saved(browser, "벚꽃 프레임.png")

    def test_the_current_page_of_the_shop_is_in_sight_on_a_narrow_screen(self):
        browser = self.browser(width=320, height=640, language="en-US")
        log_in(browser, self.service, self.buyer, "/app/shop/sales")
        browser.until(lambda: browser.all(".sales-total"), "the sales")
        box = browser.one(".shop-nav [aria-current]").rect
        self.assertLessEqual(box["x"] + box["width"], 320)

    def test_a_receipt_says_what_was_paid(self):
        order = self.paid()
        browser = self.at(f"/app/orders/{order['id']}")
        browser.until(lambda: browser.all(".order-links"), "the links")
        next(link for link in browser.all(".order-links a") if link.text == "영수증").click()
        browser.until(lambda: browser.all(".receipt .facts"), "the receipt")
        for part in ["벚꽃 프레임", "파는 사람", "3,000원", "카드", order["reference"]]:
            self.assertIn(part, browser.text(".receipt"))
        self.assertEqual(browser.violations(), [])
        browser.shot("shop-receipt")
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
        self.assertFalse(browser.one(".goods-actions").is_displayed())
        self.assertTrue(browser.one(".receipt").is_displayed())
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})

    def ask(self, browser, order, reason="색이 어두워요"):
        browser.get(self.service.address(f"/app/orders/{order['id']}"))
        browser.until(lambda: browser.all(".order-refund"), "the link")
        browser.one(".order-refund").click()
        browser.until(lambda: browser.all("#field-reason"), "the dialog")
        self.assertEqual(browser.violations(), [])
        browser.one("#field-reason").send_keys(reason)
        browser.one("dialog [type=submit]").click()
        browser.until_text(".order-refund-note", "환불을 요청했어요")
        self.assertFalse(browser.all(".order-refund"))

    def test_a_refund_is_requested_by_the_buyer_and_carried_out_by_the_seller(self):
        order = self.paid()
        browser = self.at("/app/orders")
        self.ask(browser, order)
        sellers = self.sellers_browser()
        before = self.seller.call("GET", "/api/me/sales/total")
        sellers.until_text(f".sale[data-order='{order['id']}']", "색이 어두워요")
        self.assertEqual(sellers.violations(), [])
        sellers.shot("shop-sales")
        sale = self.decide(sellers, order, "환불하기", "미안해요")
        sellers.until_text(sale, "환불했어요")
        self.assertEqual(sellers.all(f"{sale} .actions button"), [])
        after = self.seller.call("GET", "/api/me/sales/total")
        self.assertEqual(after["refunded"] - before["refunded"], 3000)
        sellers.until_text(".sales-total", f"{after['refunded']:,}원")
        [payment] = self.sandbox.payments(order)
        self.assertEqual(payment["cancelled_amount"], 3000)
        browser.get(self.service.address(f"/app/orders/{order['id']}"))
        self.shows(browser, "취소")
        browser.until_text(".order-refund-note", "미안해요")
        self.assertFalse(browser.all(".order-download"))
        with self.assertRaises(Refused):
            self.buyer.call("GET", f"/api/orders/{order['id']}/files")
        browser.get(self.service.address(f"/app/orders/{order['id']}/receipt"))
        browser.until_text(".receipt", "−3,000원")

    def test_a_refund_that_the_seller_declines_leaves_the_files_and_the_operator_can_still_accept(self):
        order = self.paid()
        browser = self.at("/app/orders")
        self.ask(browser, order)
        sale = self.decide(self.sellers_browser(), order, "거절하기", "이미 내려받으셨어요")
        self.assertTrue(sale)
        browser.refresh()
        browser.until_text(".order-refund-note", "거절됐어요")
        self.assertIn("이미 내려받으셨어요", browser.text(".order-refund-note"))
        browser.until(lambda: browser.all(".order-download"), "the files")
        self.operate("payments", "decide", order["reference"], "--accept")
        browser.refresh()
        self.shows(browser, "취소")
        browser.until_text(".order-refund-note", "환불됐어요")

    def test_a_frame_is_tried_on_a_photo_in_the_page_and_saved(self):
        order = self.paid()
        photo = self.folder / "photo.png"
        photo.write_bytes(picture(400, 400, (10, 20, 200)))
        browser = self.saving(f"/app/orders/{order['id']}/try")
        browser.until(lambda: browser.one(".try-canvas").is_displayed(), "the frame")
        self.assertFalse(browser.one(".goods-actions .is-main").is_enabled())
        browser.execute_script("""
            window.sent = [];
            const real = window.fetch;
            window.fetch = (path, options) => {
              if (options?.body) sent.push(path);
              return real(path, options);
            };""")
        browser.one("#try-photo").send_keys(str(photo))
        browser.until(lambda: browser.one(".goods-actions .is-main").is_enabled(), "the photo")
        # The border is the frame's, the middle the photo's.
        self.assertEqual(self.pixel(browser, 5, 5), [23, 107, 58])
        middle = self.pixel(browser, 120, 240)
        self.assertGreater(middle[2], middle[0])
        self.assertEqual(browser.violations(), [])
        browser.shot("shop-try")
        # Moved down, another part of the photo is in the middle; moved away, nothing is.
        canvas = browser.one(".try-canvas")
        ActionChains(browser).drag_and_drop_by_offset(canvas, 0, 60).perform()
        browser.until(lambda: self.pixel(browser, 120, 240) != middle, "moved down")
        moved = self.pixel(browser, 120, 240)
        canvas.send_keys(Keys.ARROW_UP)
        browser.until(lambda: self.pixel(browser, 120, 240) != moved, "moved up")
        for _ in range(40):
            canvas.send_keys("-")
        browser.until(lambda: self.pixel(browser, 60, 60) == [255, 255, 255], "moved away")
        browser.one(".goods-actions .is-main").click()
        saved = self.saved(browser, "벚꽃 프레임.png")
        self.assertEqual(saved[16:24], (240).to_bytes(4, "big") + (480).to_bytes(4, "big"))
        self.assertEqual(browser.execute_script("return window.sent"), [])
        self.assertEqual(browser.complaints(), [])

    def test_the_windows_of_a_frame_are_its_clear_regions_in_rows(self):
        browser = self.at("/app/shop")
        windows = lambda draw: browser.execute_async_script("""
            const [done] = arguments;
            const canvas = Object.assign(document.createElement('canvas'), { width: 200, height: 400 });
            const context = canvas.getContext('2d');
            context.fillRect(0, 0, 200, 400);
            const clear = (act) => {
              context.globalCompositeOperation = 'destination-out';
              act(context);
              context.globalCompositeOperation = 'source-over';
            };
            const round = (x, y, width, height, radius) => clear(() => {
              context.beginPath();
              context.roundRect(x, y, width, height, radius);
              context.fill();
            });
            DRAWING
            import(`${document.documentElement.dataset.tree}/views/shop/frame-windows.js`).then(({ windowsOf }) => done(
              windowsOf(context.getImageData(0, 0, 200, 400)).map(({ left, top, right, bottom }) =>
                [left * 200, top * 400, right * 200, bottom * 400].map(Math.round))));""".replace("DRAWING", draw))
        quarters = [[10, 10, 95, 195], [105, 10, 190, 195], [10, 205, 95, 390], [105, 205, 190, 390]]
        squares = "for (const x of [105, 10]) for (const y of [205, 10]) round(x, y, 85, 185, {});"
        strip = [[10, 10 + 95 * row, 190, 95 + 95 * row] for row in range(4)]
        for what, draw, expected in [
            ("none", "", []),
            ("one", "round(20, 20, 160, 360, 0)", [[20, 20, 180, 380]]),
            ("two by two", squares.format(0), quarters),
            ("rounded corners", squares.format(30), quarters),
            ("one by four", "for (const row of [3, 1, 0, 2]) round(10, 10 + 95 * row, 180, 85, 12)", strip),
            ("a row that is not level", "round(10, 10, 85, 185, 0); round(105, 4, 85, 185, 0)",
             [[10, 10, 95, 195], [105, 4, 190, 189]]),
            ("up to the edges", "round(0, 0, 200, 190, 0); round(0, 210, 200, 190, 0)",
             [[0, 0, 200, 190], [0, 210, 200, 400]]),
            ("gaps of the drawing", squares.format(0) + "round(98, 100, 4, 40, 0); round(0, 0, 8, 8, 0)", quarters),
            ("a half clear shade", "clear(() => { context.globalAlpha = .3; context.fillRect(0, 0, 200, 400);"
             "context.globalAlpha = 1; });" + squares.format(0), quarters),
            ("clear around the frame", "context.clearRect(0, 0, 200, 400); context.fillRect(5, 5, 190, 390);"
             + squares.format(0), quarters),
            ("clear but for a drawing", "context.clearRect(0, 0, 200, 400); context.fillRect(50, 300, 100, 60)",
             [[0, 0, 200, 400]]),
        ]:
            self.assertEqual(windows(draw), expected, what)

    def test_a_frame_of_four_windows_takes_a_photo_for_each(self):
        colours = [(200, 20, 20), (20, 160, 20), (20, 20, 200), (200, 180, 20), (120, 20, 160)]
        photos = [self.folder / f"{number}.png" for number in range(5)]
        for photo, colour in zip(photos, colours):
            photo.write_bytes(picture(300, 200, colour))
        self.post = self.goods("네 칸 프레임", 3000, "frame",
                               pictures=[frame_picture(480, 960, border=30, columns=2, lines=2)])
        order = self.paid()
        browser = self.saving(f"/app/orders/{order['id']}/try")
        browser.until(lambda: browser.one(".try-canvas").is_displayed(), "the frame")
        button = browser.one(".goods-actions label")
        self.assertEqual(button.text, "사진 4장 고르기")
        middles = [(135, 255), (345, 255), (135, 705), (345, 705)]
        nearest = lambda pixel: min(range(5), key=lambda number: sum(
            abs(one - (other + 255) / 2) for one, other in zip(pixel, colours[number])))
        shown = lambda: [nearest(self.pixel(browser, x, y)) for x, y in middles]
        choose = lambda *numbers: browser.one("#try-photo").send_keys("\n".join(str(photos[it]) for it in numbers))
        # Fewer photos are repeated, more are left out.
        choose(0, 1)
        browser.until(lambda: browser.one(".goods-actions .is-main").is_enabled(), "the photos")
        self.assertEqual(shown(), [0, 1, 0, 1])
        choose(0, 1, 2, 3, 4)
        browser.until_text(".notices", "앞의 사진 4장만")
        self.assertEqual(shown(), [0, 1, 2, 3])
        self.assertEqual(self.pixel(browser, 5, 5), [23, 107, 58])
        self.assertEqual(self.pixel(browser, 240, 480), [23, 107, 58])
        # The photos cover their windows up to the corners, wherever they are moved.
        for x, y in [(31, 31), (223, 455), (256, 496), (448, 920)]:
            self.assertNotIn(self.pixel(browser, x, y), [[255, 255, 255], [23, 107, 58]])
        canvas = browser.one(".try-canvas")
        box = canvas.rect
        at = lambda x, y: ((x / 480 - 0.5) * box["width"], (y / 960 - 0.5) * box["height"])
        ActionChains(browser).move_to_element_with_offset(canvas, *map(int, at(*middles[3]))).click_and_hold() \
            .move_by_offset(60, 40).release().perform()
        self.assertEqual(browser.text(".try [aria-pressed=true]"), "4번 칸")
        self.assertEqual(shown(), [0, 1, 2, 3])
        self.assertNotEqual(self.pixel(browser, 256, 496), [255, 255, 255])
        # A tap on a window replaces its photo.
        browser.execute_script("""
            window.opened = [];
            document.getElementById('try-replacement').click = function () { opened.push(this.id); };""")
        ActionChains(browser).move_to_element_with_offset(canvas, *map(int, at(*middles[1]))).click().perform()
        self.assertEqual(browser.execute_script("return window.opened"), ["try-replacement"])
        self.assertEqual(browser.text(".try [aria-pressed=true]"), "2번 칸")
        browser.one("#try-replacement").send_keys(str(photos[4]))
        browser.until(lambda: shown() == [0, 4, 2, 3], "the other photo")
        # So does the keyboard.
        next(chip for chip in browser.all(".try .chip") if chip.text == "3번 칸").send_keys(Keys.ENTER)
        self.assertIn("3번 칸 사진 바꾸기", browser.texts(".goods-actions button"))
        self.assertEqual(browser.violations(), [])
        for width, height in [(320, 640), *SIZES]:
            browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
                "width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})
            view = browser.one("#view")
            self.assertEqual(view.get_property("scrollWidth"), view.get_property("clientWidth"))
            browser.shot(f"shop-try-four-{width}x{height}")
        browser.one(".goods-actions .is-main").click()
        saved = self.saved(browser, "네 칸 프레임.png")
        self.assertEqual(saved[16:24], (480).to_bytes(4, "big") + (960).to_bytes(4, "big"))
        self.assertEqual(browser.complaints(), [])

    @staticmethod
    def pixel(browser, x, y):
        return browser.execute_script("""
            const [x, y] = arguments;
            return [...document.querySelector('.try-canvas').getContext('2d').getImageData(x, y, 1, 1).data]
              .slice(0, 3);
            """, x, y)

    def test_a_photo_that_is_none_and_goods_without_an_overlay_are_told(self):
        order = self.paid()
        photo = self.folder / "photo.png"
        photo.write_bytes(b"no picture")
        browser = self.saving(f"/app/orders/{order['id']}/try")
        browser.until(lambda: browser.one(".try-canvas").is_displayed(), "the frame")
        browser.one("#try-photo").send_keys(str(photo))
        browser.until_text(".notices", "사진으로 열 수 없어요")
        self.post = self.goods("글만 있는 앨범")
        order = self.paid()
        browser.get(self.service.address(f"/app/orders/{order['id']}"))
        browser.until_text(".order-delivery", "내려받을 파일이 없어요")
        browser.get(self.service.address(f"/app/orders/{order['id']}/try"))
        browser.until_text(".shop-note", "투명한 PNG나 WebP")

    def test_free_goods_are_saved_and_tried_without_an_order(self):
        free = self.goods("무료 프레임", 0, "frame", pictures=[frame_picture()])
        browser = self.browser()
        browser.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(self.folder)})
        browser.get(self.service.address(f"/app/shop/{free['id']}"))
        browser.until(lambda: browser.all(".goods-actions .is-main"), "the button")
        browser.one(".goods-actions .is-main").click()
        self.saved(browser, "무료 프레임.png")
        browser.one(".goods-actions a").click()
        browser.until(lambda: browser.all(".try-canvas") and browser.one(".try-canvas").is_displayed(), "the frame")

    def test_attempts_that_were_not_paid_leave_the_list_of_orders(self):
        first, second = self.order(), self.order()
        browser = self.at("/app/orders")
        rows = lambda: [link.get_attribute("href").split("/")[-1] for link in browser.all(".order-link")
                        if "벚꽃 프레임" in link.text]
        browser.until(lambda: browser.all(".order-link"), "the orders")
        mine = lambda: [row for row in rows() if row in (first["id"], second["id"])]
        self.assertEqual(mine(), [second["id"]])
        # As if the time had passed.
        store = pathlib.Path(self.service.folder.name) / "fourcuts.sqlite"
        with contextlib.closing(sqlite3.connect(store, timeout=20)) as database, database:
            database.execute("UPDATE shop_order SET state = 'closed' WHERE id = ?", [second["id"]])
        browser.refresh()
        browser.until(lambda: mine() == [first["id"]], "the order that can be paid")
        self.sandbox.pay(first)
        self.buyer.call("POST", f"/api/orders/{first['id']}/validation", {})
        browser.refresh()
        browser.until(lambda: mine() == [first["id"]], "the paid order alone")
        browser.until(lambda: browser.all(".order-link .order-photo img"), "the thumbnail")


class RunningOut(SellingShop):
    @classmethod
    def options(cls):
        return [*super().options(), "--pay-within", "3"]

    def test_what_runs_out_while_it_is_shown_is_not_paid_any_more(self):
        browser = self.at(f"/app/orders/{self.order()['id']}")
        browser.until(lambda: browser.text(".order-head .order-state") in ("결제 기한 지남", "주문 만료"), "out of time")
        self.assertNotIn("원 결제하기", browser.text(".goods-actions"))


class LibraryShop(SellingShop):
    """The gateway's library opens the payment window, on a page of its own."""

    settings = []
    unset = ["--checkout-url"]

    @classmethod
    def options(cls):
        options = super().options()
        cls.library = Library(cls.sandbox)
        cls.addClassCleanup(cls.library.end)
        for name in cls.unset:
            place = options.index(name)
            del options[place:place + 2]
        return [*options, *cls.settings, "--portone-library", cls.library.url]

    def setUp(self):
        super().setUp()
        self.library.given.clear()
        self.library.manner, self.library.is_there = "answers", True

    def pays(self, expected):
        """The library gets the payment, and the server verifies its result."""
        for manner in ["answers", "leads"]:
            self.library.manner = manner
            self.post = self.goods()
            browser = self.buying()
            self.buy(browser)
            self.shows(browser, "결제 완료")
            order = self.orders()[0]
            self.assertEqual(self.library.given[-1], expected(
                order, self.service.address(f"/app/orders/{order['id']}/return")))
            self.assertEqual(browser.complaints(), [])


class FirstLibrary(LibraryShop):
    unset = [*LibraryShop.unset, "--portone-v2-secret", "--portone-webhook-secret"]
    settings = ["--portone-v1-code", "imp00000000"]

    def test_it_pays_by_the_first_interface(self):
        self.pays(lambda order, back: {
            "code": "imp00000000", "pay_method": "card", "merchant_uid": order["reference"], "name": "겨울 앨범",
            "amount": 9900, "m_redirect_url": back})


class SecondLibrary(LibraryShop):
    settings = ["--portone-store", "store-sandbox", "--portone-channel", "channel-1", "--pay-method", "EASY_PAY"]

    def test_it_pays_by_the_second_interface(self):
        self.pays(lambda order, back: {
            "storeId": "store-sandbox", "channelKey": "channel-1", "paymentId": order["reference"],
            "orderName": "겨울 앨범", "totalAmount": 9900, "currency": "CURRENCY_KRW", "payMethod": "EASY_PAY",
            "redirectUrl": back})

    def test_a_library_that_cannot_be_had_is_told_and_tried_again(self):
        self.library.is_there = False
        browser = self.buying()
        self.buy(browser)
        browser.until_text("#payment [role=alert]", "결제창을 불러오지 못했어요")
        self.assertEqual(browser.violations(), [])
        browser.shot("shop-payment-failed")
        self.library.is_there = True
        browser.one("#payment .is-main").click()
        self.shows(browser, "결제 완료")

    def test_a_window_that_does_not_open_leads_back_to_the_order(self):
        self.library.manner = "refuses"
        browser = self.buying()
        self.buy(browser)
        browser.until_text("#payment [role=alert]", "결제창이 열리지 않았어요")
        browser.one("#payment a").click()
        self.shows(browser, "결제 대기")

    def test_going_back_does_not_open_it_again(self):
        self.library.manner = "leads"
        browser = self.buying()
        self.buy(browser)
        self.shows(browser, "결제 완료")
        asked = len(self.library.given)
        browser.back()
        self.shows(browser, "결제 완료")
        self.assertEqual(len(self.library.given), asked)

    def test_orders_that_cannot_be_paid_open_nothing(self):
        theirs = sign_up(self.service).call("POST", "/api/orders", {"post": self.post["id"]})
        for order in [theirs["id"], "x", "0199c0ffee0123456789abcd"]:
            browser = self.at(f"/pay/{order}")
            browser.until(lambda: browser.all("#payment [role=alert]"), order)
        self.assertEqual(self.library.given, [])


class Looks(SellingShop):
    def test_the_screens(self):
        colours = [(194, 37, 92), (59, 91, 219), (23, 107, 58), (200, 120, 20)]
        names = ["겨울 앨범", "벚꽃 네컷 프레임", "아주 긴 이름을 가진, 우리 여행의 모든 날을 담은 사진 앨범 – 둘째 권", "Summer frames"]
        for number, (name, colour) in enumerate(zip(names, colours)):
            self.post = self.goods(name, 3900 + 2000 * number, "frame" if "프레임" in name else "album",
                                   text="따뜻한 색으로 골랐어요. #겨울", pictures=[picture(480, 480 + 160 * (number % 2), colour)])
        self.goods("사진 없는 프레임", 0, "frame")
        paid, waiting = self.order(), self.order()
        self.sandbox.pay(paid)
        self.buyer.call("POST", f"/api/orders/{paid['id']}/validation", {})
        for dark, language in [(False, "ko-KR"), (True, "en-US")]:
            browser = self.browser(dark=dark, language=language)
            log_in(browser, self.service, self.buyer, "/app/shop")
            for width, height in SIZES:
                browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
                    "width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})
                for name, path, part in [
                    ("shop", "/app/shop", ".goods-tile"), ("good", f"/app/shop/{self.post['id']}", ".goods-order a"),
                    ("orders", "/app/orders", ".order-link"), ("order-paid", f"/app/orders/{paid['id']}", ".facts"),
                    ("order-waiting", f"/app/orders/{waiting['id']}", ".facts"),
                ]:
                    browser.get(self.service.address(path))
                    browser.until(lambda: browser.all(part), f"{part} of {path}")
                    browser.until(lambda: browser.execute_script(
                        "return [...document.images].every((image) => image.complete || image.loading === 'lazy')"))
                    self.assertEqual(browser.violations(), [], f"{name} {width} {language}")
                    browser.shot(f"shop-{name}-{width}x{height}-{'dark' if dark else 'light'}")
                self.assertEqual(browser.complaints(), [])


if __name__ == "__main__":
    unittest.main()
