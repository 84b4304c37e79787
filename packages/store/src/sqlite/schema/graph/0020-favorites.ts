/** Finds the favorite pages without reading all pages. */
export default `
  CREATE INDEX page_favorite ON page (name) WHERE view ->> '$.favorite' = 1;
`
