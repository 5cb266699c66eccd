import Basics
import Support
import Testing

@testable import Booths

@Suite("Opening hours as Koreans write them")
struct OpeningHoursKoreanTests {
  @Test(
    "unambiguous text becomes opening hours",
    arguments: [
      ("10:00~22:00", "Mo-Su 10:00-22:00"), ("10:00 - 22:00", "Mo-Su 10:00-22:00"),
      ("１０：００～２２：００", "Mo-Su 10:00-22:00"),
      ("매일 10:00~22:00", "Mo-Su 10:00-22:00"), ("오전 10시 ~ 오후 10시", "Mo-Su 10:00-22:00"),
      ("10시~22시 30분", "Mo-Su 10:00-22:30"),
      ("10시 반부터 22시까지", "Mo-Su 10:30-22:00"), ("10~22시", "Mo-Su 10:00-22:00"), ("24시간", "24/7"), ("24시간 영업", "24/7"),
      ("연중무휴 24시간", "24/7"), ("00:00~24:00", "24/7"), ("연중무휴 10:00~22:00", "Mo-Su 10:00-22:00"),
      ("평일 10:00-22:00, 주말 11:00-23:00", "Mo-Fr 10:00-22:00; Sa,Su 11:00-23:00"),
      ("평일 10:00-22:00 / 주말 및 공휴일 11:00~20:00", "Mo-Fr 10:00-22:00; Sa,Su 11:00-20:00; PH 11:00-20:00"),
      ("월~금 10:00~22:00, 토·일 11:00~24:00", "Mo-Fr 10:00-22:00; Sa,Su 11:00-24:00"),
      ("월요일~목요일: 10:00~22:00 금요일~일요일: 10:00~24:00", "Mo-Th 10:00-22:00; Fr-Su 10:00-24:00"),
      ("매일 10:00~22:00 (월요일 휴무)", "Tu-Su 10:00-22:00; Mo off"), ("10:00~22:00, 매주 월요일 휴무", "Tu-Su 10:00-22:00; Mo off"),
      ("10:00~22:00 (정기휴무: 월, 화)", "We-Su 10:00-22:00; Mo,Tu off"),
      ("10:00~20:00, 일요일 및 공휴일 휴무", "Mo-Sa 10:00-20:00; Su off; PH off"),
      ("10:00~22:00, 일요일 12:00~20:00", "Su 12:00-20:00; Mo-Sa 10:00-22:00"),
      ("10:00~14:00, 15:00~20:00", "Mo-Su 10:00-14:00,15:00-20:00"), ("18:00~02:00", "Mo-Su 18:00-02:00"),
      ("10:00~익일 02:00", "Mo-Su 10:00-02:00"), ("오후 6시~새벽 2시", "Mo-Su 18:00-02:00"), ("18시~2시", "Mo-Su 18:00-02:00"),
      ("10:00~자정", "Mo-Su 10:00-24:00"), ("10:00~26:00", "Mo-Su 10:00-02:00"),
      ("평일 10:00~02:00, 주말 10:00~05:00", "Mo-Fr 10:00-02:00, Sa,Su 10:00-05:00"),
      ("매일 18:00~02:00, 월요일 휴무, 공휴일 휴무", "Tu-Su 18:00-02:00; PH off"),
      ("매주 월요일 휴무", "unknown; Mo off"), ("평일 10:00~22:00", "Sa,Su unknown; Mo-Fr 10:00-22:00"),
      ("AM 10:00 ~ PM 10:00", "Mo-Su 10:00-22:00"), ("매일 휴무", "off"), ("10:00~익일 10:00", "Mo-Su 10:00-10:00"),
      ("11:00-23:00 (라스트오더 22:30)", "Mo-Su 11:00-23:00"), ("24H", "24/7"), ("24 hours", "24/7"), ("Open 24h", "24/7"),
      ("9am-10pm", "Mo-Su 09:00-22:00"), ("10 AM - 10:30 PM", "Mo-Su 10:00-22:30"), ("6PM~2AM", "Mo-Su 18:00-02:00"),
      ("Mon-Fri 10:00-22:00", "Sa,Su unknown; Mo-Fr 10:00-22:00"), ("Daily 10:00-22:00", "Mo-Su 10:00-22:00"),
      ("WEEKDAYS 10:00-22:00, weekends 11am to 11pm", "Mo-Fr 10:00-22:00; Sa,Su 11:00-23:00"),
      ("Mon-Sat 10:00-20:00, closed Sunday", "Mo-Sa 10:00-20:00; Su off"),
    ])
  func certain(_ text: String, _ expected: String) {
    #expect(OpeningHours.fromKorean(text)?.text == expected)
  }

  @Test(
    "ambiguous and unreadable text gives nothing",
    arguments: [
      "", " ", "문의", "연중무휴", "휴무", "00:00~00:00", "10:00", "10:00~", "~22:00", "10~22", "9시~6시", "10:00~08:00",
      "오전 10시~10시",
      "10시~오후 10시", "첫째주 월요일 휴무", "격주 월요일 휴무", "매월 두번째 금요일 휴무", "설날 추석 휴무", "10:00~22:00 (브레이크타임 15:00~17:00)",
      "연중무휴 10:00~22:00 월요일 휴무", "월 10:00~22:00, 월 11:00~23:00", "10:00~22:00 11:00~23:00 오전", "25시~26시", "29:00~30:00",
      "10:60~22:00", "오후 13시~오후 14시", "밤 12시~새벽 5시", "10:00~22:00 라스트오더", "홈페이지참고", "1일 10:00~22:00",
      "10:00~22:00~23:00", "9am", "13pm-2pm", "10am-10", "Mondays 10:00-22:00", "10:00-22:00 (last order)",
    ])
  func uncertain(_ text: String) {
    #expect(OpeningHours.fromKorean(text) == nil, "\(OpeningHours.fromKorean(text)?.text ?? "")")
  }

  @Test("a night before a day off is kept, and the syllables may come in pieces")
  func nights() throws {
    let hours = try #require(OpeningHours.fromKorean("매일 18:00~02:00, 월요일 휴무"))
    let none = { (_: Int, _: Int, _: Int) in false }
    #expect(hours.state(at: korean("2026-11-16 01:00"), isPublicHoliday: none) == .open)
    #expect(hours.state(at: korean("2026-11-16 19:00"), isPublicHoliday: none) == .closed)
    let pieces = "\u{1106}\u{1162}\u{110B}\u{1175}\u{11AF} 10:00~22:00"
    #expect(OpeningHours.fromKorean(pieces)?.text == "Mo-Su 10:00-22:00")
  }
}
