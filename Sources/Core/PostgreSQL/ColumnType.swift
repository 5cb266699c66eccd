import CPQ

/// The types of PostgreSQL whose binary form is known here, by their numbers in its catalogue, which never change.
struct ColumnType: Hashable {
  let number: Oid

  static let bool = ColumnType(number: 16)
  static let bytes = ColumnType(number: 17)
  static let int8 = ColumnType(number: 20)
  static let int2 = ColumnType(number: 21)
  static let int4 = ColumnType(number: 23)
  static let text = ColumnType(number: 25)
  static let oid = ColumnType(number: 26)
  static let float4 = ColumnType(number: 700)
  static let float8 = ColumnType(number: 701)
  static let timestamptz = ColumnType(number: 1184)

  /// Whether its binary form is the text itself: name, text, unknown, bpchar, varchar.
  var isText: Bool { [19, 25, 705, 1042, 1043].contains(number) }

  /// Whether values of it can be read in binary form.
  var isKnown: Bool {
    isText || [.bool, .bytes, .int8, .int2, .int4, .oid, .float4, .float8, .timestamptz].contains(self)
  }
}

struct StatementShape {
  let parameters: [ColumnType]
  /// Whether results are asked for in binary form. libpq takes one form for all columns of a result, so that one column
  /// of another type (`numeric`, say, which sums of `bigint` are) has all of them sent as text.
  let wantsBinary: Bool

  init(of description: borrowing ResultHandle) {
    let pointer = description.pointer
    parameters = (0..<PQnparams(pointer)).map { ColumnType(number: PQparamtype(pointer, $0)) }
    wantsBinary = (0..<PQnfields(pointer)).allSatisfy { ColumnType(number: PQftype(pointer, $0)).isKnown }
  }
}

/// PostgreSQL counts microseconds from 2000-01-01 UTC.
enum ServerTime {
  private static let epochMilliseconds: Int64 = 946_684_800_000

  /// Nil if it is out of range.
  static func microseconds(ofMilliseconds milliseconds: Int64) -> Int64? {
    let (since, isBefore) = milliseconds.subtractingReportingOverflow(epochMilliseconds)
    let (product, isBeyond) = since.multipliedReportingOverflow(by: 1000)
    return isBefore || isBeyond ? nil : product
  }

  static func milliseconds(ofMicroseconds microseconds: Int64) -> Int64 {
    let (quotient, remainder) = microseconds.quotientAndRemainder(dividingBy: 1000)
    return quotient - (remainder < 0 ? 1 : 0) + epochMilliseconds
  }
}
