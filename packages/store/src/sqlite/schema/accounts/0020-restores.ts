/** The restore of a whole graph that runs or ran last in an account. */
export default `
  CREATE TABLE restore_job (
    account_id TEXT PRIMARY KEY,
    id         TEXT NOT NULL,
    state      TEXT NOT NULL CHECK (state IN ('running', 'done', 'failed', 'cut_off')),
    started_at INTEGER NOT NULL,
    seen_at    INTEGER NOT NULL,
    ended_at   INTEGER,
    done       INTEGER NOT NULL,
    total      INTEGER NOT NULL,
    result     TEXT
  ) STRICT, WITHOUT ROWID;
`
