/** Graphs: the records, the list of changes, idempotency records, files, and the numbers of commits. */
import type { Migration } from './migration.ts'

export default {
  sql: `
  -- A commit locks the row of its graph, so that numbers become visible in their order.
  CREATE TABLE graph (
    account_id   text COLLATE "C" PRIMARY KEY,
    -- A graph that was restored, or created again, has a greater one.
    epoch        bigint NOT NULL,
    -- The number of the latest commit.
    head         bigint NOT NULL,
    -- The position after the last tombstone that is gone.
    floor_seq    bigint NOT NULL,
    floor_n      bigint NOT NULL,
    -- Bytes of the list of changes, and of the idempotency records.
    change_bytes bigint NOT NULL,
    answer_bytes bigint NOT NULL
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
    PRIMARY KEY (account_id, id)
  );
  CREATE UNIQUE INDEX change_order ON change (account_id, n);
  CREATE INDEX change_at ON change (account_id, at);
  CREATE INDEX change_open ON change (account_id, at) WHERE open;

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
    account_id text COLLATE "C" NOT NULL,
    id         text COLLATE "C" NOT NULL,
    -- The number of the commit that added it.
    seq        bigint NOT NULL,
    hash       text COLLATE "C" NOT NULL,
    name       text NOT NULL,
    type       text NOT NULL,
    size       bigint NOT NULL,
    created_at bigint NOT NULL,
    -- Where an import found it.
    path       text,
    PRIMARY KEY (account_id, id),
    UNIQUE (account_id, hash)
  );
  CREATE INDEX file_order ON file (account_id, seq);

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
`,
} satisfies Migration as Migration
