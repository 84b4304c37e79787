// Vite takes `new URL(…, import.meta.url)` for the address of a file to bundle.
const own = import.meta.url

/** The path below which the server is, without a slash at the end: empty, or such as `/notes`. */
export const BASE: string = new URL('../..', own).pathname.replace(/\/$/, '')

/** The address of a path of the server. */
export const below = (path: string): string => BASE + path
