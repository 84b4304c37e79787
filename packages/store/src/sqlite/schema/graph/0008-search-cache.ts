/**
 * A counter of changes to the search rows, so that caches know what is old. Terms became more than words, so all blocks
 * wait to be indexed again.
 */
export default `
  INSERT INTO meta VALUES ('folds', 0);

  UPDATE meta SET value = 0 WHERE key = 'indexed';
  DELETE FROM search_changed;
  DELETE FROM search_segment;
  DELETE FROM search_pieces;
  DELETE FROM search_lists;
  DELETE FROM search_column;
`
