"""Account pages: signing up, logging in, sessions, the own profile, other people."""

import contextlib
import email
import email.policy
import http.server
import json
import re
import socket
import subprocess
import tempfile
import threading
import unittest

from aiosmtpd.controller import Controller
from people import PASSWORD, Person, call, is_logged_in, log_in, picture, sign_up
from selenium.webdriver.common.keys import Keys
from service import PROGRAM, Browser, WebTest

MARKUP = '<img src=x onerror="window.broken=1">'


class AccountTest(WebTest):
    """Tests that share one browser, each beginning logged out."""

    manner = {}

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.shared = Browser(**cls.manner)
        cls.addClassCleanup(cls.shared.quit)

    def setUp(self):
        self.page = self.shared
        self.page.get(self.service.address("/docs"))
        self.page.delete_all_cookies()
        self.page.execute_cdp_cmd("Network.clearBrowserCookies", {})
        self.page.execute_script("localStorage.clear()")
        self.page.get_log("browser")

    def open(self, path):
        self.page.get(self.service.address(path))
        self.page.until(lambda: self.page.all(".view h2, .view .failed"), f"{path} shown")

    def fill(self, **values):
        for name, value in values.items():
            control = self.page.one(f"#field-{name}")
            control.clear()
            control.send_keys(value)

    def submit(self):
        self.page.one(".form [type=submit]").click()

    def press(self, words, inside=".view"):
        def clicked():
            self.named(words, inside).click()
            return True
        # The page may be drawn anew between the look and the click.
        self.page.until(clicked, f"{words!r} in {inside}")

    def named(self, words, inside=".view"):
        return next((it for it in self.page.all(f"{inside} :is(button, a, label)") if it.text.strip() == words), None)

    def path(self):
        return self.page.execute_script("return location.pathname + location.search")

    def until_at(self, path):
        self.page.until(lambda: self.path() == path, f"{path}, not {self.path()}")

    @contextlib.contextmanager
    def offline(self):
        network = {"latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
        self.page.execute_cdp_cmd("Network.emulateNetworkConditions", {**network, "offline": True})
        try:
            yield
        finally:
            self.page.execute_cdp_cmd("Network.emulateNetworkConditions", {**network, "offline": False})

    def wrong(self, name):
        return self.page.text(f"#error-{name}") or ""


class SigningUp(AccountTest):
    def test_the_form_says_what_is_wrong_once_there_was_a_chance_to_get_it_right(self):
        taken = sign_up(self.service, nickname="먼저 온 고래")
        page = self.page
        self.open("/app/signup?next=/app/feed")
        page.shot("account-signup")
        email = page.one("#field-email")
        email.send_keys("mina@exam")
        self.assertEqual(self.wrong("email"), "", "nothing is said while it is typed")
        email.send_keys(Keys.TAB)
        page.until_text("#error-email", "이메일 주소를 확인해 주세요")
        self.assertEqual(email.get_attribute("aria-invalid"), "true")
        self.assertEqual(email.value_of_css_property("border-top-color"), "rgba(179, 38, 30, 1)", "it is seen, too")
        email.send_keys("ple.com")
        page.until(lambda: self.wrong("email") == "")
        page.until_text("#hint-email", "사용할 수 있는 이메일")
        # Somebody else's address is told without sending the form.
        self.fill(email=taken.email.upper())
        page.until_text("#error-email", "이미 가입한 이메일")
        self.fill(password="short")
        self.assertEqual(self.wrong("password"), "")
        page.one("#field-nickname").click()
        page.until_text("#error-password", "8자 이상")
        page.one("#field-password").send_keys("er1")
        page.until(lambda: self.wrong("password") == "")
        page.until_text("#hint-password", "약함")
        page.one("#field-password").send_keys("-than-it-was")
        page.until_text("#hint-password", "강함")
        self.fill(nickname="보이지\u200b않는")
        page.one("#field-nickname").send_keys(Keys.TAB)
        page.until_text("#error-nickname", "보이지 않는 문자")
        page.shot("account-signup-wrong")
        self.assertEqual(page.violations(), [])
        # Sending leads to the first field that is wrong.
        self.submit()
        self.assertEqual(page.switch_to.active_element.get_attribute("id"), "field-email")
        # What only the server knows is told at its field, too.
        self.fill(email="mina@example.com", password="password1", nickname=taken.nickname)
        self.submit()
        page.until_text("#error-password", "쉽게 알아낼")
        self.fill(password=PASSWORD)
        self.submit()
        page.until_text("#error-nickname", "이미 사용 중인")
        self.press("자동 생성")
        page.until(lambda: page.one("#field-nickname").get_attribute("value") not in ("", taken.nickname))
        nickname = page.one("#field-nickname").get_attribute("value")
        self.assertEqual(self.wrong("nickname"), "")
        self.submit()
        self.until_at("/app/feed")
        page.until_text("#notices", nickname)
        self.assertIn(nickname, page.one("#me").get_attribute("aria-label"))

    def test_a_password_can_be_seen_and_hidden_again(self):
        self.open("/app/signup")
        self.fill(password="hidden away")
        reveal = self.page.one(".reveal")
        reveal.click()
        self.assertEqual(self.page.one("#field-password").get_attribute("type"), "text")
        self.assertEqual(self.page.switch_to.active_element.get_attribute("id"), "field-password", "the focus stays")
        self.assertEqual(reveal.accessible_name, "비밀번호: 숨기기")
        reveal.click()
        self.assertEqual(self.page.one("#field-password").get_attribute("type"), "password")

    def test_pressing_twice_signs_up_once(self):
        self.open("/app/signup")
        self.fill(email="twice@example.com", password=PASSWORD, nickname="두 번 누른 사람")
        self.page.execute_script("const it = document.querySelector('.form [type=submit]'); it.click(); it.click()")
        self.until_at("/app/me")
        self.assertEqual(self.page.complaints(), [])

    def test_password_managers_know_what_is_what(self):
        wanted = {"/app/signup": {"email": "username", "password": "new-password", "nickname": "nickname"},
                  "/app/login": {"email": "username", "password": "current-password"}}
        for path, fields in wanted.items():
            self.open(path)
            for name, kind in fields.items():
                self.assertEqual(self.page.one(f"#field-{name}").get_attribute("autocomplete"), kind)


class LoggingIn(AccountTest):
    def test_a_wrong_password_is_said_and_the_right_one_leads_on(self):
        mina = sign_up(self.service)
        page = self.page
        self.open("/app/login?next=/app/shop")
        self.submit()
        page.until_text("#error-email", "입력해 주세요")
        page.shot("account-login")
        self.fill(email=mina.email, password="not it at all")
        self.submit()
        page.until_text(".form .form-error", "이메일이나 비밀번호가 맞지 않아요")
        self.assertEqual(page.switch_to.active_element.get_attribute("id"), "field-password")
        # What was wrong is selected, so that it is simply written over.
        page.switch_to.active_element.send_keys(mina.password, Keys.ENTER)
        self.until_at("/app/shop")

    def test_next_never_leads_elsewhere(self):
        mina = sign_up(self.service)
        log_in(self.page, self.service, mina)
        elsewhere = ["https://example.com/app/", "//example.com/app/", "/\\example.com", "javascript:alert(1)", "/docs",
                     "/app/../docs", "/%2e%2e/app", "/app/login?next=/app/login", "http://", "/booths/3/..",
                     "/booths/x", "/api/me", "\\\\example.com"]
        for wanted in elsewhere:
            with self.subTest(wanted):
                self.page.get(self.service.address("/app/login?") + self.page.execute_script(
                    "return new URLSearchParams({ next: arguments[0] }).toString()", wanted))
                self.until_at("/app/me")
        for wanted in ["/", "/?at=37.5573,126.9258,15", "/booths/3?at=37.4979,127.0276,16",
            "/app/people/0199c0ffee0123456789abcd?x=%2F"]:
            with self.subTest(wanted):
                self.page.get(self.service.address("/app/login?") + self.page.execute_script(
                    "return new URLSearchParams({ next: arguments[0] }).toString()", wanted))
                self.page.until(lambda: self.path().startswith(wanted), wanted)

    def test_a_social_login_that_failed_is_explained(self):
        for code, words in [("cancelled", "취소했어요"), ("email-taken", "같은 이메일로 만든 계정"),
                            ("unavailable", "지금 응답하지 않아요"), ("<b>?</b>", "다른 서비스로 로그인하지 못했어요")]:
            self.open(f"/app/login?problem={code}")
            self.page.until_text(".view > .form-error", words)

    def test_cookies_that_the_server_has_set_by_itself_are_noticed(self):
        mina = sign_up(self.service)
        log_in(self.page, self.service, mina)
        self.page.execute_script("localStorage.clear()")
        self.open("/app/login?entered=1&next=/app/me/settings")
        self.until_at("/app/me/settings")
        self.assertIn(mina.nickname, self.page.one("#me").get_attribute("aria-label"))
        # Where there are none, there is the form.
        self.page.execute_cdp_cmd("Network.clearBrowserCookies", {})
        self.page.execute_script("localStorage.clear()")
        self.open("/app/login?entered=1&next=/app/me/settings")
        self.page.until_text(".view > .form-error", "로그인하지 못했어요")
        self.assertTrue(self.page.all("#field-email"))

    def test_logging_out_in_one_tab_reaches_the_other(self):
        mina = sign_up(self.service)
        page = self.page
        log_in(page, self.service, mina)
        first = page.current_window_handle
        page.switch_to.new_window("tab")
        self.open("/app/me/settings")
        second = page.current_window_handle
        self.press("로그아웃")
        self.until_at("/")
        page.until_text("#notices", "로그아웃했어요")
        page.switch_to.window(first)
        self.until_at("/app/login?next=%2Fapp%2Fme")
        self.assertEqual(page.one("#me").accessible_name, "로그인")
        # And logging in reaches the other as well.
        self.fill(email=mina.email, password=mina.password)
        self.submit()
        self.until_at("/app/me")
        page.switch_to.window(second)
        page.until(lambda: mina.nickname in page.one("#me").accessible_name)
        page.close()
        page.switch_to.window(first)

    def test_without_a_network_it_says_so_and_works_once_there_is_one(self):
        mina = sign_up(self.service)
        self.open("/app/login")
        self.fill(email=mina.email, password=mina.password)
        with self.offline():
            self.submit()
            self.page.until_text(".form .form-error", "서버에 연결하지 못했어요")
        self.submit()
        self.until_at("/app/me")
        self.page.until(lambda: self.page.all(".empty"))
        # What is known of oneself is shown all the same.
        self.press("설정")
        with self.offline():
            self.page.back()
            self.page.until_text(".failed", "서버에 연결하지 못했어요")
            self.page.until_text(".profile-header h2", mina.nickname)
            self.assertEqual(len(self.page.all(".failed")), 1)
        self.press("다시 시도")
        self.page.until(lambda: self.page.all(".empty"))


class ForgottenPassword(AccountTest):
    def test_the_login_says_whom_to_ask(self):
        self.open("/app/login")
        self.press("비밀번호를 잊으셨나요?")
        self.until_at("/app/forgotten")
        self.page.until_text(".view", "운영자에게 문의해 주세요")
        self.assertEqual(self.page.all(".form"), [], "this server sends no mail")

    def test_an_operators_link_sets_a_new_password_once(self):
        mina, page = sign_up(self.service), self.page
        command = [PROGRAM, "accounts", "reset-link", mina.email, "--data-dir", self.service.folder.name]
        made = subprocess.run(
            [*command, "--public-url", self.service.address("")], check=True, capture_output=True, text=True)
        link = made.stdout.strip()
        self.open(link.removeprefix(self.service.address("")))
        self.assertEqual(page.execute_script("return location.hash"), "", "the link is not left in the address")
        self.fill(new_password="another-good-one")
        self.submit()
        self.until_at("/app/login")
        page.until_text("#notices", "비밀번호를 재설정했어요")
        with self.assertRaisesRegex(Exception, "token-unusable"):
            mina.call("GET", "/api/me")
        self.fill(email=mina.email, password="another-good-one")
        self.submit()
        self.until_at("/app/me")
        self.open(link.removeprefix(self.service.address("")))
        self.fill(new_password="a-third-good-one")
        self.submit()
        page.until_text(".form-error", "이미 사용했거나")
        self.assertEqual(page.violations(), [])

    def test_a_link_without_its_end_says_so(self):
        self.open("/app/reset")
        self.page.until_text(".form-error", "잘못된 링크")


class Mailbox:
    """A relay that keeps what it gets, as messages."""

    def __init__(self):
        self.messages = []
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.controller = Controller(self, hostname="127.0.0.1", port=self.port)
        self.controller.start()

    async def handle_DATA(self, server, session, envelope):
        self.messages.append(email.message_from_bytes(envelope.content, policy=email.policy.default))
        return "250 accepted"


class MailTest(AccountTest):
    """Tests of a server that sends mails."""

    host = "127.0.0.1"

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.mailbox = Mailbox()
        cls.addClassCleanup(cls.mailbox.controller.stop)
        # Links in mails lead to the server, whose port is known now.
        cls.service.stop()
        cls.service.options += ["--smtp-url", f"smtp://127.0.0.1:{cls.mailbox.port}", "--mail-from",
                                "네컷 <mail@booths.example>", "--public-url", cls.service.address("", cls.host)]
        cls.service.start()

    def mail_to(self, address):
        """The first mail to somebody that no test has taken yet."""
        messages = self.mailbox.messages
        found = self.page.until(lambda: next(it for it in messages if it["To"] == address), f"a mail to {address}")
        messages.remove(found)
        return found

    @staticmethod
    def link(message):
        """The path of the link in a mail, the same in both of its parts."""
        texts = [part.get_content() for part in message.iter_parts()]
        [link, same] = [re.search(r"http://[\w.]+:\d+(/app/[a-z]+#[\w-]{43})", text)[1] for text in texts]
        assert link == same, (link, same)
        return link


class ForgottenPasswordByMail(MailTest):
    def ask(self, address):
        self.open("/app/login")
        self.page.one(".other-way a[href='/app/forgotten']").click()
        self.page.until_text(".view h2", "비밀번호를 잊으셨나요?")
        self.fill(email=address)
        self.assertEqual(self.page.violations(), [])
        self.submit()
        self.page.until_text(".view [role=status]", address)
        self.assertEqual(self.page.violations(), [])
        return self.page.text(".view [role=status]").replace(address, "")

    def test_a_mail_leads_back_in_and_logs_out_elsewhere(self):
        mina, page = sign_up(self.service), self.page
        unknown = self.ask("nobody@example.com")
        self.assertEqual(self.ask(mina.email), unknown)
        message = self.mail_to(mina.email)
        self.assertEqual([message["From"], message["Subject"]], ["네컷 <mail@booths.example>", "비밀번호 재설정"])
        self.assertEqual(self.mailbox.messages, [], "nobody else gets one")
        link = self.link(message)
        self.open(link)
        self.assertEqual(page.execute_script("return location.hash"), "", "the link is not left in the address")
        self.fill(new_password="another-good-one")
        self.submit()
        self.until_at("/app/login")
        with self.assertRaisesRegex(Exception, "token-unusable"):
            mina.call("GET", "/api/me")
        self.fill(email=mina.email, password="another-good-one")
        self.submit()
        self.until_at("/app/me")
        self.open(link)
        self.fill(new_password="a-third-good-one")
        self.submit()
        page.until_text(".form-error", "이미 사용했거나")
        page.one(".other-way a[href='/app/forgotten']").click()
        self.until_at("/app/forgotten")

    def test_a_mistyped_address_is_marked(self):
        self.open("/app/forgotten")
        self.fill(email="mina")
        self.submit()
        self.page.until_text("#error-email", "이메일")


class AddressByMail(MailTest):
    def confirm(self, message, words):
        # A mail program opens a link in a new tab, not in that of the former one.
        self.page.get("about:blank")
        self.open(self.link(message))
        self.assertEqual(self.page.execute_script("return location.hash"), "", "the link is not left in the address")
        self.assertEqual(self.page.violations(), [])
        self.submit()
        self.page.until_text(".view [role=status]", words)

    def test_a_new_address_is_verified_and_changed_by_both_owners(self):
        page = self.page
        self.open("/app/signup")
        self.fill(email="first@example.com", password=PASSWORD, nickname="첫 이메일")
        self.submit()
        self.until_at("/app/me")
        self.open("/app/me/email")
        page.until_text(".view", "아직 확인하지 않은")
        self.assertEqual(page.violations(), [])
        self.confirm(self.mail_to("first@example.com"), "이메일을 확인했어요")
        self.open("/app/me/settings")
        self.press("이메일")
        self.until_at("/app/me/email")
        page.until_text(".view", "확인된 이메일이에요")
        self.fill(email="second@example.com", current_password="not it at all")
        self.submit()
        page.until_text("#error-current_password", "비밀번호")
        self.fill(current_password=PASSWORD)
        self.submit()
        page.until_text(".view [role=status]", "second@example.com")
        self.confirm(self.mail_to("second@example.com"), "다른 이메일로 보낸 링크도")
        self.confirm(self.mail_to("first@example.com"), "이메일이 바뀌었어요")
        self.open("/app/me/email")
        page.until_text(".view", "second@example.com")


class SeenOnAllPages(AccountTest):
    def test_a_line_says_that_the_network_is_away_and_that_it_is_back(self):
        page = self.page
        for path in ["/app/login", "/app/feed", "/"]:
            page.get(self.service.address(path))
            page.until(lambda: page.all("#network"), "the page's scripts")
            self.assertFalse(page.one("#network").is_displayed())
            with self.offline():
                page.until_text("#network", "인터넷 연결이 끊겼어요.")
            page.until_text("#network", "다시 연결됐어요.")
            page.until(lambda: not page.one("#network").is_displayed(), "no line for good")

    def test_signing_up_is_celebrated_unless_less_motion_is_wanted(self):
        for calm in [False, True]:
            browser = self.browser(calm=calm)
            browser.before_page("""
                new MutationObserver((changes) => {
                  if (changes.some((it) =>
                    [...it.addedNodes].some((node) => node.className === 'celebration'))) window.glad = true;
                }).observe(document, { childList: true, subtree: true });""")
            browser.get(self.service.address("/app/signup"))
            browser.until(lambda: browser.one("#field-email").is_displayed(), "the form")
            browser.one("#field-email").send_keys(f"glad{int(calm)}@example.com")
            browser.one("#field-password").send_keys(PASSWORD)
            browser.one("#field-nickname").send_keys(f"기쁜 고래 {int(calm)}")
            browser.one(".form [type=submit]").click()
            browser.until_text("#notices", "환영해요")
            self.assertEqual(browser.execute_script("return window.glad === true"), not calm)
            browser.until(lambda: not browser.all(".celebration"), "an end of it")


class Staying(AccountTest):
    @classmethod
    def options(cls):
        return ["--access-ttl", "2"]

    def test_no_script_reads_the_session_and_it_survives_reload_and_expiry(self):
        mina = sign_up(self.service)
        page = self.page
        log_in(page, self.service, mina)
        self.assertEqual(page.execute_script("return document.cookie"), "")
        cookies = page.execute_cdp_cmd("Network.getAllCookies", {})["cookies"]
        self.assertTrue(all(it["httpOnly"] and it["sameSite"] == "Strict" for it in cookies), cookies)
        kept = page.execute_script("return JSON.stringify(localStorage)")
        self.assertFalse([it for it in cookies if it["value"] in kept], "no token lies where scripts can read it")
        # The access token has expired once its cookie is gone; those of the session and of the browser stay.
        page.until(lambda: len(page.execute_cdp_cmd("Network.getAllCookies", {})["cookies"]) == 2, "an expired token")
        self.press("프로필 수정")
        page.until(lambda: page.all("#field-bio"))
        self.fill(bio="새로 고친 소개")
        self.submit()
        page.until_text(".bio", "새로 고친 소개")
        page.refresh()
        page.until_text(".bio", "새로 고친 소개")
        self.assertTrue(is_logged_in(page))

    def test_a_return_after_the_expiry_renews_the_session_before_anything_is_refused(self):
        page = self.page
        log_in(page, self.service, sign_up(self.service))
        page.until(lambda: len(page.execute_cdp_cmd("Network.getAllCookies", {})["cookies"]) == 2, "an expired token")
        page.complaints()
        page.get(self.service.address("/"))
        page.until(lambda: page.all(".items .item"), "a list")
        page.get(self.service.address("/app/me"))
        page.until(lambda: page.all(".profile-header"), "the own page")
        page.until(lambda: len(page.execute_cdp_cmd("Network.getAllCookies", {})["cookies"]) == 3, "a new token")
        self.assertEqual(page.complaints(), [])

    def test_a_session_that_was_ended_elsewhere_leads_kindly_to_logging_in(self):
        mina = sign_up(self.service)
        page = self.page
        log_in(page, self.service, mina)
        again = Person(self.service, call(self.service, "POST", "/api/sessions", {
            "email": mina.email, "password": mina.password}))
        again.call("DELETE", "/api/sessions")
        # The marks of what is unread notice it, whatever the person does.
        self.until_at("/app/login?next=%2Fapp%2Fme")
        page.until_text("#notices", "로그인이 만료됐어요. 다시 로그인해 주세요.")
        page.until_text(".lead", "계속하려면 로그인해 주세요.")
        self.fill(email=mina.email, password=mina.password)
        self.submit()
        self.until_at("/app/me")


class Kakao(http.server.BaseHTTPRequestHandler):
    """A stub of Kakao: each access token is the number of its account."""

    def do_GET(self):
        number = int(self.headers["Authorization"].split()[1])
        documents = {"/v1/user/access_token_info": {"app_id": 1, "id": number},
                     "/v2/user/me": {"id": number, "kakao_account": {"profile": {"nickname": "카카오에서 온 사람"}}}}
        content = json.dumps(documents[self.path]).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_):
        pass


