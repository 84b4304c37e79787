/** One row says who made a commit: the device that pushed it, and its author. Two rows cost a commit one page more. */
export default `
  CREATE TABLE commit_maker (
    seq    INTEGER PRIMARY KEY,
    -- The device that pushed it; absent for any other commit.
    device TEXT,
    -- Its author and time; absent if history is off.
    at     INTEGER,
    kind   TEXT,
    who    TEXT,
    name   TEXT
  ) STRICT;
  INSERT INTO commit_maker SELECT seq, device, at, kind, who, name FROM push_commit FULL JOIN commit_author USING (seq) ORDER BY seq;
  DROP TABLE push_commit;
  DROP TABLE commit_author;
`
