import type { Migrations } from './database.ts'
import { SEARCH_SCHEMA } from './search/schema.ts'

/** All that was folded in waits to be folded in anew. */
const FOLD_ANEW = `
  UPDATE meta SET value = 0 WHERE key = 'indexed';
  DELETE FROM search_changed;
  DELETE FROM search_segment;
  DELETE FROM search_pieces;
  DELETE FROM search_lists;
  DELETE FROM search_column;`

/** What a row of the list of changes, and a kept answer, take up, about; never changed once released. */
export const changeBytes = (row: '' | 'new.' | 'old.'): string =>
  `(128 + octet_length(${row}summary) + octet_length(${row}page) + octet_length(${row}touched))`
export const keptBytes = (row: '' | 'new.' | 'old.'): string =>
  `(128 + octet_length(${row}request) + octet_length(${row}answer))`

/**
 * One account's file. `record`, `file`, `file_import`, `meta`, `change` and `kept` are the truth; every other table is derived from
 * the records and can be made anew. Rows point at each other by `record.n`, a small number, since ids are long.
 *
 * A block that stands on a page has its derived columns beside its record, so that its words are kept once. The record
 * of a plain one (`isPlain` of the graph package) has no `doc`: its columns say it whole. Readers see the views.
 *
 * Columns that a list is ordered by end in the id, so that orders are total. `state` is 1 on an open task and 2 on a
 * finished one; `due` is 99999999 and `rank` 4 where a task has no day or no priority, so that they sort last.
 */
