/// Both generations of the contract of the learning platform LSLP.
///
/// Everything here translates: what is allowed, taken or refused is decided by the services of accounts, posts,
/// photos and payments. What the contract leaves open is decided for the clients that are known: 4cuts.zip, Mobbie and OOTD.
enum LSLPEndpoints {
  static let all: [Endpoint] =
    LSLPAccountEndpoints.all + LSLPProfileEndpoints.all + LSLPPostEndpoints.all + LSLPListEndpoints.all
    + LSLPCommentEndpoints.all + LSLPPaymentEndpoints.all + LSLPImageEndpoints.all
}
