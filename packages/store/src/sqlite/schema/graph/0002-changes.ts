/** The change list, and the answers kept for idempotency keys. */
export default `
  -- The list of changes, in the order in which they were made. \`touched\` comes last, for lists that do not read it.
  CREATE TABLE change (
    n        INTEGER PRIMARY KEY,
    id       TEXT NOT NULL UNIQUE,
    at       INTEGER NOT NULL,
    open     INTEGER NOT NULL,
    token    TEXT NOT NULL,
    action   TEXT NOT NULL,
    summary  TEXT NOT NULL,
    page     TEXT NOT NULL,
    page_id  TEXT NOT NULL,
    block_id TEXT,
    touched  TEXT NOT NULL
  ) STRICT;
  CREATE INDEX change_open ON change (open, at);

  CREATE TABLE kept (
    n       INTEGER PRIMARY KEY,
    key     TEXT NOT NULL UNIQUE,
    request TEXT NOT NULL,
    answer  TEXT NOT NULL,
    at      INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX kept_at ON kept (at);

  CREATE INDEX block_order ON block (page, ord);
`
