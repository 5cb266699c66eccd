import Basics
import Support
import Testing

@testable import Booths

@Suite("The names of chains")
struct BrandNameTests {
  private static let header = "name,name_en,aliases,line_of,wikidata\n"

  private func brands(_ text: String, of chains: ChainTable = .shipped, _ brands: [String]) -> [String] {
    BrandNames(brands, chains).find(SearchPhrase(text).whole, limit: 5).map(\.brand)
  }

  @Test("A chain is found by its English name and its aliases, and its line by them")
  func aliases() {
    for text in ["Life4Cuts", "life four cuts", "인네컷", "life4cut"] {
      #expect(brands(text, ["하루필름", "인생네컷"]) == ["인생네컷"], "\(text)")
    }
    #expect(brands("photoism", ["인생네컷", "포토이즘컬러드", "포토이즘박스"]).count == 2)
    #expect(brands("인생네컷", ["Life4Cuts"]) == ["Life4Cuts"])
  }

  @Test("An operator's table adds chains and replaces those of the program")
  func operators() throws {
    var chains = ChainTable.shipped
    let mark = chains.mark
    try chains.add(
      csv: Array("name,aliases,line_of\n견본네컷,Sample Cuts;견네,\n\"인생네컷\",Insaeng,\n작은견본,,견본네컷\n".utf8))
    #expect(brands("견네", of: chains, ["견본네컷", "하루필름"]) == ["견본네컷"])
    #expect(brands("sample cuts", of: chains, ["작은견본", "하루필름"]) == ["작은견본"])
    #expect(brands("insaeng", of: chains, ["인생네컷"]) == ["인생네컷"])
    #expect(brands("life4cuts", of: chains, ["인생네컷", "하루필름"]).isEmpty)
    #expect(chains.englishName(of: "인생네컷") == nil && chains.englishName(of: "하루필름") == "Harufilm")
    #expect(chains.mark != mark)
  }

  @Test(
    "A line that cannot be read is named",
    arguments: [
      ("brand,english\nx,y\n", 1), ("name_en\nx\n", 1), (header + "a,b,c,,\n,b,,,\n", 3), (header + "a,,,,12\n", 2),
    ])
  func unreadable(csv: String, line: Int) {
    let error = #expect(throws: DomainError.self) { try ChainTable(csv: Array(csv.utf8)) }
    #expect(error?.code == "chains-unreadable")
    #expect(error?.message.hasPrefix("Line \(line) ") == true, "\(error?.message ?? "")")
  }

  @Test("The program's table has each chain once, with its Wikidata item if that is known")
  func shipped() {
    #expect(ChainTable.shipped.count >= 12)
    #expect(ChainTable.shipped.mark != 0 && ChainTable.empty.mark == 0)
    #expect(ChainTable.shipped.englishName(of: "인생 네컷") == "Life4Cuts")
  }
}
