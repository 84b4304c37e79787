/**
 * Links of shared pages, and the secrets that end digests, encrypted. `share.id` and `digest_way.end_key` are their hashes
 * from then on.
 */
import type { Migration } from './migration.ts'

export default {
  sql: `
  ALTER TABLE share ADD COLUMN link text;
  ALTER TABLE digest_way ADD COLUMN sealed_end_key text;
`,
} satisfies Migration as Migration
