/** The restore of a whole graph that an account has under way, or had last. */
import type { Migration } from './migration.ts'

export default {
  sql: `
  CREATE TABLE restore_job (
    account_id text COLLATE "C" PRIMARY KEY,
    id         text NOT NULL,
    state      text NOT NULL CHECK (state IN ('running', 'done', 'failed', 'cut_off')),
    started_at bigint NOT NULL,
    seen_at    bigint NOT NULL,
    ended_at   bigint,
    done       bigint NOT NULL,
    total      bigint NOT NULL,
    result     text
  );
`,
} satisfies Migration as Migration
