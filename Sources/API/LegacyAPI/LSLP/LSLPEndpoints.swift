import APIKit
import NativeAPI

/// Both generations of the contract of the learning platform LSLP.
///
/// Everything here translates: what is allowed, taken or refused is decided by the services of accounts, posts, photos
/// and payments. What the contract leaves open is decided for the clients that are known: 4cuts.zip, Mobbie and OOTD.
struct LSLPEndpoints: Sendable {
  let services: LegacyServices

  var all: [Endpoint] {
    LSLPAccountEndpoints(services: services).all + LSLPProfileEndpoints(services: services).all
      + LSLPPostEndpoints(services: services).all + LSLPListEndpoints(services: services).all
      + LSLPCommentEndpoints(services: services).all + LSLPPaymentEndpoints(services: services).all
      + LSLPImageEndpoints(services: services).all
  }
}
