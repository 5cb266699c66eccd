import CSodium

/// The version of libsodium that is loaded.
package func sodiumVersion() -> String { String(cString: sodium_version_string()) }
