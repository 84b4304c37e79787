/** @module-tag both-stores */
import { memoryBlobs, type Blobs } from '@notegraph/store'
import { expect, test } from 'vitest'
import { NOON, setUp } from '../../test/notes.ts'
import { filesService, type SessionCaller } from '../index.ts'

async function* bytes(text: string): AsyncIterable<Uint8Array> {
  yield Buffer.from(text)
}

test('sixteen files of an account come in at once, whatever else of others, and the rest after them', async () => {
  const { store, operators } = await setUp()
  await operators.createAccount('other', {})
  const caller = async (id: string): Promise<SessionCaller> => ({
    account: await operators.account(id),
    plan: 'active',
    sessionId: 's',
    signedInAt: 0,
    device: 'phone',
  })
  const [me, other] = [await caller('me'), await caller('other')]
  const kept = memoryBlobs()
  const coming = new Map<string, number>()
  let most = 0
  const gate = Promise.withResolvers<void>()
  const blobs: Blobs = {
    ...kept,
    receive: async (account, ...rest) => {
      const count = (coming.get(account) ?? 0) + 1
      coming.set(account, count)
      most = Math.max(most, count)
      await gate.promise
      coming.set(account, coming.get(account)! - 1)
      return kept.receive(account, ...rest)
    },
  }
  const files = filesService(store, blobs, () => NOON)
  const add = async (who: SessionCaller, n: number) =>
    files.add(who, { name: 'a', type: 'text/plain', bytes: bytes(`${n}`) })
  const all = Array.from({ length: 40 }, (_, n) => add(me, n))
  const others = add(other, 1)
  await expect.poll(() => coming.get('other'), { interval: 1 }).toBe(1)
  expect(coming.get('me')).toBe(16)
  gate.resolve()
  expect((await others).ok).toBe(true)
  expect((await Promise.all(all)).every(({ ok }) => ok)).toBe(true)
  expect(most).toBeLessThanOrEqual(16)
  expect(await store.graph('me').files.list()).toHaveLength(40)
})

test('a slow file holds up no other of its account, whatever other accounts upload meanwhile', async () => {
  const { store, operators } = await setUp()
  await operators.createAccount('other', {})
  const files = filesService(store, memoryBlobs(), () => NOON)
  const add = async (id: string, stream: AsyncIterable<Uint8Array>) =>
    files.add(
      { account: await operators.account(id), plan: 'active', sessionId: 's', device: 'd', signedInAt: 0 },
      { name: 'a', type: 'a/b', bytes: stream },
    )
  const gate = Promise.withResolvers<void>()
  const slow = add(
    'me',
    (async function* () {
      await gate.promise
      yield* bytes('slow')
    })(),
  )
  for (let n = 0; n < 20; n++) {
    expect((await add('me', bytes(`${n}`))).ok).toBe(true)
    for (let m = 0; m < 14; m++) expect((await add('other', bytes('x'))).ok).toBe(true)
  }
  gate.resolve()
  expect((await slow).ok).toBe(true)
})

test('a file that cannot come in does not hold up the next', async () => {
  const { store, operators } = await setUp()
  const caller = {
    account: await operators.account('me'),
    plan: 'active',
    sessionId: 's',
    signedInAt: 0,
    device: 'd',
  } as const
  const files = filesService(store, memoryBlobs(), () => NOON)
  const failing = async function* (): AsyncIterable<Uint8Array> {
    yield Buffer.from('half')
    throw new Error('gone')
  }
  for (let n = 0; n < 20; n++) {
    await expect(files.add(caller, { name: 'a', type: 'a/b', bytes: failing() })).rejects.toThrow('gone')
  }
  const added = await files.add(caller, { name: 'a', type: 'a/b', bytes: bytes('whole') })
  expect(added.ok).toBe(true)
})
