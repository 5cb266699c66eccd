import SQL

/// Who has used clients of the contract SLP.
enum AccountContractSchema {
  /// Of those that there were before nothing is known: it is noted when they come back with such a client.
  static let migration = Migration(
    13, "people of old contracts", ["ALTER TABLE account_number ADD COLUMN slp_since BIGINT"])
}
