"""Passkeys: in Chromium with a virtual authenticator, and by a device that soft-webauthn plays."""

import base64
import json
import time
import unittest

import people
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from fido2 import cbor
from fido2.utils import sha256
from selenium.webdriver.common.virtual_authenticator import VirtualAuthenticatorOptions
from service import WebTest
from soft_webauthn import SoftWebauthnDevice
from test_admin import AdminTest, code_of


class Local:
    """The server by a name: browsers have no passkeys for addresses."""

    def __init__(self, service):
        self.service = service

    def address(self, path="/"):
        return self.service.address(path, host="localhost")


def with_authenticator(browser, suggests=False):
    """A browser on a phone with a fingerprint. What it suggests is taken at once: nobody is there to choose."""
    if not suggests:
        browser.before_page("""
            if (window.PublicKeyCredential) PublicKeyCredential.isConditionalMediationAvailable = async () => false;
            """)
    options = VirtualAuthenticatorOptions(
        protocol=VirtualAuthenticatorOptions.Protocol.CTAP2,
        transport=VirtualAuthenticatorOptions.Transport.INTERNAL,
        has_resident_key=True, has_user_verification=True, is_user_verified=True)
    browser.add_virtual_authenticator(options)
    return browser


class PasskeyTest(WebTest):
    def authenticated_browser(self, suggests=False, **manner):
        return with_authenticator(self.browser(**manner), suggests)

    @property
    def local(self):
        return Local(self.service)

    def press(self, browser, label, within="#view"):
        found = lambda: [it for it in browser.all(f"{within} button") if it.text == label and it.is_displayed()]
        browser.until(found, label)
        browser.execute_script("arguments[0].scrollIntoView({block: 'center'})", found()[0])
        found()[0].click()

    def fill(self, browser, name, words):
        browser.until(lambda: browser.all(f"#field-{name}"), name)
        browser.one(f"#field-{name}").clear()
        browser.one(f"#field-{name}").send_keys(words)

    def log_out(self, browser):
        browser.get(self.local.address("/app/me/settings"))
        self.press(browser, "로그아웃")
        browser.until(lambda: not people.is_logged_in(browser), "logged out")

    def add(self, browser, person, name):
        browser.get(self.local.address("/app/me/passkeys"))
        self.fill(browser, "name", name)
        self.fill(browser, "current_password", person.password)
        self.press(browser, "패스키 추가")

    def names(self, browser):
        return [it.text for it in browser.all(".passkey .title")]


