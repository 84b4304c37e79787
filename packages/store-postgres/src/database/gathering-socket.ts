/**
 * A socket that sends the statements of one turn of the event loop in one call of the system. Each call wakes the server,
 * and a commit has a dozen statements.
 */
import { Socket } from 'node:net'

export class GatheringSocket extends Socket {
  /** `pg` corks the socket before each statement with values, and uncorks it after the statement. */
  override uncork(): void {
    process.nextTick(() => super.uncork())
  }
}
