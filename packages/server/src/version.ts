/** The release, as the description of the API says it. */
export const VERSION = '0.1.0'
