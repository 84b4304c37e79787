/** Passkeys, and browsers that signed in with one. */
import type { Migration } from './migration.ts'

export default {
  sql: `
  CREATE TABLE passkey (
    account_id   text COLLATE "C" NOT NULL,
    id           text COLLATE "C" PRIMARY KEY,
    public_key   text NOT NULL,
    counter      bigint NOT NULL,
    transports   text NOT NULL,
    name         text NOT NULL,
    created_at   bigint NOT NULL,
    last_used_at bigint
  );
  CREATE INDEX passkey_of_account ON passkey (account_id, created_at, id);

  CREATE TABLE passkey_challenge (
    hash       text COLLATE "C" PRIMARY KEY,
    expires_at bigint NOT NULL
  );
  CREATE INDEX passkey_challenge_expires ON passkey_challenge (expires_at);

  ALTER TABLE browser DROP CONSTRAINT browser_signed_in_by_check;
  ALTER TABLE browser ADD CONSTRAINT browser_signed_in_by_check CHECK (signed_in_by IN ('provider', 'link', 'passkey'));
`,
} satisfies Migration as Migration
