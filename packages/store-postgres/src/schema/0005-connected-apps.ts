/** Apps connected by signing in, their secrets, and the authorization server's other records. */
import type { Migration } from './migration.ts'

export default {
  sql: `
  CREATE TABLE connected_app (
    account_id   text COLLATE "C" NOT NULL,
    id           text COLLATE "C" PRIMARY KEY,
    client_id    text NOT NULL,
    name         text NOT NULL,
    host         text NOT NULL,
    scope        text NOT NULL CHECK (scope IN ('read', 'write')),
    zone         text,
    created_at   bigint NOT NULL,
    expires_at   bigint NOT NULL,
    last_used_at bigint
  );
  CREATE INDEX connected_app_of_account ON connected_app (account_id, created_at, id);
  CREATE INDEX connected_app_expires ON connected_app (expires_at);

  -- Codes, access tokens and refresh tokens, by the hash of the secret. The payload has everything but the secret.
  CREATE TABLE app_secret (
    account_id text COLLATE "C" NOT NULL,
    app_id     text COLLATE "C" NOT NULL,
    kind       text COLLATE "C" NOT NULL CHECK (kind IN ('code', 'access', 'refresh')),
    hash       text COLLATE "C" NOT NULL,
    payload    text NOT NULL,
    expires_at bigint NOT NULL,
    used_at    bigint,
    PRIMARY KEY (kind, hash)
  );
  CREATE INDEX app_secret_of_app ON app_secret (account_id, app_id, kind, expires_at);
  CREATE INDEX app_secret_expires ON app_secret (expires_at);

  -- Running authorizations, registered clients and cached metadata documents. None belongs to an account.
  CREATE TABLE authorization_record (
    kind       text COLLATE "C" NOT NULL CHECK (kind IN ('interaction', 'client', 'document')),
    hash       text COLLATE "C" NOT NULL,
    payload    text NOT NULL,
    expires_at bigint NOT NULL,
    PRIMARY KEY (kind, hash)
  );
  CREATE INDEX authorization_record_expires ON authorization_record (kind, expires_at);
`,
} satisfies Migration as Migration
