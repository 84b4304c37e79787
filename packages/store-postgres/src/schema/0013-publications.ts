/** The published state of sites that do not follow the graph, as JSON. */
import type { Migration } from './migration.ts'

export default {
  sql: `
  ALTER TABLE site ADD COLUMN published_at bigint;
  ALTER TABLE site ADD COLUMN publication text;
`,
} satisfies Migration as Migration
