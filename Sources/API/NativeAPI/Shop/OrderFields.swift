import APIKit
import Basics
import Contracts
import JSON
import Payments

enum OrderFields {
  static let post = BodyField<PostID>(
    "post", .identifier(), "The post whose goods are bought.", isRequired: true, example: "0199c0ffee0123456789abcd")
  static let transaction = BodyField<String>(
    "transaction", .visible(maxCount: 100),
    "The gateway's identifier of the payment (`imp_uid`), if its library returned one; without it the payment is found by"
      + " the order's reference.", example: "imp_123456789012")
  static let reason = BodyField<String>(
    "reason", .text(1...200), "Why; the seller and operators read it.", isRequired: true,
    example: "사진에 맞지 않아요.")
  static let isAccepted = BodyField<Bool>(
    "accepted", .flag(), "Whether the payment is refunded.", isRequired: true, example: true)
  static let answer = BodyField<String>(
    "answer", .text(0...200), "The seller's message to the buyer.", example: "환불해 드릴게요.")
}

enum OrderParameters {
  static let id = Parameter<OrderID>(
    "id", .identifier(), "The identifier of an order.", example: "0199c0ffee0123456789abcd")
  static let state = Parameter<Set<OrderState>>(
    "state", .enumerationSet(), "Only orders in these states.", example: "paid")
  static let token = Parameter<String>(
    "token", .text(maxCount: FileLinks.maxTokenLength), "The end of a file's `url`.",
    example: "AAABnA0K3gAwMTk5YzBmZmVl")
}