class Members(PasskeyTest):
    def test_a_passkey_is_added_named_used_and_removed(self):
        mina = people.sign_up(self.service)
        browser = self.authenticated_browser()
        people.log_in(browser, self.local, mina)
        self.add(browser, mina, "내 휴대폰")
        browser.until(lambda: self.names(browser) == ["내 휴대폰"], "the passkey")
        for width, height in [(320, 640), (390, 844)]:
            browser.resize(width, height)
            self.assertLessEqual(browser.execute_script("return document.documentElement.scrollWidth"), width)
            browser.shot(f"passkeys-{width}")
        self.assertEqual(browser.violations(), [])
        # The same device makes no second one.
        self.add(browser, mina, "다시")
        browser.until_text(".form .form-error", "이미 있어요")
        self.press(browser, "이름 바꾸기")
        self.fill(browser, "new-name", "미나의 휴대폰")
        self.press(browser, "이름 바꾸기", "dialog")
        browser.until(lambda: self.names(browser) == ["미나의 휴대폰"], "the name")
        self.log_out(browser)
        browser.get(self.local.address("/app/login?next=/app/me/passkeys"))
        self.press(browser, "패스키로 로그인")
        browser.until(lambda: people.is_logged_in(browser) and self.names(browser) == ["미나의 휴대폰"], "logged in")
        self.assertIn("마지막으로 사용", browser.text(".passkey .faint"))
        self.press(browser, "삭제")
        self.press(browser, "삭제", "dialog")
        browser.until(lambda: self.names(browser) == [], "none")
        self.assertEqual(mina.call("GET", "/api/me/passkeys")["passkeys"], [])
        # The authenticator still has it, the server does not.
        self.log_out(browser)
        browser.get(self.local.address("/app/login"))
        self.press(browser, "패스키로 로그인")
        browser.until_text("#notices", "등록되지 않은 패스키")
        browser.shot("passkey-unknown")
        self.assertFalse(people.is_logged_in(browser))

    def test_somebody_signs_up_and_in_without_a_password(self):
        browser = self.authenticated_browser()
        browser.get(self.local.address("/app/signup?next=/app/me"))
        self.press(browser, "패스키로 가입하기")
        browser.until_text("#error-email", "이메일")
        self.fill(browser, "email", "passkey@example.com")
        self.fill(browser, "nickname", "열쇠 고래")
        browser.shot("passkey-signup")
        self.press(browser, "패스키로 가입하기")
        browser.until(lambda: people.is_logged_in(browser) and browser.current_url.endswith("/app/me"), "signed up")
        browser.get(self.local.address("/app/me/passkeys"))
        browser.until(lambda: len(self.names(browser)) == 1, "the passkey")
        # It is the only way in.
        self.press(browser, "삭제")
        self.press(browser, "삭제", "dialog")
        browser.until_text("#notices", "로그인할 방법이 없어져요")
        self.log_out(browser)
        browser.get(self.local.address("/app/login?next=/app/me"))
        browser.until(lambda: [it for it in browser.all("#view button") if it.text == "패스키로 로그인" and it.is_displayed()],
            "the button")
        browser.shot("passkey-login")
        self.press(browser, "패스키로 로그인")
        browser.until(lambda: people.is_logged_in(browser) and browser.current_url.endswith("/app/me"), "logged in")
        browser.until_text(".profile-header h2", "열쇠 고래")

    def test_a_device_that_verifies_nobody_is_refused(self):
        mina = people.sign_up(self.service)
        browser = self.authenticated_browser()
        people.log_in(browser, self.local, mina)
        self.add(browser, mina, "휴대폰")
        browser.until(lambda: self.names(browser), "the passkey")
        self.log_out(browser)
        browser.set_user_verified(False)
        browser.get(self.local.address("/app/login"))
        self.press(browser, "패스키로 로그인")
        browser.until_text("#notices", "다시 시도해 주세요")
        self.assertFalse(people.is_logged_in(browser))

    def test_what_the_browser_suggests_logs_in(self):
        mina = people.sign_up(self.service)
        browser = self.authenticated_browser(suggests=True)
        people.log_in(browser, self.local, mina)
        self.add(browser, mina, "휴대폰")
        browser.until(lambda: self.names(browser), "the passkey")
        self.log_out(browser)
        browser.get(self.local.address("/app/login?next=/app/me"))
        browser.until(lambda: people.is_logged_in(browser) and browser.current_url.endswith("/app/me"), "logged in")

    def test_the_field_suggests_passkeys_where_the_browser_can(self):
        browser = self.browser()
        browser.before_page("""
            window.asked = [];
            if (window.PublicKeyCredential) {
              PublicKeyCredential.isConditionalMediationAvailable = async () => true;
              navigator.credentials.get = (options) => {
                asked.push(options);
                return new Promise((_, reject) => options.signal?.addEventListener('abort',
                  () => reject(new DOMException('', 'AbortError'))));
              };
            }""")
        browser.get(self.local.address("/app/login"))
        browser.until(lambda: browser.execute_script("return asked.length") == 1, "a request")
        first = browser.execute_script("""
            const [{ mediation, publicKey, signal }] = asked;
            return { mediation, rpId: publicKey.rpId, allowed: publicKey.allowCredentials, over: signal.aborted };""")
        self.assertEqual(first, {"mediation": "conditional", "rpId": "localhost", "allowed": [], "over": False})
        self.assertEqual(browser.one("#field-email").get_attribute("autocomplete"), "username webauthn")
        # The button takes its place: a browser does one request at a time.
        self.press(browser, "패스키로 로그인")
        browser.until(lambda: browser.execute_script("return asked.length") == 2, "another request")
        now = browser.execute_script("return [asked[0].signal.aborted, asked[1].mediation ?? null]")
        self.assertEqual(now, [True, None])

    def test_at_an_address_without_a_name_nothing_is_offered(self):
        browser = self.browser()
        browser.get(self.service.address("/app/login"))
        browser.until(lambda: browser.all("#field-email"), "the form")
        self.assertNotIn("패스키", browser.text("#view"))
        self.assertEqual(browser.one("#field-email").get_attribute("autocomplete"), "username")
        self.assertEqual(browser.complaints(), [])


