/** An index of the reverted entries that still have their items, the oldest first: these go first if the list is full. */
import type { Migration } from './migration.ts'

export default {
  sql: `
  CREATE INDEX change_whole ON change (account_id, n) WHERE NOT open AND touched <> '[]';
`,
} satisfies Migration as Migration
