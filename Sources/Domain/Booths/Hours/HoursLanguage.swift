/// The words with which another language than those of `WrittenHoursToken` writes opening hours.
struct HoursLanguage: Sendable {
  /// The meaning of a word; nil if it says nothing about the hours.
  struct Meaning: Sendable {
    let word: WrittenHoursToken?
  }

  /// "o'clock", longer ones first.
  let hourUnits: [String]
  /// By their first letter, longer ones first.
  private let words: [Character: [(spelling: String, meaning: Meaning)]]

  /// - Parameters:
  ///   - days: The names of each weekday from Monday on, separated by blanks.
  ///   - words: Words and phrases separated by commas, by their meaning.
  private init(hourUnits: [String], days: [String], words: [(WrittenHoursToken?, String)]) {
    self.hourUnits = hourUnits
    var all: [(spelling: String, meaning: Meaning)] = []
    for (position, names) in days.enumerated() {
      let meaning = Meaning(word: .days(1 << UInt8(position)))
      for name in names.split(separator: " ") { all.append((String(name), meaning)) }
    }
    for (word, spellings) in words {
      for spelling in spellings.split(separator: ",") { all.append((String(spelling), Meaning(word: word))) }
    }
    self.words = Dictionary(grouping: all.sorted { $0.spelling.count > $1.spelling.count }) { $0.spelling.first! }
  }

  /// Consumes a whole word from the beginning of the rest of a text. Nil, with nothing consumed, when absent.
  func consumeWord(from rest: inout Substring, of text: String) -> Meaning? {
    guard let first = rest.first, let candidates = words[first] else { return nil }
    if first.isLetter, rest.startIndex > text.startIndex, text[text.index(before: rest.startIndex)].isLetter {
      return nil
    }
    for (spelling, meaning) in candidates where rest.hasPrefix(spelling) {
      let after = rest.dropFirst(spelling.count)
      guard after.first.map({ $0.isLetter || $0.isNumber }) != true else { continue }
      rest = after
      return meaning
    }
    return nil
  }

  static let all = [english, german, french, spanish, italian, dutch, portuguese, thai]

  private static let english = HoursLanguage(
    hourUnits: ["hrs", "h"], days: ["mo", "tu", "we", "th", "fr", "sa", "su"], words: [(nil, "from,h,hrs")])

  private static let german = HoursLanguage(
    hourUnits: ["uhr", "h"],
    days: [
      "mo montag montags", "di dienstag dienstags", "mi mittwoch mittwochs", "do donnerstag donnerstags",
      "fr freitag freitags", "sa samstag samstags sonnabend sonnabends", "so sonntag sonntags",
    ],
    words: [
      (.to, "bis"), (.and, "und,sowie"), (.closed, "geschlossen,ruhetag"), (.except, "außer,ausser"),
      (.days(0x7F), "täglich,taeglich,jeden tag"), (.days(0x60), "wochenende,wochenenden"),
      (.days(0x80), "feiertag,feiertage,feiertags,feiertagen,gesetzliche feiertage"),
      (.days(0xC0), "sonn- und feiertage,sonn- und feiertags,sonn- und feiertagen,so. u. feiertage"),
      (.allDay, "rund um die uhr,24 stunden,24 std"), (.sun(.sunrise), "sonnenaufgang"),
      (.sun(.sunset), "sonnenuntergang"), (nil, "von,am,an,h,uhr,geöffnet,öffnungszeiten,jeweils"),
    ])

  private static let french = HoursLanguage(
    hourUnits: ["heures", "h"],
    days: [
      "lu lun lundi lundis", "ma mar mardi mardis", "me mer mercredi mercredis", "je jeu jeudi jeudis",
      "ve ven vendredi vendredis", "sa sam samedi samedis", "di dim dimanche dimanches",
    ],
    words: [
      (.to, "à,au,jusqu'à,jusqu’à"), (.and, "et"), (.closed, "fermé,fermée,fermés,fermeture"), (.except, "sauf"),
      (.days(0x7F), "tous les jours,tlj,7j/7,7 j/7"), (.days(0x60), "week-end,week-ends"),
      (.days(0x80), "jours fériés,jour férié,fériés"),
      (.allDay, "24h/24,24 h/24,24h sur 24,24 h sur 24,24 heures sur 24"), (.sun(.sunrise), "lever du soleil"),
      (.sun(.sunset), "coucher du soleil"), (nil, "du,de,le,les,ouvert,horaires,h,heures"),
    ])

