/** The addresses of the pages and files of a site, as JSON. */
export default `
  ALTER TABLE site ADD COLUMN addresses TEXT;
`
