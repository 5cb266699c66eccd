"""Chat: groups, live conversations, and a history that can be read offline."""

from selenium.webdriver.common.keys import Keys

from people import Person, Refused, call, picture, sign_up
from service import WebTest

HOSTILE = "<img src=x onerror=alert(1)><script>alert(2)</script> </textarea> javascript:alert(3) \u202eabc"

ENTER = """const [email, password, done] = arguments;
import(`${document.documentElement.dataset.tree}/core/modules.js`)
  .then(({ modules }) => modules['core/login.js'].logIn('/api/sessions', { email, password }))
    .then(() => done(null), (failure) => done(String(failure)))"""
LEAVE = """const done = arguments[0];
import(`${document.documentElement.dataset.tree}/core/modules.js`)
  .then(({ modules }) => modules['core/login.js'].logOut())
    .then(() => done(null), (failure) => done(String(failure)))"""


class Chatting(WebTest):
    """A group of two people, with its standard channel."""

    def setUp(self):
        self.mina, self.juno = sign_up(self.service), sign_up(self.service)
        self.group = self.mina.call("POST", "/api/workspaces", {"name": f"금요일 네컷 {self.mina.nickname}"})["id"]
        self.invite(self.juno)
        self.channel = self.channels(self.mina)[0]["id"]
        self.place = f"/app/chat/{self.group}/{self.channel}"

    def invite(self, person):
        self.mina.call("POST", f"/api/workspaces/{self.group}/invitations",
            {"email": person.email, "account": person.id})
        person.call("POST", f"/api/invitations/{self.group}/acceptance")

    def channels(self, person):
        return person.call("GET", f"/api/workspaces/{self.group}/channels")["items"]

    def say(self, person, text, channel=None, **more):
        return person.call("POST", f"/api/channels/{channel or self.channel}/messages", {"text": text, **more})

    def said(self):
        """The messages on the server, oldest first."""
        path = f"/api/channels/{self.channel}/messages?after=0&limit=100"
        return [message["text"] for message in self.mina.call("GET", path)["items"]]

    def open(self, person, path=None, **manner):
        """A browser in which somebody is logged in."""
        browser = self.browser(**manner)
        browser.set_script_timeout(30)
        browser.get(self.service.address("/app/chat"))
        browser.until(lambda: browser.all(".view h2"), "the page")
        self.assertIsNone(browser.execute_async_script(ENTER, person.email, person.password))
        self.go(browser, path or self.place)
        return browser

    def go(self, browser, path):
        browser.get(self.service.address(path))
        browser.until(lambda: browser.all(".view h2"), "the view")
        if path == self.place:
            browser.until(lambda: browser.one(".composer-text").is_displayed(), "the conversation")

    def write(self, browser, text, end=Keys.ENTER):
        browser.one(".composer-text").send_keys(text, end)

    @staticmethod
    def texts(browser):
        """The texts of the sent messages in the conversation, from top to bottom."""
        return browser.execute_script(
            "return [...document.querySelectorAll('.message[data-sequence] .bubble')].map((it) => it.innerText.trim())")

    @staticmethod
    def sees(browser, selector, part):
        browser.until(lambda: part in browser.text(selector), f"{part!r} in {selector}")

    def until_said(self, browser, *texts):
        browser.until(lambda: self.texts(browser)[-len(texts):] == list(texts), f"{texts}: {self.texts(browser)}")

    def offline(self, browser, isOffline=True):
        browser.execute_cdp_cmd("Network.enable", {})
        browser.execute_cdp_cmd("Network.emulateNetworkConditions", {
            "offline": isOffline, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1})

    def photo_file(self, name="photo.png", **manner):
        import pathlib
        import tempfile
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = pathlib.Path(folder.name) / name
        path.write_bytes(picture(**manner))
        return str(path)


