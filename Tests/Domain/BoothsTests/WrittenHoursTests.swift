import Basics
import Support
import Testing

@testable import Booths

@Suite("Opening hours as people write them")
struct WrittenHoursTests {
  @Test(
    "Unambiguous text becomes opening hours",
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
      ("매일 18:00~02:00, 월요일 휴무, 공휴일 휴무", "Tu-Su 18:00-02:00; PH 02:00-02:00 off"),
      ("매주 월요일 휴무", "unknown; Mo off"), ("평일 10:00~22:00", "Sa,Su unknown; Mo-Fr 10:00-22:00"),
      ("AM 10:00 ~ PM 10:00", "Mo-Su 10:00-22:00"), ("매일 휴무", "off"), ("10:00~익일 10:00", "Mo-Su 10:00-10:00"),
      ("11:00-23:00 (라스트오더 22:30)", "Mo-Su 11:00-23:00"), ("24H", "24/7"), ("24 hours", "24/7"), ("Open 24h", "24/7"),
      ("9am-10pm", "Mo-Su 09:00-22:00"), ("10 AM - 10:30 PM", "Mo-Su 10:00-22:30"), ("6PM~2AM", "Mo-Su 18:00-02:00"),
      ("Mon-Fri 10:00-22:00", "Sa,Su unknown; Mo-Fr 10:00-22:00"), ("Daily 10:00-22:00", "Mo-Su 10:00-22:00"),
      ("WEEKDAYS 10:00-22:00, weekends 11am to 11pm", "Mo-Fr 10:00-22:00; Sa,Su 11:00-23:00"),
      ("Mon-Sat 10:00-20:00, closed Sunday", "Mo-Sa 10:00-20:00; Su off"),
    ])
  func certain(_ text: String, _ expected: String) {
    #expect(OpeningHours.asWritten(text)?.text == expected)
  }

  @Test(
    "Days may be in brackets, before or after their times",
    arguments: [
      ("(평일)10:00~22:00 (주말)10:00~23:00", "Mo-Fr 10:00-22:00; Sa,Su 10:00-23:00"),
      ("[월~금] 10:00~22:00 [토,일] 11:00~23:00", "Mo-Fr 10:00-22:00; Sa,Su 11:00-23:00"),
      ("10:00~22:00(월~금), 11:00~23:00(토,일)", "Mo-Fr 10:00-22:00; Sa,Su 11:00-23:00"),
      ("10:00~22:00 (평일), 11:00~23:00 (주말), 공휴일 휴무", "Mo-Fr 10:00-22:00; Sa,Su 11:00-23:00; PH off"),
      ("10:00~22:00 (평일) 주말 휴무", "Mo-Fr 10:00-22:00; Sa,Su off"),
      ("평일(월~금) 10:00~22:00, 주말(토,일) 휴무", "Mo-Fr 10:00-22:00; Sa,Su off"),
      ("월-목 10:00-22:00 / 금토 10:00-24:00, 일 휴무", "Mo-Th 10:00-22:00; Fr,Sa 10:00-24:00; Su off"),
      ("평일 10:00~22:00 (공휴일 포함), 주말 휴무", "Mo-Fr 10:00-22:00; Sa,Su off; PH 10:00-22:00"),
      ("월~금 10:00~18:00 (주말, 공휴일 제외)", "Mo-Fr 10:00-18:00; Sa,Su off; PH off"),
      ("월요일: 휴무\n화~일요일: 10:00~22:00", "Tu-Su 10:00-22:00; Mo off"),
      ("10:00~20:00, 매주 월요일 휴무(공휴일 정상운영)", "Tu-Su 10:00-20:00; Mo off; PH 10:00-20:00"),
    ])
  func daysInBrackets(_ text: String, _ expected: String) {
    #expect(OpeningHours.asWritten(text)?.text == expected)
  }

  @Test(
    "The time of the last order is ignored, and a break is left out",
    arguments: [
      ("매일 10:00 - 22:00\n21:30 라스트오더", "Mo-Su 10:00-22:00"), ("10:00~22:00 (L.O 21:30)", "Mo-Su 10:00-22:00"),
      ("10:00~22:00 (21:30 LO)", "Mo-Su 10:00-22:00"), ("10:00~22:00 주문마감: 21시 30분", "Mo-Su 10:00-22:00"),
      ("10:00~22:00 마감 30분 전 입장마감", "Mo-Su 10:00-22:00"), ("10:00-22:00, last order 21:30", "Mo-Su 10:00-22:00"),
      ("10:00 - 22:00\n15:00 - 17:00 브레이크타임\n21:30 라스트오더", "Mo-Su 10:00-15:00,17:00-22:00"),
      ("10:00~22:00 (브레이크타임 15:00~17:00)", "Mo-Su 10:00-15:00,17:00-22:00"),
      ("10:00-22:00, 15:00-17:00 브레이크타임", "Mo-Su 10:00-15:00,17:00-22:00"),
      (
        "평일 10:00~22:00, 주말 11:00~23:00, 브레이크 타임: 15:00~17:00",
        "Mo-Fr 10:00-15:00,17:00-22:00; Sa,Su 11:00-15:00,17:00-23:00"
      ),
      ("평일 10:00~22:00 (휴게시간 15:00~17:00), 주말 11:00~23:00", "Mo-Fr 10:00-15:00,17:00-22:00; Sa,Su 11:00-23:00"),
      (
        "월~금 10:00~22:00\n15:00~17:00 브레이크타임\n토,일 11:00~20:00\n14:00~15:00 브레이크타임",
        "Mo-Fr 10:00-15:00,17:00-22:00; Sa,Su 11:00-14:00,15:00-20:00"
      ),
      ("평일 09:00~18:00, 점심시간 12:00~13:00 휴무, 주말 휴무", "Mo-Fr 09:00-12:00,13:00-18:00; Sa,Su off"),
    ])
  func breaks(_ text: String, _ expected: String) {
    #expect(OpeningHours.asWritten(text)?.text == expected)
  }

  @Test(
    "The whole day and times of day in words are read",
    arguments: [
      ("24시", "24/7"), ("상시개방", "24/7"), ("연중무휴 24시", "24/7"), ("24시 무인운영", "24/7"), ("365일 24시간", "24/7"),
      ("평일 24시, 주말 10시~24시", "Mo-Fr 00:00-24:00; Sa,Su 10:00-24:00"), ("10시~24시", "Mo-Su 10:00-24:00"),
      ("오전 11시~새벽 2시", "Mo-Su 11:00-02:00"), ("오전 10:00 ~ 익일 오전 2:00", "Mo-Su 10:00-02:00"),
      ("오후 2시 부터 밤 10시 까지", "Mo-Su 14:00-22:00"), ("낮 12시~밤 12시", "Mo-Su 12:00-24:00"),
      ("정오~자정", "Mo-Su 12:00-24:00"), ("１０：００〜２２：００", "Mo-Su 10:00-22:00"), ("1000~2200", "Mo-Su 10:00-22:00"),
      ("10:00:00∼22:00:00", "Mo-Su 10:00-22:00"), ("10:00 — 22:00", "Mo-Su 10:00-22:00"),
      ("10:00–22:00", "Mo-Su 10:00-22:00"), ("10:00부터 ~ 익일 02:00까지", "Mo-Su 10:00-02:00"),
    ])
  func times(_ text: String, _ expected: String) {
    #expect(OpeningHours.asWritten(text)?.text == expected)
  }

  @Test(
    "Common forms of other languages are read",
    arguments: [
      ("Monday: 10 AM–10 PM, Tuesday to Sunday: Closed", "Mo 10:00-22:00; Tu-Su off"),
      ("Mon-Sat 10am–8pm; Sun noon–6pm", "Mo-Sa 10:00-20:00; Su 12:00-18:00"),
      ("Mon to Fri 9:30am-6pm, closed on weekends and public holidays", "Mo-Fr 09:30-18:00; Sa,Su off; PH off"),
      ("10時〜22時", "Mo-Su 10:00-22:00"), ("10:00〜22:00 (L.O. 21:30) 定休日：水曜日", "Th-Tu 10:00-22:00; We off"),
      ("平日 11:00〜20:00 土日祝 10:00〜21:00", "Mo-Fr 11:00-20:00; Sa,Su 10:00-21:00; PH 10:00-21:00"),
      ("11:00〜翌2:00 年中無休", "Mo-Su 11:00-02:00"), ("24時間営業", "24/7"),
      ("周一至周五 10:00-22:00，周末 10:00-23:00", "Mo-Fr 10:00-22:00; Sa,Su 10:00-23:00"),
      ("每天 上午10点-晚上10点", "Mo-Su 10:00-22:00"), ("24小时营业", "24/7"),
    ])
  func otherLanguages(_ text: String, _ expected: String) {
    #expect(OpeningHours.asWritten(text)?.text == expected)
  }

  @Test(
    "Everyday forms of French, German and Spanish are read",
    arguments: [
      ("Lun-Ven 9h-19h", "Sa,Su unknown; Mo-Fr 09:00-19:00"),
      ("lundi au vendredi 10h à 20h", "Sa,Su unknown; Mo-Fr 10:00-20:00"),
      ("Du lundi au samedi de 10h30 à 19h30", "Su unknown; Mo-Sa 10:30-19:30"),
      ("Tous les jours 10h-20h sauf le lundi", "Tu-Su 10:00-20:00; Mo off"),
      ("Mar-Sam : 10h-19h, fermé dimanche et lundi", "Tu-Sa 10:00-19:00; Su,Mo off"),
      ("lun. - ven. 10:00-20:00 ; dim. fermé", "Sa unknown; Mo-Fr 10:00-20:00; Su off"), ("24h/24", "24/7"),
      ("7j/7 10h-24h", "Mo-Su 10:00-24:00"), ("Mo–Fr 10–20 Uhr", "Sa,Su unknown; Mo-Fr 10:00-20:00"),
      ("Montag bis Freitag 10:00 - 20:00 Uhr", "Sa,Su unknown; Mo-Fr 10:00-20:00"),
      ("Mo-Fr: 10.00-18.30 Uhr, Sa: 10-16 Uhr, So: geschlossen", "Mo-Fr 10:00-18:30; Sa 10:00-16:00; Su off"),
      ("täglich von 9 bis 21 Uhr, Sonn- und Feiertage geschlossen", "Mo-Sa 09:00-21:00; Su off; PH off"),
      ("Di-So 10:00-18:00, Montag Ruhetag", "Tu-Su 10:00-18:00; Mo off"),
      ("täglich außer Montag 10-18 Uhr", "Tu-Su 10:00-18:00; Mo off"),
      ("Seg a Sex 10h às 20h, Sáb 10h-18h, Dom fechado", "Mo-Fr 10:00-20:00; Sa 10:00-18:00; Su off"),
      ("Segunda a sexta das 9h às 18h", "Sa,Su unknown; Mo-Fr 09:00-18:00"),
      ("Todos os dias, das 10:00 às 22:00", "Mo-Su 10:00-22:00"),
      ("ทุกวัน 10:00-22:00 น.", "Mo-Su 10:00-22:00"), ("เปิดทุกวัน เวลา 10.00 - 21.00 น.", "Mo-Su 10:00-21:00"),
      ("จันทร์-ศุกร์ 11:00-20:00 น. เสาร์-อาทิตย์ 10:00-22:00 น.", "Mo-Fr 11:00-20:00; Sa,Su 10:00-22:00"),
      ("Lun a Vie 10:00-20:00", "Sa,Su unknown; Mo-Fr 10:00-20:00"),
      ("lunes a viernes de 10 a 20 h", "Sa,Su unknown; Mo-Fr 10:00-20:00"),
      ("De lunes a sábado de 10:00 a 21:00 h, domingo cerrado", "Mo-Sa 10:00-21:00; Su off"),
      ("L-V 10:00-20:00, S y D 11:00-21:00", "Mo-Fr 10:00-20:00; Sa,Su 11:00-21:00"),
      ("todos los días 10:00 a. m. – 8:00 p. m.", "Mo-Su 10:00-20:00"),
      ("Mo-Fr 10am-8pm", "Sa,Su unknown; Mo-Fr 10:00-20:00"),
    ])
  func europeanLanguages(_ text: String, _ expected: String) {
    #expect(OpeningHours.asWritten(text)?.text == expected)
  }

  @Test(
    "Words that mean different days in several languages and dates give nothing",
    arguments: [
      "Do 10:00-18:00", "Mi-Do 10:00-18:00", "Sa-Di 10:00-18:00", "Ma-Do 10:00-18:00", "Modo 10:00-18:00",
      "10.15~10.30", "24.12-26.12 geschlossen", "am 24.12. 10.00-14.00 Uhr", "geschlossen", "cerrado", "Lunes 9-6",
      "lundi 9h", "1~15일 휴무, 10:00~20:00", "12-24 10:00~20:00", "Werktags 10-20 Uhr",
    ])
  func uncertainEuropean(_ text: String) {
    #expect(OpeningHours.asWritten(text) == nil, "\(OpeningHours.asWritten(text)?.text ?? "")")
  }

  @Test(
    "Hours with an end only, omitted days, sunset and numbers above twelve are read",
    arguments: [
      ("평일 10:00~22:00, 주말 ~23:00", "Mo-Fr 10:00-22:00; Sa,Su 10:00-23:00"),
      ("10:00~22:00 (금, 토 ~24:00)", "Fr,Sa 10:00-24:00; Su-Th 10:00-22:00"),
      ("Mon-Thu 10am-8pm, Fri until 10pm, Sat-Sun closed", "Mo-Th 10:00-20:00; Fr 10:00-22:00; Sa,Su off"),
      ("Daily 10:00-22:00 except Monday", "Tu-Su 10:00-22:00; Mo off"),
      ("Daily except Monday 10:00-22:00", "Tu-Su 10:00-22:00; Mo off"),
      ("10:00-22:00 except public holidays", "Mo-Su 10:00-22:00; PH off"),
      ("매일(월요일 제외) 10:00~22:00", "Tu-Su 10:00-22:00; Mo off"), ("10:00~22:00 (월요일 제외)", "Tu-Su 10:00-22:00; Mo off"),
      ("월요일 제외 10:00~22:00", "Tu-Su 10:00-22:00; Mo off"), ("일출~일몰", "Mo-Su sunrise-sunset"),
      ("매일 09:00~일몰, 월요일 휴무", "Tu-Su 09:00-sunset; Mo off"), ("sunrise to sunset", "Mo-Su sunrise-sunset"),
      ("10-22", "Mo-Su 10:00-22:00"), ("10~22", "Mo-Su 10:00-22:00"),
      ("평일 9-18, 주말 10-17", "Mo-Fr 09:00-18:00; Sa,Su 10:00-17:00"),
    ])
  func shortForms(_ text: String, _ expected: String) {
    #expect(OpeningHours.asWritten(text)?.text == expected)
  }

  @Test(
    "Short forms that leave something open give nothing",
    arguments: [
      "10:00~22:00, ~23:00", "평일 10:00~22:00, 토 11:00~22:00, 일 ~23:00", "평일 10:00~22:00, 브레이크타임 ~17:00", "일몰~일출",
      "일몰~02:00", "일출 30분 전~일몰", "매일 10:00~22:00 except Monday 12:00~22:00", "10-9", "10~22일",
      "일출~일몰 (브레이크타임 12:00~13:00)",
    ])
  func uncertainShortForms(_ text: String) {
    #expect(OpeningHours.asWritten(text) == nil, "\(OpeningHours.asWritten(text)?.text ?? "")")
  }

  @Test(
    "Days off without a rule leave the hours of other days certain",
    arguments: [
      ("10:00~22:00 격주 월요일 휴무", "Mo-Su 10:00-22:00, Mo 10:00-22:00 unknown \"격주 휴무\""),
      ("매일 10:00~02:00 (설날, 추석 당일 휴무)", "Mo-Su 10:00-02:00, PH 10:00-02:00 unknown \"명절 휴무\""),
      ("11:00〜20:00 不定休", "Mo-Su 11:00-20:00, Mo-Su 11:00-20:00 unknown \"비정기 휴무\""),
      ("10:00~22:00 휴무일 없음", "Mo-Su 10:00-22:00"),
    ])
  func uncertainDaysOff(_ text: String, _ expected: String) {
    #expect(OpeningHours.asWritten(text)?.text == expected)
  }

  @Test(
    "Days off of each month and of one date are read",
    arguments: [
      ("10:00~22:00, 매월 첫째·셋째 주 월요일 휴무", "Mo-Su 10:00-22:00; Mo[1,3] off"),
      ("10:00~22:00 매월 2,4째주 일요일 휴무", "Mo-Su 10:00-22:00; Su[2,4] off"),
      ("10:00~22:00 둘째, 넷째 일요일 휴무", "Mo-Su 10:00-22:00; Su[2,4] off"),
      ("10:00~20:00 (첫 번째 월요일 휴무)", "Mo-Su 10:00-20:00; Mo[1] off"),
      ("10:00~20:00 마지막 월요일 휴무", "Mo-Su 10:00-20:00; Mo[-1] off"),
      ("10:00~02:00, 첫째 주 월요일 휴무", "Mo-Su 10:00-02:00; Mo[1] 02:00-02:00 off"),
      ("10:00~20:00, 휴무: 매주 월요일, 1월 1일", "Tu-Su 10:00-20:00; Mo off; Jan 01 off"),
      ("매월 두번째 금요일 휴무", "unknown; Fr[2] off"), ("第1・第3火曜日定休 10:00〜19:00", "Mo-Su 10:00-19:00; Tu[1,3] off"),
    ])
  func monthlyDaysOff(_ text: String, _ expected: String) {
    #expect(OpeningHours.asWritten(text)?.text == expected)
  }

  @Test("The hours of a holiday keep the night before it")
  func nightsBeforeHolidays() throws {
    for (text, onHoliday) in [
      ("매일 10:00~익일 02:00, 공휴일 휴무", OpenState.closed), ("평일 10:00~02:00, 토요일 10:00~18:00, 공휴일 10:00~18:00", .open),
    ] {
      let hours = try #require(OpeningHours.asWritten(text))
      // 2026-12-25 is a Friday.
      #expect(hours.state(at: korean("2026-12-25 01:00")) == .open, "\(hours.text)")
      #expect(hours.state(at: korean("2026-12-25 02:00")) == .closed, "\(hours.text)")
      #expect(hours.state(at: korean("2026-12-25 12:00")) == onHoliday, "\(hours.text)")
      #expect(hours.state(at: korean("2026-12-25 20:00")) == .closed, "\(hours.text)")
      #expect(hours.state(at: korean("2026-12-26 01:00")) == .closed, "\(hours.text)")
    }
  }

  @Test(
    "Ambiguous and unreadable text gives nothing",
    arguments: [
      "", " ", "문의", "연중무휴", "휴무", "00:00~00:00", "10:00", "10:00~", "~22:00", "주말 ~23:00", "9시~6시", "10:00~08:00",
      "오전 10시~10시",
      "10시~오후 10시", "격주 월요일 휴무", "설날 추석 휴무", "10:00~22:00 (브레이크타임 08:00~09:00)",
      "연중무휴 10:00~22:00 월요일 휴무", "월 10:00~22:00, 월 11:00~23:00", "10:00~22:00 11:00~23:00 오전", "25시~26시", "29:00~30:00",
      "10:60~22:00", "오후 13시~오후 14시", "밤 12시~새벽 5시", "10:00~22:00 라스트오더", "홈페이지참고", "1일 10:00~22:00",
      "10:00~22:00~23:00", "9am", "13pm-2pm", "10am-10", "Moonday 10:00-22:00", "하절기 10:00~22:00, 동절기 10:00~21:00",
      "10:00~22:00 (주말) 11:00~23:00", "격주 월요일 휴무", "새벽 2시", "10:00~22:00 (주말, 12:00)", "10:00-22:00 (last order)",
    ])
  func uncertain(_ text: String) {
    #expect(OpeningHours.asWritten(text) == nil, "\(OpeningHours.asWritten(text)?.text ?? "")")
  }

  @Test("The night before a day off is kept, also in decomposed syllables")
  func nights() throws {
    let hours = try #require(OpeningHours.asWritten("매일 18:00~02:00, 월요일 휴무"))
    #expect(hours.state(at: korean("2026-11-16 01:00")) == .open)
    #expect(hours.state(at: korean("2026-11-16 19:00")) == .closed)
    let pieces = "\u{1106}\u{1162}\u{110B}\u{1175}\u{11AF} 10:00~22:00"
    #expect(OpeningHours.asWritten(pieces)?.text == "Mo-Su 10:00-22:00")
  }
}
