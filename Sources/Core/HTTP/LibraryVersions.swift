import COpenSSL
import CZlib

/// The version of zlib that is loaded.
package func zlibLibraryVersion() -> String { String(cString: zlibVersion()) }

/// The version of OpenSSL that is loaded.
package func openSSLVersion() -> String { String(cString: OpenSSL_version(OPENSSL_VERSION_STRING)) }