class Conversations(Chatting):
    def test_two_people_talk_and_see_photos_changes_and_removals_at_once(self):
        mina, juno = self.open(self.mina), self.open(self.juno, width=1280, height=800)
        self.write(mina, "7시에 홍대?")
        self.until_said(juno, "7시에 홍대?")
        self.write(juno, "좋아요", Keys.SHIFT + Keys.ENTER)
        self.write(juno, "조금 늦어요")
        self.until_said(mina, "7시에 홍대?", "좋아요\n조금 늦어요")
        self.assertEqual(mina.execute_script("return document.activeElement.className"), "composer-text")
        self.assertEqual(mina.one(".composer-text").get_attribute("value"), "")

        mina.one(".composer input[type=file]").send_keys(
            "\n".join([self.photo_file(), self.photo_file(colour=(20, 90, 160))]))
        mina.until(lambda: len(mina.all(".composer-photos img")) == 2)
        self.write(mina, "어제 찍은 것")
        juno.until(lambda: len(juno.all(".message .album img")) == 2, "photos")
        juno.until(lambda: juno.execute_script(
            "return [...document.querySelectorAll('.album img')].every((it) => it.complete && it.naturalWidth > 0)"),
            "loaded")
        self.until_said(mina, "어제 찍은 것")
        juno.one(".message .album-photo").click()
        juno.until(lambda: juno.one("dialog.photo-viewer img").is_displayed())
        juno.switch_to.active_element.send_keys(Keys.ARROW_RIGHT)
        juno.until(lambda: "2번째" in juno.one("dialog.photo-viewer img").get_attribute("alt"))
        juno.switch_to.active_element.send_keys(Keys.ESCAPE)
        juno.until(lambda: not juno.all("dialog"))

        self.manage(mina, "7시에 홍대?", "수정")
        mina.one(".composer-text").send_keys(Keys.BACKSPACE, "입구?")
        self.write(mina, "")
        juno.until(lambda: "7시에 홍대입구?" in self.texts(juno) and "수정됨" in juno.text(".message"), "changed")
        self.manage(mina, "7시에 홍대입구?", "삭제")
        mina.one("dialog .is-main").click()
        juno.until(lambda: self.texts(juno)[0] == "삭제된 메시지예요", "removed")
        self.assertEqual(mina.complaints() + juno.complaints(), [])

    def manage(self, browser, text, act):
        said = next(it for it in browser.all(".message.is-mine") if text in it.text)
        browser.execute_script("arguments[0].querySelector('.icon-button').focus()", said)
        browser.switch_to.active_element.send_keys(Keys.ENTER)
        browser.until(lambda: browser.all("dialog .menu"))
        next(it for it in browser.all("dialog .menu button") if it.text == act).click()
        browser.until(lambda: not browser.all("dialog .menu"))

    def test_nothing_is_lost_doubled_or_out_of_order_when_the_server_was_away(self):
        browser = self.open(self.mina)
        self.write(browser, "하나")
        self.until_said(browser, "하나")
        self.service.stop()
        self.sees(browser, ".connection-state", "연결이 끊겼어요")
        self.write(browser, "내가 쓴 것 1")
        self.write(browser, "내가 쓴 것 2")
        browser.until(lambda: len(browser.all(".is-waiting")) == 2, "waiting")
        self.service.start()
        for number in range(60):
            self.say(self.juno, f"그동안 {number}")
        browser.until(lambda: not browser.all(".is-waiting") and not browser.one(".connection-state").is_displayed(),
            "all sent")
        browser.until(lambda: len(self.texts(browser)) == 63, "all heard")
        self.assertEqual(self.texts(browser), self.said())
        own = [text for text in self.said() if text.startswith("내가")]
        self.assertEqual(own, ["내가 쓴 것 1", "내가 쓴 것 2"])

    def test_what_may_have_arrived_is_said_once(self):
        browser = self.open(self.mina)
        # The answer to the first attempt is lost on its way.
        browser.execute_script("""
          const real = window.fetch; let isLost = false;
          window.fetch = async (path, options) => {
            const answer = await real(path, options);
            if (options?.method === 'POST' && path.endsWith('/messages') && !isLost) { isLost = true;
            throw new TypeError('lost'); }
            return answer;
          };""")
        self.write(browser, "한 번만")
        browser.until(lambda: self.said() == ["한 번만"])
        self.until_said(browser, "한 번만")
        browser.until(lambda: not browser.all(".is-waiting"))
        self.write(browser, "다음")
        self.until_said(browser, "한 번만", "다음")
        self.assertEqual(self.said(), ["한 번만", "다음"])

    def test_enter_while_a_syllable_is_put_together_does_not_send(self):
        browser = self.open(self.mina)
        box = browser.one(".composer-text")
        box.click()
        browser.execute_cdp_cmd("Input.imeSetComposition", {"text": "한", "selectionStart": 1, "selectionEnd": 1})
        browser.execute_script("""arguments[0].dispatchEvent(new KeyboardEvent('keydown',
          { key: 'Enter', keyCode: 229, isComposing: true, bubbles: true, cancelable: true }))""", box)
        browser.execute_cdp_cmd("Input.insertText", {"text": "한"})
        browser.execute_script("""arguments[0].dispatchEvent(new KeyboardEvent('keydown',
          { key: 'Enter', keyCode: 229, bubbles: true, cancelable: true }))""", box)
        self.assertEqual(box.get_attribute("value"), "한")
        self.assertEqual(browser.all(".message"), [])
        self.write(browser, "글")
        self.until_said(browser, "한글")
        self.assertEqual(self.said(), ["한글"])

    def test_a_draft_is_kept_for_each_channel(self):
        other = self.mina.call("POST", f"/api/workspaces/{self.group}/channels", {"name": "다른 곳", "kind": "open"})["id"]
        browser = self.open(self.mina, width=1280, height=800)
        self.write(browser, "쓰다 만 글", "")
        browser.one(f"#channel-{other}").click()
        self.sees(browser, ".conversation h2", "다른 곳")
        browser.until(lambda: browser.one(".composer-text").get_attribute("value") == "")
        self.go(browser, self.place)
        self.assertEqual(browser.one(".composer-text").get_attribute("value"), "쓰다 만 글")

    def test_older_messages_come_when_scrolled_up_and_the_place_is_kept(self):
        for number in range(120):
            self.say(self.juno, f"말 {number}")
        self.mina.call("PUT", f"/api/channels/{self.channel}/read", {"sequence": 120})
        browser = self.open(self.mina)
        browser.until(lambda: self.texts(browser)[-1] == "말 119")
        self.assertEqual(len(self.texts(browser)), 50)
        browser.until(lambda: browser.execute_script(
            "const box = document.querySelector('.message-log'); return box.scrollHeight - box.scrollTop - "
            "box.clientHeight < 2"))
        browser.execute_script("document.querySelector('.message-log').scrollTop = 250")
        before = self.top_in_sight(browser)
        browser.until(lambda: len(self.texts(browser)) == 100)
        self.stays(browser, before)
        # What is said meanwhile does not take the reader away, but is told of.
        self.say(self.juno, "새 메시지를 더는")
        self.sees(browser, ".new-below", "새 메시지 1개")
        self.stays(browser, before)
        browser.one(".new-below").click()
        browser.until(lambda: browser.execute_script(
            "const box = document.querySelector('.message-log'); return box.scrollHeight - box.scrollTop - "
            "box.clientHeight < 2"))
        browser.execute_script("document.querySelector('.message-log').scrollTop = 0")
        browser.until(lambda: len(self.texts(browser)) == 121)
        self.sees(browser, ".message-log-top", "여기서부터 대화가 시작")
        self.assertEqual(self.texts(browser), self.said_all())

    def said_all(self):
        path = f"/api/channels/{self.channel}/messages?limit=100&after="
        first, rest = (self.mina.call("GET", path + after)["items"] for after in ("0", "100"))
        return [message["text"] for message in first + rest]

    @staticmethod
    def top_in_sight(browser):
        return browser.execute_script("""
          const top = document.querySelector('.message-log').getBoundingClientRect().top;
          const first = [...document.querySelectorAll('.message')].find((it) => it.getBoundingClientRect()
            .bottom > top + 1);
          return [first.innerText, first.getBoundingClientRect().top - top];""")

    def stays(self, browser, before):
        """The same message is first in sight, at the same height."""
        name, top = self.top_in_sight(browser)
        self.assertEqual(name, before[0])
        self.assertAlmostEqual(top, before[1], delta=1)

    def test_what_is_unread_is_counted_marked_and_read_when_it_is_seen(self):
        club = self.mina.call("POST", f"/api/workspaces/{self.group}/channels",
            {"name": "동네 한 바퀴", "kind": "open"})["id"]
        self.juno.call("PUT", f"/api/channels/{club}/membership")
        self.say(self.mina, "먼저")
        browser = self.open(self.juno, width=1280, height=800)
        browser.until(lambda: self.unread(self.juno, self.channel) == 0, "read")
        self.say(self.mina, "딴 데서 1", club)
        removed = self.say(self.mina, "딴 데서 2", club)["id"]
        badge = f"#channel-{club} .badge [aria-hidden]"
        browser.until(lambda: browser.text(badge) == "2", "two unread")
        self.mina.call("DELETE", f"/api/messages/{removed}")
        browser.until(lambda: browser.text(badge) == "1", "one unread")
        # Nobody looks: nothing is read.
        self.hide(browser, True)
        self.say(self.mina, "안 볼 때")
        self.until_said(browser, "먼저", "안 볼 때")
        self.assertEqual(self.unread(self.juno, self.channel), 1)
        self.assertIn("여기부터 새 메시지", browser.text(".unread-divider"))
        self.hide(browser, False)
        browser.until(lambda: self.unread(self.juno, self.channel) == 0, "read when seen")
        browser.one(f"#channel-{club}").click()
        self.until_said(browser, "딴 데서 1", "삭제된 메시지예요")
        browser.until(lambda: not browser.all(badge), "read")
        self.assertEqual(self.unread(self.juno, club), 0)

    def unread(self, person, channel):
        return person.call("GET", f"/api/channels/{channel}")["unread_count"]

    @staticmethod
    def hide(browser, is_hidden):
        browser.execute_script("""
          Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => arguments[0] });
          document.dispatchEvent(
            new Event('visibilitychange'));""".replace("arguments[0]", "'hidden'" if is_hidden else "'visible'"))

    def test_what_is_said_stays_text(self):
        self.say(self.juno, HOSTILE)
        self.juno.call("PATCH", "/api/me", {"nickname": "<b>주노</b>"})
        browser = self.open(self.mina, width=1280, height=800)
        browser.until(lambda: HOSTILE.split(" \u202e")[0] in browser.text(".message-rows"))
        self.assertEqual(browser.all(".message-rows img, .message-rows script, .message-rows b"), [])
        browser.until(lambda: "<b>주노</b>" in browser.text(".message-rows"))
        self.say(self.juno, "여기 https://example.com/a?b=1. 그리고 javascript:alert(1)")
        browser.until(lambda: browser.all(".message-text a"))
        self.assertEqual([link.get_attribute("href") for link in browser.all(".message-text a")],
            ["https://example.com/a?b=1"])
        self.assertEqual(browser.complaints(), [])

    def test_a_link_to_a_booth_is_shown_as_a_card(self):
        self.say(self.juno, f"여기 어때요? {self.service.address('/booths/3')} 아니면 https://example.com/booths/4 나 https://[")
        browser = self.open(self.mina)
        browser.until(lambda: "강남" in (browser.text(".booth-card") or ""), "the name of the booth")
        self.assertEqual(len(browser.all(".booth-card")), 1)
        self.assertEqual(browser.violations(), [])
        browser.shot("chat-booth-card")
        browser.one(".booth-card").click()
        browser.until(lambda: browser.execute_script("return location.pathname") == "/booths/3", "the booth")

    def test_what_the_server_refuses_can_be_sent_again_or_dropped(self):
        room = self.mina.call("PUT", f"/api/workspaces/{self.group}/rooms/{self.juno.id}")["id"]
        browser = self.open(self.mina, f"/app/chat/{self.group}/{room}")
        browser.until(lambda: browser.one(".composer-text").is_displayed())
        self.juno.block(self.mina)
        self.write(browser, "들려?")
        self.sees(browser, ".is-refused", "차단")
        self.juno.call("DELETE", f"/api/accounts/{self.mina.id}/block")
        browser.one(".is-refused .small").click()
        self.until_said(browser, "들려?")
        self.juno.block(self.mina)
        self.write(browser, "또?")
        self.sees(browser, ".is-refused", "차단")
        browser.all(".is-refused .small")[1].click()
        browser.until(lambda: not browser.all(".is-waiting"))

    def test_two_tabs_of_one_person_do_each_other_no_harm(self):
        browser = self.open(self.mina)
        first = browser.current_window_handle
        browser.switch_to.new_window("tab")
        self.go(browser, self.place)
        for number in range(3):
            self.write(browser, f"둘째 탭 {number}")
        self.until_said(browser, *[f"둘째 탭 {number}" for number in range(3)])
        browser.switch_to.window(first)
        self.until_said(browser, *[f"둘째 탭 {number}" for number in range(3)])
        self.write(browser, "첫째 탭")
        self.until_said(browser, "둘째 탭 2", "첫째 탭")
        browser.until(lambda: not browser.all(".is-waiting"))
        self.assertEqual(self.said(), [*[f"둘째 탭 {number}" for number in range(3)], "첫째 탭"])


    def test_a_message_removed_in_one_tab_is_not_sent_by_the_other(self):
        browser = self.open(self.mina)
        first = browser.current_window_handle
        browser.execute_cdp_cmd("Network.enable", {})
        network = {"offline": False, "latency": 0, "downloadThroughput": -1}
        browser.execute_cdp_cmd("Network.emulateNetworkConditions", {**network, "uploadThroughput": 1_000})
        browser.one(".composer input[type=file]").send_keys(self.photo_file())
        browser.until(lambda: browser.all(".composer-photos img"))
        self.write(browser, "보내지 마")
        browser.until(lambda: browser.all(".is-waiting progress"), "an upload that goes on")
        browser.switch_to.new_window("tab")
        self.go(browser, self.place)
        browser.until(lambda: len(browser.all(".is-waiting .small")) == 2, "a button that removes it")
        browser.all(".is-waiting .small")[1].click()
        browser.until(lambda: not browser.all(".is-waiting"), "removed")
        browser.switch_to.window(first)
        browser.execute_cdp_cmd("Network.emulateNetworkConditions", {**network, "uploadThroughput": -1})
        self.write(browser, "다음")
        self.until_said(browser, "다음")
        self.assertEqual(self.said(), ["다음"])
        browser.until(lambda: not browser.all(".is-waiting"))


