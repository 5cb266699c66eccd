"""Parties: people who look for others to have their photo taken with."""

import datetime

import people
from service import WebTest
from test_feed import FeedTest


class Parties(FeedTest):
    def open(self, path, person=None, **manner):
        browser = self.browser(**manner)
        if person:
            people.log_in(browser, self.service, person, "/app/party")
        browser.get(self.service.address(path))
        browser.until(lambda: browser.all(".view h2"), path)
        self.ready(browser)
        return browser

    def fill(self, browser, name, value):
        browser.until(lambda: browser.all(f"#field-{name}"))
        browser.execute_script("""
            const [field, value] = [document.querySelector(arguments[0]), arguments[1]];
            field.value = value;
            field.dispatchEvent(new Event('input', { bubbles: true }));""", f"#field-{name}", value)

    def test_from_a_booth_to_two_who_talk_and_do_a_quest(self):
        mina, juno = people.sign_up(self.service), people.sign_up(self.service)
        host = self.open("/app/party", mina)
        host.get(self.service.address("/booths/3"))
        self.press(host, "같이 찍을 사람", "#sheet")
        self.arrived(host, "/app/party?booth=3")
        host.until_text(".view .empty", "아직 모집 중인 모임이 없어요")
        self.press(host, "모집하기", ".list-head")
        self.arrived(host, "/app/party/new?booth=3")
        host.until(lambda: "강남" in host.one("#field-booth").get_attribute("value"), "the booth")
        self.press(host, "모집하기", ".form")
        host.until_text("#error-name", "이름은 1~30자")
        self.fill(host, "name", "토요일 네컷")
        self.fill(host, "time", (datetime.datetime.now() + datetime.timedelta(days=2)).strftime("%Y-%m-%dT19:00"))
        self.fill(host, "places", "2")
        self.fill(host, "description", "같이 찍어요 #네컷")
        self.assertGreaterEqual(host.one(".form [type=checkbox]").rect["width"], 20)
        self.assertEqual(host.violations(), [])
        host.shot("party-form-390")
        self.press(host, "모집하기", ".form")
        host.until_text(".party-page", "2명 중 1명")
        host.until_text(".booth-card", "강남")
        self.assertEqual(host.violations(), [])
        party = host.current_url.split("/")[-1]
        [made] = mina.call("GET", "/api/parties/mine")["items"]
        self.assertIn("/booths/3", made["description"])

        # Found at the booth by somebody else, who applies.
        guest = self.open("/app/party?booth=3", juno)
        guest.until_text(".party", "1자리 남음")
        self.assertIn("토요일 네컷", guest.text(".party"))
        self.assertEqual(guest.violations(), [])
        guest.shot("party-list-390")
        guest.one(".party-link").click()
        self.arrived(guest, f"/app/party/{party}")
        self.press(guest, "신청하기")
        guest.until_text("#notices", "신청했어요")
        guest.until_text(".party-page .actions", "신청 취소")

        host.refresh()
        host.until_text(".party-page", juno.nickname)
        self.press(host, "수락")
        host.until_text("#notices", f"{juno.nickname}님이 들어왔어요")
        host.until_text(".party-page .facts", "자리가 다 찼어요")
        # A quest, and what was done for it.
        self.press(host, "새 퀘스트")
        self.fill(host, "title", "브이 하고 찍기")
        self.press(host, "저장", "dialog")
        host.until_text(".quests", "브이 하고 찍기")
        guest.refresh()
        guest.until_text(".quests", "브이 하고 찍기")
        self.press(guest, "완료 알리기")
        self.fill(guest, "description", "했어요!")
        self.press(guest, "저장", "dialog")
        guest.until_text(".submissions", "했어요!")
        self.assertEqual(guest.violations(), [])
        guest.shot("party-page-390")
        # Among the groups of the chat it has the words of its host, and not the lines of its plan.
        guest.get(self.service.address("/app/chat"))
        guest.until_text(".workspaces", "같이 찍어요 #네컷")
        self.assertNotIn("/booths/", guest.text(".workspaces"))
        guest.back()
        # They talk, and the full party is closed to others.
        self.press(guest, "채팅하기")
        self.arrived(guest, f"/app/chat/{party}")
        third = self.open(f"/app/party/{party}", people.sign_up(self.service))
        third.until(lambda: not third.one(".party-page .actions button").is_enabled(), "a full party")
        self.assertEqual(third.text(".party-page .actions button"), "자리가 다 찼어요")
        self.assertEqual(host.complaints() + guest.complaints() + third.complaints(), [])

    def test_a_private_party_is_joined_by_its_link_and_left(self):
        mina, juno = people.sign_up(self.service), people.sign_up(self.service)
        party = mina.call("POST", "/api/parties", {"name": "우리끼리", "description": "말만", "is_public": False})
        guest = self.open(f"/app/party/{party['id']}", juno)
        guest.until_text(".party-page", "볼 수 없는 모임")
        guest.get(self.service.address(f"/app/party/{party['id']}?code={party['access_code']}"))
        self.press(guest, "신청하기")
        guest.until_text(".party-page .actions", "신청 취소")
        mina.call("POST", f"/api/parties/{party['id']}/acceptance", {"accounts": [juno.id]})
        guest.get(self.service.address("/app/party?mine=1"))
        guest.until_text(".party", "참여 중")
        guest.one(".party-link").click()
        self.press(guest, "나가기")
        guest.until_text("#notices", "모임에서 나왔어요")

    def test_a_plan_is_read_and_written_and_other_texts_stay(self):
        browser = self.open("/app/party", people.sign_up(self.service))
        found = browser.execute_async_script("""
            const done = arguments[0];
            import(`${document.documentElement.dataset.tree}/core/party-plan.js`).then(({ readPlan, writePlan }) => {
              const at = Date.UTC(2026, 10, 28, 10, 0);
              const plans = [
                { text: '같이\\n찍어요', booth: 3, at, places: 4 }, { text: '', booth: null, at, places: null },
                { text: '말만', booth: null, at: null, places: null }, { text: '', booth: 7, at: null, places: 20 },
              ];
              const texts = ['👥 4\\n그리고 더', '📍 http://elsewhere/shop/3', '🕖 2026-13-45T99:99Z', '', '👥 0'];
              done([plans.map((it) =>
                JSON.stringify(readPlan(writePlan(it))) === JSON.stringify({ ...it, text: it.text })
                || JSON.stringify([readPlan(writePlan(it)), writePlan(it)])),
                  texts.map((it) => readPlan(it).text === it)]);
            });""")
        same = [it if it is True else it for it in found[0]]
        self.assertEqual(same, [True] * 4)
        self.assertEqual(found[1], [True] * 5)

    def test_a_stranger_logs_in_first(self):
        browser = self.browser()
        browser.get(self.service.address("/app/party?booth=3"))
        browser.until(lambda: browser.query().get("next") == "/app/party?booth=3", "the way back")
