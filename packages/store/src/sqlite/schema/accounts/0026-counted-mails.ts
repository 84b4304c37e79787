/** E-mails of the last day, which limits count by hashes of their accounts and addresses. */
export default `
  CREATE TABLE counted_mail (key TEXT NOT NULL, at INTEGER NOT NULL) STRICT;
  CREATE INDEX counted_mail_of_key ON counted_mail (key, at);
  CREATE INDEX counted_mail_at ON counted_mail (at);
`
