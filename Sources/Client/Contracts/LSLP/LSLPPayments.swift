package import Basics
package import JSON

/// A validated payment; only the second generation has payments.
package struct LSLPPayment: LSLPDocument, Hashable {
  /// Present only in the list of payments, in which clients of spring 2024 require it.
  package var id: String?
  /// Empty for an anonymous buyer.
  package var buyerID: String
  /// 24 hexadecimal digits.
  package var postID: String
  /// The client's order number.
  package var merchantUID: String
  package var productName: String
  /// In won.
  package var price: Int
  /// Written with three decimals.
  package var paidAt: Timestamp

  package init(
    id: String?, buyerID: String, postID: String, merchantUID: String, productName: String, price: Int,
    paidAt: Timestamp
  ) {
    self.id = id
    self.buyerID = buyerID
    self.postID = postID
    self.merchantUID = merchantUID
    self.productName = productName
    self.price = price
    self.paidAt = paidAt
  }

  package func write(to writer: inout JSONWriter, as generation: LSLPGeneration) {
    writer.beginObject()
    writer.text("payment_id", ifAny: id)
    writer.text("buyer_id", buyerID)
    writer.text("post_id", postID)
    writer.text("merchant_uid", merchantUID)
    writer.text("productName", productName)
    writer.number("price", price)
    writer.instant("paidAt", paidAt)
    writer.endObject()
  }
}

package struct LSLPPaymentList: LSLPDocument, Hashable {
  /// Newest first.
  package var payments: [LSLPPayment]

  package init(payments: [LSLPPayment]) { self.payments = payments }

  package func write(to writer: inout JSONWriter, as generation: LSLPGeneration) {
    writer.beginObject()
    writer.list("data", payments) { $0.write(to: &$1, as: generation) }
    writer.endObject()
  }
}