class LinkedLogins(AccountTest):
    @classmethod
    def options(cls):
        kakao = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Kakao)
        threading.Thread(target=kakao.serve_forever, daemon=True).start()
        cls.addClassCleanup(kakao.server_close)
        cls.addClassCleanup(kakao.shutdown)
        return ["--kakao-app-id", "1", "--kakao-url", f"http://127.0.0.1:{kakao.server_port}"]

    def test_a_provider_is_unlinked(self):
        mina, page = sign_up(self.service), self.page
        mina.call("POST", "/api/identities", {"provider": "kakao", "access_token": "1"})
        log_in(page, self.service, mina)
        self.open("/app/me/logins")
        page.until_text(".rows", "카카오")
        page.shot("account-logins")
        self.press("연결 해제")
        self.press("연결 해제", ".dialog")
        page.until_text(".empty", "연결된 계정이 없어요")
        self.assertEqual(mina.call("GET", "/api/identities")["identities"], [])

    def test_the_only_way_in_stays_and_there_is_no_password_to_change(self):
        page = self.page
        self.open("/app/login")
        page.execute_async_script("""
            const done = arguments[0];
            fetch('/api/sessions/social', {
              method: 'POST', headers: { 'Content-Type': 'application/json', 'Fourcuts-Session': 'cookie' },
              body: JSON.stringify({ provider: 'kakao', access_token: '2' }),
            }).then(done)""")
        page.get(self.service.address("/app/login?entered=1&next=/app/me/logins"))
        self.until_at("/app/me/logins")
        self.assertIn("카카오에서 온 사람", page.one("#me").accessible_name)
        self.press("연결 해제")
        self.press("연결 해제", ".dialog")
        page.until_text("#notices", "로그인할 방법이 없어져요")
        page.until_text(".rows", "카카오")
        self.open("/app/me/password")
        page.until(lambda: page.all("#field-new_password"))
        self.fill(current_password="anything at all", new_password="another-good-one")
        self.submit()
        page.until_text(".form .form-error", "비밀번호가 없어요")


