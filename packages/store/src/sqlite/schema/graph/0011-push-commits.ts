/** The device that pushed a commit. */
export default `
  -- Which device pushed a commit; the latest of them only.
  CREATE TABLE push_commit (seq INTEGER PRIMARY KEY, device TEXT NOT NULL) STRICT;
`
