/** The access of a token or an app, in words. */
export const SCOPES = { read: 'Read only', write: 'Read and write' } as const