class Offline(Chatting):
    has_worker = True
    STORES = """const done = arguments[0];
      indexedDB.databases()
        .then((all) => done(all.map(({ name }) => name).filter((name) => name.startsWith('fourcuts.chat'))))"""

    def test_the_history_is_there_without_a_network_and_what_is_written_goes_out_later(self):
        self.say(self.juno, "먼저 온 말")
        browser = self.open(self.mina)
        self.until_said(browser, "먼저 온 말")
        browser.until(lambda: browser.execute_async_script(
            "navigator.serviceWorker.ready.then(() => arguments[0](true))"), "the shell is kept")
        # Another view and back: the history is kept by then.
        self.go(browser, f"/app/chat/{self.group}")
        browser.until(lambda: browser.all(f"#channel-{self.channel}"))
        self.service.stop()
        self.offline(browser)
        self.go(browser, self.place)
        self.until_said(browser, "먼저 온 말")
        self.sees(browser, ".connection-state", "연결이 끊겼어요")
        browser.shot("chat-offline-390x844-light")
        self.assertEqual(browser.violations(), [])
        self.write(browser, "오프라인 하나")
        self.write(browser, "오프라인 둘")
        browser.until(lambda: "연결되면" in browser.text(".is-waiting"))
        # It outlives the page.
        browser.refresh()
        browser.until(lambda: len(browser.all(".is-waiting")) == 2, "kept")
        self.go(browser, f"/app/chat/{self.group}")
        self.sees(browser, ".connection-state", "저장한 목록")
        self.go(browser, self.place)
        self.service.start()
        self.say(self.juno, "그 사이")
        self.offline(browser, False)
        self.until_said(browser, "먼저 온 말", "그 사이", "오프라인 하나", "오프라인 둘")
        browser.until(lambda: not browser.all(".is-waiting"))
        self.assertEqual(self.said(), ["먼저 온 말", "그 사이", "오프라인 하나", "오프라인 둘"])
        browser.until(lambda: not browser.one(".connection-state").is_displayed())

    def test_logging_out_clears_it(self):
        self.say(self.juno, "비밀")
        browser = self.open(self.mina)
        self.until_said(browser, "비밀")
        self.write(browser, "쓰다 만 비밀", "")
        browser.until(lambda: browser.execute_async_script(self.STORES) == [f"fourcuts.chat.{self.mina.id}"])
        self.assertIsNone(browser.execute_async_script(LEAVE))
        self.sees(browser, ".view .empty", "로그인")
        self.assertNotIn("비밀", browser.one("body").text)
        browser.until(lambda: browser.execute_async_script(self.STORES) == [], "cleared")
        self.assertEqual(browser.execute_script(
            "return Object.keys(localStorage).filter((it) => it.includes('draft'))"), [])
        # Whoever comes next finds nothing of it, with or without a network.
        self.assertIsNone(browser.execute_async_script(ENTER, self.juno.email, self.juno.password))
        self.go(browser, self.place)
        self.assertEqual(browser.one(".composer-text").get_attribute("value"), "")

    def test_an_ended_session_shows_nothing_more(self):
        browser = self.open(self.mina)
        self.mina.call("DELETE", "/api/sessions")
        self.sees(browser, ".view .empty", "로그인")
        self.assertIn("/app/login?next=", browser.one(".view .empty a").get_attribute("href"))

    def test_it_works_where_the_browser_keeps_nothing(self):
        browser = self.browser()
        browser.before_page("Object.defineProperty(IDBFactory.prototype, 'open', "
            "{ value() { throw new DOMException('no', 'SecurityError'); } })")
        browser.get(self.service.address("/app/chat"))
        browser.until(lambda: browser.all(".view h2"))
        self.assertIsNone(browser.execute_async_script(ENTER, self.mina.email, self.mina.password))
        self.go(browser, self.place)
        self.write(browser, "그래도")
        self.until_said(browser, "그래도")
        self.assertEqual(browser.complaints(), [])


