/** Accounts, what opens them, and what the service notes about them. */
import type { Migration } from './migration.ts'

export default {
  sql: `
  -- Text that is compared or ordered has the collation "C": the order of its bytes, as the embedded store has it.
  CREATE TABLE account (
    account_id text COLLATE "C" PRIMARY KEY,
    plan       text NOT NULL CHECK (plan IN ('active', 'grace', 'none')),
    ended_at   bigint,
    allowed    boolean NOT NULL,
    zone       text,
    quota      bigint NOT NULL,
    created_at bigint NOT NULL
  );

  CREATE TABLE plan_change (
    account_id text COLLATE "C" NOT NULL,
    n          bigint GENERATED ALWAYS AS IDENTITY,
    at         bigint NOT NULL,
    from_plan  text NOT NULL,
    to_plan    text NOT NULL,
    by         text NOT NULL,
    PRIMARY KEY (account_id, n)
  );

  CREATE TABLE delivery (
    id        text COLLATE "C" PRIMARY KEY,
    signed_at bigint NOT NULL,
    taken_at  bigint NOT NULL
  );
  CREATE INDEX delivery_taken ON delivery (taken_at);

  CREATE TABLE token (
    account_id   text COLLATE "C" NOT NULL,
    id           text COLLATE "C" PRIMARY KEY,
    hash         text COLLATE "C" NOT NULL UNIQUE,
    name         text NOT NULL,
    scope        text NOT NULL CHECK (scope IN ('read', 'write')),
    zone         text,
    created_at   bigint NOT NULL,
    expires_at   bigint,
    -- Whether the audit log says that it expired.
    expiry_noted boolean NOT NULL DEFAULT false,
    last_used_at bigint,
    revoked_at   bigint
  );
  CREATE INDEX token_of_account ON token (account_id, created_at, id);
  CREATE INDEX token_expires ON token (expires_at) WHERE NOT expiry_noted AND expires_at IS NOT NULL;

  CREATE TABLE session (
    account_id   text COLLATE "C" NOT NULL,
    id           text COLLATE "C" PRIMARY KEY,
    hash         text COLLATE "C" NOT NULL UNIQUE,
    device       text NOT NULL,
    created_at   bigint NOT NULL,
    last_used_at bigint,
    ended_at     bigint
  );
  CREATE INDEX session_of_account ON session (account_id, created_at, id);

  CREATE TABLE browser (
    account_id       text COLLATE "C" NOT NULL,
    id               text COLLATE "C" PRIMARY KEY,
    hash             text COLLATE "C" NOT NULL UNIQUE,
    name             text NOT NULL,
    signed_in_by     text NOT NULL CHECK (signed_in_by IN ('provider', 'link')),
    issuer           text COLLATE "C",
    subject          text COLLATE "C",
    sid              text COLLATE "C",
    authenticated_at bigint,
    created_at       bigint NOT NULL,
    last_used_at     bigint NOT NULL,
    ended_at         bigint
  );
  CREATE INDEX browser_of_account ON browser (account_id, created_at, id);
  CREATE INDEX browser_created ON browser (created_at);
  CREATE INDEX browser_of_subject ON browser (subject, issuer) WHERE ended_at IS NULL AND subject IS NOT NULL;
  CREATE INDEX browser_of_sid ON browser (sid, issuer) WHERE ended_at IS NULL AND sid IS NOT NULL;

  CREATE TABLE identity (
    account_id text COLLATE "C" NOT NULL,
    issuer     text COLLATE "C" NOT NULL,
    subject    text COLLATE "C" NOT NULL,
    created_at bigint NOT NULL,
    PRIMARY KEY (issuer, subject)
  );
  CREATE INDEX identity_of_account ON identity (account_id, created_at, issuer, subject);

  CREATE TABLE sign_in_link (
    account_id text COLLATE "C" NOT NULL,
    hash       text COLLATE "C" PRIMARY KEY,
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL
  );
  CREATE INDEX sign_in_link_of_account ON sign_in_link (account_id);
  CREATE INDEX sign_in_link_expires ON sign_in_link (expires_at);

  CREATE TABLE import_job (
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

  -- Accounts that need maintenance, and since when. While changed is true, a change needs no further note.
  CREATE TABLE sweep_due (
    account_id text COLLATE "C" PRIMARY KEY,
    due        bigint NOT NULL,
    changed    boolean NOT NULL
  );
  CREATE INDEX sweep_due_from ON sweep_due (due);

  -- Who came in, and what they did to what opens an account. An entry of no account has the id ''.
  CREATE TABLE audit (
    account_id text COLLATE "C" NOT NULL,
    n          bigint GENERATED ALWAYS AS IDENTITY,
    at         bigint NOT NULL,
    event      text NOT NULL,
    by         text NOT NULL,
    subject    text,
    detail     text,
    address    text,
    refused    boolean NOT NULL,
    PRIMARY KEY (account_id, n)
  );
  CREATE INDEX audit_latest ON audit (account_id, at, n);
  CREATE INDEX audit_bound ON audit (account_id, refused, n);
  CREATE INDEX audit_at ON audit (at);

  CREATE TABLE keyring (name text COLLATE "C" PRIMARY KEY, value bytea NOT NULL);

  -- Which account has a file. A row whose file is in no graph means nothing.
  CREATE TABLE file_home (account_id text COLLATE "C" NOT NULL, file text COLLATE "C" PRIMARY KEY);
  CREATE INDEX file_home_of_account ON file_home (account_id);
`,
} satisfies Migration as Migration
