/** Sums of what each kind of record takes up. */
export default `
  -- What there is of each kind, as record.kind says it, and of files, 4: how many live ones, and the bytes that they and
  -- the deleted ones count for storage.
  CREATE TABLE storage (kind INTEGER PRIMARY KEY, count INTEGER NOT NULL, bytes INTEGER NOT NULL) STRICT;
  INSERT INTO storage SELECT kind, sum(deleted = 0), sum(size) FROM record GROUP BY kind;
  INSERT INTO storage SELECT 4, count(*), coalesce(sum(size), 0) FROM file;
  INSERT OR IGNORE INTO storage VALUES (1, 0, 0), (2, 0, 0), (3, 0, 0);
  DELETE FROM meta WHERE key = 'bytes';
`
