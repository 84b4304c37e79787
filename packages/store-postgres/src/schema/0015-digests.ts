/** The daily digest of an account, and the ways on which it comes. */
import type { Migration } from './migration.ts'

export default {
  sql: `
  CREATE TABLE digest (
    account_id text COLLATE "C" PRIMARY KEY,
    is_on      boolean NOT NULL,
    hour       bigint NOT NULL
  );

  -- The key pair for web push.
  CREATE TABLE push_key (
    account_id  text COLLATE "C" PRIMARY KEY,
    public_key  text NOT NULL,
    private_key text NOT NULL
  );

  CREATE TABLE digest_way (
    account_id     text COLLATE "C" NOT NULL,
    id             text COLLATE "C" NOT NULL,
    kind           text NOT NULL,
    address        text COLLATE "C" NOT NULL,
    name           text,
    -- JSON
    browser_keys   text,
    created_at     bigint NOT NULL,
    version        bigint NOT NULL,
    confirmed_at   bigint,
    confirm_hash   text COLLATE "C",
    confirm_until  bigint,
    end_key        text COLLATE "C" NOT NULL,
    due_at         bigint NOT NULL,
    -- The last day for which a digest was prepared.
    day            bigint,
    reported_until bigint NOT NULL,
    sent_at        bigint,
    attempts       bigint NOT NULL,
    failing_since  bigint,
    fault          text,
    off_at         bigint,
    off_why        text,
    PRIMARY KEY (account_id, id)
  );
  CREATE UNIQUE INDEX digest_way_of_account ON digest_way (account_id, kind, address);
  CREATE INDEX digest_way_to_confirm ON digest_way (confirm_hash) WHERE confirm_hash IS NOT NULL;
  CREATE INDEX digest_way_to_end ON digest_way (end_key);
  CREATE INDEX digest_way_due ON digest_way (due_at) WHERE off_at IS NULL AND confirmed_at IS NOT NULL;
`,
} satisfies Migration as Migration
