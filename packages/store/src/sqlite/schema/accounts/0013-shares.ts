/** Links that show one page to anyone who has them. */
export default `
  CREATE TABLE share (
    id         TEXT PRIMARY KEY,
    account_id TEXT NOT NULL,
    page_id    TEXT NOT NULL,
    quotes     INTEGER NOT NULL,
    password   TEXT,
    created_at INTEGER NOT NULL,
    expires_at INTEGER,
    ended_at   INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX share_of_account ON share (account_id, created_at, id);
`
