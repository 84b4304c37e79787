/** Marks of accounts that move to or from another store, and the identity of each graph. */
import type { Migration } from './migration.ts'

export default {
  sql: `
  ALTER TABLE account
    -- While set, writes to the account are refused. Only 'leaving' lets it be read.
    ADD moving text CHECK (moving IN ('leaving', 'left', 'arriving')),
    -- Names the latest move, in both stores.
    ADD move_id text,
    -- The other store of that move, in words for the operator.
    ADD move_place text;

  ALTER TABLE graph
    -- Any number: a graph that is created after another one was deleted has a different number.
    ADD identity bigint NOT NULL DEFAULT 0,
    -- Whether commits are refused, because the account moves.
    ADD closed boolean NOT NULL DEFAULT false;
`,
  // An older process would write to an account that moves.
  needs: 6,
} satisfies Migration as Migration
