/**
 * The notes at the start of every task: the sample graph and the pages in `notes`. They are created once for a run and
 * copied for each task.
 */
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dayAt } from '@notegraph/graph'
import { datedFolder, sampleSource } from '@notegraph/server'
import { openStore, readSettings, type Settings } from '@notegraph/host'
import { importFolder, operator, type FolderSource } from '@notegraph/service'
import { recitableLines } from './answer-rules.ts'
import { daysFrom, type Days } from './days.ts'

const ACCOUNT = 'me'
const NOTES = join(import.meta.dirname, '..', 'notes')

export interface Template {
  readonly days: Days
  /** The lines of the notes that an answer could recite. */
  readonly lines: readonly string[]
  /** The agent's token; it reads and writes. */
  readonly token: string
  /** The agent's token for tasks that put in order. */
  readonly organizer: string
  /** The token of the checks; it only reads. */
  readonly reader: string
  /** A device session, for the change list. */
  readonly session: string
  /** @returns a folder with a copy, which the caller deletes */
  copy(): Promise<string>
  remove(): Promise<void>
}

/** @param zone the time zone of today */
export async function makeTemplate(now: number, zone: string): Promise<Template> {
  const folder = await temporaryFolder()
  const { store, blobs } = await openStore(settingsOf(folder))
  try {
    const today = dayAt(now, zone)
    const operators = operator(store, blobs, () => now)
    await operators.createAccount(ACCOUNT, {})
    const account = await operators.account(ACCOUNT)
    const lines = new Set<string>()
    for (const source of [sampleSource(today), datedFolder(NOTES, today)]) {
      const made = await importFolder(store, blobs, account, source, { now })
      if (!made.ok) throw new Error(`The notes could not be made: ${made.why}`)
      for (const line of await linesOf(source)) lines.add(line)
    }
    const { token } = await operators.createToken(ACCOUNT, { name: 'Agent', scope: 'write', zone })
    const organizer = await operators.createToken(ACCOUNT, {
      name: 'Agent',
      scope: 'write',
      zone,
      may: ['organize'],
    })
    const reader = await operators.createToken(ACCOUNT, { name: 'Checks', scope: 'read', zone })
    const { session } = await operators.createSession(ACCOUNT, { device: 'Checks' })
    return {
      days: daysFrom(today),
      lines: [...lines],
      token,
      organizer: organizer.token,
      reader: reader.token,
      session,
      async copy() {
        const copy = await temporaryFolder()
        await cp(folder, copy, { recursive: true })
        return copy
      },
      remove: async () => rm(folder, { recursive: true }),
    }
  } finally {
    await store.close()
  }
}

async function linesOf(source: FolderSource): Promise<string[]> {
  const notes = (await source.paths()).filter((path) => path.endsWith('.md'))
  const files = await Promise.all(notes.map(async (path) => source.read(path)))
  return files.flatMap(({ bytes }) => recitableLines(Buffer.from(bytes).toString()))
}

export const temporaryFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'notegraph-evaluation-'))

/**
 * The default settings on a free port. The checks share the agent's address, so requests are not limited; writes are.
 */
export const settingsOf = (data: string): Settings =>
  readSettings({
    NOTEGRAPH_DATA: data,
    // In the folder, so that a copy of the folder has it.
    NOTEGRAPH_SECRET_KEY_FILE: join(data, 'secret.key'),
    NOTEGRAPH_PORT: '0',
    NOTEGRAPH_REQUESTS_PER_MINUTE: '0',
    NOTEGRAPH_LOG_LEVEL: 'silent',
  })
