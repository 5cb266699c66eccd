import Basics

/// The adjectives and nouns of random nicknames.
enum NicknameWords {
  static let adjectives = words(
    """
    다정한 상냥한 느긋한 씩씩한 용감한 명랑한 엉뚱한 차분한 포근한 따뜻한 시원한 상큼한 달콤한 새콤한 고소한 담백한 촉촉한 바삭한
    말랑한 폭신한 보송한 반짝이는 빛나는 춤추는 노래하는 웃는 꿈꾸는 졸린 배고픈 배부른 심심한 신나는 설레는 수줍은 당당한 솔직한
    소박한 부지런한 꼼꼼한 재빠른 느린 날쌘 든든한 튼튼한 귀여운 사랑스러운 멋진 근사한 우아한 세련된 빈티지한 투명한 선명한 은은한
    푸른 파란 하얀 노란 붉은 초록빛 보랏빛 분홍빛 금빛 은빛 별빛 달빛 햇살같은 눈부신 고요한 조용한 잔잔한 떠들썩한 활발한 기운찬
    자유로운 한가로운 여유로운 평화로운 행복한 즐거운 기쁜 유쾌한 재미있는 신비로운 특별한 평범한 단단한 부드러운 동그란 네모난 길쭉한
    통통한 자그마한 커다란 가벼운 묵직한 산뜻한 싱그러운 향기로운 아늑한 쾌활한 온화한 영리한 슬기로운 재치있는 눈치빠른 호기심많은
    모험하는 여행하는 산책하는 낮잠자는 기지개켜는 사진찍는 포즈잡는 브이하는 윙크하는 깡충대는 뒹구는 반가운 정다운 해맑은 야무진
    """)

  static let nouns = words(
    """
    고양이 강아지 토끼 햄스터 다람쥐 청설모 고슴도치 수달 해달 물범 바다표범 돌고래 고래 펭귄 북극곰 판다 곰돌이 코알라 알파카 라마
    양 염소 망아지 송아지 사슴 고라니 노루 여우 너구리 오소리 족제비 담비 두더지 거북이 자라 개구리 도롱뇽 카멜레온 병아리 오리 거위
    백조 참새 까치 제비 부엉이 올빼미 딱따구리 앵무새 두루미 갈매기 나비 꿀벌 무당벌레 반딧불이 잠자리 달팽이 문어 오징어 해파리 불가사리
    복어 금붕어 열대어 사과 복숭아 자두 살구 앵두 딸기 산딸기 블루베리 포도 머루 감귤 한라봉 유자 레몬 자몽 망고 수박 참외 멜론 감자
    고구마 옥수수 당근 호박 토마토 가지 버섯 완두콩 도토리 밤송이 호두 땅콩 찹쌀떡 인절미 송편 꿀떡 붕어빵 호떡 약과 식혜 솜사탕 마카롱
    푸딩 쿠키 젤리 와플 도넛 베이글 식빵 구름 무지개 소나기 눈사람 별똥별 초승달 보름달 은하수 민들레 해바라기 코스모스 수선화 목련 동백
    풍선 종이배 바람개비 연필 카메라 필름 사진첩 우산 모자 목도리 양말 찻잔 기타 오르골
    """)

  private static func words(_ text: String) -> [String] {
    text.split(whereSeparator: \.isWhitespace).map(String.init)
  }

  /// A random adjective and noun, with a number from 2 to `maxNumber` appended if that is at least 2.
  static func pick(numbersTo maxNumber: Int, _ random: RandomBytes) -> String {
    let pair = "\(adjectives[index(below: adjectives.count, random)]) \(nouns[index(below: nouns.count, random)])"
    return maxNumber < 2 ? pair : numbered(pair, to: maxNumber, random)
  }

  /// Longer names are truncated before a number is appended.
  static let maxNumberedLength = 30

  /// Nicknames in order of preference: the preferred one, the same with ever longer numbers, random ones likewise.
  static func choices(preferred: Nickname?, _ random: RandomBytes) -> [Nickname] {
    var texts: [String] = []
    if let preferred {
      let name = String(preferred.description.prefix(maxNumberedLength))
      texts.append(preferred.description)
      texts += [99, 9_999, 999_999, 999_999_999].map { numbered(name, to: $0, random) }
    }
    for maxNumber in [0, 0, 99, 9_999, 999_999, 999_999_999] { texts.append(pick(numbersTo: maxNumber, random)) }
    // A preferred nickname of many bytes may leave no room for a number.
    return texts.compactMap { try? Nickname($0) }
  }

  /// A name with a random number from 2 to `maxNumber` appended.
  static func numbered(_ name: String, to maxNumber: Int, _ random: RandomBytes) -> String {
    "\(name) \(2 + index(below: maxNumber - 1, random))"
  }

  /// A random index below `bound`. The modulo bias is less than one in 2³², since the bound is far smaller than 2⁶⁴.
  private static func index(below bound: Int, _ random: RandomBytes) -> Int {
    let number = random(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return Int(number % UInt64(bound))
  }
}
