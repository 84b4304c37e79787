/** The names under which this browser keeps the notes of an account. */
import type { Device } from './device.ts'

/** The database of an account. */
export const databaseOf = ({ account }: Pick<Device, 'account'>): string => `notegraph-outliner-${account}`

/** The lock that the worker holds while it is alive. */
export const aliveName = ({ account }: Device): string => `notegraph-outliner-alive-${account}`
