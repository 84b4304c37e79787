/** Doc values no longer store the time of the last edit in seconds beside the exact one. Its strips are deleted. */
export default `
  DELETE FROM search_column WHERE n >= 8 * 4294967296 AND n < 9 * 4294967296;
`
