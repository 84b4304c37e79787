/** Accounts, the ways into them, and the resources that belong to an account but not to its graph. */
export default `
  CREATE TABLE account (
    id         TEXT PRIMARY KEY,
    plan       TEXT NOT NULL CHECK (plan IN ('active', 'grace', 'none')),
    ended_at   INTEGER,
    allowed    INTEGER NOT NULL,
    zone       TEXT,
    quota      INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    -- Whether the person looks after the other accounts.
    is_admin   INTEGER NOT NULL DEFAULT 0,
    -- While set, writes to the account are refused. Only 'leaving' lets it be read.
    moving     TEXT CHECK (moving IN ('leaving', 'left', 'arriving')),
    -- Names the latest move, in both stores.
    move_id    TEXT,
    -- The other store of that move, in words for the operator.
    move_place TEXT
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE plan_change (
    n          INTEGER PRIMARY KEY,
    account_id TEXT NOT NULL,
    at         INTEGER NOT NULL,
    from_plan  TEXT NOT NULL,
    to_plan    TEXT NOT NULL,
    by         TEXT NOT NULL
  ) STRICT;
  CREATE INDEX plan_change_of_account ON plan_change (account_id, n);

  -- Messages of the billing service that were taken, so that each counts once.
  CREATE TABLE delivery (id TEXT PRIMARY KEY, signed_at INTEGER NOT NULL, taken_at INTEGER NOT NULL)
    STRICT, WITHOUT ROWID;
  CREATE INDEX delivery_taken ON delivery (taken_at);

  -- The latest change of each account, for other processes. A change gives the row a new, higher number.
  CREATE TABLE change_signal (
    n          INTEGER PRIMARY KEY AUTOINCREMENT,
    account_id TEXT NOT NULL UNIQUE
  ) STRICT;

  -- Accounts that need maintenance, and since when. While changed is 1, a change needs no further note.
  CREATE TABLE sweep_due (
    account_id TEXT PRIMARY KEY,
    due        INTEGER NOT NULL,
    changed    INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX sweep_due_from ON sweep_due (due);

  CREATE TABLE token (
    id           TEXT PRIMARY KEY,
    account_id   TEXT NOT NULL,
    hash         TEXT NOT NULL UNIQUE,
    name         TEXT NOT NULL,
    scope        TEXT NOT NULL CHECK (scope IN ('read', 'write')),
    -- The rights beside reading and writing, in one text with commas.
    may          TEXT,
    zone         TEXT,
    created_at   INTEGER NOT NULL,
    expires_at   INTEGER,
    -- Whether the audit log says that it expired.
    expiry_noted INTEGER NOT NULL DEFAULT 0,
    last_used_at INTEGER,
    revoked_at   INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX token_of_account ON token (account_id, created_at, id);
  CREATE INDEX token_expires ON token (expires_at) WHERE expiry_noted = 0 AND expires_at IS NOT NULL;

  -- Sessions of devices. A person confirmed each at its creation, and at confirmed_at again.
  CREATE TABLE session (
    id           TEXT PRIMARY KEY,
    account_id   TEXT NOT NULL,
    hash         TEXT NOT NULL UNIQUE,
    device       TEXT NOT NULL,
    created_at   INTEGER NOT NULL,
    last_used_at INTEGER,
    confirmed_at INTEGER,
    ended_at     INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX session_of_account ON session (account_id, created_at, id);

  CREATE TABLE browser (
    id               TEXT PRIMARY KEY,
    account_id       TEXT NOT NULL,
    hash             TEXT NOT NULL UNIQUE,
    name             TEXT NOT NULL,
    signed_in_by     TEXT NOT NULL CHECK (signed_in_by IN ('provider', 'link', 'passkey')),
    -- The person at the provider, who can be signed out there, and the time of the sign-in there.
    issuer           TEXT,
    subject          TEXT,
    sid              TEXT,
    authenticated_at INTEGER,
    created_at       INTEGER NOT NULL,
    last_used_at     INTEGER NOT NULL,
    ended_at         INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX browser_of_account ON browser (account_id, created_at, id);
  CREATE INDEX browser_made ON browser (created_at);
  CREATE INDEX browser_of_subject ON browser (subject, issuer) WHERE ended_at IS NULL AND subject IS NOT NULL;
  CREATE INDEX browser_of_sid ON browser (sid, issuer) WHERE ended_at IS NULL AND sid IS NOT NULL;

  CREATE TABLE identity (
    issuer     TEXT NOT NULL,
    subject    TEXT NOT NULL,
    account_id TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (issuer, subject)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX identity_of_account ON identity (account_id, created_at);

  CREATE TABLE sign_in_link (
    hash       TEXT PRIMARY KEY,
    account_id TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX sign_in_link_expires ON sign_in_link (expires_at);

  CREATE TABLE passkey (
    id           TEXT PRIMARY KEY,
    account_id   TEXT NOT NULL,
    public_key   TEXT NOT NULL,
    counter      INTEGER NOT NULL,
    transports   TEXT NOT NULL,
    name         TEXT NOT NULL,
    created_at   INTEGER NOT NULL,
    last_used_at INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX passkey_of_account ON passkey (account_id, created_at, id);

  CREATE TABLE passkey_challenge (
    hash       TEXT PRIMARY KEY,
    expires_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX passkey_challenge_expires ON passkey_challenge (expires_at);

  -- Apps connected by signing in.
  CREATE TABLE connected_app (
    id           TEXT PRIMARY KEY,
    account_id   TEXT NOT NULL,
    client_id    TEXT NOT NULL,
    name         TEXT NOT NULL,
    host         TEXT NOT NULL,
    scope        TEXT NOT NULL CHECK (scope IN ('read', 'write')),
    -- As those of a token.
    may          TEXT,
    zone         TEXT,
    created_at   INTEGER NOT NULL,
    expires_at   INTEGER NOT NULL,
    last_used_at INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX connected_app_of_account ON connected_app (account_id, created_at, id);
  CREATE INDEX connected_app_expires ON connected_app (expires_at);

  -- Codes, access tokens and refresh tokens, by the hash of the secret. The payload has everything but the secret.
  CREATE TABLE app_secret (
    kind       TEXT NOT NULL CHECK (kind IN ('code', 'access', 'refresh')),
    hash       TEXT NOT NULL,
    account_id TEXT NOT NULL,
    app_id     TEXT NOT NULL,
    payload    TEXT NOT NULL,
    expires_at INTEGER NOT NULL,
    used_at    INTEGER,
    PRIMARY KEY (kind, hash)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX app_secret_of_app ON app_secret (app_id, kind, expires_at);
  CREATE INDEX app_secret_of_account ON app_secret (account_id);
  CREATE INDEX app_secret_expires ON app_secret (expires_at);

  -- Running authorizations, registered clients and cached metadata documents. None belongs to an account.
  CREATE TABLE authorization_record (
    kind       TEXT NOT NULL CHECK (kind IN ('interaction', 'client', 'document')),
    hash       TEXT NOT NULL,
    payload    TEXT NOT NULL,
    expires_at INTEGER NOT NULL,
    PRIMARY KEY (kind, hash)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX authorization_record_expires ON authorization_record (kind, expires_at);

  -- Who came in, and what they did to what opens an account. No secret, name, text or address is in it.
  CREATE TABLE audit (
    n          INTEGER PRIMARY KEY,
    at         INTEGER NOT NULL,
    account_id TEXT,
    event      TEXT NOT NULL,
    by         TEXT NOT NULL,
    subject    TEXT,
    detail     TEXT,
    address    TEXT,
    refused    INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX audit_of_account ON audit (account_id, at, n);
  CREATE INDEX audit_bound ON audit (account_id, refused, n);
  CREATE INDEX audit_at ON audit (at);

  CREATE TABLE keyring (name TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT, WITHOUT ROWID;

  -- The account of each file. A row whose file is in no graph means nothing.
  CREATE TABLE file_home (file TEXT PRIMARY KEY, account_id TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE INDEX file_home_of_account ON file_home (account_id);

  -- The import, and the restore of a whole graph, that runs or ran last in an account.
  CREATE TABLE import_job (
    account_id TEXT PRIMARY KEY,
    id         TEXT NOT NULL,
    state      TEXT NOT NULL CHECK (state IN ('running', 'done', 'failed', 'cut_off')),
    started_at INTEGER NOT NULL,
    seen_at    INTEGER NOT NULL,
    ended_at   INTEGER,
    done       INTEGER NOT NULL,
    total      INTEGER NOT NULL,
    result     TEXT
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE restore_job (
    account_id TEXT PRIMARY KEY,
    id         TEXT NOT NULL,
    state      TEXT NOT NULL CHECK (state IN ('running', 'done', 'failed', 'cut_off')),
    started_at INTEGER NOT NULL,
    seen_at    INTEGER NOT NULL,
    ended_at   INTEGER,
    done       INTEGER NOT NULL,
    total      INTEGER NOT NULL,
    result     TEXT
  ) STRICT, WITHOUT ROWID;

  -- The last time that the owner looked at the list of changes.
  CREATE TABLE last_look (account_id TEXT PRIMARY KEY, at INTEGER NOT NULL) STRICT, WITHOUT ROWID;

  -- Links that show one page to anyone who has them. The id is the hash of the link.
  CREATE TABLE share (
    id         TEXT PRIMARY KEY,
    account_id TEXT NOT NULL,
    page_id    TEXT NOT NULL,
    quotes     INTEGER NOT NULL,
    password   TEXT,
    created_at INTEGER NOT NULL,
    expires_at INTEGER,
    ended_at   INTEGER,
    -- A restore closed it, until its owner opens it again.
    closed_at  INTEGER,
    -- Encrypted.
    link       TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX share_of_account ON share (account_id, created_at, id);

  -- Sets of pages that anyone can read.
  CREATE TABLE site (
    slug         TEXT PRIMARY KEY,
    account_id   TEXT NOT NULL,
    title        TEXT NOT NULL,
    rule         TEXT NOT NULL,
    created_at   INTEGER NOT NULL,
    ended_at     INTEGER,
    -- As that of a share.
    closed_at    INTEGER,
    -- The published state, as JSON, of a site that does not follow the graph.
    published_at INTEGER,
    publication  TEXT,
    -- The addresses of its pages and files, as JSON.
    addresses    TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX site_of_account ON site (account_id, created_at, slug);

  CREATE TABLE webhook (
    id            TEXT PRIMARY KEY,
    account_id    TEXT NOT NULL,
    url           TEXT NOT NULL,
    secret        TEXT NOT NULL,
    -- The secret from before, which signs too until a time.
    former_secret TEXT,
    former_until  INTEGER,
    -- JSON
    filter        TEXT NOT NULL,
    with_blocks   INTEGER NOT NULL,
    created_at    INTEGER NOT NULL,
    -- The part of the commit up to which messages were prepared.
    epoch         INTEGER NOT NULL,
    seq           INTEGER NOT NULL,
    part          INTEGER NOT NULL,
    due_at        INTEGER NOT NULL,
    failing_since INTEGER,
    off_at        INTEGER,
    off_why       TEXT,
    -- The process that sends for it now.
    holder        TEXT,
    held_until    INTEGER NOT NULL DEFAULT 0
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX webhook_of_account ON webhook (account_id, created_at, id);
  CREATE INDEX webhook_on ON webhook (due_at, account_id, id) WHERE off_at IS NULL;

  -- The latest messages of webhooks.
  CREATE TABLE webhook_delivery (
    id         TEXT PRIMARY KEY,
    account_id TEXT NOT NULL,
    webhook_id TEXT NOT NULL,
    n          INTEGER NOT NULL,
    seq        INTEGER NOT NULL,
    body       TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    state      TEXT NOT NULL CHECK (state IN ('pending', 'delivered', 'failed')),
    attempts   INTEGER NOT NULL,
    last_at    INTEGER,
    status     INTEGER,
    fault      TEXT,
    took       INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX webhook_delivery_order ON webhook_delivery (account_id, webhook_id, n);

  -- Programs that an account lets in by their manifest.
  CREATE TABLE plugin (
    id         TEXT PRIMARY KEY,
    account_id TEXT NOT NULL,
    url        TEXT NOT NULL,
    -- JSON
    manifest   TEXT NOT NULL,
    webhook_id TEXT,
    created_at INTEGER NOT NULL,
    agreed_at  INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX plugin_of_account ON plugin (account_id, url);

  CREATE TABLE digest (
    account_id TEXT PRIMARY KEY,
    is_on      INTEGER NOT NULL,
    hour       INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  -- The key pair for web push.
  CREATE TABLE push_key (
    account_id  TEXT PRIMARY KEY,
    public_key  TEXT NOT NULL,
    private_key TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  -- The ways on which a digest comes.
  CREATE TABLE digest_way (
    id             TEXT PRIMARY KEY,
    account_id     TEXT NOT NULL,
    kind           TEXT NOT NULL CHECK (kind IN ('email', 'push')),
    address        TEXT NOT NULL,
    name           TEXT,
    -- JSON
    browser_keys   TEXT,
    created_at     INTEGER NOT NULL,
    version        INTEGER NOT NULL,
    confirmed_at   INTEGER,
    confirm_hash   TEXT,
    confirm_until  INTEGER,
    -- The hash of the secret that ends it, and the secret, encrypted.
    end_key        TEXT NOT NULL,
    sealed_end_key TEXT,
    due_at         INTEGER NOT NULL,
    -- The last day for which a digest was prepared.
    day            INTEGER,
    reported_until INTEGER NOT NULL,
    sent_at        INTEGER,
    attempts       INTEGER NOT NULL,
    failing_since  INTEGER,
    fault          TEXT,
    off_at         INTEGER,
    off_why        TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX digest_way_of_account ON digest_way (account_id, kind, address);
  CREATE UNIQUE INDEX digest_way_to_confirm ON digest_way (confirm_hash) WHERE confirm_hash IS NOT NULL;
  CREATE UNIQUE INDEX digest_way_to_end ON digest_way (end_key);
  CREATE INDEX digest_way_due ON digest_way (due_at) WHERE off_at IS NULL AND confirmed_at IS NOT NULL;

  -- E-mails of the last day, which limits count by hashes of their accounts and addresses.
  CREATE TABLE counted_mail (key TEXT NOT NULL, at INTEGER NOT NULL) STRICT;
  CREATE INDEX counted_mail_of_key ON counted_mail (key, at);
  CREATE INDEX counted_mail_at ON counted_mail (at);
`
