/** The person has looked at some entries of the change list, on any device. Counts of the others need no rows, which are long. */
export default `
  ALTER TABLE change ADD seen_at INTEGER;
  DROP INDEX change_listed;
  CREATE INDEX change_listed ON change (token_id, n, at, page_id, own, seen_at);
`
