/**
 * The rows that make search fast at any size, derived from blocks and their words as they were when they were last
 * indexed. Blocks numbered above `indexed` in `meta`, and those in `search_changed`, wait to be indexed: these rows say
 * nothing of them, and a search reads the blocks.
 *
 * - `search_segment`: the blocks that were indexed together, numbered from `first` to `last`; `gone` are numbers
 *   of which it says nothing any more.
 * - `search_pieces` and `search_lists`: pieces of text, a line each, and for each the blocks of the segment that hold it;
 *   see `piece-texts.ts`.
 * - `search_column`: one number of every block, in strips; see `columns.ts`.
 */
export const SEARCH_SCHEMA = `
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
