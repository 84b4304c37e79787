/**
 * The memory of an import and an export of a large folder, on the command line and on a server. The floor is the
 * server at rest. Pages of the page cache don't count, since the system takes them back when it needs them.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openAsBlob,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { zipTarget } from '@notegraph/host'
import { operator } from '@notegraph/service'
import { openDiskBlobs } from '@notegraph/store/disk'
import { openSqlite } from '@notegraph/store/sqlite'
import { buildPackages } from './build.ts'
import { generateWide } from './generate-wide.ts'
import type { Ratio } from './measure.ts'

const CLI = join(import.meta.dirname, '../../apps/cli/dist/main.js')
const BLOCKS = 600_000
const PAGES = 12_000
/** The most megabytes above the server at rest. */
const ABOVE = 300
/** Milliseconds between two looks at the memory, and of rest before the memory after the work is read. */
const EVERY = 20
const REST = 10_000

interface Notes {
  readonly folder: string
  readonly archive: string
}

/**
 * @param data a folder that keeps the generated notes for another run
 * @param only leaves out the command line, unless its word `folder` contains it
 */
export async function transferRatios(data?: string, only = ''): Promise<Ratio[]> {
  buildPackages()
  const work = mkdtempSync(join(tmpdir(), 'notegraph-transfer-'))
  try {
    const notes = await generated(data ?? work)
    const { rest, ratios } = await onServer(work, notes)
    return 'folder'.includes(only) ? [...ratios, ...(await onCommandLine(work, notes, rest))] : ratios
  } finally {
    rmSync(work, { recursive: true })
  }
}

async function generated(at: string): Promise<Notes> {
  const notes = { folder: join(at, 'notes'), archive: join(at, 'notes.zip') }
  if (existsSync(notes.archive)) return notes
  mkdirSync(at, { recursive: true })
  const zip = zipTarget()
  const written = pipeline(zip.output, createWriteStream(notes.archive))
  for (const { path, text } of generateWide(BLOCKS, PAGES, 'logseq')) {
    mkdirSync(dirname(join(notes.folder, path)), { recursive: true })
    writeFileSync(join(notes.folder, path), text)
    await zip.write(path, text)
  }
  zip.end()
  await written
  return notes
}

async function onServer(work: string, { archive }: Notes): Promise<{ rest: number; ratios: Ratio[] }> {
  const data = join(work, 'server')
  const store = openSqlite(data)
  const operators = operator(store, openDiskBlobs(join(data, 'files')), Date.now)
  await operators.createAccount('bench', {})
  const { session } = await operators.createSession('bench', { device: 'bench' })
  await store.close()
  const child = spawn(process.execPath, [CLI, 'serve', '--json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...environment(data), NOTEGRAPH_PORT: '0', NOTEGRAPH_FIRST_START: 'nothing' },
  })
  const gone = once(child, 'exit')
  try {
    const [line] = (await once(child.stdout, 'data')) as [Buffer]
    const { baseUrl } = JSON.parse(line.toString()) as { baseUrl: string }
    const route = `${baseUrl}/api/v1/settings`
    const headers = { Authorization: `Bearer ${session}` }
    await wait(REST)
    const rest = megabytes(child)
    const imported = await peakOf(child, async () => {
      const body = await openAsBlob(archive)
      const begun = await fetch(`${route}/import`, {
        method: 'POST',
        body,
        headers: { ...headers, 'Content-Type': 'application/zip' },
      })
      if (!begun.ok) throw new Error(`the import did not start: ${await begun.text()}`)
      for (;;) {
        await wait(500)
        const answer = (await (await fetch(`${route}/import`, { headers })).json()) as {
          import: { state: string; report?: { blocks: number } }
        }
        if (answer.import.state === 'running') continue
        if (answer.import.report?.blocks !== BLOCKS) throw new Error('the import is not whole')
        return
      }
    })
    const exported = await peakOf(child, async () => {
      const answer = await fetch(`${route}/export`, { headers })
      for await (const _ of answer.body!) continue
    })
    const ratios = [
      ratio('import of an archive', imported, rest),
      ratio('export of an archive', exported, rest),
    ]
    return { rest, ratios }
  } finally {
    child.kill()
    await gone
  }
}

async function onCommandLine(work: string, { folder }: Notes, rest: number): Promise<Ratio[]> {
  const data = join(work, 'command')
  const env = environment(data)
  execFileSync(process.execPath, [CLI, 'account', 'create', 'bench'], { env })
  const run = async (...args: readonly string[]): Promise<Memory> => {
    const child = spawn(process.execPath, [CLI, ...args, '--account', 'bench', '--json'], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env,
    })
    const answer = text(child.stdout)
    return peakOf(child, async () => {
      const [code] = (await once(child, 'exit')) as [number]
      if (code !== 0) throw new Error(`notegraph ${args.join(' ')}: ${await answer}`)
    })
  }
  return [
    ratio('import of a folder', await run('import', folder), rest),
    ratio('import of a folder again', await run('import', folder), rest),
    ratio('export to a folder', await run('export', join(work, 'export')), rest),
  ]
}

const environment = (data: string): NodeJS.ProcessEnv => ({
  ...process.env,
  NOTEGRAPH_DATA: data,
  NOTEGRAPH_LOG_LEVEL: 'silent',
})

interface Memory {
  readonly peak: number
  /** After a rest; 0 if the process ended. */
  readonly after: number
}

async function peakOf(child: ChildProcess, work: () => Promise<void>): Promise<Memory> {
  let peak = 0
  const timer = setInterval(() => (peak = Math.max(peak, megabytes(child))), EVERY)
  try {
    await work()
  } finally {
    clearInterval(timer)
  }
  if (child.exitCode === null) await wait(REST)
  return { peak, after: megabytes(child) }
}

/** The memory of a process that only it uses. */
function megabytes({ pid }: ChildProcess): number {
  try {
    const [, kilobytes] = /^RssAnon:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Number(kilobytes ?? 0) / 2 ** 10
  } catch {
    return 0
  }
}

const ratio = (what: string, { peak, after }: Memory, rest: number): Ratio => ({
  name: `transfer: ${what}, 600,000 blocks`,
  of: 'the most megabytes above the server at rest',
  to: `${ABOVE} MB`,
  ratio: ABOVE / Math.max(1, peak - rest),
  target: 1,
  notes: `${Math.round(rest)} MB at rest, ${Math.round(peak)} MB at most${after > 0 ? `, ${Math.round(after)} MB afterwards` : ''}`,
})
