/** Files that an import brought stay until a person deletes them. */
export default `
  -- Files that an import brought, and their path in its folder. Which those of before are is not known: all that nothing
  -- holds are taken for such, so that none is lost.
  CREATE TABLE file_import (file TEXT PRIMARY KEY, path TEXT) STRICT, WITHOUT ROWID;
  INSERT INTO file_import SELECT id, NULL FROM file
    WHERE NOT EXISTS (SELECT 1 FROM file_use WHERE file_use.file = file.id);
  DELETE FROM file_unused;
`
