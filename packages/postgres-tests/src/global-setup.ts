/**
 * The one server of a run of the tests. Test files ask the main process of vitest for it over a Unix socket. The first
 * question starts the server, and the end of the run stops it.
 */
import { once } from 'node:events'
import { mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { findPostgres, NO_POSTGRES } from './find-postgres.ts'
import { startPostgres, type PostgresServer } from './server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The path of the socket that answers with the address of the server. Its folder goes at the end of the run. */
    postgresTests: string
  }
}

/** The answer on the socket, as JSON: the address of the database `postgres`, or why there is none. */
export type ServerAnswer = { readonly url: string } | { readonly error: string }

async function start(): Promise<PostgresServer> {
  const programs = findPostgres({ env: process.env })
  if (programs === undefined) throw new Error(NO_POSTGRES)
  return startPostgres(programs)
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(quickFolder(), 'notegraph-tests-'))
  const path = join(folder, 'postgres.sock')
  let started: Promise<PostgresServer> | undefined
  const listener = createServer((socket) => {
    started ??= start()
    socket.on('error', () => {}) // the test file that asked was stopped
    started.then(
      (server) => socket.end(JSON.stringify({ url: server.url() } satisfies ServerAnswer)),
      (error: Error) => socket.end(JSON.stringify({ error: error.message } satisfies ServerAnswer)),
    )
  }).listen(path)
  await once(listener, 'listening')
  project.provide('postgresTests', path)
  return async () => {
    listener.close()
    const server = await started?.catch(() => undefined)
    await server?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

const MEMORY = '/dev/shm'
/** Containers give the memory 64 MiB by default. */
const ROOM = 2 ** 30

/** Files in memory spare a test the wait for the disk. */
function quickFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize > ROOM ? MEMORY : tmpdir()
  } catch {
    return tmpdir()
  }
}
