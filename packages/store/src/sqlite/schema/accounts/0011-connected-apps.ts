/** Apps connected by signing in, their secrets, and the authorization server's other records. */
export default `
  CREATE TABLE connected_app (
    id           TEXT PRIMARY KEY,
    account_id   TEXT NOT NULL,
    client_id    TEXT NOT NULL,
    name         TEXT NOT NULL,
    host         TEXT NOT NULL,
    scope        TEXT NOT NULL CHECK (scope IN ('read', 'write')),
    zone         TEXT,
    created_at   INTEGER NOT NULL,
    expires_at   INTEGER NOT NULL,
    last_used_at INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX connected_app_of_account ON connected_app (account_id, created_at, id);
  CREATE INDEX connected_app_expires ON connected_app (expires_at);

  -- Codes, access tokens and refresh tokens, by the hash of the secret. The payload has everything but the secret.
  CREATE TABLE app_secret (
    kind       TEXT NOT NULL CHECK (kind IN ('code', 'access', 'refresh')),
    hash       TEXT NOT NULL,
    account_id TEXT NOT NULL,
    app_id     TEXT NOT NULL,
    payload    TEXT NOT NULL,
    expires_at INTEGER NOT NULL,
    used_at    INTEGER,
    PRIMARY KEY (kind, hash)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX app_secret_of_app ON app_secret (app_id, kind, expires_at);
  CREATE INDEX app_secret_of_account ON app_secret (account_id);
  CREATE INDEX app_secret_expires ON app_secret (expires_at);

  -- Running authorizations, registered clients and cached metadata documents. None belongs to an account.
  CREATE TABLE authorization_record (
    kind       TEXT NOT NULL CHECK (kind IN ('interaction', 'client', 'document')),
    hash       TEXT NOT NULL,
    payload    TEXT NOT NULL,
    expires_at INTEGER NOT NULL,
    PRIMARY KEY (kind, hash)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX authorization_record_expires ON authorization_record (kind, expires_at);
`
