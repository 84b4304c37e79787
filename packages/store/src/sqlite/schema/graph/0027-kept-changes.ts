/** The person can accept changes, and their own edits are in no list: the store has the latest for Undo. */
export default `
  ALTER TABLE change ADD kept_at INTEGER;
  ALTER TABLE change ADD own INTEGER NOT NULL DEFAULT 0;
  UPDATE change SET own = 1 WHERE token_id = 'browser' AND action <> 'restore';
  CREATE INDEX change_own ON change (n) WHERE own = 1;
  -- Counts need no rows, which are long.
  DROP INDEX change_open;
  CREATE INDEX change_open ON change (open, at, own);
  DROP INDEX change_listed;
  CREATE INDEX change_listed ON change (token_id, n, at, page_id, own);
`
