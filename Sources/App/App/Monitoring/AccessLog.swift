import HTTP
import Telemetry

/// One entry for each response; neither the query nor the client's address.
func accessLog(_ logger: Logger, isOn: @escaping @Sendable () -> Bool) -> Middleware {
  Middleware(
    "access log",
    finish: { record, request in
      guard isOn() else { return }
      let (seconds, attoseconds) = record.duration.components
      let microseconds = Int(seconds) * 1_000_000 + Int(attoseconds / 1_000_000_000_000)
      let (method, route) = (record.method?.rawValue ?? "-", record.route ?? "-")
      logger.log(
        .info, "http.request", "\(method) \(route) \(record.status)",
        [
          LogField("method", method, isInMessage: true), LogField("route", route, isInMessage: true),
          LogField("status", record.status, isInMessage: true),
          LogField("bytes", record.bytes), LogField("duration_us", microseconds),
        ], of: request?.scope())
    })
}
