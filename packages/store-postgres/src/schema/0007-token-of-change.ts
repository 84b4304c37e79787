/** Entries of the change list store the id of their token, so that a token finds its own. */
import type { Migration } from './migration.ts'

export default {
  sql: `
  ALTER TABLE change ADD token_id text COLLATE "C";
`,
} satisfies Migration as Migration