class OwnPage(AccountTest):
    def test_somebody_who_is_not_logged_in_is_led_there(self):
        self.page.get(self.service.address("/app/me/settings"))
        self.until_at("/app/login?next=%2Fapp%2Fme%2Fsettings")

    def test_the_profile_is_edited_with_a_picture(self):
        mina, page = sign_up(self.service), self.page
        log_in(page, self.service, mina)
        self.press("첫 글 쓰기")
        self.until_at("/app/posts/new")
        page.back()
        page.until(lambda: page.all(".profile-header"))
        self.press("프로필 수정")
        page.until(lambda: page.all("#field-photo"))
        with tempfile.NamedTemporaryFile(suffix=".png") as file, tempfile.NamedTemporaryFile(suffix=".png") as other:
            file.write(picture(600, 600))
            file.flush()
            page.one("#field-photo").send_keys(file.name)
            page.until(lambda: page.all(".picture-face img"), "the picture at once")
            page.until(lambda: "/api/photos/" in page.one(".picture-face img").get_attribute("src"), "the sent picture")
            # What is no picture is refused, and the one before stays.
            other.write(b"no picture at all")
            other.flush()
            page.one("#field-photo").send_keys(other.name)
            page.until(lambda: page.text(".picture .field-error"))
            self.assertIn("/api/photos/", page.one(".picture-face img").get_attribute("src"))
        page.shot("account-edit")
        self.fill(nickname="고친 이름", bio="x" * 501)
        self.submit()
        page.until_text("#error-bio", "500자까지")
        self.fill(bio="둘째 줄도\n있어요")
        self.submit()
        page.until_text(".bio", "둘째 줄도\n있어요")
        page.until_text(".profile-header h2", "고친 이름")
        self.assertTrue(page.all(".profile-header .avatar img") and page.all("#me .avatar img"))
        self.press("프로필 수정")
        self.press("사진 삭제")
        self.submit()
        page.until(lambda: page.all(".profile-header") and not page.all(".avatar img"))
        self.assertIsNone(mina.call("GET", "/api/me")["photo"])

    def test_ones_posts_are_a_grid_that_goes_on_as_it_is_scrolled(self):
        mina, page = sign_up(self.service), self.page
        for number in range(30):
            mina.post(text=f"{number}번째 글")
        mina.post(text="사진이 있는 글", pictures=[picture()])
        log_in(page, self.service, mina)
        page.until(lambda: len(page.all(".tile")) > 20)
        self.assertEqual(page.one(".tile img").get_attribute("alt"), "사진이 있는 글")
        page.shot("account-grid")
        page.execute_script("document.getElementById('view').scrollTop = 1e6")
        page.until(lambda: len(page.all(".tile")) == 31, "the grid goes on")
        self.assertEqual(page.text("[data-number=posts]"), "31")

    def test_the_password_is_changed_and_other_sessions_end(self):
        mina, page = sign_up(self.service), self.page
        log_in(page, self.service, mina)
        self.open("/app/me/password")
        page.until(lambda: page.all("#field-new_password"))
        self.fill(current_password="not mine", new_password="another-good-one")
        self.submit()
        page.until_text("#error-current_password", "현재 비밀번호가 맞지 않아요")
        self.fill(current_password=mina.password)
        self.submit()
        self.until_at("/app/me/settings")
        page.until_text("#notices", "비밀번호를 변경했어요")
        with self.assertRaisesRegex(Exception, "token-unusable"):
            mina.call("GET", "/api/me")

    def test_leaving_takes_two_confirmations_and_is_for_good(self):
        mina, page = sign_up(self.service), self.page
        log_in(page, self.service, mina)
        self.open("/app/me/settings")
        self.press("회원 탈퇴")
        page.until_text(".points", "결제 기록은 이름 없이 보관돼요")
        page.shot("account-leaving")
        self.submit()
        page.until_text("#error-sure", "먼저 확인해 주세요")
        page.one("#field-sure").click()
        self.submit()
        self.press("취소", ".dialog")
        page.until(lambda: not page.all(".dialog"))
        mina.call("GET", "/api/me")
        # Without the password, or with another, nothing is removed.
        for typed, words in [("", "비밀번호를 입력해 주세요"), ("not mine", "현재 비밀번호가 맞지 않아요")]:
            self.fill(current_password=typed)
            self.submit()
            self.press("회원 탈퇴", ".dialog")
            page.until_text("#error-current_password", words)
        mina.call("GET", "/api/me")
        self.fill(current_password=mina.password)
        self.submit()
        self.press("회원 탈퇴", ".dialog")
        self.until_at("/")
        page.until_text("#notices", "탈퇴했어요")
        self.assertFalse(is_logged_in(page))
        with self.assertRaisesRegex(Exception, "token-unusable"):
            mina.call("GET", "/api/me")

    def test_nothing_is_linked_and_nobody_blocked_at_first(self):
        log_in(self.page, self.service, sign_up(self.service))
        self.open("/app/me/logins")
        self.page.until_text(".empty", "연결된 계정이 없어요")
        self.open("/app/me/blocks")
        self.page.until_text(".empty", "차단한 사람이 없어요")


