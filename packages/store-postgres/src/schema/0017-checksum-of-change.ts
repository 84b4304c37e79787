/** Entries of the change list have a checksum, so that `check` finds damage in them. Older ones have none. */
import type { Migration } from './migration.ts'

export default {
  sql: `
  ALTER TABLE change ADD checksum bigint;
`,
} satisfies Migration as Migration
