/**
 * Another process changes a block while a person picks one of its versions.
 *
 * @module-tag both-stores
 */
import { randomUUID } from 'node:crypto'
import type { BlockRecord, Version } from '@notegraph/graph'
import type { GraphStore } from '@notegraph/store'
import { beforeEach, expect, test } from 'vitest'
import { change, reworded } from '../../test/edits.ts'
import { meanwhile } from '../../test/meanwhile.ts'
import { add, block, NOON, page, setUp, type Setup } from '../../test/notes.ts'
import { syncService } from './service.ts'

const versions: readonly Version[] = ['ten', 'noon'].map((text) => ({
  text: `tea at ${text}`,
  rev: `laptop~${text}`,
  at: NOON,
  device: 'laptop',
}))

let it: Setup
beforeEach(async () => {
  it = await setUp()
  await add(it.graph, page('p1', 'Ada'), { ...block('b1', 'p1', 'tea at nine'), versions })
})

const held = async (graph = it.graph) => (await graph.records.find('b1'))!.record as BlockRecord
const caller = () => ({ account: it.caller.account, plan: 'active' as const, device: 'phone' })
const sync = (store = it.store) => syncService(store, { clock: () => it.clock.now, newId: randomUUID })
const pick = (service: ReturnType<typeof sync>, rev: string) => service.pick(caller(), 'b1', rev)

/** A service over a store in which this happens before the first commit. */
const over = (act: (graph: GraphStore) => Promise<unknown>) =>
  sync(meanwhile(it.store, 'commit', async (graph, times) => times === 0 && act(graph)))

test.each<[string, () => Promise<unknown>]>([
  ['another pick', () => pick(sync(), 'laptop~ten')],
  ['other words', () => change(it.graph, 'b1', (one) => reworded(one, 'no tea', NOON + 9))],
])('[sync, Routes] a pick is refused after %s', async (_, act) => {
  let between: BlockRecord | undefined
  const service = over(async () => {
    await act()
    between = await held()
  })
  expect(await pick(service, 'laptop~noon')).toEqual({
    ok: false,
    refusal: { code: 'conflict', why: 'meanwhile' },
  })
  expect(await held()).toEqual(between)
})

test('[sync, Routes] a change of another block does not stop a pick', async () => {
  const service = over((graph) => add(graph, block('b2', 'p1', 'milk', 2)))
  expect(await pick(service, 'laptop~noon')).toMatchObject({ ok: true })
  expect(await held()).toMatchObject({ words: { text: 'tea at noon' } })
  expect(await held()).not.toHaveProperty('versions')
})
