import Basics
import Booths
import CommandLineKit
import Foundation
import Photos
import PortOne
import Web
import WebClient

/// Checks of what the server needs beside its database: photos, the files of its pages, places, holidays, and the payment
/// gateways.
struct ServiceChecks: Sendable {
  let settings: ServiceSettings
  let directory: URL
  let now: Timestamp

  func all() async -> [DoctorFinding] { [await photos(), pages, places, holidays] + (await gateways()) }

  private func photos() async -> DoctorFinding {
    guard case .bucket? = settings.photos else { return photoDirectory }
    do {
      let store = try settings.photos?.store(temporary: nil)
      // A name that no photo has: the answer alone shows that the bucket is there and may be read.
      if let name = PhotoName(String(repeating: "0", count: 64) + ".jpg") {
        _ = try await store?.variant(of: PhotoKey(name))
      }
      return .ok("photos", "The bucket answers, and may be read.")
    } catch {
      let reason = operatorMessage(of: error)
      return .fail("photos", "The bucket of --photos cannot be read (\(reason)): check address and credentials.")
    }
  }

  private var photoDirectory: DoctorFinding {
    let path = directory.appendingPathComponent("photos").path
    guard FileManager.default.fileExists(atPath: path) else {
      return .ok("photos", "There is no \(path) yet: 'serve' makes it.")
    }
    return access(path, R_OK | W_OK | X_OK) == 0
      ? .ok("photos", "\(path) can be read and written.")
      : .fail("photos", "\(path) cannot be read and written: check its permissions.")
  }

  private var pages: DoctorFinding {
    do throws(DomainError) {
      _ = try WebFiles(ofProgram: programURL)
      return .ok("pages", "The files of the web pages exist.")
    } catch {
      return .warn("pages", error.message)
    }
  }

  private var places: DoctorFinding {
    do {
      return .ok("places", "The search knows \(try Gazetteer.ofThisProgram().places.count.grouped) places.")
    } catch {
      return .warn("places", operatorMessage(of: error))
    }
  }

  var holidays: DoctorFinding {
    PublicHolidays.warning(at: now).map { .warn("holidays", $0) }
      ?? .ok(
        "holidays", "They are known through \(PublicHolidays.lastDay.rfc3339), as of \(PublicHolidays.asOf.rfc3339).")
  }

  private func gateways() async -> [DoctorFinding] {
    let shop = settings.shop
    let own = [
      shop.v1.map { _ in PortOneConfiguration.v1URL }, shop.v2.map { _ in PortOneConfiguration.v2URL },
    ].compactMap(\.self)
    let addresses = shop.address.map { [$0] } ?? own.compactMap { try? WebAddress($0, field: "portone-url") }
    guard shop.isOpen else { return [.ok("payments", "The shop is closed: no payment gateway is set.")] }
    let overloaded = DomainError(.unavailable, "busy", "Too many requests.")
    let client = WebClient(overloadError: overloaded)
    var results: [DoctorFinding] = []
    for address in addresses {
      do {
        // Any answer will do: without credentials nothing is asked of the gateway.
        _ = try await client.send(WebRequest(address))
        results.append(.ok("payments", "\(address) answers."))
      } catch {
        results.append(
          .fail("payments", "\(address) cannot be reached (\(error)): check the network, firewalls and HTTPS_PROXY."))
      }
    }
    return results
  }
}