class ShortSessions(Chatting):
    @classmethod
    def options(cls):
        return ["--access-ttl", "5"]

    def test_the_line_comes_back_with_a_renewed_session_and_misses_nothing(self):
        browser = self.browser()
        browser.before_page("""
          window.lines = 0;
          window.WebSocket = class extends WebSocket { constructor(...parts) { super(...parts); window.lines += 1; } };
          window.cuts = 0;
          addEventListener('load', () => new MutationObserver(() => {
            if (document.querySelector('.connection-state:not([hidden])')) window.cuts += 1;
          }).observe(document.body, { subtree: true, childList: true, attributes: true }));""")
        browser.get(self.service.address("/app/chat"))
        browser.until(lambda: browser.all(".view h2"))
        self.assertIsNone(browser.execute_async_script(ENTER, self.mina.email, self.mina.password))
        self.go(browser, self.place)
        browser.until(lambda: browser.execute_script("return window.lines") >= 3, "two renewals")
        session = call(self.service, "POST", "/api/sessions",
            {"email": self.juno.email, "password": self.juno.password})
        self.say(Person(self.service, session), "아직 들려요?")
        self.until_said(browser, "아직 들려요?")
        self.write(browser, "네")
        self.until_said(browser, "아직 들려요?", "네")
        self.assertEqual(browser.execute_script("return window.cuts"), 0)


