/** Maintenance of graphs: sums of their storage, days of their feeds, and times of their unused files. */
import type { Migration } from './migration.ts'

export default {
  sql: `
  ALTER TABLE graph
    -- The number of the record that stays as a tombstone at or before the floor, because no record has a greater one.
    ADD kept_n bigint,
    -- Counts the changes of files that take no number.
    ADD file_edition bigint NOT NULL DEFAULT 0,
    -- Live items, and the bytes that they count for storage. Tombstones count bytes too.
    ADD pages bigint NOT NULL DEFAULT 0,
    ADD page_bytes bigint NOT NULL DEFAULT 0,
    ADD blocks bigint NOT NULL DEFAULT 0,
    ADD block_bytes bigint NOT NULL DEFAULT 0,
    ADD shapes bigint NOT NULL DEFAULT 0,
    ADD shape_bytes bigint NOT NULL DEFAULT 0,
    ADD files bigint NOT NULL DEFAULT 0,
    ADD file_bytes bigint NOT NULL DEFAULT 0;

  ALTER TABLE file
    -- Whether an import brought it. The path may be unknown.
    ADD imported boolean NOT NULL DEFAULT false,
    -- The earliest time at which no record used it.
    ADD unused_since bigint;

  -- The number of the latest commit, once a day. It says later which tombstones are old enough to delete.
  CREATE TABLE feed_day (
    account_id text COLLATE "C" NOT NULL,
    at         bigint NOT NULL,
    seq        bigint NOT NULL,
    PRIMARY KEY (account_id, at)
  );

  CREATE INDEX record_deleted ON record (account_id, seq, n) WHERE deleted;
  CREATE INDEX file_unused ON file (account_id, unused_since) WHERE unused_since IS NOT NULL;
  DROP INDEX file_order;
  CREATE INDEX file_order ON file (account_id, seq, id);
`,
  // An older process would not count what its commits store.
  needs: 4,
} satisfies Migration as Migration
