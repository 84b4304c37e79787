/** Programs that an account lets in by their manifest. */
import type { Migration } from './migration.ts'

export default {
  sql: `
  CREATE TABLE plugin (
    account_id text COLLATE "C" NOT NULL,
    id         text COLLATE "C" NOT NULL,
    url        text COLLATE "C" NOT NULL,
    -- JSON
    manifest   text NOT NULL,
    webhook_id text COLLATE "C",
    created_at bigint NOT NULL,
    agreed_at  bigint NOT NULL,
    PRIMARY KEY (account_id, id)
  );
  CREATE UNIQUE INDEX plugin_of_account ON plugin (account_id, url);
`,
} satisfies Migration as Migration
