/**
 * The step of the index that wrote a strip last, and how often all search rows were deleted, so that a cache learns what
 * changed.
 */
export default `
  ALTER TABLE search_column ADD COLUMN step INTEGER NOT NULL DEFAULT 0;
  CREATE INDEX search_column_step ON search_column (step);
  INSERT INTO meta VALUES ('cleared', 0);
`
