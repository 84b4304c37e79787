/**
 * A device deletes a page after an import compared a note with it, and before the import commits.
 *
 * @module-tag both-stores
 */
import { setImmediate } from 'node:timers/promises'
import { isoDay, makeDay } from '@notegraph/block-text'
import type { GraphStore } from '@notegraph/store'
import { expect, test } from 'vitest'
import { deleted } from '../../test/edits.ts'
import { meanwhile } from '../../test/meanwhile.ts'
import { folder, home, NOW, outlineOf, type Files } from '../../test/memory.ts'
import { importFolder } from './import.ts'

/** More than one transaction holds. */
const MANY = 9_000
const long = Array.from({ length: MANY }, (_, n) => `- ${n}\n`).join('')
const today = isoDay(makeDay(2026, 11, 20)!)

test.each<[string, name: string, before: Files, after: Files, commits: number]>([
  [
    'a page that is there',
    'Tea',
    { 'pages/Tea.md': '- green\n' },
    { 'pages/Tea.md': '- green\n- black\n' },
    0,
  ],
  [
    'a day',
    today,
    { [`journals/${today}.md`]: '- one\n' },
    { [`journals/${today}.md`]: '- one\n- two\n' },
    0,
  ],
  ['the page of a long note, between two transactions', 'Tea', {}, { 'pages/Tea.md': long }, 1],
])(
  '%s: no block is left without its page, and a second attempt adds the page again',
  async (_, name, before, after, commits) => {
    const { store, blobs, graph, add } = await home()
    const config = { 'logseq/config.edn': '{}' }
    await add({ ...config, ...before })
    const busy = meanwhile(store, 'commitAll', async (graph, times) => {
      if (times === commits) await deletePage(graph, name)
    })
    const run = (at: typeof store) =>
      importFolder(at, blobs, { id: 'me', quota: Infinity }, folder({ ...config, ...after }), { now: NOW })
    expect(await run(busy)).toEqual({ ok: false, why: 'changed_meanwhile' })
    expect(await graph.maintenance.check()).toEqual([])
    expect(await run(store)).toMatchObject({ ok: true })
    const [content] = Object.values(after) as string[]
    expect((await outlineOf(graph, name)).length).toBe(content!.trimEnd().split('\n').length)
    await store.close()
  },
)

/** Deletes a page as a device does that has seen all of it. */
async function deletePage(graph: GraphStore, name: string): Promise<void> {
  let page = await graph.pages.findByName(name.toLowerCase())
  for (; !page; page = await graph.pages.findByName(name.toLowerCase())) await setImmediate()
  const { id } = page
  const all = [...(await graph.records.listByPage(id)), (await graph.records.find(id))!]
  const done = await graph.commits.commit({
    puts: all.map((held) => ({ record: deleted(held, NOW), from: held.seq })),
  })
  if (!done.ok) throw new Error(done.why)
}
