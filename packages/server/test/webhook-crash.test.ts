/**
 * Processes that send for the same webhooks, and die at any step. @see events 2
 *
 * @module-tag process
 * @module-tag both-stores
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeBlock, makePage, type GraphRecord } from '@notegraph/graph'
import { operator, webhookSender, webhooksService } from '@notegraph/service'
import { memoryBlobs, type Store } from '@notegraph/store'
import { makeTestData, type TestData } from '@notegraph/store/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { messagePoster } from '../src/webhooks/post-message.ts'
import { dyingProcess } from './dying-process.ts'
import { NOON } from './notes.ts'
import { openReceiver, type Receiver } from './webhook-receiver.ts'

/** Longer than a process that died keeps a webhook. */
const LATER = NOON + 30_000

let folder: string
let data: TestData
let store: Store
let receiver: Receiver

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'notegraph-webhooks-'))
  data = await makeTestData(folder)
  store = await data.open()
  receiver = await openReceiver()
  await operator(store, memoryBlobs(), () => NOON).createAccount('me', {})
  const account = (await store.accounts.find('me'))!
  await add(makePage({ id: 'p1', name: 'Ada', now: NOON }))
  const deps = { clock: () => NOON, post: messagePoster(), addressFault: () => undefined }
  await webhooksService(store, deps).make(account, { url: receiver.url })
})
afterEach(async () => {
  await store.close()
  rmSync(folder, { recursive: true })
})

async function add(...records: GraphRecord[]) {
  const done = await store
    .graph('me')
    .commits.commit({ puts: records.map((record) => ({ record, from: 0 })) })
  if (!done.ok) throw new Error(done.why)
}
const addBlocks = async (count: number) => {
  for (let n = 0; n < count; n++)
    await add(
      makeBlock({
        id: `b${n}`,
        content: 'x',
        rev: `r${n}`,
        pageId: 'p1',
        parentId: null,
        order: n,
        now: NOON,
      }),
    )
}

/** Starts a process that waits for its turn. */
async function open(dieAt: string) {
  return dyingProcess('send-and-die.ts', [
    data.module,
    JSON.stringify(data.env),
    receiver.host,
    String(NOON),
    dieAt,
  ])
}

test.each([
  ['hold', []],
  ['prepare', []],
  ['extend', []],
  ['note', [2]],
  ['release', [2]],
])('[V2] a process that is killed before %s loses nothing', async (dieAt, before) => {
  await addBlocks(2)
  const process = await open(dieAt)
  process.begin()
  expect(await process.ended).toEqual([null, 'SIGKILL'])
  const sent = () => receiver.received.map(({ message }) => message.data.seq)
  expect(sent()).toEqual(before)
  const sender = webhookSender(store, {
    post: messagePoster({ ownHosts: [receiver.host] }),
    clock: () => LATER,
  })
  await sender.look()
  await sender.stop()
  expect(sent()).toEqual(dieAt === 'note' ? [2, 2, 3] : [2, 3])
  expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(2)
})

test('[V2] two processes send each message once, in order', async () => {
  await addBlocks(20)
  const processes = await Promise.all([open('never'), open('never')])
  for (const one of processes) one.begin()
  for (const one of processes) expect(await one.ended).toEqual([0, null])
  expect(receiver.received.map(({ message }) => message.data.seq)).toEqual(
    Array.from({ length: 20 }, (_, i) => i + 2),
  )
})
