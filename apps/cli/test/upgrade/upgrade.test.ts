/**
 * The data of each kept layout opens with this code: everything that its server showed is still there, `check` finds
 * nothing, and writes go on. `keep-layout.ts` keeps one more layout at each release.
 *
 * @module-tag postgres
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeLog, openStore, readSettings } from '@notegraph/host'
import { describePostgres, runSql } from '@notegraph/postgres-tests'
import { addressReader, createApp, makeDeps } from '@notegraph/server'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { run } from '../run.ts'
import { readAnswer, type ReleasedNotes } from './released-notes.ts'
import { dataIn, keyIn, layoutsOf, unpackLayout, type Kind } from './released-layouts.ts'
import { initOf, replyOf, type Send } from './server-requests.ts'

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'notegraph-upgrade-'))))
afterEach(() => rmSync(folder, { recursive: true }))

const MINUTE = 60_000

type Env = Readonly<Record<string, string>>

/** Opens data with this code, a minute after it was written. */
async function openNotes(
  env: Env,
  { at, baseUrl }: ReleasedNotes,
): Promise<{ send: Send; stop: () => Promise<void> }> {
  const { store, blobs } = await openStore(readSettings(env))
  const app = createApp(
    makeDeps({
      store,
      blobs,
      log: makeLog('silent'),
      clock: () => at + MINUTE,
      addressOf: addressReader([]),
      baseUrl: () => baseUrl,
      origin: baseUrl,
      rates: { requestsPerAddress: 0, writesPerToken: 0, writesPerAddress: 0, revertibleChanges: 0 },
    }),
  )
  const send: Send = async (method, target, given) => {
    const incoming = { url: target, socket: { remoteAddress: '192.0.2.1' } }
    return replyOf(await app.request(baseUrl + target, initOf(method, given), { incoming }))
  }
  return { send, stop: async () => store.close() }
}

async function upgrade(name: string, kind: Kind, given: Env): Promise<void> {
  const { notes, dump } = unpackLayout(name, kind, folder)
  const { NOTEGRAPH_DATABASE_URL: url } = given
  if (dump !== undefined) await runSql(url!, dump)
  const own = { NOTEGRAPH_DATA: dataIn(folder), NOTEGRAPH_SECRET_KEY_FILE: keyIn(folder) }
  const env = { ...given, ...own, NOTEGRAPH_BASE_URL: notes.baseUrl }
  const opened = await openNotes(env, notes)
  try {
    // A later release may show more.
    for (const [target, answer] of Object.entries(notes.answers))
      expect({ target, answer: await readAnswer(opened.send, notes, target) }).toMatchObject({
        target,
        answer,
      })
  } finally {
    await opened.stop()
  }
  const checked = async () => run(['check', '--account', 'me'], env)
  expect(await checked()).toMatchObject({ code: 0, stdout: 'No problems found.\n' })
  await giveRights(env)
  await writeOn(env, notes)
  expect(await checked()).toMatchObject({ code: 0 })
}

/** [S8] After the upgrade no token may change what readers see, until its owner says so. */
async function giveRights(env: Env): Promise<void> {
  const { store } = await openStore(readSettings(env))
  for (const { id } of await store.tokens.list('me')) await store.tokens.setRights(id, 'me', ['publish'])
  await store.close()
}

/** Adds a block, edits a task of the layout, and reverts one of its changes. */
async function writeOn(env: Env, notes: ReleasedNotes): Promise<void> {
  const { send, stop } = await openNotes(env, notes)
  const ok = async (method: string, target: string, auth: string, body?: unknown): Promise<unknown> => {
    const reply = await send(method, target, { auth, ...(body !== undefined && { body }) })
    expect({ target, ...reply }).toMatchObject({ target, status: 200 })
    return reply.body
  }
  try {
    const pages = '/api/v1/notes/pages/Harbour'
    await ok('POST', `${pages}/blocks`, notes.token, { text: 'written after the upgrade' })
    const { blocks } = (await ok('GET', pages, notes.token)) as { blocks: { id: string; content: string }[] }
    expect(blocks.at(-1)).toMatchObject({ content: 'written after the upgrade' })
    await ok('POST', `/api/v1/notes/tasks/${blocks[0]!.id}`, notes.token, { state: 'done' })
    const list = '/api/v1/settings/changes'
    const { changes } = notes.answers[list] as { changes: { id: string; revertedAt?: number }[] }
    const old = changes.find(({ revertedAt }) => revertedAt === undefined)!
    await ok('POST', `${list}/${old.id}/revert`, notes.session)
  } finally {
    await stop()
  }
}

describe('[operations] the data of an earlier release, embedded', () => {
  test.each(layoutsOf('embedded'))('%s', async (name) => upgrade(name, 'embedded', {}))
})

for (const name of layoutsOf('postgres'))
  describePostgres(`[operations] the data of an earlier release, on PostgreSQL: ${name}`, (database) => {
    test('opens with everything in it', async () =>
      upgrade(name, 'postgres', { NOTEGRAPH_DATABASE_URL: database.url }))
  })
