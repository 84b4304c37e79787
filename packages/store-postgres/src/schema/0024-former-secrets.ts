/** The secret that a webhook had before, which signs until a time. */
import type { Migration } from './migration.ts'

export default {
  sql: `
  ALTER TABLE webhook ADD COLUMN former_secret text;
  ALTER TABLE webhook ADD COLUMN former_until bigint;
`,
} satisfies Migration as Migration
