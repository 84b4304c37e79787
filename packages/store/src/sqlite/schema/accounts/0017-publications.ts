/** The published state of sites that do not follow the graph, as JSON. */
export default `
  ALTER TABLE site ADD COLUMN published_at INTEGER;
  ALTER TABLE site ADD COLUMN publication TEXT;
`
