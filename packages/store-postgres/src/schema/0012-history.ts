/** States that commits replaced, the authors of commits, and snapshots. Replicas do not have them. */
import type { Migration } from './migration.ts'

export default {
  sql: `
  ALTER TABLE graph
    ADD kept_states bigint NOT NULL DEFAULT 0,
    ADD kept_state_bytes bigint NOT NULL DEFAULT 0,
    -- Named snapshots need every state up to this h.
    ADD history_walk bigint NOT NULL DEFAULT 0,
    -- States from before this number were deleted, except those that a named snapshot needs.
    ADD history_floor bigint NOT NULL DEFAULT 0,
    -- States from before this number were not kept.
    ADD history_gap bigint NOT NULL DEFAULT 0;
  UPDATE graph SET history_gap = head;

  CREATE TABLE commit_author (
    account_id text COLLATE "C" NOT NULL,
    seq        bigint NOT NULL,
    at         bigint NOT NULL,
    kind       text COLLATE "C" NOT NULL,
    who        text COLLATE "C" NOT NULL,
    name       text NOT NULL,
    PRIMARY KEY (account_id, seq)
  );
  CREATE INDEX commit_author_at ON commit_author (account_id, at);

  CREATE TABLE kept_state (
    account_id text COLLATE "C" NOT NULL,
    -- Grows with the number of the commit that replaced the state.
    h          bigint GENERATED ALWAYS AS IDENTITY,
    id         text COLLATE "C" NOT NULL,
    page       text COLLATE "C" NOT NULL,
    -- The first commit whose state counts as this one, the commit that wrote it, and the commit that replaced it.
    since      bigint NOT NULL,
    seq        bigint NOT NULL,
    until      bigint NOT NULL,
    -- The times of these commits.
    began      bigint NOT NULL,
    at         bigint NOT NULL,
    ended      bigint NOT NULL,
    deleted    boolean NOT NULL,
    -- Absent if nobody knows who wrote it.
    kind       text COLLATE "C",
    who        text COLLATE "C",
    name       text,
    doc        text NOT NULL,
    PRIMARY KEY (account_id, h)
  );
  CREATE INDEX kept_state_of_record ON kept_state (account_id, id, until);
  CREATE INDEX kept_state_of_page ON kept_state (account_id, page, until);

  CREATE TABLE snapshot (
    account_id text COLLATE "C" NOT NULL,
    id         text COLLATE "C" NOT NULL,
    -- Absent on the snapshot of a day.
    name       text,
    seq        bigint NOT NULL,
    at         bigint NOT NULL,
    PRIMARY KEY (account_id, id)
  );
`,
  // An older process would replace states without keeping them, and leave them behind when a graph is deleted.
  needs: 12,
} satisfies Migration as Migration
