import Basics

/// Bytes in order, pulled by whoever reads.
public protocol ByteSource: Sendable {
  /// The next bytes, at most `count`; nil at the end.
  mutating func read(upTo count: Int) throws -> [UInt8]?
}

/// How the bytes of a text stand for characters.
public enum TextEncoding: String, Hashable, Sendable, CaseIterable {
  case utf8 = "utf-8"
  /// Microsoft code page 949 (Unified Hangul Code): EUC-KR and the 8,822 syllables outside it.
  case cp949 = "cp949"
  case utf16LittleEndian = "utf-16le"
  case utf16BigEndian = "utf-16be"
}

/// How a delimited text is written.
public struct Dialect: Hashable, Sendable {
  /// How bytes stand for characters.
  public var encoding: TextEncoding
  /// The byte between fields: comma, tab, semicolon or vertical bar.
  public var delimiter: UInt8

  /// A dialect of delimited text.
  public init(encoding: TextEncoding, delimiter: UInt8) {
    self.encoding = encoding
    self.delimiter = delimiter
  }
}

/// Some records of a delimited text, as UTF-8, sharing one buffer.
public struct RecordBatch: Sendable {
  /// How many records.
  public var count: Int { 0 }
  /// How many fields a record has.
  public func fieldCount(_ record: Int) -> Int { 0 }
  /// The bytes of a field, unquoted, not trimmed. A field that the record lacks is empty.
  public func bytes(_ record: Int, _ field: Int) -> ArraySlice<UInt8> { [] }
  /// The text of a field, trimmed of white space (blanks, no-break and ideographic spaces).
  public func text(_ record: Int, _ field: Int) -> String { "" }
  /// The physical line on which a record starts, counted from 1.
  public func line(_ record: Int) -> Int { 0 }
  /// What is wrong with a record's shape, if anything.
  public func fault(_ record: Int) -> RecordFault? { nil }
}

/// What can be wrong with the shape of a single record. The record is still counted.
public enum RecordFault: String, Hashable, Sendable {
  /// Bytes that are no text in the encoding; shown as U+FFFD.
  case undecodable
  /// A quote that the file never closes.
  case unclosedQuote
  /// Longer than the limit for one record (1 MiB); its content was skipped.
  case tooLong
}

/// Reads delimited text record by record, in bounded memory.
public struct TableReader {
  /// What was found or told of the dialect.
  public let dialect: Dialect

  /// Opens a text. Nil for `encoding` or `delimiter` means: find out from the beginning of the text.
  /// - Throws: `Refusal` `empty-file`, `not-text` (binary, an .xlsx, …), or what the source throws.
  public init(_ source: any ByteSource, encoding: TextEncoding? = nil, delimiter: UInt8? = nil) throws {
    dialect = Dialect(encoding: encoding ?? .utf8, delimiter: delimiter ?? 0x2C)
  }

  /// The next records (about a thousand), or nil at the end. Blank lines are no records.
  public mutating func next() throws -> RecordBatch? { nil }
}
