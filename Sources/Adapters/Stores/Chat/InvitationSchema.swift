import SQL

/// Invitations of accounts, and links for people without an account.
enum InvitationSchema {
  static let migration = Migration(14, "invitations of accounts, and links", identities + invitations + links)

  /// Accounts created through a provider have the address that the provider had verified; for others this is unknown.
  private static let identities = [
    "ALTER TABLE identity ADD COLUMN is_email_verified BIGINT NOT NULL DEFAULT 0",
    """
    UPDATE identity SET is_email_verified = 1
    WHERE provider <> 'partyquest' AND EXISTS (
      SELECT 1 FROM account
      WHERE account.id = identity.account_id AND account.password_hash IS NULL AND account.email = identity.email)
    """,
  ]

  /// Invitations to an address go to the account that has it now. Those to an unused address are removed, because the
  /// address of a later account would not be verified.
  private static let invitations = [
    """
    CREATE TABLE account_invitation (
      workspace_id BIGINT NOT NULL REFERENCES workspace (id) ON DELETE CASCADE,
      account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
      inviter_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
      created_at BIGINT NOT NULL,
      PRIMARY KEY (workspace_id, account_id))
    """,
    """
    INSERT INTO account_invitation (workspace_id, account_id, inviter_id, created_at)
    SELECT workspace_invitation.workspace_id, account.id, workspace_invitation.inviter_id,
      workspace_invitation.created_at
    FROM workspace_invitation JOIN account ON account.email = workspace_invitation.email
    """,
    "DROP TABLE workspace_invitation",
    "ALTER TABLE account_invitation RENAME TO workspace_invitation",
    "CREATE INDEX workspace_invitation_account ON workspace_invitation (account_id, created_at, workspace_id)",
    "CREATE INDEX workspace_invitation_inviter ON workspace_invitation (inviter_id)",
  ]

  private static let links = [
    // Only the hash of the code is stored.
    """
    CREATE TABLE workspace_link (
      code_hash TEXT PRIMARY KEY,
      workspace_id BIGINT NOT NULL REFERENCES workspace (id) ON DELETE CASCADE,
      inviter_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
      created_at BIGINT NOT NULL,
      expires_at BIGINT NOT NULL)
    """,
    "CREATE INDEX workspace_link_workspace ON workspace_link (workspace_id, expires_at)",
    "CREATE INDEX workspace_link_inviter ON workspace_link (inviter_id)",
  ]
}
