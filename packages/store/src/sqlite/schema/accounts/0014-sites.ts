/** Sets of pages that anyone can read. */
export default `
  CREATE TABLE site (
    slug       TEXT PRIMARY KEY,
    account_id TEXT NOT NULL,
    title      TEXT NOT NULL,
    rule       TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    ended_at   INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX site_of_account ON site (account_id, created_at, slug);
`