class Groups(Chatting):
    def press(self, browser, label):
        """Presses the button of that name in the window on top, or else in the view."""
        script = """
          const place = [...document.querySelectorAll('dialog')].at(-1) ?? document.querySelector('#view');
          const found = [...place.querySelectorAll('button')].find((it) => it.checkVisibility()
            && (it.getAttribute('aria-label') ?? it.innerText).split('\\n')
              .some((line) => line.trim() === arguments[0]));
          found?.click(); return Boolean(found);"""
        browser.until(lambda: browser.execute_script(script, label), label)

    def choose(self, browser, menu, act):
        self.press(browser, menu)
        browser.until(lambda: browser.all("dialog .menu"), menu)
        self.press(browser, act)

    def fill(self, browser, **fields):
        for name, words in fields.items():
            box = browser.until(lambda: browser.one(f"dialog #field-{name}"))
            box.clear()
            box.send_keys(words)

    def no_dialog(self, browser):
        browser.until(lambda: not browser.all("dialog"), "the window is closed")

    def test_a_group_from_making_it_to_talking_in_it(self):
        owner, guest = sign_up(self.service), sign_up(self.service)
        browser = self.open(owner, "/app/chat")
        self.sees(browser, ".empty", "아직 들어간 모임이 없어요")
        self.assertEqual(browser.violations(), [])
        self.press(browser, "새 모임 만들기")
        self.press(browser, "만들기")
        self.sees(browser, "dialog .field-error, dialog .form-error", "이름은 1~30자")
        self.assertEqual(browser.violations(), [])
        name = "성수동 " + "가나다라" * 5
        self.fill(browser, name=name, description="네 컷 모임")
        browser.one("dialog input[type=file]").send_keys(self.photo_file())
        browser.until(lambda: browser.one("dialog .workspace-picture img").is_displayed())
        self.press(browser, "만들기")
        self.sees(browser, ".chat-title h2", name)
        # Inviting, by an address of which is shown whose it is.
        self.choose(browser, "모임 메뉴", "이메일로 초대")
        self.fill(browser, email="nobody")
        self.press(browser, "다음")
        browser.until(lambda: browser.text("dialog .field-error"))
        # The browser tells of the refusal as well.
        self.assertIn("400", browser.complaints()[0])
        self.fill(browser, email=guest.email)
        self.press(browser, "다음")
        self.sees(browser, "dialog", f"{guest.nickname}님을 초대할까요")
        self.sees(browser, "dialog", "확인되지 않았어요")
        self.press(browser, "초대하기")
        self.sees(browser, "#notices", guest.nickname)
        # Where nobody has the address, a link is made, which lets somebody in who comes later.
        self.choose(browser, "모임 메뉴", "이메일로 초대")
        self.fill(browser, email="nobody@example.com")
        self.press(browser, "다음")
        self.press(browser, "링크 만들기")
        browser.until(lambda: browser.one("dialog input[readonly]").is_displayed())
        link = browser.one("dialog input[readonly]").get_attribute("value")
        self.assertIn("/app/chat?invitation=", link)
        self.assertEqual(browser.violations(), [])
        self.press(browser, "닫기")
        newcomer = sign_up(self.service)
        third = self.open(newcomer, link[link.index("/app/"):])
        third.until(lambda: name in third.text(".invitation"))
        self.press(third, "참여하기")
        self.sees(third, ".chat-title h2", name)
        other = self.open(guest, "/app/chat")
        browser.until(lambda: name in other.text(".invitation"))
        self.assertEqual(other.violations(), [])
        other.shot("chat-invitation-390x844-light")
        self.press(other, "참여하기")
        self.sees(other, ".chat-title h2", name)
        # A channel, found and joined by the other.
        self.press(browser, "새 채널 만들기")
        self.fill(browser, name="번개 모임")
        self.press(browser, "만들기")
        self.sees(browser, ".conversation h2", "번개 모임")
        self.write(browser, "누구 있나요")
        self.until_said(browser, "누구 있나요")
        other.refresh()
        other.until(lambda: any("번개 모임" in it.text for it in other.all(".channel")), "an open channel")
        next(it for it in other.all(".channel") if "번개 모임" in it.text).click()
        self.sees(other, ".conversation-join", "참여하면")
        self.assertEqual(other.violations(), [])
        self.press(other, "참여하기")
        self.until_said(other, "누구 있나요")
        self.write(other, "여기요")
        self.until_said(browser, "누구 있나요", "여기요")
        # A room of two.
        other.one(".chat-back").click()
        other.until(lambda: other.all(".channels"))
        self.press(other, "1:1 채팅 시작")
        self.press(other, owner.nickname)
        self.sees(other, ".conversation h2", owner.nickname)
        other.until(lambda: other.one(".composer-text").is_displayed())
        self.write(other, "둘이서")
        self.until_said(other, "둘이서")
        # Searching finds what was said, and goes there.
        browser.one(".chat-back").click()
        self.press(browser, "메시지 검색")
        browser.one("dialog .search-field").send_keys("여기")
        browser.until(lambda: browser.all("dialog .hit"))
        self.assertEqual(browser.violations(), [])
        browser.one("dialog .hit").click()
        browser.until(lambda: "여기요" in browser.text(".is-found"))
        self.assertEqual(browser.complaints() + other.complaints(), [])

    def test_a_link_is_shown_as_a_code_and_lets_somebody_in(self):
        browser = self.open(self.mina, f"/app/chat/{self.group}")
        self.choose(browser, "모임 메뉴", "링크·QR로 초대")
        browser.until(lambda: browser.one("dialog .qr-code").is_displayed(), "a code")
        link = browser.one("dialog input[readonly]").get_attribute("value")
        self.assertEqual(browser.violations(), [])
        browser.shot("chat-invitation-code")
        # The code is as large as the address needs.
        modules = int(browser.one("dialog .qr-code").get_dom_attribute("viewBox").split()[2]) - 8
        self.assertEqual(modules % 4, 1)
        newcomer = self.open(sign_up(self.service), link[link.index("/app/"):])
        newcomer.until(lambda: newcomer.all(".invitation"), "the invitation")
        self.press(newcomer, "참여하기")
        newcomer.until(lambda: f"/app/chat/{self.group}" in newcomer.current_url, "in the group")

    def test_the_code_is_the_one_that_readers_know(self):
        browser = self.open(self.mina, f"/app/chat/{self.group}")
        # As another program draws them, which readers read.
        link = "https://booths.example/app/chat?invitation=0123456789abcdef0123456789abcdef"
        known = {"a": "ad65f877bf9411d14b0b2efbc0ca7dfffd44b86e4c5f662689ac17016c5d1b0e",
                 link: "a271963276849a55034997956a98d0339739be6c73aec82d10c556cfec2e72ff"}
        for text, expected in known.items():
            drawn = browser.execute_async_script("""
                const [text, done] = arguments;
                import(`${document.documentElement.dataset.tree}/widgets/qr-code.js`).then(async ({ qrModules }) => {
                  const rows = qrModules(text).map((row) => row.map(Number).join('')).join('\\n');
                  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(rows));
                  done([...new Uint8Array(hash)].map((it) => it.toString(16).padStart(2, '0')).join(''));
                }, (failure) => done(String(failure)));""", text)
            self.assertEqual(drawn, expected, text)

    def test_the_owner_hands_over_and_takes_out_and_others_leave(self):
        club = self.mina.call("POST", f"/api/workspaces/{self.group}/channels", {"name": "동네", "kind": "closed"})["id"]
        mina = self.open(self.mina, f"/app/chat/{self.group}/{club}", width=1280, height=800)
        mina.until(lambda: mina.one(".composer-text").is_displayed())
        self.choose(mina, "채널 메뉴", "멤버 추가")
        self.press(mina, self.juno.nickname)
        self.sees(mina, "#notices", "추가했어요")
        juno = self.open(self.juno, f"/app/chat/{self.group}/{club}")
        juno.until(lambda: juno.one(".composer-text").is_displayed())
        self.choose(mina, "채널 메뉴", "채널 정보 수정")
        self.fill(mina, name="우리 동네")
        self.press(mina, "저장")
        self.sees(mina, ".conversation h2", "우리 동네")
        self.choose(mina, "채널 메뉴", "채널 멤버")
        mina.until(lambda: len(mina.all("dialog .member")) == 2)
        self.assertEqual(mina.violations(), [])
        self.press(mina, "닫기")
        # Taken out of the group: what was open closes at once.
        self.choose(mina, "모임 메뉴", "멤버")
        self.press(mina, f"{self.juno.nickname}님 내보내기")
        self.press(mina, "내보내기")
        self.sees(juno, "#notices", "나갔어요")
        self.sees(juno, "#view h2", "없는 모임")
        self.invite(self.juno)
        self.choose(mina, "모임 메뉴", "방장 넘기기")
        self.press(mina, self.juno.nickname)
        self.press(mina, "방장 넘기기")
        mina.until(lambda: self.mina.call("GET", f"/api/workspaces/{self.group}")["owner"] == self.juno.id)
        self.no_dialog(mina)
        self.choose(mina, "채널 메뉴", "채널 삭제")
        self.press(mina, "삭제")
        mina.until(lambda: mina.current_url.endswith(f"/app/chat/{self.group}"))
        self.choose(mina, "모임 메뉴", "모임 나가기")
        self.press(mina, "나가기")
        mina.until(lambda: mina.current_url.endswith("/app/chat"))
        self.assertEqual(self.mina.call("GET", "/api/workspaces")["items"], [])
        self.go(juno, f"/app/chat/{self.group}")
        self.choose(juno, "모임 메뉴", "모임 삭제")
        self.press(juno, "삭제")
        juno.until(lambda: juno.current_url.endswith("/app/chat"))
        with self.assertRaises(Refused):
            self.juno.call("GET", f"/api/workspaces/{self.group}")

    def test_addresses_of_nothing_say_so(self):
        browser = self.open(sign_up(self.service), self.place.replace("/chat/", "/chat/99"))
        browser.until(lambda: browser.all(".failed"))
        # On a phone, and beside the place of a conversation.
        for size, group in [((390, 844), f"99{self.group}"), ((1280, 800), f"99{self.group}"),
            ((390, 844), self.group)]:
            browser.resize(*size)
            self.go(browser, f"/app/chat/{group}")
            self.sees(browser, "#view h2", "없는 모임이에요")
            self.assertIn("멤버가 아니에요", browser.text("#view .empty"))
            self.assertFalse(browser.all(".failed, .conversation"))
            self.assertIn("없는 모임", browser.title)
            self.assertTrue(browser.one("#view .foot a").get_attribute("href").endswith("/app/chat"))
            self.assertEqual(browser.violations("#view"), [])
        self.go(browser, "/app/chat/abc")
        self.sees(browser, "#view h2", "없는 모임이에요")


