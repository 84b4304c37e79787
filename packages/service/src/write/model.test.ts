/** Any sequence of writes, reverts and edits of devices leaves the graph that a simple model predicts. */
import { TASK_STATES } from '@notegraph/contract'
import { remove, type BlockRecord } from '@notegraph/graph'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { change, reworded } from '../../test/edits.ts'
import { answers, outlineOf, records } from '../../test/memory.ts'
import { add, block, page } from '../../test/notes.ts'
import { desk, type Desk } from '../../test/writes.ts'
import { contentOf, Model } from '../../test/model.ts'

/** One step; numbers pick among what is there. */
type Step =
  | {
      readonly do: 'create'
      readonly name: string
      readonly mood: string
      readonly blocks: readonly string[]
    }
  | {
      readonly do: 'add'
      readonly page: number
      readonly words: string
      readonly start: boolean
      readonly under: number
    }
  | { readonly do: 'task'; readonly block: number; readonly state: (typeof TASK_STATES)[number] }
  | { readonly do: 'rewrite'; readonly block: number; readonly words: string }
  | { readonly do: 'set'; readonly page: number; readonly props: Readonly<Record<string, string | null>> }
  | { readonly do: 'revert'; readonly change: number }
  | { readonly do: 'device'; readonly block: number; readonly what: 'reword' | 'delete' | 'move' }

const words = fc.constantFrom('tea', 'milk', 'bread')
const n = fc.nat(20)
const create: fc.Arbitrary<Step> = fc.record({
  do: fc.constant('create'),
  name: fc.constantFrom('Ada', 'ADA', 'Mary', 'Charles'),
  mood: words,
  blocks: fc.array(words, { maxLength: 2 }),
})
const write: fc.Arbitrary<Step> = fc.oneof(
  create,
  fc.record({ do: fc.constant('add'), page: n, words, start: fc.boolean(), under: n }),
  fc.record({ do: fc.constant('task'), block: n, state: fc.constantFrom(...TASK_STATES) }),
  fc.record({ do: fc.constant('rewrite'), block: n, words }),
  fc.record({
    do: fc.constant('set'),
    page: n,
    props: fc.dictionary(fc.constantFrom('mood', 'tea', 'place'), fc.option(words), {
      minKeys: 1,
      noNullPrototype: true,
    }),
  }),
)
const any: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: write },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('revert'), change: n }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('device'),
      block: n,
      what: fc.constantFrom('reword', 'delete', 'move'),
    }),
  },
)

const pick = <T>(list: Iterable<T>, at: number): T | undefined => {
  const all = [...list]
  return all[at % all.length]
}

