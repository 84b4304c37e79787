/**
 * A PostgreSQL server in a temporary folder, which listens on a Unix socket in that folder alone. A shell waits beside the
 * server for the end of its input. If this process dies in any way, the shell stops the server and deletes the folder.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { serverOwner, type Owner } from './owner.ts'

export interface ServerOptions {
  /** Lines of `postgresql.conf`, such as `{ fsync: 'on' }`. */
  readonly settings?: Readonly<Record<string, string>>
  /** The data folder that the server starts with a copy of, such as a base backup; a new one if left out. */
  readonly from?: string
}

export interface PostgresServer {
  /** The process id of the postmaster, another one after each restart. */
  readonly pid: number
  /** The data folder, which stays where it is. */
  readonly data: string
  /** The address of a database. The superuser is `postgres`, without a password. */
  url(database?: string): string
  /** Waits until a killed postmaster has ended. Until then, one of its sessions may still answer. */
  ended(): Promise<void>
  /** Starts the server again on the same data, after a test has killed the postmaster. */
  restart(): Promise<void>
  /** Ends every connection, then the server, and deletes its folder. */
  stop(): Promise<void>
}

/** The data of a test need not survive the machine. */
const SETTINGS = {
  listen_addresses: '',
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  max_connections: '500',
  shared_buffers: '32MB',
  autovacuum: 'off',
  timezone: 'UTC',
}

/** Between two looks at a server that starts, in milliseconds. */
const POLL = 20
/** After a crash, the old processes hold the memory for a moment, and a new postmaster refuses to start. */
const MOST_RESTARTS = 200
/** Each line starts the server again. `SIGINT` asks a postmaster to end its sessions. */
const SCRIPT = `
  [ -d "$1/data" ] || "$0" --pgdata="$1/data" --username=postgres --auth=trust --no-sync --encoding=UTF8 --locale=C >/dev/null || exit 1
  folder=$1; shift
  start() { { "$@" || echo "The server ended." >&2; } </dev/null & }
  start "$@"
  while read -r line; do start "$@"; done
  kill -INT "$(head -n 1 "$folder/data/postmaster.pid")"
  wait
  rm -rf "$folder"`

/**
 * Start a server of its own.
 * @param programs the folder that `findPostgres` returned
 * @throws if the server does not start, with what it printed
 */
export async function startPostgres(
  programs: string,
  { settings = {}, from }: ServerOptions = {},
): Promise<PostgresServer> {
  const owner = serverOwner()
  const folder = mkdtempSync(join(tmpdir(), 'notegraph-postgres-'))
  if (from !== undefined) copyData(from, join(folder, 'data'), owner)
  if (owner) chownSync(folder, owner.uid, owner.gid)
  const given = Object.entries({ ...SETTINGS, unix_socket_directories: folder, ...settings })
  const child = spawn(
    '/bin/sh',
    [
      '-c',
      SCRIPT,
      join(programs, 'initdb'),
      folder,
      join(programs, 'postgres'),
      '-D',
      join(folder, 'data'),
      ...given.flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    {
      cwd: folder,
      stdio: ['pipe', 'ignore', 'pipe'],
      env: { PATH: process.env['PATH'], LC_ALL: 'C' },
      ...owner,
    },
  )
  const closed = once(child, 'close')
  let printed = ''
  child.stderr.on('data', (text: Buffer) => (printed = (printed + text.toString()).slice(-10_000)))
  const end = async () => {
    child.ref() // a process with nothing else to do would exit before the server does
    child.stdin.end()
    await closed
    rmSync(folder, { recursive: true, force: true })
  }
  child.unref()

  /** @returns the process id of a postmaster that is not `before`; undefined if the server ended first */
  async function started(before?: number): Promise<number | undefined> {
    for (;;) {
      const pid = readyPid(folder)
      if (pid !== undefined && pid !== before) return pid
      if (child.exitCode !== null || printed.includes('The server ended.')) return undefined
      await setTimeout(POLL)
    }
  }

  let pid = await started()
  if (pid === undefined) {
    await end()
    throw new Error(`PostgreSQL did not start: ${printed.trim()}`)
  }
  return {
    get pid() {
      return pid!
    },
    data: join(folder, 'data'),
    url: (database = 'postgres') =>
      `postgres:///${database}?host=${encodeURIComponent(folder)}&user=postgres`,
    ended: async () => ended(pid!),
    async restart() {
      const before = pid!
      await ended(before)
      for (let tries = 1; ; tries++) {
        printed = ''
        child.stdin.write('start\n')
        pid = await started(before)
        if (pid !== undefined) return
        if (tries === MOST_RESTARTS) throw new Error(`PostgreSQL did not start again: ${printed.trim()}`)
        await setTimeout(POLL)
      }
    },
    stop: end,
  }
}

/** The server takes a folder only if it owns it, and nobody else may read it. */
function copyData(from: string, to: string, owner: Owner | undefined): void {
  cpSync(from, to, { recursive: true })
  chmodSync(to, 0o700)
  if (!owner) return
  for (const name of ['', ...readdirSync(to, { recursive: true, encoding: 'utf8' })])
    chownSync(join(to, name), owner.uid, owner.gid)
}

/** Waits until a process is gone. */
async function ended(pid: number): Promise<void> {
  try {
    for (;;) {
      process.kill(pid, 0)
      await setTimeout(POLL)
    }
  } catch {
    // There is no such process.
  }
}

/** The eighth line of the file says whether the postmaster takes connections. */
function readyPid(folder: string): number | undefined {
  try {
    const lines = readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n')
    return lines[7]?.trim() === 'ready' ? Number(lines[0]) : undefined
  } catch {
    return undefined
  }
}
