/** When a person last confirmed a device. Sessions of earlier versions count from their creation. */
import type { Migration } from './migration.ts'

export default {
  sql: `
  ALTER TABLE session ADD confirmed_at bigint;
`,
} satisfies Migration as Migration
