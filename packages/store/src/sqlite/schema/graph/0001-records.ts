/** Records and files, and the rows derived from them. */
export default `
  CREATE TABLE meta (key TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  INSERT INTO meta VALUES ('seq', 0), ('bytes', 0);

  CREATE TABLE record (
    n       INTEGER PRIMARY KEY,
    id      TEXT NOT NULL UNIQUE,
    kind    INTEGER NOT NULL,
    seq     INTEGER NOT NULL,
    deleted INTEGER NOT NULL,
    doc     TEXT NOT NULL
  ) STRICT;

  CREATE TABLE file (
    id         TEXT PRIMARY KEY,
    hash       TEXT NOT NULL UNIQUE,
    name       TEXT NOT NULL,
    type       TEXT NOT NULL,
    size       INTEGER NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

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
    view       TEXT NOT NULL
  ) STRICT;
  CREATE INDEX page_recent ON page (edited_at DESC, id);
  CREATE INDEX page_of_type ON page (type, edited_at DESC, id);

  CREATE TABLE page_name (
    fold       TEXT NOT NULL,
    alias      INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    id         TEXT NOT NULL,
    PRIMARY KEY (fold, alias, created_at, id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE block (
    n          INTEGER PRIMARY KEY,
    id         TEXT NOT NULL,
    page       INTEGER NOT NULL,
    parent_id  TEXT,
    ord        REAL NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    state      INTEGER,
    marker     TEXT,
    rank       INTEGER NOT NULL,
    scheduled  INTEGER,
    deadline   INTEGER,
    due        INTEGER NOT NULL,
    words      INTEGER NOT NULL,
    sentences  INTEGER NOT NULL,
    paragraphs INTEGER NOT NULL,
    characters INTEGER NOT NULL,
    view       TEXT NOT NULL
  ) STRICT;
  CREATE INDEX block_of_page ON block (page, updated_at);
  CREATE INDEX block_recent ON block (updated_at);
  CREATE INDEX block_open ON block (due, rank, created_at, id) WHERE state = 1;
  CREATE INDEX block_done ON block (updated_at DESC, id, due) WHERE state = 2;

  CREATE TABLE shape (n INTEGER PRIMARY KEY, page INTEGER NOT NULL) STRICT;
  CREATE INDEX shape_of_page ON shape (page);

  -- Blocks and shapes whose page is not there, out of every list until it comes.
  CREATE TABLE waiting (n INTEGER PRIMARY KEY, page_id TEXT NOT NULL) STRICT;
  CREATE INDEX waiting_for ON waiting (page_id);

  CREATE TABLE block_words (n INTEGER PRIMARY KEY, words TEXT NOT NULL) STRICT;

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
  CREATE TABLE file_use (file TEXT NOT NULL, source INTEGER NOT NULL, PRIMARY KEY (file, source))
    STRICT, WITHOUT ROWID;
  CREATE TABLE property (
    key    TEXT NOT NULL,
    value  TEXT NOT NULL,
    source INTEGER NOT NULL,
    PRIMARY KEY (key, value, source)
  ) STRICT, WITHOUT ROWID;
`
