/** The rows that make search fast at any size. */
export default `
  INSERT INTO meta VALUES ('indexed', 0);
  CREATE TABLE search_changed (n INTEGER PRIMARY KEY) STRICT;
  CREATE TABLE search_segment (
    n      INTEGER PRIMARY KEY,
    first  INTEGER NOT NULL,
    last   INTEGER NOT NULL,
    blocks INTEGER NOT NULL,
    gone   BLOB NOT NULL
  ) STRICT;
  CREATE TABLE search_pieces (n INTEGER PRIMARY KEY, pieces TEXT NOT NULL) STRICT;
  CREATE TABLE search_lists (n INTEGER PRIMARY KEY, lists BLOB NOT NULL) STRICT;
  CREATE TABLE search_column (n INTEGER PRIMARY KEY, strip BLOB NOT NULL) STRICT;
  DROP INDEX block_recent;
  CREATE INDEX property_of ON property (source, key);
`
