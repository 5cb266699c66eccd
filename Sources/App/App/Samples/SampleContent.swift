import Basics
import Posts

/// The content of the samples. People, texts and pictures are invented.
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
    /// The name of a file of the resources.
    let picture: String
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

  /// The oldest first.
  static let posts = [
    Sample(
      author: "bori", kind: .pose, title: "둘이서 하트", text: "머리 위로 팔을 모으면 하트가 돼요. #둘이서 #하트포즈", people: 2,
      place: (hongdae, 0),
      picture: "hearts",
      likers: ["haneul", "mint", "sunny"],
      comments: [("haneul", "이 포즈 다음에 꼭 해 볼래요!"), ("bori", "세 번째 컷에서 눈을 감으면 더 귀여워요.")]),
    Sample(
      author: "haneul", kind: .pose, title: "혼자 찍는 꽃받침", text: "혼자 가도 어색하지 않아요. #혼네컷 #꽃받침", people: 1,
      place: (gangnam, 0),
      picture: "flower",
      likers: ["bori", "sunny"], comments: [("sunny", "So pretty! The sunset background is perfect.")]),
    Sample(
      author: "sunny", kind: .pose, title: "Four friends, four poses",
      text: "Everybody does another pose and the next cut rotates. #넷이서 #friends", people: 4, place: (seongsu, 0),
      picture: "four-friends",
      likers: ["haneul", "bori", "mint"], comments: [("mint", "넷이 딱 맞게 들어가네요!")]),
    Sample(
      author: "mint", kind: .background, title: "민트 줄무늬 배경", text: "밝은 옷에 잘 어울리는 배경이에요. #배경",
      place: (hongdae, 1), picture: "mint-stripes", likers: ["bori"]),
    Sample(
      author: "bori", kind: .photo, title: "서면에서 셋이", text: "부산 여행 기념 네컷이에요. #부산 #셋이서", place: (seomyeon, 0),
      picture: "busan", likers: ["haneul", "sunny"],
      comments: [("haneul", "바다 색이 예뻐요.")]),
    Sample(
      author: "sunny", kind: .newBooth, title: "New place near the station",
      text: "Clean, and there is a big mirror. #새부스",
      place: (gangnam, 2), picture: "new-booth", likers: ["mint"]),
    Sample(
      author: "haneul", kind: .feed, title: "오늘의 네컷", text: "비 오는 날엔 역시 실내 데이트예요. #데이트", place: (seongsu, 1),
      picture: "rainy-day", likers: ["bori", "mint"]),
    Sample(
      author: "mint", kind: .frame, title: "벚꽃 프레임", text: "봄에 어울리는 분홍 프레임이에요. 견본이라 받을 파일은 없어요.", price: 2_000,
      picture: "cherry-blossom", likers: ["haneul"]),
    Sample(
      author: "mint", kind: .frame, title: "밤하늘 프레임", text: "어두운 배경에 별이 흩어진 프레임이에요. 견본이라 받을 파일은 없어요.", price: 3_000,
      picture: "night-sky", likers: ["sunny"]),
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
