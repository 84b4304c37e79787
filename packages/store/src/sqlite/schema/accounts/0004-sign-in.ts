/** Browsers, identities at the provider, and sign-in links. */
export default `
  CREATE TABLE browser (
    id           TEXT PRIMARY KEY,
    account_id   TEXT NOT NULL,
    hash         TEXT NOT NULL UNIQUE,
    name         TEXT NOT NULL,
    signed_in_by TEXT NOT NULL CHECK (signed_in_by IN ('provider', 'link')),
    created_at   INTEGER NOT NULL,
    last_used_at INTEGER NOT NULL,
    ended_at     INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX browser_of_account ON browser (account_id, created_at, id);
  CREATE INDEX browser_made ON browser (created_at);

  CREATE TABLE identity (
    issuer     TEXT NOT NULL,
    subject    TEXT NOT NULL,
    account_id TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (issuer, subject)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX identity_of_account ON identity (account_id, created_at);

  CREATE TABLE sign_in_link (
    hash       TEXT PRIMARY KEY,
    account_id TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX sign_in_link_expires ON sign_in_link (expires_at);
`
