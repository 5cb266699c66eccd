import CPROJ

package func projVersion() -> String { String(cString: proj_info().version) }
