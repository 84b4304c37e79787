/** A block or shape that moves to another page leaves a row, so that listeners hear of both pages. */
export default `
  -- The commit seq took the record n from the page. The row stays as long as a tombstone of that commit.
  CREATE TABLE moved_from (n INTEGER NOT NULL, seq INTEGER NOT NULL, page TEXT NOT NULL, PRIMARY KEY (n, seq)) STRICT, WITHOUT ROWID;
  CREATE INDEX moved_from_seq ON moved_from (seq);
`
