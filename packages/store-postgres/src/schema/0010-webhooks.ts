/** Webhooks with their latest deliveries, and the outbox of each graph. */
import type { Migration } from './migration.ts'

export default {
  sql: `
  -- Whether commits are noted in the outbox.
  ALTER TABLE graph ADD COLUMN outbox boolean NOT NULL DEFAULT false;

  CREATE TABLE outbox (
    account_id text COLLATE "C" NOT NULL,
    seq        bigint NOT NULL,
    -- Who made the commit, and the pages with their blocks, as JSON.
    by         text NOT NULL,
    pages      text NOT NULL,
    PRIMARY KEY (account_id, seq)
  );

  CREATE TABLE webhook (
    account_id    text COLLATE "C" NOT NULL,
    id            text COLLATE "C" NOT NULL,
    url           text NOT NULL,
    secret        text NOT NULL,
    -- JSON
    filter        text NOT NULL,
    with_blocks   boolean NOT NULL,
    created_at    bigint NOT NULL,
    -- The part of the commit up to which messages were prepared.
    epoch         bigint NOT NULL,
    seq           bigint NOT NULL,
    part          bigint NOT NULL,
    due_at        bigint NOT NULL,
    failing_since bigint,
    off_at        bigint,
    off_why       text,
    -- The process that sends for it now.
    holder        text,
    held_until    bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (account_id, id)
  );
  CREATE INDEX webhook_on ON webhook (due_at, account_id, id) WHERE off_at IS NULL;

  CREATE TABLE webhook_delivery (
    account_id text COLLATE "C" NOT NULL,
    id         text COLLATE "C" NOT NULL,
    webhook_id text COLLATE "C" NOT NULL,
    n          bigint NOT NULL,
    seq        bigint NOT NULL,
    body       text NOT NULL,
    created_at bigint NOT NULL,
    state      text NOT NULL,
    attempts   bigint NOT NULL,
    last_at    bigint,
    status     bigint,
    fault      text,
    took       bigint,
    PRIMARY KEY (account_id, id)
  );
  CREATE UNIQUE INDEX webhook_delivery_order ON webhook_delivery (account_id, webhook_id, n);
`,
} satisfies Migration as Migration