class OwnThings(AccountTest):
    def test_what_one_has_is_reached_from_ones_page(self):
        mina, juno = sign_up(self.service), sign_up(self.service)
        post = juno.post("feed", "마음에 드는 글")
        mina.call("PUT", f"/api/posts/{post['id']}/like")
        log_in(self.page, self.service, mina)
        self.page.until(lambda: self.page.all(".own-pages a"), "the rows")
        rows = {it.text.strip(): it.get_attribute("href").split(self.service.address(""))[1]
            for it in self.page.all(".own-pages a")}
        self.assertEqual(rows, {
            "소식": "/app/me/notices", "저장한 부스": "/?saved=1", "좋아요한 글": "/app/me/likes", "주문": "/app/orders",
            "판매": "/app/shop/sales",
            "포도알": "/app/card", "같이 찍을 사람": "/app/party",
            "내가 알린 부스": "/app/me/proposals"})
        self.page.shot("account-own-pages")
        self.assertEqual(self.page.violations(), [])
        self.press("좋아요한 글")
        self.until_at("/app/me/likes")
        self.page.until_text(".post-grid", "마음에 드는 글")


class OtherPeople(AccountTest):
    def test_one_writes_to_somebody_in_a_group_of_both_or_makes_one(self):
        mina, juno = sign_up(self.service), sign_up(self.service)
        log_in(self.page, self.service, mina)
        self.open(f"/app/people/{juno.id}")
        self.press("메시지")
        self.page.until_text("dialog", "함께 있는 모임에서 주고받아요")
        self.assertEqual(self.page.violations("dialog"), [])
        self.press("모임 만들기", "dialog")
        self.page.until(lambda: self.page.all("dialog .qr-code"), "the invitation")
        link = self.page.one("dialog input[readonly]").get_attribute("value")
        self.press("닫기", "dialog")
        self.page.until(lambda: "/app/chat/" in self.page.current_url, "the new group")
        juno.call("POST", "/api/invitation-links/acceptance", {"code": link.split("invitation=")[1]})
        # Now both are in it.
        self.open(f"/app/people/{juno.id}")
        self.press("메시지")
        self.page.until(lambda: self.page.all(".composer-text"), "the conversation")
        self.page.until_text(".conversation h2", juno.nickname)

    def test_following_is_shown_at_once_and_listed(self):
        mina, jun, page = sign_up(self.service), sign_up(self.service), self.page
        jun.post(text="준의 글")
        log_in(page, self.service, mina)
        self.open(f"/app/people/{jun.id}")
        page.until_text(".tile", "준의 글")
        page.shot("account-person")
        self.press("팔로우")
        page.until_text("[data-number=followers]", "1")
        page.until(lambda: jun.call("GET", "/api/me")["follower_count"] == 1)
        page.one("a[href$='/followers']").click()
        page.until_text(".rows", mina.nickname)
        # One's own page stands behind one's own name.
        page.one(".rows a").click()
        self.until_at("/app/me")
        page.back()
        page.back()
        page.until(lambda: self.named("팔로우 취소"))
        # However fast it is pressed, the last one counts.
        page.execute_script("for (let i = 0; i < 5; i += 1) document.querySelector('.profile-header button').click()")
        page.until_text("[data-number=followers]", "0")
        page.until(lambda: jun.call("GET", "/api/me")["follower_count"] == 0)

    def test_following_that_fails_is_taken_back(self):
        mina, jun, page = sign_up(self.service), sign_up(self.service), self.page
        log_in(page, self.service, mina)
        self.open(f"/app/people/{jun.id}")
        page.until(lambda: self.named("팔로우"))
        jun.block(mina)
        self.press("팔로우")
        page.until_text("#notices", "찾을 수 없어요")
        self.assertTrue(self.named("팔로우"))
        self.assertEqual(page.text("[data-number=followers]"), "0")

    def test_somebody_is_blocked_and_seen_again(self):
        mina, jun, page = sign_up(self.service), sign_up(self.service), self.page
        mina.follow(jun)
        log_in(page, self.service, mina)
        self.open(f"/app/people/{jun.id}")
        self.press("차단")
        page.until_text(".dialog", f"{jun.nickname}님을 차단할까요?")
        page.shot("account-block-question")
        self.assertEqual(page.violations(), [])
        self.press("취소", ".dialog")
        page.until(lambda: not page.all(".dialog"))
        self.press("차단")
        self.press("차단", ".dialog")
        page.until_text(".view h2", f"{jun.nickname}님을 차단했어요")
        page.shot("account-blocked")
        page.refresh()
        page.until_text(".view h2", "이 사람을 찾을 수 없어요")
        self.press("차단한 사람")
        page.until_text(".rows", jun.nickname)
        self.press("차단 해제")
        page.until(lambda: self.named("차단"))
        self.assertEqual(mina.call("GET", "/api/me/blocks")["items"], [])
        self.open(f"/app/people/{jun.id}")
        page.until(lambda: self.named("팔로우"), "not followed any more")

    def test_without_an_account_one_looks_and_is_led_to_logging_in(self):
        jun, page = sign_up(self.service), self.page
        self.open(f"/app/people/{jun.id}")
        page.until_text(".view h2", jun.nickname)
        self.assertIsNone(self.named("차단"))
        self.press("팔로우")
        self.until_at(f"/app/login?next=%2Fapp%2Fpeople%2F{jun.id}")

    def test_nobody_is_there(self):
        for path in ["/app/people/0199c0ffee0123456789abcd", "/app/people/x", "/app/people"]:
            self.open(path)
            self.page.until_text(".view h2", "이 사람을 찾을 수 없어요")

    def test_markup_in_names_and_bios_stays_text(self):
        eve, page = sign_up(self.service, nickname=MARKUP), self.page
        eve.call("PATCH", "/api/me", {"bio": f"<script>window.broken=1</script>{MARKUP}"})
        eve.post(text=MARKUP)
        log_in(page, self.service, eve)
        jun = sign_up(self.service)
        eve.follow(jun)
        for path in ["/app/me", f"/app/people/{jun.id}/followers", "/app/me/edit"]:
            self.open(path)
            page.until(lambda: MARKUP in page.one("body").text or page.all(f"#field-bio"))
        page.delete_all_cookies()
        page.execute_script("localStorage.clear()")
        self.open(f"/app/people/{eve.id}")
        page.until_text(".view h2", MARKUP)
        page.until_text(".bio", "<script>")
        page.until_text(".tile", MARKUP)
        self.assertIsNone(page.execute_script("return window.broken ?? null"))


