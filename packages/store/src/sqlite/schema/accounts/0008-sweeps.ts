/** Accounts that need maintenance. */
export default `
  -- Accounts that the sweep has to look at, from when on. While changed is 1, a change needs no further note.
  CREATE TABLE sweep_due (
    account_id TEXT PRIMARY KEY,
    due        INTEGER NOT NULL,
    changed    INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX sweep_due_from ON sweep_due (due);
  INSERT INTO sweep_due SELECT id, 0, 1 FROM account;
`
