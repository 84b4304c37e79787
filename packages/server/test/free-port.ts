import { once } from 'node:events'
import { createServer } from 'node:net'

/** The system picks ports above these for programs that leave the choice to it. So no such program takes one meanwhile. */
const [LOWEST, COUNT] = [20_000, 10_000]
/** Processes begin at ports far apart: one that takes the next ones would find those of another free while its server restarts. */
let tried = process.pid * 1_009

/** @returns a free port, for a program that cannot pick one itself */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < COUNT; tries++) {
    const port = LOWEST + (++tried % COUNT)
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    server.close()
    await once(server, 'close')
    return port
  }
  throw new Error(`No port from ${LOWEST} to ${LOWEST + COUNT - 1} is free.`)
}
