/** The person has looked at some entries of the change list, on any device. */
import type { Migration } from './migration.ts'

export default {
  sql: `
  ALTER TABLE change ADD seen_at bigint;
`,
} satisfies Migration as Migration