class Looks(Chatting):
    """Screens in both sizes and schemes, and what axe finds there."""

    def setUp(self):
        super().setUp()
        names = self.juno.upload(picture(colour=(20, 90, 160)), picture(colour=(120, 40, 150)), picture())
        for text in ["오늘 홍대에서 네컷 찍을 사람?", "저요! 몇 시예요?"]:
            self.say(self.juno, text)
        self.say(self.mina, "7시에 입구에서 만나요")
        self.say(self.juno, "좋아요. 지난번에 찍은 거 보내요", photos=names)
        self.say(self.mina, "아주 " + "긴" * 80 + " 말도\n여러 줄로 잘 보여요. https://example.com/" + "a" * 60)
        gone = self.say(self.mina, "잘못 보냄")
        self.mina.call("DELETE", f"/api/messages/{gone['id']}")
        for name in ["공지", "사진 자랑", "가나다라마바사" * 4]:
            channel = self.juno.call("POST", f"/api/workspaces/{self.group}/channels",
                {"name": name, "kind": "open"})["id"]
            if name != "공지":
                self.mina.call("PUT", f"/api/channels/{channel}/membership")
            self.say(self.juno, f"{name}에 오신 걸 환영해요", channel)
        room = self.juno.call("PUT", f"/api/workspaces/{self.group}/rooms/{self.mina.id}")["id"]
        self.say(self.juno, "둘이 할 말이 있어요", room)
        self.say(self.juno, "여기까지 읽고 이다음은 새 말이에요")

    def test_the_screens(self):
        looks = {
            "ko-KR": [(390, 844, False), (1280, 800, True), (320, 568, False), (640, 400, False)],
            "en-GB": [(390, 844, True), (1280, 800, False)],
        }
        for language, manners in looks.items():
            browser = self.open(self.mina, f"/app/chat/{self.group}", language=language)
            for width, height, dark in manners:
                with self.subTest(language=language, width=width, dark=dark):
                    self.resize(browser, width, height, dark)
                    self.look(browser, f"{width}x{height}-{'dark' if dark else 'light'}")

    @staticmethod
    def resize(browser, width, height, dark):
        browser.resize(width, height)
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]})

    def look(self, browser, name):
        self.go(browser, "/app/chat")
        browser.until(lambda: browser.all(".workspaces .channel"))
        self.is_sound(browser, f"chat-groups-{name}")
        self.go(browser, f"/app/chat/{self.group}")
        browser.until(lambda: len(browser.all(".channel")) == 5)
        self.is_sound(browser, f"chat-channels-{name}")
        self.go(browser, self.place)
        browser.until(lambda: len(self.texts(browser)) == 7)
        browser.until(lambda: browser.execute_script(
            "return [...document.querySelectorAll('.album img')].every((it) => it.complete)"))
        browser.one(".composer-text").clear()
        self.write(browser, "쓰는 중", "")
        self.is_sound(browser, f"chat-talk-{name}")
        self.windows(browser, name)
        self.assertEqual(browser.complaints(), [])

    def is_sound(self, browser, name):
        browser.shot(name)
        self.assertEqual(browser.violations(), [])
        self.assertLessEqual(*browser.execute_script("return [document.documentElement.scrollWidth, innerWidth]"))

    def windows(self, browser, name):
        """The windows over the conversation."""
        for opener, what in [(".conversation .chat-head > button", ".menu"), (".album-photo", ".photo-viewer img")]:
            browser.execute_script("document.querySelector(arguments[0]).click()", opener)
            browser.until(lambda: browser.one(f"dialog {what}, dialog{what}").is_displayed())
            browser.until(lambda: browser.execute_script(
                "return [...document.querySelectorAll('dialog img')].every((it) => it.complete)"))
            browser.shot(f"chat-{'photo' if 'album' in opener else 'menu'}-{name}")
            # What the window covers cannot be seen, but axe holds it against the window's ground.
            self.assertEqual(browser.violations("dialog"), [])
            browser.switch_to.active_element.send_keys(Keys.ESCAPE)
            browser.until(lambda: not browser.all("dialog"))


