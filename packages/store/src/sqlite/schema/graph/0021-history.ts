/** States that commits replaced, the authors of commits, and snapshots. */
export default `
  CREATE TABLE commit_author (
    seq  INTEGER PRIMARY KEY,
    at   INTEGER NOT NULL,
    kind TEXT NOT NULL,
    who  TEXT NOT NULL,
    name TEXT NOT NULL
  ) STRICT;
  CREATE INDEX commit_author_at ON commit_author (at);

  -- Rows are added in the order of the commits that replaced the states, so h orders them by their age.
  CREATE TABLE kept_state (
    h       INTEGER PRIMARY KEY,
    id      TEXT NOT NULL,
    page    TEXT NOT NULL,
    -- The first commit whose state counts as this one, the commit that wrote it, and the commit that replaced it.
    since   INTEGER NOT NULL,
    seq     INTEGER NOT NULL,
    until   INTEGER NOT NULL,
    -- The times of these commits.
    began   INTEGER NOT NULL,
    at      INTEGER NOT NULL,
    ended   INTEGER NOT NULL,
    deleted INTEGER NOT NULL,
    -- Absent if nobody knows who wrote it.
    kind    TEXT,
    who     TEXT,
    name    TEXT,
    doc     TEXT NOT NULL
  ) STRICT;
  CREATE INDEX kept_state_of_record ON kept_state (id, until);
  CREATE INDEX kept_state_of_page ON kept_state (page, until);

  CREATE TABLE snapshot (
    id   TEXT PRIMARY KEY,
    -- Absent on the snapshot of a day.
    name TEXT,
    seq  INTEGER NOT NULL,
    at   INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TRIGGER kept_state_added AFTER INSERT ON kept_state BEGIN
    UPDATE storage SET count = count + 1, bytes = bytes + (128 + octet_length(new.doc)) WHERE kind = 7;
  END;
  CREATE TRIGGER kept_state_dropped AFTER DELETE ON kept_state BEGIN
    UPDATE storage SET count = count - 1, bytes = bytes - (128 + octet_length(old.doc)) WHERE kind = 7;
  END;
  INSERT INTO storage VALUES (7, 0, 0);
  -- Named snapshots need every state up to this h.
  INSERT INTO meta VALUES ('history_walk', 0);
  -- States from before this number were deleted, except those that a named snapshot needs.
  INSERT INTO meta VALUES ('history_floor', 0);
  -- States from before this number were not kept.
  INSERT INTO meta SELECT 'history_gap', value FROM meta WHERE key = 'seq';
`
