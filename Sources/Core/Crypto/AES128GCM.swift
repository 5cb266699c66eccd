import COpenSSL

/// AES-128 in Galois/Counter Mode (NIST SP 800-38D).
package enum AES128GCM {
  /// The ciphertext, followed by the tag of 16 bytes.
  /// - Parameters:
  ///   - key: 16 bytes.
  ///   - nonce: 12 bytes, never used twice with a key.
  package static func encrypt(_ bytes: [UInt8], key: [UInt8], nonce: [UInt8]) -> [UInt8] {
    precondition(key.count == 16 && nonce.count == 12, "the lengths that the cipher has")
    guard let context = EVP_CIPHER_CTX_new() else { preconditionFailure("no memory for a cipher") }
    defer { EVP_CIPHER_CTX_free(context) }
    var (sealed, tag) = ([UInt8](repeating: 0, count: bytes.count), [UInt8](repeating: 0, count: 16))
    var count: Int32 = 0
    let isDone =
      EVP_EncryptInit_ex(context, EVP_aes_128_gcm(), nil, key, nonce) == 1
      && EVP_EncryptUpdate(context, &sealed, &count, bytes, Int32(bytes.count)) == 1
      && EVP_EncryptFinal_ex(context, &tag, &count) == 1
      && EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, 16, &tag) == 1
    precondition(isDone, "OpenSSL has no AES-128-GCM")
    return sealed + tag
  }
}
