package import Accounts
package import MapTiles

package struct PageSettings: Sendable {
  /// The tiles over the built-in base map; nil: none.
  package var tiles: TileSource?
  /// The file that this server serves tiles of; nil: none.
  package var tileArchive: (any TileArchive)?
  /// Receives why a tile of the file could not be sent, for the operator.
  package var onTileFailure: @Sendable (any Error) -> Void = { _ in }
  /// The login providers offered, by their API names (`kakao`).
  package var providers: [String] = []
  /// The contact shown to people who cannot log in; empty: none.
  package var operatorContact = ""
  /// Whether mails reach people: without a relay a forgotten password is the operator's case.
  package var sendsMail = false
  /// The operator's own terms and the like.
  package var legalTexts = LegalTexts.none
  /// Whether the shop is open.
  package var isShopOpen = false
  /// The library that opens payment windows; nil: none.
  package var paymentLibrary: PaymentLibrary?

  package init() {}
}
