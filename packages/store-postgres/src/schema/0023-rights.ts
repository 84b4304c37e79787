/** The rights of tokens and apps beside reading and writing, in one text with commas. Earlier ones have none. */
import type { Migration } from './migration.ts'

export default {
  sql: `
  ALTER TABLE token ADD COLUMN may text;
  ALTER TABLE connected_app ADD COLUMN may text;
`,
} satisfies Migration as Migration
