/** Time columns of the search index count seconds. */
export default `

  UPDATE meta SET value = 0 WHERE key = 'indexed';
  DELETE FROM search_changed;
  DELETE FROM search_segment;
  DELETE FROM search_pieces;
  DELETE FROM search_lists;
  DELETE FROM search_column;
  UPDATE meta SET value = value + 1 WHERE key = 'folds';
`
