/** Accounts and their tokens. */
export default `
  CREATE TABLE account (
    id         TEXT PRIMARY KEY,
    plan       TEXT NOT NULL CHECK (plan IN ('active', 'grace', 'none')),
    ended_at   INTEGER,
    allowed    INTEGER NOT NULL,
    zone       TEXT,
    quota      INTEGER NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE token (
    id           TEXT PRIMARY KEY,
    account_id   TEXT NOT NULL,
    hash         TEXT NOT NULL UNIQUE,
    name         TEXT NOT NULL,
    scope        TEXT NOT NULL CHECK (scope IN ('read', 'write')),
    zone         TEXT,
    created_at   INTEGER NOT NULL,
    last_used_at INTEGER,
    revoked_at   INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX token_of_account ON token (account_id, created_at, id);
`
