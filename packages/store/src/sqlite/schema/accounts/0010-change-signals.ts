/** Signals between processes that use the same data. */
export default `
  -- The latest change of each account. A change gives the row a new, higher number.
  CREATE TABLE change_signal (
    n          INTEGER PRIMARY KEY AUTOINCREMENT,
    account_id TEXT NOT NULL UNIQUE
  ) STRICT;
`
