/**
 * Resolves names that callers give. Node's `lookup` holds one of two threads for ten seconds if a name server is silent.
 * Sign-in, e-mail and the database need these threads. So c-ares resolves these names: it needs no thread, has a limit of
 * its own, and ends with the request.
 * @see assistants 9.4; events 2
 */
import { Resolver } from 'node:dns/promises'
import { LIMITS } from '@notegraph/contract'
import { RecentFaults } from './recent-faults.ts'

/** Milliseconds until a silent name server is asked once more. */
const AGAIN = 750

/** @returns the addresses of a name; it throws the fault of the lookup, or the reason of the signal */
export type ResolveName = (name: string, signal: AbortSignal) => Promise<readonly string[]>

/** Parts that a test replaces. */
export interface NameOptions {
  /** Milliseconds until a lookup is given up. */
  readonly patience?: number
  /** Name servers, such as `127.0.0.1:53`; by default those of the system. */
  readonly servers?: readonly string[]
  /** Returns the time in milliseconds. */
  readonly clock?: () => number
}

/**
 * Creates the function that resolves names. A failure is kept for a minute.
 *
 * @example
 * ```ts
 * const addresses = await nameResolver()('app.example', AbortSignal.timeout(3_000))
 * ```
 */
export function nameResolver({
  patience = LIMITS.nameSeconds * 1_000,
  servers,
  clock = Date.now,
}: NameOptions = {}): ResolveName {
  const faults = new RecentFaults(clock)
  return async (name, signal) => {
    signal.throwIfAborted()
    faults.check(name)
    try {
      return await ask(name, AbortSignal.any([signal, AbortSignal.timeout(patience)]), servers)
    } catch (error) {
      signal.throwIfAborted() // the request was given up, not the name
      faults.note(name, error as Error)
      throw error
    }
  }
}

/** Asks for both kinds of address. The ones that came in time are enough. */
async function ask(
  name: string,
  signal: AbortSignal,
  servers: readonly string[] | undefined,
): Promise<readonly string[]> {
  const resolver = new Resolver({ timeout: AGAIN, tries: 2 })
  if (servers) resolver.setServers(servers)
  const cancel = (): void => resolver.cancel()
  signal.addEventListener('abort', cancel)
  try {
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
    const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    if (found.length > 0) return found
    throw (answers[0] as PromiseRejectedResult).reason as Error
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}
