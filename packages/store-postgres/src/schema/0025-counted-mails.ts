/** E-mails of the last day, which limits count by hashes of their accounts and addresses. */
import type { Migration } from './migration.ts'

export default {
  sql: `
  CREATE TABLE counted_mail (key text NOT NULL, at bigint NOT NULL);
  CREATE INDEX counted_mail_of_key ON counted_mail (key, at);
  CREATE INDEX counted_mail_at ON counted_mail (at);
`,
} satisfies Migration as Migration