class ForEveryone(AccountTest):
    """Screens in English and dark; the other tests show them in Korean and light."""

    manner = {"language": "en-US", "dark": True, "width": 1280, "height": 800}

    def test_axe_finds_nothing_and_everything_fits(self):
        page = self.page
        mina = sign_up(self.service, nickname="A very long nickname of forty characters")
        jun = sign_up(self.service)
        mina.call("PATCH", "/api/me", {"bio": "wordwithoutend" * 30, "photo": mina.upload(picture())[0]})
        for number in range(4):
            mina.post(text="A post of many words " * 8 if number % 2 else "With a photo",
                      pictures=[] if number % 2 else [picture(colour=(20, 90, 60 * number))])
        mina.follow(jun)
        self.look("/app/login?problem=expired", "login")
        self.look("/app/signup", "signup")
        self.look("/app/people/x", "nobody")
        self.look(f"/app/people/{mina.id}", "person")
        log_in(page, self.service, mina)
        mina.block(sign_up(self.service))
        self.look("/app/me", "me")
        for part in ["edit", "settings", "password", "logins", "blocks", "leaving"]:
            self.look(f"/app/me/{part}", part)
        self.look(f"/app/people/{jun.id}", "other")
        self.look(f"/app/people/{jun.id}/followers", "followers")
        self.assertEqual(page.complaints(), [])

    def test_the_providers_of_this_service_are_offered(self):
        """The server writes the providers into the page; the test does so before the page's own scripts run."""
        page = self.page
        script = page.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": """
            document.addEventListener('readystatechange', () => {
              document.documentElement.dataset.providers = 'kakao naver google apple';
            }, { once: true })"""})
        try:
            self.look("/app/login?next=/app/shop", "providers")
            links = [link.get_attribute("href") for link in page.all(".social a")]
            self.assertEqual(links, [self.service.address(f"/login/{name}?next=%2Fapp%2Fshop")
                                     for name in ["kakao", "naver", "google", "apple"]])
            self.assertEqual(page.text(".social a"), "K\nContinue with Kakao")
            # They lead out of the app.
            page.one(".social a").click()
            page.until(lambda: self.path() == "/login/kakao?next=%2Fapp%2Fshop" or "problem" in self.path())
        finally:
            page.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", script)

    def look(self, path, name):
        """Checks with axe a wide dark screen and a light phone; then a narrow screen, and one at 200 %."""
        for width, height, dark in [(1280, 800, True), (390, 844, False), (320, 640, True), (640, 400, True)]:
            self.page.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
                "width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})
            self.page.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [
                {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]})
            if width == 1280:
                self.open(path)
                self.page.until(lambda: not self.page.all("[aria-busy]"))
            if width in (1280, 390):
                self.page.shot(f"account-{name}-{width}-{'dark' if dark else 'light'}")
                self.assertEqual(self.page.violations(), [], f"{path} at {width}")
            widest = self.page.execute_script("return document.getElementById('view').scrollWidth")
            self.assertLessEqual(widest, width, f"{path} at {width}")


if __name__ == "__main__":
    unittest.main()
