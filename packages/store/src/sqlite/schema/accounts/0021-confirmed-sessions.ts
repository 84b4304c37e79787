/** When a person last confirmed a device. Sessions of earlier versions count from their creation. */
export default `
  ALTER TABLE session ADD COLUMN confirmed_at INTEGER;
`
