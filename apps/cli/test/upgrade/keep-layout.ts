/**
 * Keeps the layout of a release: runs its program, writes notes, and stores the data with what the program showed.
 * `npm run release-version` runs it for the present build. For another release, give its name and program:
 * `node --conditions=notegraph apps/cli/test/upgrade/keep-layout.ts 0.1.0 CHECKOUT/apps/cli/dist/main.js`.
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { findPostgres, NO_POSTGRES, runSql, startPostgres } from '@notegraph/postgres-tests'
import { initOf, replyOf, type Send } from './server-requests.ts'
import { dataIn, keyIn, keepLayout, KINDS, type Kind } from './released-layouts.ts'
import { readNotes, writeNotes, type Access, type ReleasedNotes } from './released-notes.ts'

const ROOT = resolve(import.meta.dirname, '../../../..')

interface Release {
  readonly program: string
  readonly env: Readonly<Record<string, string | undefined>>
}

/** Runs the server of a release on empty data, and writes notes. */
async function writtenBy({ program, env }: Release): Promise<ReleasedNotes> {
  const server = spawn(process.execPath, [program, 'serve'], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = once(server, 'exit')
  try {
    const { url: baseUrl, token } = await started(server)
    const session = execFileSync(
      process.execPath,
      [program, 'session', 'create', '--account', 'me', '--device', 'Phone'],
      { env, encoding: 'utf8' },
    ).trim()
    const access: Access = { token, session }
    const send: Send = async (method, target, given) =>
      replyOf(await fetch(baseUrl + target, initOf(method, given)))
    await writeNotes(send, access)
    return { baseUrl, ...access, at: Date.now(), answers: await readNotes(send, access) }
  } finally {
    server.kill('SIGTERM')
    await ended
  }
}

/** Reads the address and the token of the first start. */
async function started(server: ReturnType<typeof spawn>): Promise<{ url: string; token: string }> {
  const find = async (stream: NodeJS.ReadableStream, pattern: RegExp): Promise<string> => {
    for await (const line of createInterface({ input: stream })) {
      const found = pattern.exec(line)?.[0]
      if (found !== undefined) return found
    }
    throw new Error('The server ended before it printed its address and a token.')
  }
  const [url, token] = await Promise.all([
    find(server.stdout!, /http\S+(?=\/api\/v1\/notes)/),
    find(server.stderr!, /ngp_\w+/),
  ])
  for (const stream of [server.stdout!, server.stderr!]) stream.resume()
  return { url, token }
}

async function keep(name: string, program: string, kind: Kind): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'notegraph-layout-'))
  const env = {
    PATH: process.env['PATH'],
    NOTEGRAPH_DATA: dataIn(folder),
    NOTEGRAPH_SECRET_KEY_FILE: keyIn(folder),
    NOTEGRAPH_PORT: '0',
    NOTEGRAPH_LOG_LEVEL: 'silent',
    NOTEGRAPH_REQUESTS_PER_MINUTE: '0',
    NOTEGRAPH_WRITES_PER_MINUTE_ADDRESS: '0',
    NOTEGRAPH_WRITES_PER_MINUTE_TOKEN: '0',
  }
  try {
    if (kind === 'embedded') keepLayout(name, kind, folder, { notes: await writtenBy({ program, env }) })
    else await keepWithPostgres(name, { program, env }, folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function keepWithPostgres(name: string, { program, env }: Release, folder: string): Promise<void> {
  const programs = findPostgres({ env: process.env })
  if (programs === undefined) throw new Error(`The layout in PostgreSQL is missing: ${NO_POSTGRES}`)
  const postgres = await startPostgres(programs)
  try {
    await runSql(postgres.url(), 'CREATE DATABASE notes TEMPLATE template0')
    const url = postgres.url('notes')
    const notes = await writtenBy({ program, env: { ...env, NOTEGRAPH_DATABASE_URL: url } })
    keepLayout(name, 'postgres', folder, { notes, dump: dumpOf(join(programs, 'pg_dump'), url) })
  } finally {
    await postgres.stop()
  }
}

/** Settings of the session and commands of psql are left out: they differ between versions of PostgreSQL. */
function dumpOf(program: string, url: string): string {
  const args = ['--no-owner', '--no-privileges', '--inserts', '--dbname', url]
  return execFileSync(program, args, { encoding: 'utf8', maxBuffer: 2 ** 26 })
    .split('\n')
    .filter((line) => line !== '' && !/^(?:SET |SELECT pg_catalog\.set_config|--|\\)/.test(line))
    .map((line) => `${line}\n`)
    .join('')
}

const { version } = JSON.parse(readFileSync(join(ROOT, 'apps/cli/package.json'), 'utf8')) as {
  version: string
}
const [name = version, given, ...kinds] = process.argv.slice(2)
const program = resolve(given ?? join(ROOT, 'apps/cli/dist/main.js'))
if (!existsSync(program)) throw new Error(`${program} is missing. Run npm run build.`)
for (const kind of KINDS) {
  if (kinds.length > 0 && !kinds.includes(kind)) continue
  await keep(name, program, kind)
  console.log(`Kept the layout ${name}, ${kind}.`)
}
