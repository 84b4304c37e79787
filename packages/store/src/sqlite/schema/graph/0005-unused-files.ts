/** Files that no page holds. */
export default `
  -- Files that nothing on a page holds, and since when that is known.
  CREATE TABLE file_unused (file TEXT PRIMARY KEY, since INTEGER NOT NULL) STRICT, WITHOUT ROWID;
`