/** Takes a step in the service and in the model, and holds the answers against each other. */
async function take(it: Desk, model: Model, step: Step): Promise<void> {
  const { writes, caller } = it
  const pageAt = (at: number) => pick(model.pages.keys(), at)
  const blockAt = (at: number) => pick(model.blocks.keys(), at)
  switch (step.do) {
    case 'create': {
      const { name, mood, blocks } = step
      const done = await writes.createPage(caller, { name, properties: { mood }, blocks })
      if (!done.ok) throw new Error(done.refusal.code)
      const { ids, existed, changed } = done.value.value()
      expect([existed, changed]).toEqual([model.pageNamed(name) !== undefined, !existed])
      if (existed) return void expect(ids).toEqual({ pageId: model.pageNamed(name), blockIds: [] })
      const { pageId, blockIds } = ids
      const touches = [`page ${pageId}` as const, ...blockIds.map((id) => `block ${id}` as const)]
      return model.change(done.value.changeId, touches, () => {
        model.pages.set(pageId, { name, props: new Map([['mood', mood]]) })
        for (const [i, words] of blocks.entries())
          model.blocks.set(blockIds[i]!, { marker: '', words, pageId, parentId: null, order: i + 1 })
      })
    }
    case 'add': {
      const pageId = pageAt(step.page)
      if (pageId === undefined) return
      const under = pick(
        [...model.blocks].filter(([, one]) => one.pageId === pageId),
        step.under,
      )
      const parentId = step.under % 3 === 0 ? null : (under?.[0] ?? null)
      const position = step.start ? 'start' : 'end'
      const body = { text: step.words, parentId, position } as const
      const done = await writes.addBlock(caller, model.pages.get(pageId)!.name, body)
      if (!done.ok) throw new Error(done.refusal.code)
      const id = done.value.value().ids.blockId
      return model.change(done.value.changeId, [`block ${id}`], () => {
        const order = model.orderAt(pageId, position)
        model.blocks.set(id, { marker: '', words: step.words, pageId, parentId, order })
      })
    }
    case 'task':
    case 'rewrite': {
      const id = blockAt(step.block)
      if (id === undefined) return
      const held = model.blocks.get(id)!
      const done =
        step.do === 'task'
          ? await writes.setTask(caller, id, { state: step.state })
          : await writes.updateBlock(caller, id, { text: step.words })
      if (!done.ok) throw new Error(done.refusal.code)
      const after = {
        ...held,
        ...(step.do === 'task' ? { marker: step.state.toUpperCase() } : { words: step.words }),
      }
      const answer = done.value.value()
      expect([answer.changed, answer.block.content]).toEqual([
        contentOf(after) !== contentOf(held),
        contentOf(after),
      ])
      return model.change(done.value.changeId, [`block ${id}`], () => model.blocks.set(id, after))
    }
    case 'set': {
      const pageId = pageAt(step.page)
      if (pageId === undefined) return
      const { name, props } = model.pages.get(pageId)!
      const done = await writes.setProperties(caller, name, { properties: step.props })
      if (!done.ok) throw new Error(done.refusal.code)
      const entries = Object.entries(step.props)
      const changed = entries.some(([key, value]) => (props.get(key) ?? null) !== value)
      expect(done.value.value().changed).toBe(changed)
      const touches = entries.map(([key]) => `property ${pageId} ${key}` as const)
      return model.change(done.value.changeId, touches, () => {
        for (const [key, value] of entries) if (value === null) props.delete(key); else props.set(key, value) // prettier-ignore
      })
    }
    case 'revert': {
      const id = pick(model.changes.keys(), step.change)
      if (id === undefined) return
      const done = await it.changes.revert(caller.account, id)
      expect(done.ok).toBe(!model.changes.get(id)!.reverted)
      if (!done.ok) return
      const { restored, left } = done.value.value()
      const said = left.map(({ kind, id, key }) => [kind, id, key].filter(Boolean).join(' '))
      expect({ restored, left: said.toSorted() }).toEqual(sorted(model.revert(id)))
      return
    }
    case 'device': {
      const id = blockAt(step.block)
      if (id === undefined) return
      const held = model.blocks.get(id)!
      if (step.what === 'reword') {
        held.words = 'typed'
        return change(it.graph, id, (record) => reworded(record, contentOf(held), it.clock.now))
      }
      if (step.what === 'move') {
        held.order = model.orderAt(held.pageId, 'end')
        return change(it.graph, id, ({ record }) => moved(record as BlockRecord, held.order))
      }
      if ([...model.blocks.values()].some(({ parentId }) => parentId === id)) return
      model.blocks.delete(id)
      return change(it.graph, id, ({ record }) => remove(record, it.clock.now))
    }
  }
}

const moved = (record: BlockRecord, order: number): BlockRecord => ({
  ...record,
  place: { ...record.place, order },
})

const sorted = ({ restored, left }: { restored: number; left: string[] }) => ({
  restored,
  left: left.toSorted(),
})

test('[D8] any sequence of writes, reverts and edits leaves what the model says', async () => {
  await fc.assert(
    fc.asyncProperty(create, fc.array(any, { maxLength: 30, size: 'max' }), async (first, steps) => {
      const it = await desk(0)
      const model = new Model()
      for (const step of [first, ...steps]) {
        it.clock.now += 1
        await take(it, model, step)
      }
      const { total } = await it.graph.listPages({}, { limit: 1, offset: 0 })
      expect(total).toBe(model.pages.size)
      for (const [id, { name, props }] of model.pages) {
        expect(await outlineOf(it.graph, name)).toEqual(model.outline(id))
        const view = JSON.parse((await it.graph.pageById(id))!.view) as { props: object }
        expect(view.props).toEqual(Object.fromEntries(props))
      }
      expect(await it.graph.check()).toEqual([])
      await it.store.close()
    }),
    { numRuns: 60 },
  )
})

test('[D8.2] a revert of everything, newest first, leaves each record as it was but for its stamps', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(write, { minLength: 1, maxLength: 20, size: 'max' }), async (steps) => {
      const it = await desk(0)
      const model = new Model()
      await add(it.graph, page('p1', 'Old', [['mood', 'calm'], ['tea', 'green']]), block('b1', 'p1', 'tea', 1), block('b2', 'p1', 'milk', 2)) // prettier-ignore
      model.pages.set('p1', { name: 'Old', props: new Map(Object.entries({ mood: 'calm', tea: 'green' })) })
      for (const [id, words, order] of [
        ['b1', 'tea', 1],
        ['b2', 'milk', 2],
      ] as const)
        // prettier-ignore
        model.blocks.set(id, { marker: '', words, pageId: 'p1', parentId: null, order })
      const before = await told(it)
      for (const step of steps) await take(it, model, step)
      for (const id of [...model.changes.keys()].toReversed())
        expect(await it.changes.revert(it.caller.account, id)).toMatchObject({
          ok: true,
          value: { json: expect.stringContaining('"left":[]') },
        })
      expect(await told(it)).toEqual(before)
      expect(await it.graph.openChanges(0)).toBe(0)
      await it.store.close()
    }),
    { numRuns: 40 },
  )
})

/** What all records say, and what is answered of them, without stamps and revisions. */
async function told(it: Desk): Promise<unknown> {
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
