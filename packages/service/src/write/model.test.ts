/**
 * Any sequence of writes, reverts and device edits gives the graph that a simple model predicts.
 *
 * @module-tag both-stores
 */
import * as fc from 'fast-check'
import { areEmbedded } from '@notegraph/store/testing'
import { expect, test } from 'vitest'
import { answers, outlineOf, records } from '../../test/memory.ts'
import { Model } from '../../test/model.ts'
import { add, block, page } from '../../test/notes.ts'
import { anyStep, createStep, take, writeStep } from '../../test/steps.ts'
import { desk, type Desk } from '../../test/writes.ts'

test('[D8] any sequence of writes, reverts and edits leaves what the model says', async () => {
  await fc.assert(
    fc.asyncProperty(createStep, fc.array(anyStep, { maxLength: 30, size: 'max' }), async (first, steps) => {
      const it = await desk(0)
      const model = new Model()
      for (const step of [first, ...steps]) {
        it.clock.now += 1
        const done = await take(it, model, step)
        expect(done?.said).toEqual(done?.expected)
      }
      const { total } = await it.graph.pages.list({}, { limit: 1, offset: 0 })
      expect(total).toBe(model.pages.size)
      for (const [id, { name, props }] of model.pages) {
        expect(await outlineOf(it.graph, name)).toEqual(model.outline(id))
        const view = JSON.parse((await it.graph.pages.find(id))!.view) as { props: object }
        expect(view.props).toEqual(Object.fromEntries(props))
      }
      expect(await it.graph.maintenance.check()).toEqual([])
      await it.store.close()
    }),
    { numRuns: areEmbedded() ? 60 : 12 },
  )
})

test('[D8.2] a revert of everything, newest first, leaves each record as it was but for its stamps', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(writeStep, { minLength: 1, maxLength: 20, size: 'max' }), async (steps) => {
      const it = await desk(0)
      const model = await begun(it)
      const before = await whatIsSaid(it)
      for (const step of steps) await take(it, model, step)
      for (const id of [...model.changes.keys()].toReversed()) {
        const done = await it.changes.revert(it.caller.account, id)
        expect(done.ok && done.value.value().left).toEqual([])
      }
      expect(await whatIsSaid(it)).toEqual(before)
      expect(await it.graph.changes.countOpen(0)).toBe(0)
      await it.store.close()
    }),
    { numRuns: areEmbedded() ? 40 : 8 },
  )
})

/** A page with two blocks that were not written over the API. */
async function begun(it: Desk): Promise<Model> {
  const model = new Model()
  const props = { mood: 'calm', tea: 'green' }
  model.pages.set('p1', { name: 'Old', props: new Map(Object.entries(props)) })
  await add(it.graph, page('p1', 'Old', Object.entries(props)))
  for (const [i, words] of ['tea', 'milk'].entries()) {
    await add(it.graph, block(`b${i}`, 'p1', words, i + 1))
    model.blocks.set(`b${i}`, { marker: '', words, pageId: 'p1', parentId: null, order: i + 1 })
  }
  return model
}

/** The content of all records and answers, without stamps and revisions. */
async function whatIsSaid(it: Desk): Promise<unknown> {
  const said = (await records(it.graph)).map((record) => ({
    id: record.id,
    props: Object.entries(record.props)
      .filter(([, { v }]) => v !== null)
      .map(([key, { v }]) => [key, v]),
    words: 'words' in record && record.words.text,
    place: 'place' in record && { ...record.place, at: 0 },
  }))
  const answered = (await answers(it.graph)).map(({ page, blocks }) => ({
    page: { ...page, updatedAt: 0 },
    blocks: blocks.map((one) => ({ ...one, updatedAt: 0 })),
  }))
  return { said, answered }
}
