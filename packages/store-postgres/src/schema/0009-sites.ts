/** Sets of pages that anyone can read. */
import type { Migration } from './migration.ts'

export default {
  sql: `
  CREATE TABLE site (
    account_id text COLLATE "C" NOT NULL,
    slug       text COLLATE "C" PRIMARY KEY,
    title      text NOT NULL,
    rule       text NOT NULL,
    created_at bigint NOT NULL,
    ended_at   bigint
  );
  CREATE INDEX site_of_account ON site (account_id, created_at, slug);
`,
} satisfies Migration as Migration
