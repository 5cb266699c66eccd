import Basics
import Posts

/// What the samples consist of. People, texts and pictures are made up.
enum SampleContent {
  struct Person {
    /// Before the `@` of the e-mail address.
    let name: String
    let nickname: String
    let bio: String
  }

  struct Sample {
    let author: String
    let kind: PostKind
    var title: String?
    let text: String
    var people: Int?
    var price: Int?
    /// The post is about the n-th nearest booth there.
    var place: (coordinate: Coordinate, rank: Int)?
    let strip: SampleStrip
    var likers: [String] = []
    var comments: [(author: String, text: String)] = []
  }

  /// Reserved by RFC 2606: no mail goes there, and nobody owns it.
  static let mailDomain = "samples.fourcuts.invalid"

  static let people = [
    Person(name: "haneul", nickname: "견본 하늘", bio: "주말마다 네컷을 모아요. 견본 계정이에요."),
    Person(name: "bori", nickname: "견본 보리", bio: "포즈 연구 중이에요. 견본 계정이에요."),
    Person(name: "mint", nickname: "견본 민트", bio: "프레임을 그려요. 견본 계정이에요."),
    Person(name: "sunny", nickname: "Sample Sunny", bio: "Collecting strips all over Seoul. A sample account."),
  ]

  private static let gangnam = coordinate(37.4979, 127.0276)
  private static let hongdae = coordinate(37.5572, 126.9245)
  private static let seongsu = coordinate(37.5446, 127.0559)
  private static let seomyeon = coordinate(35.1577, 129.0592)

  private static func coordinate(_ latitude: Double, _ longitude: Double) -> Coordinate {
    guard let coordinate = Coordinate(latitude: latitude, longitude: longitude) else {
      preconditionFailure("a coordinate of the samples is out of range")
    }
    return coordinate
  }

  private static func strip(
    _ frame: UInt32, _ backgrounds: [UInt32], _ pattern: SampleStrip.Pattern, _ people: Int,
    _ poses: [SampleStrip.Pose] = SampleStrip.Pose.allCases
  ) -> SampleStrip {
    SampleStrip(
      frame: Color(frame), backgrounds: backgrounds.map(Color.init), pattern: pattern, people: people, poses: poses)
  }

  /// The oldest first.
  static let posts = [
    Sample(
      author: "bori", kind: .pose, title: "둘이서 하트", text: "머리 위로 팔을 모으면 하트가 돼요. #둘이서 #하트포즈", people: 2,
      place: (hongdae, 0),
      strip: strip(
        0xFF_E3EC, [0xFF_C2D1, 0xBD_E0FE, 0xCD_EAC0, 0xFF_E5A8], .dots, 2, [.heart, .victory, .heart, .flower]),
      likers: ["haneul", "mint", "sunny"],
      comments: [("haneul", "이 포즈 다음에 꼭 해 볼래요!"), ("bori", "세 번째 컷에서 눈을 감으면 더 귀여워요.")]),
    Sample(
      author: "haneul", kind: .pose, title: "혼자 찍는 꽃받침", text: "혼자 가도 어색하지 않아요. #혼네컷 #꽃받침", people: 1,
      place: (gangnam, 0),
      strip: strip(0x22_2222, [0xF4_A261, 0xE7_6F51], .sunrise, 1, [.flower, .heart, .victory, .cheering]),
      likers: ["bori", "sunny"], comments: [("sunny", "So pretty! The sunset background is perfect.")]),
    Sample(
      author: "sunny", kind: .pose, title: "Four friends, four poses",
      text: "Everybody does another pose and the next cut rotates. #넷이서 #friends", people: 4, place: (seongsu, 0),
      strip: strip(0xFF_FFFF, [0xA0_C4FF, 0xBD_B2FF], .stripes, 4, [.cheering, .victory, .heart, .flower]),
      likers: ["haneul", "bori", "mint"], comments: [("mint", "넷이 딱 맞게 들어가네요!")]),
    Sample(
      author: "mint", kind: .background, title: "민트 줄무늬 배경", text: "밝은 옷에 잘 어울리는 배경이에요. #배경",
      place: (hongdae, 1), strip: strip(0xE8_F8F5, [0x76_D7C4, 0xA3_E4D7], .stripes, 2), likers: ["bori"]),
    Sample(
      author: "bori", kind: .photo, title: "서면에서 셋이", text: "부산 여행 기념 네컷이에요. #부산 #셋이서", place: (seomyeon, 0),
      strip: strip(0xFF_F3B0, [0x90_E0EF, 0xFF_D6A5, 0xCA_FFBF, 0xFF_ADAD], .plain, 3), likers: ["haneul", "sunny"],
      comments: [("haneul", "바다 색이 예뻐요.")]),
    Sample(
      author: "sunny", kind: .newBooth, title: "New place near the station",
      text: "Clean, and there is a big mirror. #새부스",
      place: (gangnam, 2), strip: strip(0x2B_2D42, [0x8D_99AE, 0xED_F2F4], .dots, 2), likers: ["mint"]),
    Sample(
      author: "haneul", kind: .feed, title: "오늘의 네컷", text: "비 오는 날엔 역시 실내 데이트예요. #데이트", place: (seongsu, 1),
      strip: strip(0xD8_E2DC, [0xFF_E5D9, 0xFF_CAD4, 0xF4_ACB7, 0x9D_8189], .sunrise, 2), likers: ["bori", "mint"]),
    Sample(
      author: "mint", kind: .frame, title: "벚꽃 프레임", text: "봄에 어울리는 분홍 프레임이에요. 견본이라 받을 파일은 없어요.", price: 2_000,
      strip: strip(0xFF_C8DD, [0xFF_F0F5, 0xFF_E5EC], .dots, 2), likers: ["haneul"]),
    Sample(
      author: "mint", kind: .frame, title: "밤하늘 프레임", text: "어두운 배경에 별이 흩어진 프레임이에요. 견본이라 받을 파일은 없어요.", price: 3_000,
      strip: strip(0x1B_1B3A, [0x3A_3A6A, 0x53_5390], .dots, 1), likers: ["sunny"]),
  ]

  static let workspace = (
    name: "네컷 산책 모임 (견본)", description: "견본 대화예요. 'fourcuts samples remove'로 지울 수 있어요.", channel: "포즈 추천"
  )

  static let talk: [(author: String, text: String)] = [
    ("haneul", "이번 주말에 성수에서 만나요! 새로 생긴 부스가 있대요."),
    ("bori", "좋아요. 넷이 들어갈 수 있나요?"),
    ("sunny", "Yes, four of us fit. I tried it yesterday."),
    ("mint", "그럼 제가 프레임을 골라 둘게요."),
    ("haneul", "토요일 세 시, 성수역 3번 출구예요."),
    ("bori", "포즈는 제가 생각해 갈게요 ✌️"),
  ]
}
