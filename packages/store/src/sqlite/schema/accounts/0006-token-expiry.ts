/** Tokens with a last day. */
export default `
  -- When a token stops by itself; NULL where it never does.
  ALTER TABLE token ADD COLUMN expires_at INTEGER;
`
