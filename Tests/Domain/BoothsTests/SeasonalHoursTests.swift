import Basics
import Support
import Testing

@testable import Booths

@Suite("Opening hours that differ by the season")
struct SeasonalHoursTests {
  @Test(
    "Months define a season, with or without a name for it",
    arguments: [
      ("3월~10월 09:00~18:00, 11월~2월 09:00~17:00", "Mar-Oct 09:00-18:00; Nov-Feb 09:00-17:00"),
      ("3~10월 09:00~18:00 / 11~2월 09:00~17:00", "Mar-Oct 09:00-18:00; Nov-Feb 09:00-17:00"),
      ("하절기(3월~10월) 09:00~18:00, 동절기(11월~2월) 09:00~17:00", "Mar-Oct 09:00-18:00; Nov-Feb 09:00-17:00"),
      ("하절기(3~10월): 09:00~18:00\n동절기(11~익년 2월): 09:00~17:00", "Mar-Oct 09:00-18:00; Nov-Feb 09:00-17:00"),
      ("(하절기) 3월~10월 09:00~18:00 (동절기) 11월~2월 09:00~17:00", "Mar-Oct 09:00-18:00; Nov-Feb 09:00-17:00"),
      ("3월~10월(하절기)은 9시~18시, 11월~2월(동절기)은 9시~17시", "Mar-Oct 09:00-18:00; Nov-Feb 09:00-17:00"),
      ("09:00~18:00(3월~10월), 09:00~17:00(11월~2월)", "Mar-Oct 09:00-18:00; Nov-Feb 09:00-17:00"),
      ("夏季（4月〜9月）10:00〜22:00 冬季（10月〜3月）10:00〜20:00", "Apr-Sep 10:00-22:00; Oct-Mar 10:00-20:00"),
      ("4月～10月 9:00～18:00、11月～3月 9:00～17:00", "Apr-Oct 09:00-18:00; Nov-Mar 09:00-17:00"),
      ("April to October: 9am to 6pm; November to March: 9am to 5pm", "Apr-Oct 09:00-18:00; Nov-Mar 09:00-17:00"),
      (
        "Summer (Jun 1 - Aug 31) 10am-10pm, Sep 1 - May 31 10am-8pm",
        "Jun 01-Aug 31 10:00-22:00; Sep 01-May 31 10:00-20:00"
      ),
      ("4월 1일~9월 30일 10:00~22:00, 10월 1일~3월 31일 10:00~20:00", "Apr 01-Sep 30 10:00-22:00; Oct 01-Mar 31 10:00-20:00"),
      (
        "3월~10월 평일 10:00~20:00 주말 10:00~22:00, 11월~2월 10:00~18:00",
        "Mar-Oct Mo-Fr 10:00-20:00; Mar-Oct Sa,Su 10:00-22:00; Nov-Feb 10:00-18:00"
      ),
    ])
  func seasons(_ text: String, _ expected: String) {
    #expect(OpeningHours.asWritten(text)?.text == expected)
  }

  @Test(
    "Hours without months are those of the rest of the year, which is otherwise unknown",
    arguments: [
      ("매일 10:00~22:00 (7~8월 10:00~24:00)", "Mo-Su 10:00-22:00; Jul-Aug 10:00-24:00"),
      ("10:00~22:00, 동절기(11월~2월)는 10:00~21:00", "Mo-Su 10:00-22:00; Nov-Feb 10:00-21:00"),
      ("여름철(6월~8월) 10:00~22:00, 그 외 10:00~20:00", "Mo-Su 10:00-20:00; Jun-Aug 10:00-22:00"),
      ("7,8월 10:00~24:00", "unknown; Jul,Aug 10:00-24:00"),
      ("7월 24시간, 그 외 10:00~22:00", "Mo-Su 10:00-22:00; Jul 00:00-24:00"),
      ("10:00~22:00 (12월 24일~26일 휴무)", "Mo-Su 10:00-22:00; Dec 24-Dec 26 off"),
      ("10:00~20:00, 1월~2월 휴무", "Mo-Su 10:00-20:00; Jan-Feb off"),
    ])
  func rest(_ text: String, _ expected: String) {
    #expect(OpeningHours.asWritten(text)?.text == expected)
  }

  @Test("Days off apply to all seasons, anywhere in the text")
  func daysOff() {
    let expected = "Mar-Oct Tu-Su 09:00-18:00; Mar-Oct Mo off; Nov-Feb Tu-Su 09:00-17:00; Nov-Feb Mo off"
    for text in [
      "월요일 휴무, 3월~10월 09:00~18:00, 11월~2월 09:00~17:00", "3월~10월 09:00~18:00, 11월~2월 09:00~17:00, 매주 월요일 휴무",
      "하절기(3~10월) 09:00~18:00 동절기(11~2월) 09:00~17:00 (월요일 휴무)",
    ] {
      #expect(OpeningHours.asWritten(text)?.text == expected, "\(text)")
    }
    #expect(
      OpeningHours.asWritten("10:00~22:00 (7~8월 10:00~24:00), 월요일 휴무")?.text
        == "Tu-Su 10:00-22:00; Mo off; Jul-Aug Tu-Su 10:00-24:00; Jul-Aug Mo off")
    #expect(OpeningHours.asWritten("10:00~22:00 월요일 휴무, 7~8월 10:00~24:00") == nil)
  }

  @Test("The state follows the season, and a night at its end is complete")
  func states() throws {
    let hours = try #require(OpeningHours.asWritten("3월~10월 10:00~02:00, 11월~2월 10:00~01:00"))
    #expect(hours.state(at: korean("2026-10-31 20:00")) == .open)
    #expect(hours.state(at: korean("2026-11-01 01:30")) == .open)
    #expect(hours.state(at: korean("2026-11-02 01:30")) == .closed)
    #expect(hours.state(at: korean("2027-02-28 20:00")) == .open)
    #expect(hours.state(at: korean("2027-07-02 01:30")) == .open)
  }

  @Test(
    "Seasons that overlap, or have no months or hours, give nothing",
    arguments: [
      "하절기 10:00~22:00, 동절기 10:00~21:00", "3월~10월 10:00~22:00, 10월~2월 10:00~20:00", "3월~10월, 11월~2월", "3월~10월",
      "13월~14월 10:00~22:00", "3월~10월 10:00~22:00 문의", "0월~3월 10:00~22:00", "3월~", "월~3월 10:00~22:00",
      "7월~8월 10:00~22:00, 그 외 10:00~20:00, 그 외 10:00~18:00",
    ])
  func uncertain(_ text: String) {
    #expect(OpeningHours.asWritten(text) == nil, "\(OpeningHours.asWritten(text)?.text ?? "")")
  }

  @Test("A single date is no season")
  func singleDates() {
    #expect(OpeningHours.asWritten("10:00~20:00 (1월 1일 휴무)")?.text == "Mo-Su 10:00-20:00; Jan 01 off")
    #expect(OpeningHours.asWritten("10:00~22:00월요일 휴무")?.text == "Tu-Su 10:00-22:00; Mo off")
  }
}
