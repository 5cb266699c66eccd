import CCmark
import Glibc

/// Texts in CommonMark.
package enum Markdown {
  /// The HTML of a text. HTML in it is left out, and links to scripts lead nowhere, so that it needs no other check.
  /// Complexity: O(length).
  package static func html(_ text: String) -> String {
    var text = text
    return text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        guard let html = cmark_markdown_to_html(characters.baseAddress, characters.count, CMARK_OPT_VALIDATE_UTF8)
        else { return "" }
        defer { free(html) }
        return String(cString: html)
      }
    }
  }
}
