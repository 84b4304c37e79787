/** A server, and folders that sync with it. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { serve, type ServedApp } from '@notegraph/server'
import { readSettings } from '@notegraph/host'
import { run, type Ended } from './run.ts'

export interface Synced {
  readonly url: string
  readonly home: string
  /** The environment that starts a device as a process. */
  env(session: string): Record<string, string>
  folder(name: string): Promise<SyncedFolder>
  /** Runs work while the server is stopped, and starts the server again. */
  whileStopped(work: () => Promise<void>): Promise<void>
  /** Runs a command on the server's store. */
  run(...args: string[]): Promise<Ended>
  stop(): Promise<void>
}

export interface SyncedFolder {
  readonly at: string
  readonly session: string
  path(file: string): string
  read(file: string): string
  /** Writes a file with an old time of its own, so that a sync reads it at once. */
  write(file: string, text: string): void
  has(file: string): boolean
  remove(file: string): void
  /** Paths of its notes and files. */
  files(): Promise<string[]>
  sync(...args: string[]): Promise<Ended>
  /** The result of `sync --once`, which must end with it, also if notes or files are left. */
  synced(...args: string[]): Promise<Record<string, unknown>>
  conflicts(...args: string[]): Promise<Ended>
}

/** An hour ago, in seconds since 1970. */
const BEGAN = Date.now() / 1_000 - 3_600
/** No two writes have the same time, because a sync may take a file of the same time and size for unchanged. */
let writes = 0

export async function startSynced(): Promise<Synced> {
  const home = mkdtempSync(join(tmpdir(), 'notegraph-synced-'))
  const data = { NOTEGRAPH_DATA: join(home, 'data'), NOTEGRAPH_PORT: '0', NOTEGRAPH_LOG_LEVEL: 'silent' }
  await run(['account', 'create', 'me'], data)
  const settings = readSettings({ ...data, NOTEGRAPH_REQUESTS_PER_MINUTE: '0' })
  let served: ServedApp = await serve(settings, () => {})
  const env = (session: string) => ({ NOTEGRAPH_BASE_URL: served.baseUrl, NOTEGRAPH_SESSION: session })
  return {
    get url() {
      return served.baseUrl
    },
    home,
    env,
    async whileStopped(work) {
      await served.stop()
      await work()
      served = await serve(settings, () => {})
    },
    run: (...args) => run(args, data),
    async folder(name) {
      const at = join(home, name)
      mkdirSync(at, { recursive: true })
      const made = await run(['session', 'create', '--account', 'me', '--device', name], data)
      return folderAt(at, made.stdout.trim(), env)
    },
    async stop() {
      await served.stop()
      rmSync(home, { recursive: true })
    },
  }
}

/** Starts a server with two folders; `both` brings each the notes of the other. */
export async function startPair() {
  const server = await startSynced()
  const [a, b] = [await server.folder('a'), await server.folder('b')]
  const both = async (): Promise<void> => {
    for (const folder of [a, b, a]) await folder.synced()
  }
  return { server, a, b, both }
}

export function folderAt(at: string, session: string, env: Synced['env']): SyncedFolder {
  const path = (file: string) => join(at, file)
  const sync = (...args: string[]) => run(['sync', at, ...args], env(session))
  return {
    at,
    session,
    path,
    read: (file) => readFileSync(path(file), 'utf8'),
    write(file, text) {
      mkdirSync(dirname(path(file)), { recursive: true })
      writeFileSync(path(file), text)
      const past = BEGAN + ++writes / 1_000
      utimesSync(path(file), past, past)
    },
    has: (file) => existsSync(path(file)),
    remove: (file) => rmSync(path(file)),
    async files() {
      const entries = await readdir(at, { recursive: true, withFileTypes: true })
      return entries
        .filter((entry) => entry.isFile() && !entry.parentPath.includes('.notegraph'))
        .map((entry) => join(entry.parentPath, entry.name).slice(at.length + 1))
        .filter((file) => file !== 'logseq/config.edn')
        .toSorted()
    },
    sync,
    async synced(...args) {
      const { stdout, stderr } = await sync('--once', '--json', ...args)
      if (stdout === '') throw new Error(stderr)
      return JSON.parse(stdout) as Record<string, unknown>
    },
    conflicts: (...args) => run(['conflicts', at, ...args], {}),
  }
}
