/** The person can accept changes, and their own edits are in no list: the store has the latest for Undo. */
import type { Migration } from './migration.ts'

export default {
  sql: `
  ALTER TABLE change ADD kept_at bigint;
  ALTER TABLE change ADD own boolean NOT NULL DEFAULT false;
  UPDATE change SET own = true WHERE token_id = 'browser' AND action <> 'restore';
  CREATE INDEX change_own ON change (account_id, n) WHERE own;
`,
} satisfies Migration as Migration
