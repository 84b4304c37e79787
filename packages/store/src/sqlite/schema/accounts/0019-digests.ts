/** The daily digest of an account, and the ways on which it comes. */
export default `
  CREATE TABLE digest (
    account_id  TEXT PRIMARY KEY,
    is_on       INTEGER NOT NULL,
    hour        INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  -- The key pair for web push.
  CREATE TABLE push_key (
    account_id  TEXT PRIMARY KEY,
    public_key  TEXT NOT NULL,
    private_key TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE digest_way (
    id             TEXT PRIMARY KEY,
    account_id     TEXT NOT NULL,
    kind           TEXT NOT NULL CHECK (kind IN ('email', 'push')),
    address        TEXT NOT NULL,
    name           TEXT,
    -- JSON
    browser_keys   TEXT,
    created_at     INTEGER NOT NULL,
    version        INTEGER NOT NULL,
    confirmed_at   INTEGER,
    confirm_hash   TEXT,
    confirm_until  INTEGER,
    end_key        TEXT NOT NULL,
    due_at         INTEGER NOT NULL,
    -- The last day for which a digest was prepared.
    day            INTEGER,
    reported_until INTEGER NOT NULL,
    sent_at        INTEGER,
    attempts       INTEGER NOT NULL,
    failing_since  INTEGER,
    fault          TEXT,
    off_at         INTEGER,
    off_why        TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX digest_way_of_account ON digest_way (account_id, kind, address);
  CREATE UNIQUE INDEX digest_way_to_confirm ON digest_way (confirm_hash) WHERE confirm_hash IS NOT NULL;
  CREATE UNIQUE INDEX digest_way_to_end ON digest_way (end_key);
  CREATE INDEX digest_way_due ON digest_way (due_at) WHERE off_at IS NULL AND confirmed_at IS NOT NULL;
`
