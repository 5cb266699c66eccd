import APIKit
import NativeAPI

/// Both generations of the contract of the learning platform LSLP.
///
/// The endpoints only translate; the account, post, photo and payment services decide. What the contract leaves open
/// follows the known clients: 4cuts.zip, Mobbie and OOTD.
struct LSLPEndpoints: Sendable {
  let services: LegacyServices

  var all: [Endpoint] {
    LSLPAccountEndpoints(services: services).all + LSLPProfileEndpoints(services: services).all
      + LSLPPostEndpoints(services: services).all + LSLPListEndpoints(services: services).all
      + LSLPCommentEndpoints(services: services).all + LSLPPaymentEndpoints(services: services).all
      + LSLPImageEndpoints(services: services).all
  }
}
