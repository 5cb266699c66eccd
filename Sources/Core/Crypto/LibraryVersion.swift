import CSodium

package func sodiumVersion() -> String { String(cString: sodium_version_string()) }
