package import Basics

/// A payment that was found to be right: the second generation's, which alone has payments.
package struct LSLPPayment: LSLPDocument, Hashable {
  /// Known in the list of one's payments alone, where clients of spring 2024 cannot do without it.
  package var id: String?
  /// Empty where whoever paid did not say who that is.
  package var buyerID: String
  /// 24 hexadecimal digits.
  package var postID: String
  /// The client's number of its order.
  package var merchantUID: String
  /// What was bought.
  package var productName: String
  /// In won.
  package var price: Int
  /// Written with three decimals.
  package var paidAt: Timestamp

  /// A payment from its parts.
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

  /// Writes the document.
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

/// Somebody's payments.
package struct LSLPPaymentList: LSLPDocument, Hashable {
  /// Newest first.
  package var payments: [LSLPPayment]

  /// A list.
  package init(payments: [LSLPPayment]) { self.payments = payments }

  /// Writes the document.
  package func write(to writer: inout JSONWriter, as generation: LSLPGeneration) {
    writer.beginObject()
    writer.list("data", payments) { $0.write(to: &$1, as: generation) }
    writer.endObject()
  }
}
