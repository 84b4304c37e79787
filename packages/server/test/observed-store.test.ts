/** @module-tag both-stores */
import { memoryBlobs } from '@notegraph/store'
import { openTestStore } from '@notegraph/store/testing'
import { operator } from '@notegraph/service'
import { expect, test } from 'vitest'
import { observedStore } from '../src/observed-store.ts'

test('a store reports each call of a port by its name, and returns what the port returns', async () => {
  const store = await openTestStore()
  const calls: string[] = []
  const observed = observedStore(store, async (operation, call) => {
    calls.push(operation)
    return call()
  })
  await operator(store, memoryBlobs(), () => 1).createAccount('me', {})
  expect((await observed.accounts.find('me'))?.id).toBe('me')
  expect(await observed.graph('me').pages.findByName('nothing')).toBeUndefined()
  expect(await observed.graph('me').commits.hold(async () => 'held')).toBe('held')
  expect(await { ...observed.tokens }.findByHash('none')).toBeUndefined()
  await observed.passkeys.list('me')
  expect(calls).toEqual(['accounts.find', 'pages.findByName', 'tokens.findByHash', 'passkeys.list'])
  expect(observed.usage?.()).toEqual(store.usage?.())
  await observed.close()
})

test('a graph that the store returns again is wrapped once', async () => {
  const store = await openTestStore()
  const graphs = [store.graph('me'), store.graph('you')] as const
  const kept = { ...store, graph: (id: string) => graphs[id === 'me' ? 0 : 1] }
  const observed = observedStore(kept, async (_, call) => call())
  expect(observed.graph('me')).toBe(observed.graph('me'))
  expect(observed.graph('you')).not.toBe(observed.graph('me'))
  await store.close()
})
