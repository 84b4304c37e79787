/** Shared pages and sites that a restore closed, until their owner opens them again. */
import type { Migration } from './migration.ts'

export default {
  sql: `
  ALTER TABLE share ADD COLUMN closed_at bigint;
  ALTER TABLE site ADD COLUMN closed_at bigint;
`,
} satisfies Migration as Migration
