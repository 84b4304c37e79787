/** The secret that a webhook had before, which signs until a time. */
export default `
  ALTER TABLE webhook ADD COLUMN former_secret TEXT;
  ALTER TABLE webhook ADD COLUMN former_until INTEGER;
`
