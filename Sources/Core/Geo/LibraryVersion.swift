import CPROJ

/// The version of PROJ that is loaded.
package func projVersion() -> String { String(cString: proj_info().version) }
