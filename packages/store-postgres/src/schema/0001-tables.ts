/** Accounts, what opens them and belongs to them, and their graphs. */
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
    created_at bigint NOT NULL,
    -- While set, writes to the account are refused. Only 'leaving' lets it be read.
    moving     text CHECK (moving IN ('leaving', 'left', 'arriving')),
    -- Names the latest move, in both stores.
    move_id    text,
    -- The other store of that move, in words for the operator.
    move_place text,
    -- Whether the person looks after the other accounts.
    is_admin   boolean NOT NULL DEFAULT false
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

  -- Messages of the billing service that were taken, so that each counts once.
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
    revoked_at   bigint,
    -- The rights beside reading and writing, in one text with commas.
    may          text
  );
  CREATE INDEX token_of_account ON token (account_id, created_at, id);
  CREATE INDEX token_expires ON token (expires_at) WHERE NOT expiry_noted AND expires_at IS NOT NULL;

  -- Sessions of devices. A person confirmed each at its creation, and at confirmed_at again.
  CREATE TABLE session (
    account_id   text COLLATE "C" NOT NULL,
    id           text COLLATE "C" PRIMARY KEY,
    hash         text COLLATE "C" NOT NULL UNIQUE,
    device       text NOT NULL,
    created_at   bigint NOT NULL,
    last_used_at bigint,
    ended_at     bigint,
    confirmed_at bigint
  );
  CREATE INDEX session_of_account ON session (account_id, created_at, id);

  CREATE TABLE browser (
    account_id       text COLLATE "C" NOT NULL,
    id               text COLLATE "C" PRIMARY KEY,
    hash             text COLLATE "C" NOT NULL UNIQUE,
    name             text NOT NULL,
    signed_in_by     text NOT NULL CHECK (signed_in_by IN ('provider', 'link', 'passkey')),
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

  -- Apps connected by signing in.
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
    last_used_at bigint,
    -- As those of a token.
    may          text
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

  -- The import, and the restore of a whole graph, that runs or ran last in an account.
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

  -- The account of each file. A row whose file is in no graph means nothing.
  CREATE TABLE file_home (account_id text COLLATE "C" NOT NULL, file text COLLATE "C" PRIMARY KEY);
  CREATE INDEX file_home_of_account ON file_home (account_id);

  -- Times of requests, for limits that hold across processes. A crash of the server may empty the table: a minute later
  -- it would be empty anyway.
  CREATE UNLOGGED TABLE rate (
    key   text COLLATE "C" PRIMARY KEY,
    -- From old to new, as many as the limit at most.
    times bigint[] NOT NULL,
    -- The last of them.
    at    bigint NOT NULL
  );
  CREATE INDEX rate_at ON rate (at);

  -- Links that show one page to anyone who has them. The id is the hash of the link.
  CREATE TABLE share (
    account_id text COLLATE "C" NOT NULL,
    id         text COLLATE "C" PRIMARY KEY,
    page_id    text COLLATE "C" NOT NULL,
    quotes     boolean NOT NULL,
    password   text,
    created_at bigint NOT NULL,
    expires_at bigint,
    ended_at   bigint,
    -- Encrypted.
    link       text,
    -- A restore closed it, until its owner opens it again.
    closed_at  bigint
  );
  CREATE INDEX share_of_account ON share (account_id, created_at, id);

  -- Sets of pages that anyone can read.
  CREATE TABLE site (
    account_id   text COLLATE "C" NOT NULL,
    slug         text COLLATE "C" PRIMARY KEY,
    title        text NOT NULL,
    rule         text NOT NULL,
    created_at   bigint NOT NULL,
    ended_at     bigint,
    -- The published state, as JSON, of a site that does not follow the graph.
    published_at bigint,
    publication  text,
    -- As that of a share.
    closed_at    bigint,
    -- The addresses of its pages and files, as JSON.
    addresses    text
  );
  CREATE INDEX site_of_account ON site (account_id, created_at, slug);

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
    -- The secret from before, which signs too until a time.
    former_secret text,
    former_until  bigint,
    PRIMARY KEY (account_id, id)
  );
  CREATE INDEX webhook_on ON webhook (due_at, account_id, id) WHERE off_at IS NULL;

  -- The latest messages of webhooks.
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

  -- Programs that an account lets in by their manifest.
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

  -- The ways on which a digest comes.
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
    -- The hash of the secret that ends it.
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
    -- The secret that ends it, encrypted.
    sealed_end_key text,
    PRIMARY KEY (account_id, id)
  );
  CREATE UNIQUE INDEX digest_way_of_account ON digest_way (account_id, kind, address);
  CREATE INDEX digest_way_to_confirm ON digest_way (confirm_hash) WHERE confirm_hash IS NOT NULL;
  CREATE INDEX digest_way_to_end ON digest_way (end_key);
  CREATE INDEX digest_way_due ON digest_way (due_at) WHERE off_at IS NULL AND confirmed_at IS NOT NULL;

  -- E-mails of the last day, which limits count by hashes of their accounts and addresses.
  CREATE TABLE counted_mail (key text NOT NULL, at bigint NOT NULL);
  CREATE INDEX counted_mail_of_key ON counted_mail (key, at);
  CREATE INDEX counted_mail_at ON counted_mail (at);

  -- The last time that the owner looked at the list of changes.
  CREATE TABLE last_look (
    account_id text COLLATE "C" PRIMARY KEY,
    at         bigint NOT NULL
  );

  -- A commit locks the row of its graph, so that numbers become visible in their order.
  CREATE TABLE graph (
    account_id       text COLLATE "C" PRIMARY KEY,
    -- A graph that was restored, or created again, has a greater one.
    epoch            bigint NOT NULL,
    -- The number of the latest commit.
    head             bigint NOT NULL,
    -- The position after the last tombstone that is gone.
    floor_seq        bigint NOT NULL,
    floor_n          bigint NOT NULL,
    -- Bytes of the list of changes, and of the idempotency records.
    change_bytes     bigint NOT NULL,
    answer_bytes     bigint NOT NULL,
    -- The number of the record that stays as a tombstone at or before the floor, because no record has a greater one.
    kept_n           bigint,
    -- Counts the changes of files that take no number.
    file_edition     bigint NOT NULL DEFAULT 0,
    -- Live items, and the bytes that they count for storage. Tombstones count bytes too.
    pages            bigint NOT NULL DEFAULT 0,
    page_bytes       bigint NOT NULL DEFAULT 0,
    blocks           bigint NOT NULL DEFAULT 0,
    block_bytes      bigint NOT NULL DEFAULT 0,
    shapes           bigint NOT NULL DEFAULT 0,
    shape_bytes      bigint NOT NULL DEFAULT 0,
    files            bigint NOT NULL DEFAULT 0,
    file_bytes       bigint NOT NULL DEFAULT 0,
    -- Any number: a graph that is created after another one was deleted has a different number.
    identity         bigint NOT NULL DEFAULT 0,
    -- Whether commits are refused, because the account moves.
    closed           boolean NOT NULL DEFAULT false,
    -- Whether commits are noted in the outbox.
    outbox           boolean NOT NULL DEFAULT false,
    kept_states      bigint NOT NULL DEFAULT 0,
    kept_state_bytes bigint NOT NULL DEFAULT 0,
    -- Named snapshots need every state up to this h.
    history_walk     bigint NOT NULL DEFAULT 0,
    -- States from before this number were deleted, except those that a named snapshot needs.
    history_floor    bigint NOT NULL DEFAULT 0,
    -- States from before this number were not kept.
    history_gap      bigint NOT NULL DEFAULT 0
  );

  CREATE TABLE record (
    account_id text COLLATE "C" NOT NULL,
    id         text COLLATE "C" NOT NULL,
    -- The record's number in its graph, the same in every replica.
    n          bigint NOT NULL,
    -- The number of the commit that last wrote it.
    seq        bigint NOT NULL,
    deleted    boolean NOT NULL,
    -- JSON as text: unknown keys, the order of keys and numbers come back byte for byte.
    doc        text NOT NULL,
    PRIMARY KEY (account_id, id)
  );
  CREATE UNIQUE INDEX record_feed ON record (account_id, seq, n);
  CREATE UNIQUE INDEX record_number ON record (account_id, n);
  CREATE INDEX record_deleted ON record (account_id, seq, n) WHERE deleted;

  CREATE TABLE change (
    account_id text COLLATE "C" NOT NULL,
    n          bigint GENERATED ALWAYS AS IDENTITY,
    id         text COLLATE "C" NOT NULL,
    at         bigint NOT NULL,
    open       boolean NOT NULL,
    token      text COLLATE "C" NOT NULL,
    action     text NOT NULL,
    summary    text NOT NULL,
    page       text NOT NULL,
    page_id    text COLLATE "C" NOT NULL,
    block_id   text,
    touched    text NOT NULL,
    -- Bytes that the entry counts for.
    bytes      bigint NOT NULL,
    -- The id of the token, so that a token finds its own.
    token_id   text COLLATE "C",
    -- With it, \`check\` finds damage in an entry.
    checksum   bigint,
    kept_at    bigint,
    -- The person's own edits are in no list: the store has the latest for Undo.
    own        boolean NOT NULL DEFAULT false,
    seen_at    bigint,
    PRIMARY KEY (account_id, id)
  );
  CREATE UNIQUE INDEX change_order ON change (account_id, n);
  CREATE INDEX change_at ON change (account_id, at);
  CREATE INDEX change_open ON change (account_id, at) WHERE open;
  CREATE INDEX change_own ON change (account_id, n) WHERE own;
  -- The reverted entries that still have their items, the oldest first: these go first if the list is full.
  CREATE INDEX change_whole ON change (account_id, n) WHERE NOT open AND touched <> '[]';

  CREATE TABLE idempotency_record (
    account_id text COLLATE "C" NOT NULL,
    n          bigint GENERATED ALWAYS AS IDENTITY,
    key        text COLLATE "C" NOT NULL,
    request    text NOT NULL,
    answer     text NOT NULL,
    at         bigint NOT NULL,
    bytes      bigint NOT NULL,
    PRIMARY KEY (account_id, key)
  );
  CREATE UNIQUE INDEX idempotency_record_order ON idempotency_record (account_id, n);
  CREATE INDEX idempotency_record_at ON idempotency_record (account_id, at);

  CREATE TABLE file (
    account_id   text COLLATE "C" NOT NULL,
    id           text COLLATE "C" NOT NULL,
    -- The number of the commit that added it.
    seq          bigint NOT NULL,
    hash         text COLLATE "C" NOT NULL,
    name         text NOT NULL,
    type         text NOT NULL,
    size         bigint NOT NULL,
    created_at   bigint NOT NULL,
    -- The place where an import found it.
    path         text,
    -- Whether an import brought it. The path may be unknown.
    imported     boolean NOT NULL DEFAULT false,
    -- The earliest time at which no record used it.
    unused_since bigint,
    PRIMARY KEY (account_id, id),
    UNIQUE (account_id, hash)
  );
  CREATE INDEX file_order ON file (account_id, seq, id);
  CREATE INDEX file_unused ON file (account_id, unused_since) WHERE unused_since IS NOT NULL;

  -- The latest commits: who lost the connection during one asks here whether it succeeded.
  CREATE TABLE graph_commit (
    account_id text COLLATE "C" NOT NULL,
    id         text COLLATE "C" NOT NULL,
    -- The number of the graph after it.
    seq        bigint NOT NULL,
    -- The device that pushed it.
    device     text,
    PRIMARY KEY (account_id, id)
  );
  CREATE INDEX graph_commit_order ON graph_commit (account_id, seq);

  -- The number of the latest commit, once a day. It says later which tombstones are old enough to delete.
  CREATE TABLE feed_day (
    account_id text COLLATE "C" NOT NULL,
    at         bigint NOT NULL,
    seq        bigint NOT NULL,
    PRIMARY KEY (account_id, at)
  );

  -- The pages that each commit wrote, for webhooks.
  CREATE TABLE outbox (
    account_id text COLLATE "C" NOT NULL,
    seq        bigint NOT NULL,
    -- Who made the commit, and the pages with their blocks, as JSON.
    by         text NOT NULL,
    pages      text NOT NULL,
    PRIMARY KEY (account_id, seq)
  );

  -- Replicas have neither the authors of commits, nor states that commits replaced, nor snapshots.
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
} satisfies Migration as Migration
