import COpenSSL
import CZlib

package func zlibLibraryVersion() -> String { String(cString: zlibVersion()) }

package func openSSLVersion() -> String { String(cString: OpenSSL_version(OPENSSL_VERSION_STRING)) }
