/** The PostgreSQL of an installation, and its end by a signal. */
import { setTimeout as wait } from 'node:timers/promises'
import type { PostgresServer } from '@notegraph/postgres-tests'
import type { Site } from './site.ts'

/** @throws on the embedded store, which no fault of PostgreSQL names */
export function ownPostgresOf({ postgres }: Site): PostgresServer {
  if (!postgres) throw new Error('This fault needs PostgreSQL.')
  return postgres
}

export const isRunning = ({ pid }: PostgresServer): boolean => isProcess(pid)

/**
 * Ends the postmaster, and waits until it is gone.
 * @param signal SIGINT ends its sessions and writes everything; SIGQUIT stops at once, and the next start recovers
 */
export async function endPostgres({ pid }: PostgresServer, signal: NodeJS.Signals): Promise<void> {
  if (!isProcess(pid)) return
  process.kill(pid, signal)
  while (isProcess(pid)) await wait(20)
}

function isProcess(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
