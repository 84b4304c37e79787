/** Programs that an account lets in by their manifest. */
export default `
  CREATE TABLE plugin (
    id         TEXT PRIMARY KEY,
    account_id TEXT NOT NULL,
    url        TEXT NOT NULL,
    -- JSON
    manifest   TEXT NOT NULL,
    webhook_id TEXT,
    created_at INTEGER NOT NULL,
    agreed_at  INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX plugin_of_account ON plugin (account_id, url);
`