class Operators(PasskeyTest, AdminTest):
    def test_a_passkey_takes_the_place_of_codes(self):
        mina = people.sign_up(self.service)
        self.run_command("accounts", "grant", mina.email, "--role", "operator")
        secret = mina.call("POST", "/api/operator/second-factor", {"password": mina.password})["secret"]
        mina.call("POST", "/api/operator/second-factor/confirmation", {"code": code_of(secret, time.time() - 30)})
        browser = self.authenticated_browser()
        people.log_in(browser, self.local, mina)
        self.add(browser, mina, "휴대폰")
        browser.until(lambda: self.names(browser) == ["휴대폰"], "the passkey")
        browser.get(self.local.address("/admin"))
        self.fill(browser, "code", code_of(secret))
        self.assertFalse([it for it in browser.all("#view button") if it.text == "패스키로 확인" and it.is_displayed()])
        self.press(browser, "확인")
        browser.until(lambda: browser.all(".factor-passkeys input"), "the choice")
        self.assertEqual(browser.violations(), [])
        browser.one(".factor-passkeys input").click()
        browser.until(lambda: mina.call("GET", "/api/me/passkeys")["passkeys"][0]["is_second_factor"], "the choice")
        browser.execute_script("arguments[0].scrollIntoView()", browser.one(".factor-passkeys"))
        browser.shot("admin-passkeys")
        self.press(browser, "운영 나가기")
        self.press(browser, "패스키로 확인")
        browser.until(lambda: browser.all(".factor-passkeys input"), "the pages by the passkey")
        self.assertTrue(browser.one(".factor-passkeys input").is_selected())


class VerifyingDevice(SoftWebauthnDevice):
    """A device that also verifies its owner, which the one of the package does not."""

    def create(self, options, origin):
        made = super().create(options, origin)
        document = cbor.decode(made["response"]["attestationObject"])
        data = bytearray(document["authData"])
        data[32] |= 0x04
        made["response"]["attestationObject"] = cbor.encode({**document, "authData": bytes(data)})
        return made

    def get(self, options, origin):
        response = super().get(options, origin)["response"]
        data = bytearray(response["authenticatorData"])
        data[32] |= 0x04
        response["authenticatorData"] = bytes(data)
        response["signature"] = self.private_key.sign(
            bytes(data) + sha256(response["clientDataJSON"]), ec.ECDSA(hashes.SHA256()))
        return {"rawId": self.credential_id, "response": response}


def encoded(content):
    return base64.urlsafe_b64encode(content).decode().rstrip("=")


def decoded(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Devices(WebTest):
    @classmethod
    def options(cls):
        return ["--public-url", "https://booths.example"]

    origin = "https://booths.example"

    def creation(self, options):
        return {"publicKey": {**options, "challenge": decoded(options["challenge"]),
                              "user": {**options["user"], "id": decoded(options["user"]["id"])}}}

    def add(self, person, device, origin=None):
        options = person.call("POST", "/api/me/passkeys/options", {"current_password": person.password})
        response = device.create(self.creation(options), origin or self.origin)["response"]
        return person.call("POST", "/api/me/passkeys", {
            "client_data": encoded(response["clientDataJSON"]),
            "attestation": encoded(response["attestationObject"])})

    def used(self, device, origin=None):
        options = people.call(self.service, "POST", "/api/passkeys/log-in-options")
        used = device.get({"publicKey": {**options, "challenge": decoded(options["challenge"])}}, origin or self.origin)
        response = used["response"]
        return {"credential": encoded(used["rawId"]), "client_data": encoded(response["clientDataJSON"]),
                "authenticator_data": encoded(response["authenticatorData"]),
                "signature": encoded(response["signature"]), "user_handle": encoded(response["userHandle"])}

    def log_in(self, body):
        return people.call(self.service, "POST", "/api/sessions/passkey", body)["account"]["id"]

    def refused(self, code, work):
        with self.assertRaises(people.Refused) as refusal:
            work()
        self.assertEqual(refusal.exception.code, code)

    def test_a_device_of_another_program_is_accepted_as_long_as_all_is_right(self):
        mina = people.sign_up(self.service)
        device = VerifyingDevice()
        self.add(mina, device)
        body = self.used(device)
        self.assertEqual(self.log_in(body), mina.id)
        # This device counts, and the count of what is sent again does not grow.
        self.refused("passkey-counter-reused", lambda: self.log_in(body))
        self.assertEqual(self.log_in(self.used(device)), mina.id)
        device.sign_count -= 1
        self.refused("passkey-counter-reused", lambda: self.log_in(self.used(device)))
        self.refused("passkey-origin-foreign", lambda: self.log_in(self.used(device, "https://booths.evil")))
        self.assertEqual(self.log_in(self.used(device)), mina.id)
        changed = self.used(device)
        changed["signature"] = encoded(decoded(changed["signature"])[:-1] + b"\0")
        self.refused("passkey-signature-wrong", lambda: self.log_in(changed))
        self.refused("passkey-origin-foreign", lambda: self.add(mina, VerifyingDevice(), "https://booths.evil"))

    def test_a_device_that_verifies_nobody_is_refused(self):
        mina = people.sign_up(self.service)
        self.refused("passkey-unverified", lambda: self.add(mina, SoftWebauthnDevice()))
        self.assertEqual(mina.call("GET", "/api/me/passkeys"), json.loads('{"passkeys": []}'))


if __name__ == "__main__":
    unittest.main()
