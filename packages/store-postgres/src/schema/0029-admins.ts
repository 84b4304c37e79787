/** Whether the person looks after the other accounts. The operator says so for accounts of earlier versions. */
import type { Migration } from './migration.ts'

export default {
  sql: `
  ALTER TABLE account ADD COLUMN is_admin boolean NOT NULL DEFAULT false;
`,
} satisfies Migration as Migration
