/** Records and files, the rows derived from them, the search index, and the lists of changes, commits and states. */
export default `
  CREATE TABLE meta (key TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  INSERT INTO meta VALUES
    -- The latest commit, the layout of derived rows, and the changes of what references read as.
    ('seq', 0), ('layout', 0), ('lines', 0),
    -- The feed: its epoch, the position up to which tombstones are gone, and the sums up to a position.
    ('epoch', CAST(unixepoch('subsec') * 1000 AS INTEGER)), ('floor', 0), ('floor_n', 0),
    ('count', 0), ('sum', 0), ('summed_seq', 0), ('summed_n', 0),
    -- Search: how far records are indexed, and counters of the changes to its rows and of their deletions, for caches.
    ('indexed', 0), ('folds', 0), ('cleared', 0),
    -- Named snapshots need every state up to this h.
    ('history_walk', 0),
    -- States from before this number were deleted, except those that a named snapshot needs.
    ('history_floor', 0),
    -- States from before this number were not kept.
    ('history_gap', 0),
    -- The indexes have the states up to this h.
    ('history_indexed', 0);

  CREATE TABLE record (
    n          INTEGER PRIMARY KEY,
    id         TEXT NOT NULL,
    kind       INTEGER NOT NULL,
    seq        INTEGER NOT NULL,
    deleted    INTEGER NOT NULL,
    -- Bytes that it counts for storage.
    size       INTEGER NOT NULL,

    -- Place and content of a live block on a live page; all NULL for any other record.
    page       INTEGER,
    parent_id  TEXT,
    ord        REAL,
    created_at INTEGER,
    updated_at INTEGER,
    rev        TEXT,
    state      INTEGER,
    marker     TEXT,
    rank       INTEGER,
    scheduled  INTEGER,
    deadline   INTEGER,
    due        INTEGER,
    words      INTEGER,
    sentences  INTEGER,
    paragraphs INTEGER,
    characters INTEGER,
    content    TEXT,
    -- NULL where it is the content.
    text       TEXT,
    -- The places of references in the text, as JSON; NULL if it refers to no block.
    places     TEXT,
    more       TEXT,
    -- NULL where it is the content with its ASCII letters in lower case.
    folded     TEXT,

    -- NULL for a plain block.
    doc        TEXT
  ) STRICT;
  CREATE UNIQUE INDEX record_id ON record (id);
  CREATE INDEX record_changed ON record (seq);
  CREATE INDEX record_deleted ON record (seq) WHERE deleted = 1;
  CREATE INDEX block_of_page ON record (page, ord) WHERE page IS NOT NULL;
  -- The blocks under a block, without their rows. Those of one page are close to each other, so a write changes few pages.
  CREATE INDEX block_nested ON record (page, parent_id, id) WHERE page IS NOT NULL AND parent_id IS NOT NULL;
  CREATE INDEX block_referring ON record (page) WHERE places IS NOT NULL;
  CREATE INDEX block_open ON record (due, rank, created_at, id) WHERE state = 1;
  CREATE INDEX block_done ON record (updated_at DESC, id, due) WHERE state = 2;

  CREATE VIEW block AS
    SELECT n, id, page, parent_id, ord, created_at, updated_at, state, marker, rank, scheduled, deadline, due,
      words, sentences, paragraphs, characters, content, text, places, more
    FROM record WHERE page IS NOT NULL;
  CREATE VIEW block_words AS
    SELECT n, coalesce(folded, lower(content)) AS words FROM record WHERE page IS NOT NULL;

  CREATE TABLE page (
    n          INTEGER PRIMARY KEY,
    id         TEXT NOT NULL UNIQUE,
    name       TEXT NOT NULL,
    names      TEXT NOT NULL,
    kind       TEXT NOT NULL,
    declared   TEXT,
    pdf        INTEGER NOT NULL,
    type       TEXT NOT NULL,
    updated_at INTEGER NOT NULL,
    edited_at  INTEGER NOT NULL,
    blocks     INTEGER NOT NULL,
    words      INTEGER NOT NULL,
    sentences  INTEGER NOT NULL,
    paragraphs INTEGER NOT NULL,
    characters INTEGER NOT NULL,
    -- How many of its blocks refer to others; the sums leave out their words.
    referring  INTEGER NOT NULL DEFAULT 0,
    view       TEXT NOT NULL
  ) STRICT;
  CREATE INDEX page_recent ON page (edited_at DESC, id);
  CREATE INDEX page_of_type ON page (type, edited_at DESC, id);
  -- Finds the favorite pages without reading all pages.
  CREATE INDEX page_favorite ON page (name) WHERE view ->> '$.favorite' = 1;

  CREATE TABLE page_name (
    fold       TEXT NOT NULL,
    alias      INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    id         TEXT NOT NULL,
    PRIMARY KEY (fold, alias, created_at, id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE shape (n INTEGER PRIMARY KEY, page INTEGER NOT NULL) STRICT;
  CREATE INDEX shape_of_page ON shape (page);

  -- Blocks and shapes whose page is not there, out of every list until it comes.
  CREATE TABLE waiting (n INTEGER PRIMARY KEY, page_id TEXT NOT NULL) STRICT;
  CREATE INDEX waiting_for ON waiting (page_id);

  -- A folded name that anything tags or links, and how many blocks and pages do.
  CREATE TABLE name (
    n      INTEGER PRIMARY KEY,
    fold   TEXT NOT NULL UNIQUE,
    tagged INTEGER NOT NULL,
    linked INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE ref (
    name   INTEGER NOT NULL,
    tag    INTEGER NOT NULL,
    source INTEGER NOT NULL,
    PRIMARY KEY (name, tag, source)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE block_ref (target TEXT NOT NULL, source INTEGER NOT NULL, PRIMARY KEY (target, source))
    STRICT, WITHOUT ROWID;
  -- The text that references to a block show, of each live block that some block refers to.
  CREATE TABLE block_line (id TEXT PRIMARY KEY, line TEXT NOT NULL, places TEXT) STRICT, WITHOUT ROWID;

  CREATE TABLE property (
    key    TEXT NOT NULL,
    value  TEXT NOT NULL,
    source INTEGER NOT NULL,
    PRIMARY KEY (key, value, source)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX property_of ON property (source, key);

  CREATE TABLE file (
    id         TEXT PRIMARY KEY,
    hash       TEXT NOT NULL UNIQUE,
    name       TEXT NOT NULL,
    type       TEXT NOT NULL,
    size       INTEGER NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE file_use (file TEXT NOT NULL, source INTEGER NOT NULL, PRIMARY KEY (file, source))
    STRICT, WITHOUT ROWID;
  -- Files that nothing on a page uses, and the time since when that is known.
  CREATE TABLE file_unused (file TEXT PRIMARY KEY, since INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  -- Files that an import brought stay until a person deletes them. The path is that in its folder.
  CREATE TABLE file_import (file TEXT PRIMARY KEY, path TEXT) STRICT, WITHOUT ROWID;

  CREATE TABLE search_changed (n INTEGER PRIMARY KEY) STRICT;
  CREATE TABLE search_segment (
    n      INTEGER PRIMARY KEY,
    first  INTEGER NOT NULL,
    last   INTEGER NOT NULL,
    blocks INTEGER NOT NULL,
    gone   BLOB NOT NULL
  ) STRICT;
  CREATE TABLE search_pieces (
    n      INTEGER PRIMARY KEY,
    pieces TEXT NOT NULL,
    marks  BLOB NOT NULL,
    starts BLOB NOT NULL,
    row    INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE search_lists (n INTEGER PRIMARY KEY, lists BLOB NOT NULL) STRICT;
  -- The step of the index that wrote a strip last shows a cache which strips changed.
  CREATE TABLE search_column (n INTEGER PRIMARY KEY, strip BLOB NOT NULL, step INTEGER NOT NULL DEFAULT 0) STRICT;
  CREATE INDEX search_column_step ON search_column (step);

  -- The list of changes, in the order in which they were made. \`touched\` comes last, for lists that do not read it.
  CREATE TABLE change (
    n        INTEGER PRIMARY KEY,
    id       TEXT NOT NULL UNIQUE,
    at       INTEGER NOT NULL,
    open     INTEGER NOT NULL,
    token    TEXT NOT NULL,
    -- The id of the token, so that a token finds its own.
    token_id TEXT,
    action   TEXT NOT NULL,
    summary  TEXT NOT NULL,
    page     TEXT NOT NULL,
    page_id  TEXT NOT NULL,
    block_id TEXT,
    -- With it, \`check\` finds damage in an entry.
    checksum INTEGER,
    kept_at  INTEGER,
    seen_at  INTEGER,
    -- The person's own edits are in no list: the store has the latest for Undo.
    own      INTEGER NOT NULL DEFAULT 0,
    touched  TEXT NOT NULL
  ) STRICT;
  -- Counts need no rows, which are long.
  CREATE INDEX change_open ON change (open, at, own);
  CREATE INDEX change_listed ON change (token_id, n, at, page_id, own, seen_at);
  CREATE INDEX change_own ON change (n) WHERE own = 1;
  -- The reverted entries that still have their items, the oldest first: these go first if the list is full.
  CREATE INDEX change_whole ON change (n) WHERE open = 0 AND touched <> '[]';

  -- Idempotency records: the answers for their keys.
  CREATE TABLE kept (
    n       INTEGER PRIMARY KEY,
    key     TEXT NOT NULL UNIQUE,
    request TEXT NOT NULL,
    answer  TEXT NOT NULL,
    at      INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX kept_at ON kept (at);

  -- One row says who made a commit: the device that pushed it, and its author. Two rows cost a commit one page more.
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

  -- States that commits replaced. Rows are added in the order of these commits, so h orders the states by their age.
  CREATE TABLE kept_state (
    h        INTEGER PRIMARY KEY,
    id       TEXT NOT NULL,
    page     TEXT NOT NULL,
    -- The first commit whose state counts as this one, the commit that wrote it, and the commit that replaced it.
    since    INTEGER NOT NULL,
    seq      INTEGER NOT NULL,
    until    INTEGER NOT NULL,
    -- The times of these commits.
    began    INTEGER NOT NULL,
    at       INTEGER NOT NULL,
    ended    INTEGER NOT NULL,
    deleted  INTEGER NOT NULL,
    -- Absent if nobody knows who wrote it.
    kind     TEXT,
    who      TEXT,
    name     TEXT,
    -- 1 if the indexes have the state. Those without are after the h that history_indexed says, and readers scan them.
    in_index INTEGER NOT NULL DEFAULT 1,
    doc      TEXT NOT NULL
  ) STRICT;
  CREATE INDEX kept_state_of_record ON kept_state (id, until) WHERE in_index = 1;
  CREATE INDEX kept_state_of_page ON kept_state (page, until) WHERE in_index = 1;

  CREATE TABLE snapshot (
    id   TEXT PRIMARY KEY,
    -- Absent on the snapshot of a day.
    name TEXT,
    seq  INTEGER NOT NULL,
    at   INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  -- The rows of the feed's sums, and once a day the number of the latest commit.
  CREATE TABLE feed_record (n INTEGER PRIMARY KEY, hash INTEGER NOT NULL, versions INTEGER NOT NULL) STRICT;
  CREATE INDEX feed_conflict ON feed_record (n) WHERE versions = 1;
  CREATE TABLE feed_noted (at INTEGER PRIMARY KEY, seq INTEGER NOT NULL) STRICT;

  -- The commit seq took the record n from the page. The row stays as long as a tombstone of that commit.
  CREATE TABLE moved_from (n INTEGER NOT NULL, seq INTEGER NOT NULL, page TEXT NOT NULL, PRIMARY KEY (n, seq)) STRICT, WITHOUT ROWID;
  CREATE INDEX moved_from_seq ON moved_from (seq);

  -- The pages that each commit wrote, for webhooks.
  CREATE TABLE outbox (
    seq   INTEGER PRIMARY KEY,
    -- Who made the commit, and the pages with their blocks, as JSON.
    by    TEXT NOT NULL,
    pages TEXT NOT NULL
  ) STRICT;

  -- Counts of live records by record.kind, and of files (4), changes (5), idempotency records (6) and kept states (7).
  -- The bytes are those that all of them count for storage, deleted records too.
  CREATE TABLE storage (kind INTEGER PRIMARY KEY, count INTEGER NOT NULL, bytes INTEGER NOT NULL) STRICT;
  INSERT INTO storage VALUES (1, 0, 0), (2, 0, 0), (3, 0, 0), (4, 0, 0), (5, 0, 0), (6, 0, 0), (7, 0, 0);
  CREATE TRIGGER change_added AFTER INSERT ON change BEGIN
    UPDATE storage SET count = count + 1, bytes = bytes + (128 + octet_length(new.summary) + octet_length(new.page) + octet_length(new.touched)) WHERE kind = 5;
  END;
  CREATE TRIGGER change_emptied AFTER UPDATE OF touched ON change BEGIN
    UPDATE storage SET bytes = bytes + octet_length(new.touched) - octet_length(old.touched) WHERE kind = 5;
  END;
  CREATE TRIGGER change_dropped AFTER DELETE ON change BEGIN
    UPDATE storage SET count = count - 1, bytes = bytes - (128 + octet_length(old.summary) + octet_length(old.page) + octet_length(old.touched)) WHERE kind = 5;
  END;
  CREATE TRIGGER kept_added AFTER INSERT ON kept BEGIN
    UPDATE storage SET count = count + 1, bytes = bytes + (128 + octet_length(new.request) + octet_length(new.answer)) WHERE kind = 6;
  END;
  CREATE TRIGGER kept_dropped AFTER DELETE ON kept BEGIN
    UPDATE storage SET count = count - 1, bytes = bytes - (128 + octet_length(old.request) + octet_length(old.answer)) WHERE kind = 6;
  END;
`
