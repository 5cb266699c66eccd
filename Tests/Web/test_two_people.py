"""What happens to a member from the first mail to the last, with somebody else in another browser."""

import io
import pathlib
import zipfile

from people import PASSWORD, is_logged_in, log_in, sign_up
from service import Browser
from test_account import MailTest
from test_passkeys import Local, with_authenticator


class TwoPeople(MailTest):
    # Browsers have no passkeys for addresses.
    host = "localhost"

    def setUp(self):
        self.server, self.service = self.service, Local(self.service)
        self.page = with_authenticator(Browser())
        self.addCleanup(self.page.quit)

    def confirm(self, address, words):
        self.page.get("about:blank")
        self.open(self.link(self.mail_to(address)))
        self.submit()
        self.page.until_text(".view [role=status]", words)

    def log_out(self):
        self.open("/app/me/settings")
        self.press("로그아웃")
        self.page.until(lambda: not is_logged_in(self.page), "logged out")

    def left_behind(self, *traces):
        """Which of some words are in a file of the server."""
        files = [it.read_bytes() for it in pathlib.Path(self.server.folder.name).rglob("*") if it.is_file()]
        return [trace for trace in traces if any(trace.encode() in file for file in files)]

    def test_from_the_first_mail_to_the_last(self):
        page = self.page
        self.open("/app/signup")
        self.fill(email="mina@example.com", password=PASSWORD, nickname="떠나는 고래")
        self.submit()
        self.until_at("/app/me")
        self.confirm("mina@example.com", "이메일을 확인했어요")

        # A passkey in place of the password.
        self.open("/app/me/passkeys")
        self.fill(name="휴대폰", current_password=PASSWORD)
        self.press("패스키 추가")
        page.until(lambda: page.all(".passkey"), "the passkey")
        self.assertEqual(self.mail_to("mina@example.com")["Subject"], "패스키가 추가됐어요")
        self.log_out()
        self.open("/app/login")
        self.press("패스키로 로그인")
        page.until(lambda: is_logged_in(page), "logged in with a passkey")

        # A like in another browser.
        answer = page.execute_async_script("""
            const done = arguments[0];
            fetch('/api/posts', { method: 'POST', body: JSON.stringify({ kind: 'feed', text: '떠나는 글' }),
              headers: { 'Content-Type': 'application/json', 'Fourcuts-Session': 'cookie' } })
              .then((answer) => answer.json()).then((post) => done(post.id ?? JSON.stringify(post)), done)""")
        juno = sign_up(self.service)
        other = self.browser()
        self.assertRegex(answer, "^[0-9a-f]{24}$")
        log_in(other, self.service, juno, f"/app/posts/{answer}")
        other.until(lambda: other.all(".like"), f"the post {answer}")
        self.open("/app/me/settings")
        other.one(".like").click()
        page.until(lambda: page.all("#me .mark"), "a mark")

        # The password is forgotten, and another one set.
        self.log_out()
        self.open("/app/forgotten")
        self.fill(email="mina@example.com")
        self.submit()
        self.open(self.link(self.mail_to("mina@example.com")))
        self.fill(new_password="another-good-one")
        self.submit()
        self.until_at("/app/login")
        self.fill(email="mina@example.com", password="another-good-one")
        self.submit()
        page.until(lambda: is_logged_in(page), "logged in by the new password")

        # The address is changed, which both owners confirm.
        self.open("/app/me/email")
        self.fill(email="another@example.com", current_password="another-good-one")
        self.submit()
        page.until_text(".view [role=status]", "another@example.com")
        self.confirm("another@example.com", "다른 이메일로 보낸 링크도")
        self.confirm("mina@example.com", "이메일이 바뀌었어요")

        # Everything that is kept, as a copy.
        copy = page.execute_async_script("""
            const done = arguments[0];
            fetch('/api/me/export', { headers: { 'Fourcuts-Session': 'cookie' } })
              .then((answer) => answer.arrayBuffer())
              .then((bytes) => done([...new Uint8Array(bytes)]), (failure) => done([...String(failure)]))""")
        self.assertEqual(bytes(copy[:2]), b"PK", bytes(copy[:500]))
        archive = zipfile.ZipFile(io.BytesIO(bytes(copy)))
        texts = [archive.read(name).decode() for name in archive.namelist() if name.endswith(".json")]
        for words in ["another@example.com", "떠나는 고래", "떠나는 글"]:
            self.assertTrue(any(words in text for text in texts), words)

        self.assertEqual(self.left_behind("떠나는 글"), ["떠나는 글"])
        self.open("/app/me/settings")
        self.press("회원 탈퇴")
        page.until(lambda: page.all("#field-sure"), "what leaving means")
        page.one("#field-sure").click()
        self.fill(current_password="another-good-one")
        self.submit()
        self.press("회원 탈퇴", ".dialog")
        self.until_at("/")
        self.assertFalse(is_logged_in(page))
        self.server.stop()
        traces = ["mina@example.com", "another@example.com", "떠나는 고래", "떠나는 글"]
        self.assertEqual(self.left_behind(*traces), [])
        self.server.start()
