/** The last time that the owner looked at the list of changes. */
export default `
  CREATE TABLE last_look (account_id TEXT PRIMARY KEY, at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
`
