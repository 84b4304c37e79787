/** The pages that each commit wrote, for webhooks. */
export default `
  CREATE TABLE outbox (
    seq   INTEGER PRIMARY KEY,
    -- Who made the commit, and the pages with their blocks, as JSON.
    by    TEXT NOT NULL,
    pages TEXT NOT NULL
  ) STRICT;
`
