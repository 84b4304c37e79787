/** Links that show one page to anyone who has them. */
import type { Migration } from './migration.ts'

export default {
  sql: `
  CREATE TABLE share (
    account_id text COLLATE "C" NOT NULL,
    id         text COLLATE "C" PRIMARY KEY,
    page_id    text COLLATE "C" NOT NULL,
    quotes     boolean NOT NULL,
    password   text,
    created_at bigint NOT NULL,
    expires_at bigint,
    ended_at   bigint
  );
  CREATE INDEX share_of_account ON share (account_id, created_at, id);
`,
} satisfies Migration as Migration
