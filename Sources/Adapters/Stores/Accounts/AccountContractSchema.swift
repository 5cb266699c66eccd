import SQL

/// The accounts that have used clients of the SLP contract.
enum AccountContractSchema {
  /// Unknown for existing accounts: it is recorded when they next use such a client.
  static let migration = Migration(
    13, "people of old contracts", ["ALTER TABLE account_number ADD COLUMN slp_since BIGINT"])
}
