/** An index that counts the changes of a token or a page without their items, which are a hundred times as long. */
export default `
  CREATE INDEX change_listed ON change (token_id, n, at, page_id);
`
