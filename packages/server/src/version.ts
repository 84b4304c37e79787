/** The release, as in the description of the API. */
export const VERSION = '0.1.0'
