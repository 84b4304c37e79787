/** An index of the reverted entries that still have their items, the oldest first: these go first if the list is full. */
export default `
  CREATE INDEX change_whole ON change (n) WHERE open = 0 AND touched <> '[]';
`