class Merging(Chatting):
    """The merging of pages and events into one conversation, against a plain model."""

    SCRIPT = """const [seed, rounds, done] = arguments;
      const folder = `${document.documentElement.dataset.tree}/views/chat`;
      Promise.all([import(`${folder}/message-log.js`), import(`${folder}/unread-counts.js`)])
        .then(([{ MessageLog, betterSnapshot }, { UnreadCount }]) => {
        let state = seed;
        const random = (below) => { state = (Math.imul(state, 1103515245) + 12345) >>> 0;
        return Math.floor(state / 65536) % below; };
        for (let round = 0; round < rounds; round += 1) {
          // The plain model: every message as it is, and the counter of all that happens.
          const messages = []; let revision = 0;
          const act = () => {
            revision += 1;
            const kind = messages.length ? random(4) : 0;
            if (kind < 2) return messages.push(
              { sequence: messages.length + 1, revision, text: `said ${revision}`, author: { id: 'ab'[random(2)] },
                removed_at: null });
            const message = messages[random(messages.length)];
            // What is removed changes no more.
            if (message.removed_at) revision -= 1;
            else if (kind === 2) Object.assign(message, { revision, text: `changed ${revision}` });
            else Object.assign(message, { revision, text: '', removed_at: 'now' });
          };
          const copy = (list) => list.map((it) => ({ ...it }));
          const before = (sequence, limit) =>
            copy(messages.filter((it) => it.sequence < sequence).reverse().slice(0, limit));
          const since = (known, limit) =>
            copy(messages.filter((it) => it.revision > known).sort((a, b) => a.revision - b.revision).slice(0, limit));
          for (let count = random(40); count > 0; count -= 1) act();
          const begin = () => { const at = revision; for (let count = random(3); count > 0; count -= 1) act();
          return MessageLog.fromPage(at, before(Infinity, 7)); };
          let log = begin(); let kept; let waiting = [];
          for (let step = 0; step < 60; step += 1) {
            switch (random(8)) {
              case 0: case 1: act(); break;
              case 2: { const news = since(log.revision, 5);
              log.apply(news, news.length < 5 ? revision : news.at(-1).revision); break; }
              case 3: { const page = before(log.first, 6); const isLast = page.length < 6; act();
              log.addOlder(page, isLast); break; }
              // A page that is asked for now comes later, or twice.
              case 4: waiting.push([before(log.first, 6), log.first]); break;
              case 5: for (const [page] of waiting) log.addOlder(page, page.length < 6);
              waiting = random(2) ? [] : waiting; break;
              // An answer to what was done oneself tells of one message alone.
              case 6: if (messages.length) log.put({ ...messages[random(messages.length)] }); break;
              // The page is left and opened again, perhaps in another tab.
              case 7: kept = betterSnapshot(kept, log.snapshot(9));
              if (random(2)) { log = new MessageLog(kept); waiting = []; } break;
            }
            const sequences = log.list().map((it) => it.sequence);
            if (sequences.some((it, place) => place && it <= sequences[place - 1])) return done(
              `order, seed ${seed} round ${round}`);
          }
          for (let known = -1; known !== log.revision;) { known = log.revision; const news = since(known, 5);
          log.apply(news, news.length ? news.at(-1).revision : revision); }
          const wanted = JSON.stringify(messages.filter((it) => it.sequence >= log.first));
          if (JSON.stringify(log.list()) !== wanted) return done(
            `seed ${seed} round ${round}: ${JSON.stringify(log.list())} is not ${wanted}`);
          // What is unread is counted as the server counts it, however the news are cut.
          const read = random(messages.length + 1);
          const unread = () =>
            messages.filter((it) =>
              it.sequence > Math.max(read, ...messages.filter((own) => own.author.id === 'a' && own.sequence > seen)
                .map((own) => own.sequence)) && it.author.id !== 'a' && !it.removed_at).length;
          let seen = messages.length;
          const others = (it) => it.sequence > read && it.author.id !== 'a' && !it.removed_at;
          const unreadCount = new UnreadCount(
            { revision, last_sequence: seen, read_sequence: read, unread_count: messages.filter(others).length,
              newest: null }, 'a');
          for (let count = random(20); count > 0; count -= 1) {
            act();
            if (random(2)) continue;
            const news = since(Math.max(0, unreadCount.revision - random(3)), 2);
            unreadCount.apply(news, news.at(-1)?.revision);
          }
          for (let news = since(unreadCount.revision, 2); news.length;
          news = since(unreadCount.revision, 2)) unreadCount.apply(news);
          if (unreadCount.channel.unread_count !== unread()) return done(
            `unread ${unreadCount.channel.unread_count} is not ${unread()}, seed ${seed} round ${round}`);
          if (unreadCount.channel.last_sequence !== messages.length) return done('last');
        }
        done(null);
      }).catch((failure) => done(String(failure.stack)));"""

    def test_random_histories_end_as_the_model(self):
        browser = self.browser()
        browser.get(self.service.address("/app/chat"))
        browser.until(lambda: browser.all(".view h2"))
        for seed in (1, 2, 3):
            self.assertIsNone(browser.execute_async_script(self.SCRIPT, seed, 400))
