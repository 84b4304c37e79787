/** The audit log. */
export default `
  -- Who came in, and what they did to what opens an account. No secret, name, text or address is in it.
  CREATE TABLE audit (
    n          INTEGER PRIMARY KEY,
    at         INTEGER NOT NULL,
    account_id TEXT,
    event      TEXT NOT NULL,
    by         TEXT NOT NULL,
    subject    TEXT,
    detail     TEXT,
    address    TEXT,
    refused    INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX audit_of_account ON audit (account_id, at, n);
  CREATE INDEX audit_bound ON audit (account_id, refused, n);
  CREATE INDEX audit_at ON audit (at);
  CREATE TABLE keyring (name TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT, WITHOUT ROWID;

  -- Whether it was noted that a token expired.
  ALTER TABLE token ADD COLUMN expiry_noted INTEGER NOT NULL DEFAULT 0;
  CREATE INDEX token_expires ON token (expires_at) WHERE expiry_noted = 0 AND expires_at IS NOT NULL;
`
