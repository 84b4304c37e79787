/** Separates a PostgreSQL that cannot be reached from a statement that failed. */
import { StoreUnavailable } from '@notegraph/store'

/**
 * Class 08 is a connection that failed, and 57P a server that stops or starts. 53300 is one with too many connections, and
 * 25006 one that became a standby. 53100 is a full disk, and 58030 a disk that failed.
 */
const SQL_STATES = /^(?:08...|57P0[1-5]|53100|53300|58030|25006)$/
/** Errors of the network, by Node's names. */
const NETWORK = /^(?:E(?:CONN|HOST|NET|PIPE|TIMEDOUT|AI_)|ENOENT$|ENOTFOUND$)/
/** `pg` gives these no code. */
const MESSAGES =
  /^(?:Connection terminated|timeout expired|timeout exceeded when trying to connect|Query read timeout|Client was closed|Client has encountered a connection error)/

/** Whether an error of `pg` says that the server is away. */
export function isUnavailable(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  if (error instanceof StoreUnavailable) return true
  const { code } = error as { code?: unknown }
  if (typeof code === 'string') return SQL_STATES.test(code) || NETWORK.test(code)
  return MESSAGES.test(error.message)
}
