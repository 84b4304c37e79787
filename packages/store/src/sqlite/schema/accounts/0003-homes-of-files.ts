/** The account of each file, and the history of plans. */
export default `
  -- Which account has a file. What files there are is the graphs' to say; a row of one that is in none says nothing.
  CREATE TABLE file_home (file TEXT PRIMARY KEY, account_id TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE INDEX file_home_of_account ON file_home (account_id);
  -- Accounts that had files before there was a list of them.
  CREATE TABLE file_home_missing (account_id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
  INSERT INTO file_home_missing SELECT id FROM account;

  CREATE TABLE plan_change (
    n          INTEGER PRIMARY KEY,
    account_id TEXT NOT NULL,
    at         INTEGER NOT NULL,
    from_plan  TEXT NOT NULL,
    to_plan    TEXT NOT NULL,
    by         TEXT NOT NULL
  ) STRICT;
  CREATE INDEX plan_change_of_account ON plan_change (account_id, n);

  CREATE TABLE delivery (id TEXT PRIMARY KEY, signed_at INTEGER NOT NULL, taken_at INTEGER NOT NULL)
    STRICT, WITHOUT ROWID;
  CREATE INDEX delivery_taken ON delivery (taken_at);

  -- When a plan ended is known from now on.
  UPDATE account SET ended_at = unixepoch() * 1000 WHERE plan = 'none';
`
