/** The names under which this browser keeps the notes of an account. */
import type { Device } from './device.ts'

/** The database of an account. */
export const databaseOf = ({ account }: Pick<Device, 'account'>): string => `notegraph-outliner-${account}`

/** The lock that the worker holds while it is alive. */
export const aliveName = ({ account }: Device): string => `notegraph-outliner-alive-${account}`

/** The key of the window that waits for the word of the server at its next start. @see outliner 1.2 */
export const WAIT = 'notegraph-wait'
