/** Sign-out by the identity provider. */
export default `
  -- Who signed in at the provider, so that the provider can sign them out here; and when they proved who they are.
  ALTER TABLE browser ADD COLUMN issuer TEXT;
  ALTER TABLE browser ADD COLUMN subject TEXT;
  ALTER TABLE browser ADD COLUMN sid TEXT;
  ALTER TABLE browser ADD COLUMN authenticated_at INTEGER;
  -- Of those that are signed in, it is known where the account is of one person.
  UPDATE browser SET (issuer, subject) = (SELECT issuer, subject FROM identity AS i WHERE i.account_id = browser.account_id)
  WHERE signed_in_by = 'provider' AND 1 = (SELECT count(*) FROM identity AS i WHERE i.account_id = browser.account_id);
  CREATE INDEX browser_of_subject ON browser (subject, issuer) WHERE ended_at IS NULL AND subject IS NOT NULL;
  CREATE INDEX browser_of_sid ON browser (sid, issuer) WHERE ended_at IS NULL AND sid IS NOT NULL;
`
