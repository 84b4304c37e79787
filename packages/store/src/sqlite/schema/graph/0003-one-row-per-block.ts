/**
 * A block keeps its derived columns beside its record, so that its text is stored once. The layout of derived rows gets a
 * number of its own: opening a graph with another layout rebuilds them.
 */
export default `
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
`
