/** Sync reads records in the order of commits. */
export default `
  -- The feed: records in the order of commits, which of them are deleted, the sums that follow, and how far it had come.
  CREATE INDEX record_deleted ON record (seq) WHERE deleted = 1;
  INSERT INTO meta VALUES ('epoch', CAST(unixepoch('subsec') * 1000 AS INTEGER)), ('floor', 0), ('floor_n', 0),
    ('count', 0), ('sum', 0), ('summed_seq', 0), ('summed_n', 0);
  CREATE TABLE feed_record (n INTEGER PRIMARY KEY, hash INTEGER NOT NULL, versions INTEGER NOT NULL) STRICT;
  CREATE INDEX feed_conflict ON feed_record (n) WHERE versions = 1;
  CREATE TABLE feed_noted (at INTEGER PRIMARY KEY, seq INTEGER NOT NULL) STRICT;
`
