/** The history of a graph with the session of a device, and the edits that it shows. */
import { remove, type GraphRecord } from '@notegraph/graph'
import { expect } from 'vitest'
import type { Reply } from './api.ts'
import { useSettings } from './settings.ts'

export const HOUR = 3_600_000
/** The block after an edit of its words. */
export const EDITED = 'TODO [#A] other words\nSCHEDULED: <2026-11-18 Wed>'

/** The calls, with an empty service and a new session for each test. Each edit is an hour after the one before. */
export function useHistory() {
  const it = useSettings('/api/v1/settings')
  const head = async () => it.api.graph.commits.head()
  const edit = async (id: string, text: string) => {
    it.api.clock.now += HOUR
    const { status } = await it.api.patch(`/blocks/${id}`, { text })
    expect(status).toBe(200)
    return head()
  }
  /** Deletes records as the phone does. */
  async function drop(...ids: string[]): Promise<number> {
    it.api.clock.now += HOUR
    const at = it.api.clock.now
    const held = await it.api.graph.records.findMany(ids)
    const puts = held.map(({ record, seq }) => ({ record: remove<GraphRecord>(record, at), from: seq }))
    const by = { kind: 'device', id: 'd1', name: 'Phone', at } as const
    expect(await it.api.graph.commits.commit({ puts, by })).toMatchObject({ ok: true })
    return head()
  }
  /** Moves a block as the phone does. */
  async function move(id: string, to: { readonly parentId?: string | null; readonly pageId?: string }) {
    const { record, seq } = (await it.api.graph.records.find(id))!
    if (record.kind !== 'block') throw new Error(`${id} is a ${record.kind}`)
    const at = (it.api.clock.now += HOUR)
    const moved = { ...record, place: { ...record.place, ...to, at }, updatedAt: at }
    const by = { kind: 'device', id: 'd1', name: 'Phone', at } as const
    expect((await it.api.graph.commits.commit({ puts: [{ record: moved, from: seq }], by })).ok).toBe(true)
  }
  const text = async (id: string) => {
    const held = await it.api.graph.records.find(id)
    return held?.record.kind === 'block' && !held.record.deleted ? held.record.words.text : undefined
  }
  const moments = async (query = '', page = 'plans') => it.list(`/pages/${page}/history${query}`)
  const state = async (seq: number, page = 'plans') => it.list(`/pages/${page}/history/${seq}`)
  const restore = async (body: object): Promise<Reply> => it.send('POST', '/restore', body)
  return { it, head, edit, drop, move, text, moments, state, restore }
}
