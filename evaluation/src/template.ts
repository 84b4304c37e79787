/**
 * The notes that every task begins with: the sample graph, and beside it the pages in `notes`, made once for a run and
 * copied for each task.
 */
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dayAt } from '@notegraph/graph'
import { datedFolder, sampleSource } from '@notegraph/server'
import { openStore, readSettings, type Settings } from '@notegraph/host'
import { importFolder, operator } from '@notegraph/service'
import { daysFrom, type Days } from './days.ts'

const ACCOUNT = 'me'
const NOTES = join(import.meta.dirname, '..', 'notes')

export interface Template {
  readonly days: Days
  /** Of the agent; it reads and writes. */
  readonly token: string
  /** Of the checks; it reads. */
  readonly reader: string
  /** Of a device, for the list of changes. */
  readonly session: string
  /** @returns a folder with a copy, which is the caller's to remove */
  copy(): Promise<string>
  remove(): Promise<void>
}

/** @param zone where today is */
export async function makeTemplate(now: number, zone: string): Promise<Template> {
  const folder = await temporaryFolder()
  const { store, blobs } = await openStore(settingsOf(folder))
  try {
    const today = dayAt(now, zone)
    const operators = operator(store, blobs, () => now)
    await operators.createAccount(ACCOUNT, {})
    const account = await operators.account(ACCOUNT)
    for (const source of [sampleSource(today), datedFolder(NOTES, today)]) {
      const made = await importFolder(store, blobs, account, source, { now })
      if (!made.ok) throw new Error(`The notes could not be made: ${made.why}`)
    }
    const { token } = await operators.createToken(ACCOUNT, { name: 'Agent', scope: 'write', zone })
    const reader = await operators.createToken(ACCOUNT, { name: 'Checks', scope: 'read', zone })
    const { session } = await operators.createSession(ACCOUNT, { device: 'Checks' })
    return {
      days: daysFrom(today),
      token,
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

export const temporaryFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'notegraph-evaluation-'))

/**
 * As a server runs by itself, on a port that is free. The checks ask from the same address as the agent, so requests are
 * not counted; writes are.
 */
export const settingsOf = (data: string): Settings =>
  readSettings({
    NOTEGRAPH_DATA: data,
    NOTEGRAPH_PORT: '0',
    NOTEGRAPH_REQUESTS_PER_MINUTE: '0',
    NOTEGRAPH_LOG_LEVEL: 'silent',
  })
