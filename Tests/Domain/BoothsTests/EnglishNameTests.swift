import Support
import Testing

@testable import Booths

@Suite("The English name")
struct EnglishNameTests {
  @Test(
    "The English name of a booth is that of its chain with the branch romanised",
    arguments: [
      ("인생네컷 강남역점", "인생네컷", "Life4Cuts Gangnam Station"),
      ("포토이즘박스 홍대2호점", "포토이즘박스", "Photoism Box Hongdae No. 2"),
      ("포토이즘 건대점", "포토이즘", "Photoism Geondae"), ("하루필름 본점", "하루필름", "Harufilm Main Branch"),
      ("모의사진관 강남 1호점 (샘플)", "모의사진관", "Moui Photo Studio Gangnam No. 1 (Sample)"),
      ("테스트컷 신논현 12호점", "테스트컷", "Test Cut Sinnonhyeon No. 12"),
      ("포토그레이 롯데월드몰점", "포토그레이", "Photogray Lotte World Mall"),
      ("인생네컷 현대백화점", "인생네컷", "Life4Cuts Hyeondae Department Store"),
      ("무인사진관 서울역", nil, "Self-Service Photo Studio Seoul Station"),
      ("셀픽스 SELPIX 판교", "셀픽스", "Selfix SELPIX Pangyo"), ("점", nil, "Jeom"), ("호점", nil, "Ho"),
    ] as [(String, String?, String)])
  func booths(_ name: String, _ brand: String?, _ english: String) {
    #expect(EnglishName.booth(name, brand: brand, .shipped) == english)
  }

  @Test("The English name of a chain is its own or romanised, and names in other scripts have none")
  func brands() {
    #expect(EnglishName.brand("인생네컷", .shipped) == "Life4Cuts")
    #expect(EnglishName.brand("인생 네컷", .shipped) == "Life4Cuts")
    #expect(EnglishName.brand("견본샾", .shipped) == "Gyeonbon Shop")
    #expect(EnglishName.brand("Photomaton", .shipped) == nil)
    #expect(EnglishName.booth("Les Halles", brand: nil, .shipped) == nil)
    #expect(EnglishName.brand("", .shipped) == nil)
  }
}
