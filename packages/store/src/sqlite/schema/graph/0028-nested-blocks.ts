/** The blocks under a block, without their rows. Those of one page are close to each other, so a write changes few pages. */
export default `
  CREATE INDEX block_nested ON record (page, parent_id, id) WHERE page IS NOT NULL AND parent_id IS NOT NULL;
`
