/** Kept states cost a commit less: the indexes take them in some at a time, and their sums need no triggers. */
export default `
  -- The latest commit at a time is found from the newest on.
  DROP INDEX commit_author_at;
  DROP TRIGGER kept_state_added;
  DROP TRIGGER kept_state_dropped;

  DROP INDEX kept_state_of_record;
  DROP INDEX kept_state_of_page;
  -- 1 if the indexes have the state. Those without are after the h that history_indexed says, and readers scan them.
  ALTER TABLE kept_state ADD COLUMN in_index INTEGER NOT NULL DEFAULT 1;
  CREATE INDEX kept_state_of_record ON kept_state (id, until) WHERE in_index = 1;
  CREATE INDEX kept_state_of_page ON kept_state (page, until) WHERE in_index = 1;
  INSERT INTO meta SELECT 'history_indexed', coalesce(max(h), 0) FROM kept_state;
`
