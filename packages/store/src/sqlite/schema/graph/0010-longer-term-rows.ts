/** Rows of terms became longer than rows of their lists. */
export default `

  UPDATE meta SET value = 0 WHERE key = 'indexed';
  DELETE FROM search_changed;
  DELETE FROM search_segment;
  DELETE FROM search_pieces;
  DELETE FROM search_lists;
  DELETE FROM search_column;
  UPDATE meta SET value = value + 1 WHERE key = 'folds';
  DROP TABLE search_pieces;
  CREATE TABLE search_pieces (
    n      INTEGER PRIMARY KEY,
    pieces TEXT NOT NULL,
    marks  BLOB NOT NULL,
    starts BLOB NOT NULL,
    row    INTEGER NOT NULL
  ) STRICT;
`
