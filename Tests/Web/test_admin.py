"""The pages of operators: an hour of their work without a shell, after the role is granted."""

import base64
import hashlib
import hmac
import pathlib
import struct
import subprocess
import tempfile
import time

import people
from service import PROGRAM, WebTest

CSV = "external_id,name,latitude,longitude,price\nN1,새네컷 연남점,37.5625,126.9255,5000\nN2,새네컷 망원점,37.5556,126.9019,\n"


def code_of(secret, at=None):
    """The six digits that an authenticator app shows (RFC 6238)."""
    step = struct.pack(">Q", int(at if at is not None else time.time()) // 30)
    digest = hmac.new(base64.b32decode(secret + "=" * (-len(secret) % 8)), step, hashlib.sha1).digest()
    offset = digest[-1] & 15
    return f"{(struct.unpack('>I', digest[offset:offset + 4])[0] & 0x7FFFFFFF) % 1_000_000:06}"


class AdminTest(WebTest):
    @classmethod
    def options(cls):
        return ["--operator-token", "a-token-of-the-machine-itself"]

    def run_command(self, *arguments):
        return subprocess.run([PROGRAM, *arguments, "--data-dir", self.service.folder.name], check=True,
                              capture_output=True, text=True).stdout

    def press(self, browser, label, within="#view"):
        found = lambda: [it for it in browser.all(f"{within} button") if it.text == label]
        browser.until(found, label)
        browser.execute_script("arguments[0].scrollIntoView({block: 'center'})", found()[0])
        found()[0].click()

    def fill(self, browser, name, words):
        browser.until(lambda: browser.all(f"#field-{name}"), name)
        browser.one(f"#field-{name}").clear()
        browser.one(f"#field-{name}").send_keys(words)

    def operator(self, role="operator", **manner):
        """A browser of somebody with a role, signed in to the pages for operators."""
        person = people.sign_up(self.service)
        self.run_command("accounts", "grant", person.email, "--role", role)
        browser = self.browser(**manner)
        people.log_in(browser, self.service, person)
        browser.get(self.service.address("/admin"))
        self.fill(browser, "password", person.password)
        self.press(browser, "설정 시작")
        browser.until(lambda: browser.all(".secret"), "the secret")
        self.assertEqual(browser.violations(), [])
        browser.shot(f"admin-enrol-{role}")
        secret = browser.text(".secret")
        # A code counts once: the next one is a step later.
        self.fill(browser, "code", code_of(secret, time.time() - 30))
        self.press(browser, "등록")
        browser.until(lambda: len(browser.all(".recovery-codes li")) == 10, "ten recovery codes")
        self.recovery = browser.text(".recovery-codes code")
        self.press(browser, "보관했어요")
        self.fill(browser, "code", code_of(secret))
        self.press(browser, "확인")
        browser.until(lambda: browser.all(".admin-section h3"), "today")
        return browser, person


class Administration(AdminTest):
    def test_an_evening_of_an_operator(self):
        author = people.sign_up(self.service)
        proposal = author.call("POST", "/api/proposals", {
            "name": "제안네컷", "latitude": 37.5621, "longitude": 126.9251, "note": "2층"})
        author.call("POST", "/api/booths/3/corrections", {"kind": "price", "note": "6,000원"})
        author.call("POST", "/api/booths/4/corrections", {"kind": "closed", "note": ""})
        post = people.sign_up(self.service).post(text="나쁜 글", pictures=[people.picture()])
        author.call("POST", "/api/reports", {"post": post["id"], "reason": "violence"})

        browser, person = self.operator(width=1280, height=900)
        self.assertEqual(browser.violations(), [])
        browser.shot("admin-today")
        browser.get(self.service.address("/app/admin/queue"))
        browser.until(lambda: len(browser.all(".queue-list a")) == 4, "the queue, after a reload without a code")
        self.assertIn("나쁜 글", browser.all(".queue-list a")[0].text)
        browser.all(".queue-list a")[0].click()
        browser.until(lambda: browser.all(".queue-photos img"), "the reported picture")
        self.assertEqual(browser.violations(), [])
        browser.shot("admin-report")
        self.press(browser, "삭제", ".queue-item")
        self.press(browser, "삭제", "dialog")
        browser.until_text("#notices", "삭제했어요")
        with self.assertRaises(people.Refused):
            author.call("GET", f"/api/posts/{post['id']}")

        # The next one is open: the booth that is gone.
        self.press(browser, "부스 폐점 처리", ".queue-item")
        browser.until(lambda: author.call("GET", "/api/booths/4")["status"] == "closed", "the closed booth")
        self.fill(browser, "price", "6000")
        browser.shot("admin-correction")
        self.press(browser, "수정하고 수락", ".queue-item")
        browser.until(lambda: author.call("GET", "/api/booths/3")["price"] == 6000, "the price")
        self.fill(browser, "name", "제안네컷 연남점")
        browser.shot("admin-proposal")
        self.assertEqual(browser.violations(), [])
        self.press(browser, "지도에 추가", ".queue-item")
        browser.until_text("#view", "기다리는 것이 없어요")
        [own] = author.call("GET", "/api/me/proposals")["proposals"]
        self.assertEqual((own["id"], own["state"]), (proposal["id"], "accepted"))
        browser.until(lambda: author.call("GET", f"/api/booths/{own['booth']}")["name"] == "제안네컷 연남점", "the booth")

        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "new.csv"
            file.write_text(CSV)
            browser.get(self.service.address("/app/admin/imports"))
            browser.until(lambda: browser.all("#field-file"), "the file")
            browser.one("#field-file").send_keys(str(file))
            self.press(browser, "읽어 보기")
            browser.until_text("#view", "새네컷 망원점")
            self.assertEqual(browser.violations(), [])
            browser.shot("admin-import")
            self.press(browser, "가져오기")
            browser.until_text("#notices", "가져왔어요")
        browser.until(lambda: browser.all(".rows .admin-row .small"), "the imports")
        browser.all(".rows .admin-row .small")[0].click()
        self.press(browser, "되돌리기", "dialog")
        browser.until_text("#view", "되돌림")

        browser.get(self.service.address("/app/admin/booths?booth=5"))
        self.fill(browser, "price", "7000")
        self.press(browser, "저장")
        browser.until(lambda: author.call("GET", "/api/booths/5")["price"] == 7000, "the edited booth")
        # Somebody who only advertises is out at once, and can come back.
        advertiser = people.sign_up(self.service)
        seen = self.browser()
        people.log_in(seen, self.service, advertiser, "/app/feed")
        browser.get(self.service.address("/app/admin/people"))
        browser.until(lambda: browser.all(".search-field"), "people")
        browser.shot("admin-people")
        self.assertEqual(browser.violations(), [])
        browser.one(".search-field").send_keys(advertiser.email + "\n")
        self.fill(browser, "reason", "광고를 되풀이했어요.")
        browser.shot("admin-person")
        self.assertEqual(browser.violations(), [])
        self.press(browser, "이용 정지")
        browser.until_text("#notices", "이용을 정지했어요")
        with self.assertRaises(people.Refused):
            advertiser.call("GET", "/api/me")
        seen.get(self.service.address("/app/me/settings"))
        seen.until(lambda: not people.is_logged_in(seen), "the page of the suspended")
        self.press(browser, "정지 풀기")
        browser.until_text("#notices", "정지를 풀었어요")
        browser.get(self.service.address("/app/admin/searches"))
        browser.until_text("#view", "아직 없어요")
        # By day in Seoul, whatever this machine's zone and hour are.
        browser.get(self.service.address("/app/admin/announcements"))
        self.fill(browser, "text", "홍대에 새 부스가 열 곳 생겼어요")
        self.fill(browser, "latitude", "37.5573, 126.9258")
        browser.execute_script("""
            const at = new Date(Date.now() + 86_400_000);
            at.setUTCHours(5, 0, 0, 0);
            document.getElementById('field-send_at').value =
              new Date(at - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);""")
        browser.shot("admin-announcements")
        self.assertEqual(browser.violations(), [])
        self.press(browser, "보내기")
        browser.until_text(".admin-table", "홍대에 새 부스가 열 곳 생겼어요")
        self.press(browser, "취소하기")
        browser.until_text(".admin-table", "취소함")

        browser.get(self.service.address("/app/admin/audit"))
        browser.until(lambda: browser.all(".admin-table tbody tr"), "the log")
        log = browser.text(".admin-table")
        for action in ["reports close", "corrections close", "proposals accept", "import", "imports rollback",
                       "booths edit", "accounts suspend", "accounts restore", "announcements write",
                       "announcements cancel"]:
            self.assertIn(action, log)
        self.assertIn(person.id, log)
        self.assertEqual(browser.violations(), [])
        browser.shot("admin-audit")
        self.press(browser, "운영 나가기")
        browser.until(lambda: browser.all("#field-code"), "the code")
        self.fill(browser, "code", self.recovery)
        self.press(browser, "확인")
        browser.until(lambda: browser.all(".admin-table"), "the log again")


class Moderation(AdminTest):
    def test_a_moderator_on_a_small_phone_sees_the_queue_by_keys_and_no_imports(self):
        author = people.sign_up(self.service)
        for name in ["하나네컷", "둘네컷"]:
            author.call("POST", "/api/proposals", {"name": name, "latitude": 37.4, "longitude": 127.4})
        browser, _ = self.operator("moderator", width=320, height=640)
        self.assertNotIn("가져오기", browser.text("#view nav"))
        browser.get(self.service.address("/app/admin/queue?kind=proposal"))
        browser.until(lambda: len(browser.all(".queue-list a")) >= 2, "the proposals")
        browser.one("body").send_keys("j")
        browser.until(lambda: browser.all(".queue-item h3"), "the first")
        self.assertEqual(browser.violations(), [])
        self.assertLessEqual(browser.execute_script("return document.documentElement.scrollWidth"), 320)
        browser.shot("admin-queue-320")
        self.fill(browser, "reason", "이미 있어요")
        self.press(browser, "거절", ".queue-item")
        browser.until_text("#notices", "그대로 두었어요")
        self.assertIn("declined", [it["state"] for it in author.call("GET", "/api/me/proposals")["proposals"]])

    def test_somebody_without_a_role_is_told_so(self):
        browser = self.browser()
        people.log_in(browser, self.service, people.sign_up(self.service))
        browser.get(self.service.address("/app/admin"))
        browser.until_text("#view", "accounts grant")
