/** Times of requests, for limits that hold across processes. */
import type { Migration } from './migration.ts'

export default {
  sql: `
  -- A crash of the server may empty the table: a minute later it would be empty anyway.
  CREATE UNLOGGED TABLE rate (
    key   text COLLATE "C" PRIMARY KEY,
    -- From old to new, as many as the limit at most.
    times bigint[] NOT NULL,
    -- The last of them.
    at    bigint NOT NULL
  );
  CREATE INDEX rate_at ON rate (at);
`,
} satisfies Migration as Migration
