/** Webhooks with their latest deliveries. */
export default `
  CREATE TABLE webhook (
    id            TEXT PRIMARY KEY,
    account_id    TEXT NOT NULL,
    url           TEXT NOT NULL,
    secret        TEXT NOT NULL,
    -- JSON
    filter        TEXT NOT NULL,
    with_blocks   INTEGER NOT NULL,
    created_at    INTEGER NOT NULL,
    -- The part of the commit up to which messages were prepared.
    epoch         INTEGER NOT NULL,
    seq           INTEGER NOT NULL,
    part          INTEGER NOT NULL,
    due_at        INTEGER NOT NULL,
    failing_since INTEGER,
    off_at        INTEGER,
    off_why       TEXT,
    -- The process that sends for it now.
    holder        TEXT,
    held_until    INTEGER NOT NULL DEFAULT 0
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX webhook_of_account ON webhook (account_id, created_at, id);
  CREATE INDEX webhook_on ON webhook (due_at, account_id, id) WHERE off_at IS NULL;

  CREATE TABLE webhook_delivery (
    id         TEXT PRIMARY KEY,
    account_id TEXT NOT NULL,
    webhook_id TEXT NOT NULL,
    n          INTEGER NOT NULL,
    seq        INTEGER NOT NULL,
    body       TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    state      TEXT NOT NULL CHECK (state IN ('pending', 'delivered', 'failed')),
    attempts   INTEGER NOT NULL,
    last_at    INTEGER,
    status     INTEGER,
    fault      TEXT,
    took       INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX webhook_delivery_order ON webhook_delivery (account_id, webhook_id, n);
`
