/** Marks of accounts that move to or from another store. */
export default `
  -- While set, writes to the account are refused. Only 'leaving' lets it be read.
  ALTER TABLE account ADD COLUMN moving TEXT CHECK (moving IN ('leaving', 'left', 'arriving'));
  -- Names the latest move, in both stores.
  ALTER TABLE account ADD COLUMN move_id TEXT;
  -- The other store of that move, in words for the operator.
  ALTER TABLE account ADD COLUMN move_place TEXT;
`
