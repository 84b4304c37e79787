/** Entries of the change list have a checksum, so that `check` finds damage in them. Older ones have none. */
export default `
  ALTER TABLE change ADD checksum INTEGER;
`
