/** The addresses of the pages and files of a site, as JSON. */
import type { Migration } from './migration.ts'

export default {
  sql: `
  ALTER TABLE site ADD COLUMN addresses text;
`,
} satisfies Migration as Migration
