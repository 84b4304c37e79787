/** Shared pages and sites that a restore closed, until their owner opens them again. */
export default `
  ALTER TABLE share ADD COLUMN closed_at INTEGER;
  ALTER TABLE site ADD COLUMN closed_at INTEGER;
`
