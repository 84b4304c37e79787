/** Whether the person looks after the other accounts. The operator says so for accounts of earlier versions. */
export default `
  ALTER TABLE account ADD COLUMN is_admin INTEGER NOT NULL DEFAULT 0;
`