export const GRAPH_SCHEMA: Migrations = [
  `
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
  `,
  `
  -- The list of changes, in the order in which they were made. \`touched\` comes last, for lists that do not read it.
  CREATE TABLE change (
    n        INTEGER PRIMARY KEY,
    id       TEXT NOT NULL UNIQUE,
    at       INTEGER NOT NULL,
    open     INTEGER NOT NULL,
    token    TEXT NOT NULL,
    action   TEXT NOT NULL,
    summary  TEXT NOT NULL,
    page     TEXT NOT NULL,
    page_id  TEXT NOT NULL,
    block_id TEXT,
    touched  TEXT NOT NULL
  ) STRICT;
  CREATE INDEX change_open ON change (open, at);

  CREATE TABLE kept (
    n       INTEGER PRIMARY KEY,
    key     TEXT NOT NULL UNIQUE,
    request TEXT NOT NULL,
    answer  TEXT NOT NULL,
    at      INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX kept_at ON kept (at);

  CREATE INDEX block_order ON block (page, ord);
  `,
  // The layout of derived rows has a number of its own; where it is not today's, opening a graph makes them anew.
  `
  ALTER TABLE record RENAME TO earlier;
  DROP TABLE block;
  DROP TABLE block_words;

  CREATE TABLE record (
    n          INTEGER PRIMARY KEY,
    id         TEXT NOT NULL,
    kind       INTEGER NOT NULL,
    seq        INTEGER NOT NULL,
    deleted    INTEGER NOT NULL,
    -- Bytes that it counts for storage.
    size       INTEGER NOT NULL,

    -- Where and what a live block on a live page is; all NULL for any other record.
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
    more       TEXT,
    -- NULL where it is the content with its ASCII letters in lower case.
    folded     TEXT,

    -- NULL for a plain block.
    doc        TEXT
  ) STRICT;
  INSERT INTO record (n, id, kind, seq, deleted, size, doc)
    SELECT n, id, kind, seq, deleted, octet_length(doc), doc FROM earlier;
  DROP TABLE earlier;

  CREATE UNIQUE INDEX record_id ON record (id);
  CREATE INDEX record_changed ON record (seq);
  CREATE INDEX block_of_page ON record (page, ord) WHERE page IS NOT NULL;
  CREATE INDEX block_recent ON record (updated_at) WHERE page IS NOT NULL;
  CREATE INDEX block_open ON record (due, rank, created_at, id) WHERE state = 1;
  CREATE INDEX block_done ON record (updated_at DESC, id, due) WHERE state = 2;

  CREATE VIEW block AS
    SELECT n, id, page, parent_id, ord, created_at, updated_at, state, marker, rank, scheduled, deadline, due,
      words, sentences, paragraphs, characters, content, text, more
    FROM record WHERE page IS NOT NULL;
  CREATE VIEW block_words AS
    SELECT n, coalesce(folded, lower(content)) AS words FROM record WHERE page IS NOT NULL;

  INSERT INTO meta VALUES ('layout', 0);
  `,
  SEARCH_SCHEMA,
  `
  -- Files that nothing on a page holds, and since when that is known.
  CREATE TABLE file_unused (file TEXT PRIMARY KEY, since INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  `,
  `
  -- The feed: records in the order of commits, which of them are deleted, the sums that follow, and how far it had come.
  CREATE INDEX record_deleted ON record (seq) WHERE deleted = 1;
  INSERT INTO meta VALUES ('epoch', CAST(unixepoch('subsec') * 1000 AS INTEGER)), ('floor', 0), ('floor_n', 0),
    ('count', 0), ('sum', 0), ('summed_seq', 0), ('summed_n', 0);
  CREATE TABLE feed_record (n INTEGER PRIMARY KEY, hash INTEGER NOT NULL, versions INTEGER NOT NULL) STRICT;
  CREATE INDEX feed_conflict ON feed_record (n) WHERE versions = 1;
  CREATE TABLE feed_noted (at INTEGER PRIMARY KEY, seq INTEGER NOT NULL) STRICT;
  `,
  `
  -- What there is of each kind, as record.kind says it, and of files, 4: how many live ones, and the bytes that they and
  -- the deleted ones count for storage.
  CREATE TABLE storage (kind INTEGER PRIMARY KEY, count INTEGER NOT NULL, bytes INTEGER NOT NULL) STRICT;
  INSERT INTO storage SELECT kind, sum(deleted = 0), sum(size) FROM record GROUP BY kind;
  INSERT INTO storage SELECT 4, count(*), coalesce(sum(size), 0) FROM file;
  INSERT OR IGNORE INTO storage VALUES (1, 0, 0), (2, 0, 0), (3, 0, 0);
  DELETE FROM meta WHERE key = 'bytes';
  `,
  // How often the search rows were changed: what is read of them holds until then. Pieces came to be more than words, so
  // that all waits to be folded in anew.
  `
  INSERT INTO meta VALUES ('folds', 0);
  ${FOLD_ANEW}
  `,
  // Columns of times came to be in seconds.
  `
  ${FOLD_ANEW}
  UPDATE meta SET value = value + 1 WHERE key = 'folds';
  `,
  // Texts of pieces came to be longer than what the lists of a row are of.
  `
  ${FOLD_ANEW}
  UPDATE meta SET value = value + 1 WHERE key = 'folds';
  DROP TABLE search_pieces;
  CREATE TABLE search_pieces (
    n      INTEGER PRIMARY KEY,
    pieces TEXT NOT NULL,
    marks  BLOB NOT NULL,
    starts BLOB NOT NULL,
    row    INTEGER NOT NULL
  ) STRICT;
  `,
  `
  -- Which device pushed a commit; the latest of them only.
  CREATE TABLE push_commit (seq INTEGER PRIMARY KEY, device TEXT NOT NULL) STRICT;
  `,
  // References to blocks came to be read out when a block is read. `lines` changes with whatever is read out.
  `
  -- Where references are in the text of a block that refers to others, as JSON.
  ALTER TABLE record ADD COLUMN places TEXT;
  CREATE INDEX block_referring ON record (page) WHERE places IS NOT NULL;
  DROP VIEW block;
  CREATE VIEW block AS
    SELECT n, id, page, parent_id, ord, created_at, updated_at, state, marker, rank, scheduled, deadline, due,
      words, sentences, paragraphs, characters, content, text, places, more
    FROM record WHERE page IS NOT NULL;

  -- How many blocks of the page refer to others; the sums leave out their words.
  ALTER TABLE page ADD COLUMN referring INTEGER NOT NULL DEFAULT 0;

  -- What references to a block read as, of each live block that some block refers to.
  CREATE TABLE block_line (id TEXT PRIMARY KEY, line TEXT NOT NULL, places TEXT) STRICT, WITHOUT ROWID;
  INSERT INTO meta VALUES ('lines', 0);
  `,
  // What the list of changes and the kept answers take up has sums too: it is bounded beside the storage of an account.
  `
  CREATE TRIGGER change_added AFTER INSERT ON change BEGIN
    UPDATE storage SET count = count + 1, bytes = bytes + ${changeBytes('new.')} WHERE kind = 5;
  END;
  CREATE TRIGGER change_emptied AFTER UPDATE OF touched ON change BEGIN
    UPDATE storage SET bytes = bytes + octet_length(new.touched) - octet_length(old.touched) WHERE kind = 5;
  END;
  CREATE TRIGGER change_dropped AFTER DELETE ON change BEGIN
    UPDATE storage SET count = count - 1, bytes = bytes - ${changeBytes('old.')} WHERE kind = 5;
  END;
  CREATE TRIGGER kept_added AFTER INSERT ON kept BEGIN
    UPDATE storage SET count = count + 1, bytes = bytes + ${keptBytes('new.')} WHERE kind = 6;
  END;
  CREATE TRIGGER kept_dropped AFTER DELETE ON kept BEGIN
    UPDATE storage SET count = count - 1, bytes = bytes - ${keptBytes('old.')} WHERE kind = 6;
  END;
  INSERT INTO storage SELECT 5, count(*), coalesce(sum(${changeBytes('')}), 0) FROM change;
  INSERT INTO storage SELECT 6, count(*), coalesce(sum(${keptBytes('')}), 0) FROM kept;
  `,
  `
  -- Files that an import brought, and their path in its folder. Which those of before are is not known: all that nothing
  -- holds are taken for such, so that none is lost.
  CREATE TABLE file_import (file TEXT PRIMARY KEY, path TEXT) STRICT, WITHOUT ROWID;
  INSERT INTO file_import SELECT id, NULL FROM file
    WHERE NOT EXISTS (SELECT 1 FROM file_use WHERE file_use.file = file.id);
  DELETE FROM file_unused;
  `,
  // Which step of the index wrote a strip last, and how often all search rows were deleted: so a reader that keeps what it
  // has read learns what has changed since.
  `
  ALTER TABLE search_column ADD COLUMN step INTEGER NOT NULL DEFAULT 0;
  CREATE INDEX search_column_step ON search_column (step);
  INSERT INTO meta VALUES ('cleared', 0);
  `,
]

/** Of the derived rows; one more whenever they come to say something else. */
export const LAYOUT = 3
