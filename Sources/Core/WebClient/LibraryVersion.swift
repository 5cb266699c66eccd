import CCurl

package func curlVersion() -> String { String(cString: curl_version_info(CURLVERSION_FIRST).pointee.version) }
