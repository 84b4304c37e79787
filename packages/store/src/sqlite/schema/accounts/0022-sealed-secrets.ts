/**
 * Links of shared pages, and the secrets that end digests, encrypted. `share.id` and `digest_way.end_key` are their hashes
 * from then on. @see secrets.ts
 */
export default `
  ALTER TABLE share ADD COLUMN link TEXT;
  ALTER TABLE digest_way ADD COLUMN sealed_end_key TEXT;
`
