/** The rights of tokens and apps beside reading and writing, in one text with commas. Earlier ones have none. */
export default `
  ALTER TABLE token ADD COLUMN may TEXT;
  ALTER TABLE connected_app ADD COLUMN may TEXT;
`
