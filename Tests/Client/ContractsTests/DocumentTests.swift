import Contracts
import JSON
import Testing

@Suite("Documents match their contract")
struct DocumentTests {
  private func text(_ value: JSONValue) -> String { String(decoding: value.bytes, as: UTF8.self) }

  @Test("An object keeps the order of its keys and omits nil values")
  func order() {
    let value: JSONValue = .object(["z": 1, "a": nil, "m": ["x", true, .null, .number(1.5)]])
    #expect(text(value) == #"{"z":1,"m":["x",true,null,1.5]}"#)
    #expect(value["m"] == ["x", true, .null, .number(1.5)])
    #expect(value["a"] == nil)
    #expect(JSONValue.integer(1)["z"] == nil)
  }

  @Test("A problem names its parameter only if there is one")
  func problem() {
    var problem = Problem(
      type: "/docs#problem-invalid", title: "Title", status: 400, detail: "Detail.", code: "code", parameter: "lat")
    #expect(
      text(problem.json)
        == #"{"type":"/docs#problem-invalid","title":"Title","status":400,"detail":"Detail.","code":"code","parameter":"lat"}"#
    )
    problem.parameter = nil
    problem.reference = "r1"
    #expect(text(problem.json).hasSuffix(#""code":"code","reference":"r1"}"#))
  }

  @Test("A keyword search of Kakao Local has texts throughout a document, and numbers in meta")
  func kakaoKeyword() {
    let coordinate = KakaoPlace(
      id: "7", placeName: "이름", categoryName: "분류", phone: "", addressName: "지번", roadAddressName: "도로명",
      x: "127.0", y: "37.0", placeURL: "http://h/7", distance: "12")
    let answer = KakaoAnswer(keyword: "네컷", totalCount: 50, pageableCount: 45, isEnd: false, documents: [coordinate])
    #expect(
      text(answer.json)
        == #"{"meta":{"same_name":{"region":[],"keyword":"네컷","selected_region":""},"pageable_count":45,"#
        + #""total_count":50,"is_end":false},"documents":[{"id":"7","place_name":"이름","category_name":"분류","#
        + #""category_group_code":"","category_group_name":"","phone":"","address_name":"지번","#
        + #""road_address_name":"도로명","x":"127.0","y":"37.0","place_url":"http://h/7","distance":"12"}]}"#)
  }

  @Test("A category search of Kakao Local has no same_name")
  func kakaoCategory() {
    let answer = KakaoAnswer(keyword: nil, totalCount: 0, pageableCount: 0, isEnd: true, documents: [])
    #expect(
      text(answer.json)
        == #"{"meta":{"same_name":null,"pageable_count":0,"total_count":0,"is_end":true},"documents":[]}"#)
  }

  @Test("An error of Kakao Local has its type and message")
  func kakaoFault() {
    let fault = KakaoFault(status: 400, errorType: "InvalidArgument", message: "page is more than max")
    #expect(text(fault.json) == #"{"errorType":"InvalidArgument","message":"page is more than max"}"#)
  }

  @Test("A link without a title omits it")
  func link() {
    #expect(text(Link("next", "/x?a=1", type: "t/s").json) == #"{"href":"/x?a=1","rel":"next","type":"t/s"}"#)
  }
}
