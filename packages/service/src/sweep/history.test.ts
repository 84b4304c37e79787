/** @module-tag both-stores */
import { describe, expect, test } from 'vitest'
import { DAY, MONTH, NOON, NOTHING, useSweeps } from '../../test/sweeps.ts'

const { it, run, after } = useSweeps()

describe('[H1, H2] the history', () => {
  const graph = () => it.store.graph('me')
  /** Writes a page, and deletes what it was. */
  async function edit(at: number) {
    const [held] = await graph().records.listPages(undefined, 1)
    const record = { ...held!.record, updatedAt: at }
    const by = { kind: 'device', id: `d${at}`, name: 'Phone', at } as const
    await graph().commits.commit({ puts: [{ record, from: held!.seq }], by })
  }
  const kept = async () => (await graph().storage.usage()).history.count
  const days = async () => (await graph().history.snapshots()).map(({ id }) => id)

  test('a state that was replaced 30 days ago is deleted', async () => {
    await edit(NOON)
    expect(await after(MONTH)).toEqual(NOTHING)
    expect(await kept()).toBe(1)
    await after(MONTH + 1)
    expect(await kept()).toBe(0)
  })

  test('the operator chooses the days, and none deletes all', async () => {
    await edit(NOON)
    await after(DAY + 1, { historyDays: 1 })
    expect(await kept()).toBe(0)
    await edit(it.clock.now)
    await run({ historyDays: 0 })
    expect(await kept()).toBe(0)
  })

  test('each day on which something changed has a snapshot, for 30 days', async () => {
    await run()
    await run()
    await after(DAY)
    expect(await days()).toEqual(['2026-11-20'])
    await edit(it.clock.now)
    await run()
    expect(await days()).toEqual(['2026-11-21', '2026-11-20'])
    await edit(NOON + MONTH)
    await after(MONTH + 1)
    expect(await days()).toEqual(['2026-12-20', '2026-11-21'])
  })

  test('the states that a named snapshot needed go after it was removed', async () => {
    const { history } = graph()
    await history.addSnapshot({ id: 's', name: 'Before', at: NOON }, 50)
    await edit(NOON)
    await after(MONTH + DAY)
    expect(await kept()).toBe(1)
    await history.removeSnapshot('s')
    await run()
    expect(await kept()).toBe(0)
  })

  test('without history there are no snapshots', async () => {
    await run({ historyDays: 0 })
    expect(await days()).toEqual([])
  })
})
