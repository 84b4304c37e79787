/** The last time that the owner looked at the list of changes. */
import type { Migration } from './migration.ts'

export default {
  sql: `
  CREATE TABLE last_look (
    account_id text COLLATE "C" PRIMARY KEY,
    at         bigint NOT NULL
  );
`,
} satisfies Migration as Migration
