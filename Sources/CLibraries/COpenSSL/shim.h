#pragma once
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/sha.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

// Macros that Swift does not see.

static inline void copenssl_set_options(SSL_CTX *context) {
  // HTTP/1.1 messages tell where they end, so a connection that ends without close_notify hides nothing.
  SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_IGNORE_UNEXPECTED_EOF);
  SSL_CTX_set_mode(context, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER |
                                SSL_MODE_RELEASE_BUFFERS);
  SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
}

static inline int copenssl_set_version_range(SSL_CTX *context, int lowest, int highest) {
  return SSL_CTX_set_min_proto_version(context, lowest) && SSL_CTX_set_max_proto_version(context, highest);
}

static inline int copenssl_add_chain_certificate(SSL_CTX *context, X509 *certificate) {
  return (int)SSL_CTX_add1_chain_cert(context, certificate);
}

/// The reason of an error of OpenSSL's queue, without the library that it comes from.
static inline int copenssl_reason(unsigned long error) { return ERR_GET_REASON(error); }

/// A point of P-256 times a scalar of 32 bytes, both points uncompressed (65 bytes); the generator for a null point.
/// Returns 1, or 0 if the point is not on the curve or the product is no point.
static inline int copenssl_p256_multiply(const unsigned char *scalar, const unsigned char *point,
                                         unsigned char *product) {
  EC_GROUP *group = EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1);
  BIGNUM *number = BN_bin2bn(scalar, 32, NULL);
  EC_POINT *factor = group ? EC_POINT_new(group) : NULL, *result = group ? EC_POINT_new(group) : NULL;
  int done = group && number && factor && result && !BN_is_zero(number);
  if (done && point) {
    done = EC_POINT_oct2point(group, factor, point, 65, NULL) == 1 &&
           EC_POINT_mul(group, result, NULL, factor, number, NULL) == 1;
  } else if (done) {
    done = EC_POINT_mul(group, result, number, NULL, NULL, NULL) == 1;
  }
  done = done && EC_POINT_point2oct(group, result, POINT_CONVERSION_UNCOMPRESSED, product, 65, NULL) == 65;
  EC_POINT_free(result);
  EC_POINT_free(factor);
  BN_clear_free(number);
  EC_GROUP_free(group);
  return done;
}
