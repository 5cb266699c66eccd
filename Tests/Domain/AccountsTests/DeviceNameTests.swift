import Testing

@testable import Accounts

@Suite("The name of a device")
struct DeviceNameTests {
  @Test(
    "A device is named by its program and its system, without versions",
    arguments: [
      (
        "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36",
        "Chrome, Windows"
      ),
      (
        "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36 Edg/126.0",
        "Edge, Windows"
      ),
      (
        "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
          + "Version/17.5 Mobile/15E148 Safari/604.1", "Safari, iPhone"
      ),
      (
        "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
          + "Mobile/15E148 KAKAOTALK 10.8.5", "KakaoTalk, iPhone"
      ),
      (
        "Mozilla/5.0 (Linux; Android 13; SM-S911N) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/25.0 "
          + "Chrome/121.0.0.0 Mobile Safari/537.36", "Samsung Internet, Android"
      ),
      ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:127.0) Gecko/20100101 Firefox/127.0", "Firefox, Mac"),
      ("LSLP/1.0 (com.example.lslp; build:1; iOS 17.5.0) Alamofire/5.9.1", "LSLP"),
      ("MojiTalk/3 CFNetwork/1496.0.7 Darwin/23.5.0", "MojiTalk, iOS"), ("curl/8.5.0", "curl"),
      ("", ""), ("Mozilla/5.0", ""), ("<script>", ""), ("\u{202E}evil", ""),
      (String(repeating: "a", count: 31), ""),
    ])
  func names(_ userAgent: String, _ name: String) {
    #expect(DeviceName(userAgent: userAgent).description == name)
  }

  @Test("No header makes a name that is too long")
  func bound() {
    let all = "KAKAOTALK Samsung " + String(repeating: "Windows Macintosh ", count: 1000)
    #expect(DeviceName(userAgent: all).description.count <= DeviceName.maxLength)
    #expect(DeviceName(stored: all).description.count == DeviceName.maxLength)
  }
}