  private static let spanish = HoursLanguage(
    hourUnits: ["horas", "hrs", "hs", "h"],
    days: [
      "lu lun lunes l", "ma mar martes", "mi mié mie miércoles miercoles x", "ju jue jueves j", "vi vie viernes v",
      "sa sá sab sáb sábado sabado sábados sabados s", "do dom domingo domingos d",
    ],
    words: [
      (.to, "a,al,hasta"), (.and, "y,e"), (.closed, "cerrado,cerrada"), (.except, "excepto,salvo,menos"),
      (.days(0x7F), "todos los días,todos los dias,diario,diariamente,a diario,cada día"),
      (.days(0x60), "fin de semana,fines de semana"),
      (.days(0x80), "festivos,festivo,días festivos,dias festivos,feriados,feriado"),
      (.allDay, "24 horas,las 24 horas"), (.sun(.sunrise), "salida del sol"), (.sun(.sunset), "puesta del sol"),
      (nil, "de,del,desde,el,la,los,las,abierto,horario,horarios,h,hs,hrs,horas"),
    ])

  private static let italian = HoursLanguage(
    hourUnits: ["h"],
    days: [
      "lu lun lunedì", "ma mar martedì", "me mer mercoledì", "gi gio giovedì", "ve ven venerdì", "sa sab sabato",
      "do dom domenica",
    ], words: [(.to, "a,al"), (.and, "e"), (.closed, "chiuso"), (nil, "da,dal,dalle,alle,h")])

  private static let dutch = HoursLanguage(
    hourUnits: ["uur", "u", "h"],
    days: ["ma maandag", "di dinsdag", "wo woensdag", "do donderdag", "vr vrijdag", "za zaterdag", "zo zondag"],
    words: [(.to, "tot,t/m"), (.and, "en"), (.closed, "gesloten"), (nil, "van,uur,h")])

  private static let portuguese = HoursLanguage(
    hourUnits: ["horas", "hs", "h"],
    days: [
      "seg segunda segundas segunda-feira", "ter terça terca terças terça-feira terca-feira",
      "qua quarta quartas quarta-feira", "qui quinta quintas quinta-feira", "sex sexta sextas sexta-feira",
      "sáb sab sábado sabado sábados sabados", "dom domingo domingos",
    ],
    words: [
      (.to, "a,à,às,as,até"), (.and, "e"), (.closed, "fechado,fechada,encerrado,encerrada"),
      (.except, "exceto,excepto,menos"), (.days(0x7F), "todos os dias,diariamente"),
      (.days(0x60), "fim de semana,fins de semana"), (.days(0x80), "feriados,feriado"), (.allDay, "24 horas"),
      (.sun(.sunrise), "nascer do sol"), (.sun(.sunset), "pôr do sol"),
      (nil, "de,da,das,do,aos,aberto,aberta,horário,h,hs,horas"),
    ])

  private static let thai = HoursLanguage(
    hourUnits: ["น."],
    days: [
      "จันทร์ วันจันทร์ จ.", "อังคาร วันอังคาร อ.", "พุธ วันพุธ พ.", "พฤหัสบดี วันพฤหัสบดี พฤหัส วันพฤหัส พฤ.", "ศุกร์ วันศุกร์ ศ.",
      "เสาร์ วันเสาร์ ส.", "อาทิตย์ วันอาทิตย์ อา.",
    ],
    words: [
      (.to, "ถึง"), (.and, "และ"), (.closed, "ปิด,หยุด,ปิดทำการ"), (.except, "ยกเว้น"), (.days(0x7F), "ทุกวัน,เปิดทุกวัน"),
      (.days(0x60), "เสาร์-อาทิตย์,เสาร์ - อาทิตย์"), (.days(0x80), "วันหยุดนักขัตฤกษ์"),
      (.allDay, "24 ชั่วโมง,ตลอด 24 ชั่วโมง,24 ชม."), (nil, "น.,น,เปิด,เวลา,เวลาทำการ"),
    ])
}
