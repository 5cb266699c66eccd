/// A private key (P-256, PKCS #8) in the form of Apple's keys. It was generated for tests and gives access to nothing.
package let signingKeyPEM = """
  -----BEGIN PRIVATE KEY-----
  MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgzxzWyEBRa4hedIqn
  oTys1+XOjDcfR8v9tZaBYpNpo7OhRANCAATuVZHb3GxJf+KMl9E9DMIhUULwqjko
  E77EwPOuVUqSDBKmCDgs4aHfxlNz6QD7tz0LdyjCF62xBO0WXwqw3J+k
  -----END PRIVATE KEY-----
  """
