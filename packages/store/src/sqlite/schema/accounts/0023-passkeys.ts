/** Passkeys, and browsers that signed in with one. SQLite changes a CHECK only with a new table. */
export default `
  CREATE TABLE passkey (
    id           TEXT PRIMARY KEY,
    account_id   TEXT NOT NULL,
    public_key   TEXT NOT NULL,
    counter      INTEGER NOT NULL,
    transports   TEXT NOT NULL,
    name         TEXT NOT NULL,
    created_at   INTEGER NOT NULL,
    last_used_at INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX passkey_of_account ON passkey (account_id, created_at, id);

  CREATE TABLE passkey_challenge (
    hash       TEXT PRIMARY KEY,
    expires_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX passkey_challenge_expires ON passkey_challenge (expires_at);

  CREATE TABLE next_browser (
    id               TEXT PRIMARY KEY,
    account_id       TEXT NOT NULL,
    hash             TEXT NOT NULL UNIQUE,
    name             TEXT NOT NULL,
    signed_in_by     TEXT NOT NULL CHECK (signed_in_by IN ('provider', 'link', 'passkey')),
    issuer           TEXT,
    subject          TEXT,
    sid              TEXT,
    authenticated_at INTEGER,
    created_at       INTEGER NOT NULL,
    last_used_at     INTEGER NOT NULL,
    ended_at         INTEGER
  ) STRICT, WITHOUT ROWID;
  INSERT INTO next_browser (id, account_id, hash, name, signed_in_by, issuer, subject, sid, authenticated_at,
    created_at, last_used_at, ended_at)
  SELECT id, account_id, hash, name, signed_in_by, issuer, subject, sid, authenticated_at,
    created_at, last_used_at, ended_at FROM browser;
  DROP TABLE browser;
  ALTER TABLE next_browser RENAME TO browser;
  CREATE INDEX browser_of_account ON browser (account_id, created_at, id);
  CREATE INDEX browser_made ON browser (created_at);
  CREATE INDEX browser_of_subject ON browser (subject, issuer) WHERE ended_at IS NULL AND subject IS NOT NULL;
  CREATE INDEX browser_of_sid ON browser (sid, issuer) WHERE ended_at IS NULL AND sid IS NOT NULL;
`
