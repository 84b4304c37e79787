/** Entries of the change list store the id of their token, so that a token finds its own. */
export default `
  ALTER TABLE change ADD token_id TEXT;
`
