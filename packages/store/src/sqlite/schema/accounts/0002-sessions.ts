/** Sessions of devices. */
export default `
  CREATE TABLE session (
    id           TEXT PRIMARY KEY,
    account_id   TEXT NOT NULL,
    hash         TEXT NOT NULL UNIQUE,
    device       TEXT NOT NULL,
    created_at   INTEGER NOT NULL,
    last_used_at INTEGER,
    ended_at     INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX session_of_account ON session (account_id, created_at, id);
`
