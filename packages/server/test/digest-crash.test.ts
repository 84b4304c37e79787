/**
 * Processes that send the same digests, and die at any step. @see events 3
 *
 * @module-tag process
 * @module-tag both-stores
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeBlock, makePage } from '@notegraph/graph'
import { operator } from '@notegraph/service'
import { memoryBlobs, type DigestWay, type Store } from '@notegraph/store'
import { makeTestData, type TestData } from '@notegraph/store/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { dyingProcess } from './dying-process.ts'
import { openMailServer, type MailServer } from './mail-server.ts'
import { NOON } from './notes.ts'

const HOUR = 3_600_000

let folder: string
let data: TestData
let store: Store
let mails: MailServer

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'notegraph-digests-'))
  data = await makeTestData(folder)
  store = await data.open()
  mails = await openMailServer()
})
afterEach(async () => {
  await store.close()
  await mails.close()
  rmSync(folder, { recursive: true })
})

/** An account with a task that is due, and an address. */
async function addAccount(id: string) {
  await operator(store, memoryBlobs(), () => NOON).createAccount(id, {})
  const page = makePage({ id: 'p1', name: 'Garden', now: NOON })
  const content = 'TODO x\nDEADLINE: <2026-11-20 Fri>'
  const block = makeBlock({ id: 'b1', content, rev: 'r1', pageId: 'p1', parentId: null, order: 1, now: NOON })
  await store.graph(id).commits.commit({ puts: [page, block].map((record) => ({ record, from: 0 })) })
  const way: DigestWay = {
    id: `${id}-way`,
    accountId: id,
    kind: 'email',
    address: `${id}@example.org`,
    createdAt: NOON,
    version: 0,
    confirmedAt: NOON,
    endKey: `${id}-end`,
    dueAt: NOON,
    reportedUntil: NOON,
    attempts: 0,
  }
  await store.digests.addWay(way, 1)
}

/** Starts a process that waits for its turn. @param dieAt the number of the update before which it is killed */
async function open(dieAt: number, now = NOON) {
  return dyingProcess('send-digests-and-die.ts', [
    data.module,
    JSON.stringify(data.env),
    mails.url,
    String(now),
    String(dieAt),
  ])
}

test.each([
  ['defers the digest, sends it late', 1, 0],
  ['takes the digest, sends it late', 2, 0],
  ['notes that it was sent, sends it once', 3, 1],
])('[V3] a process that is killed before it %s', async (_, dieAt, sent) => {
  await addAccount('ada')
  const first = await open(dieAt)
  first.begin()
  expect(await first.ended).toEqual([null, 'SIGKILL'])
  expect(mails.received).toHaveLength(sent)
  const second = await open(0, NOON + HOUR)
  second.begin()
  expect(await second.ended).toEqual([0, null])
  expect(mails.received).toHaveLength(1)
})

test('[V3] two processes send each digest once', async () => {
  const ids = Array.from({ length: 12 }, (_, n) => `a${n}`)
  for (const id of ids) await addAccount(id)
  const processes = await Promise.all([open(0), open(0)])
  for (const one of processes) one.begin()
  for (const one of processes) expect(await one.ended).toEqual([0, null])
  expect(mails.received.flatMap(({ to }) => to).toSorted()).toEqual(
    ids.map((id) => `${id}@example.org`).toSorted(),
  )
})
