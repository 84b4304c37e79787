/** References to blocks are read out when a block is read. `lines` in `meta` changes with whatever is read out. */
export default `
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
`
