/** Random steps: writes, reverts and device edits, applied to the service and the model alike. */
import { TASK_STATES } from '@notegraph/contract'
import { remove, type BlockRecord } from '@notegraph/graph'
import * as fc from 'fast-check'
import type { Result, WriteAnswer } from '../src/index.ts'
import { change, reworded } from './edits.ts'
import { contentOf, type Model, type ModelBlock, type Thing } from './model.ts'
import type { Desk } from './writes.ts'

/** Numbers that pick among existing things. */
interface Steps {
  create: { readonly name: string; readonly mood: string; readonly blocks: readonly string[] }
  add: {
    readonly page: number
    readonly words: string
    readonly position: 'start' | 'end'
    readonly under: number
  }
  task: { readonly block: number; readonly state: (typeof TASK_STATES)[number] }
  rewrite: { readonly block: number; readonly words: string }
  set: { readonly page: number; readonly props: Readonly<Record<string, string | null>> }
  revert: { readonly change: number }
  device: { readonly block: number; readonly what: 'reword' | 'delete' | 'move' }
}
export type Step = { [K in keyof Steps]: { readonly do: K } & Steps[K] }[keyof Steps]

const words = fc.constantFrom('tea', 'milk', 'bread')
const number = fc.nat(20)

export const createStep: fc.Arbitrary<Step> = fc.record({
  do: fc.constant('create'),
  name: fc.constantFrom('Ada', 'ADA', 'Mary', 'Charles'),
  mood: words,
  blocks: fc.array(words, { maxLength: 2 }),
})

export const writeStep: fc.Arbitrary<Step> = fc.oneof(
  createStep,
  fc.record({
    do: fc.constant('add'),
    page: number,
    words,
    position: fc.constantFrom('start', 'end'),
    under: number,
  }),
  fc.record({ do: fc.constant('task'), block: number, state: fc.constantFrom(...TASK_STATES) }),
  fc.record({ do: fc.constant('rewrite'), block: number, words }),
  fc.record({
    do: fc.constant('set'),
    page: number,
    props: fc.dictionary(fc.constantFrom('mood', 'tea', 'place'), fc.option(words), {
      minKeys: 1,
      noNullPrototype: true,
    }),
  }),
)

export const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: writeStep },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('revert'), change: number }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('device'),
      block: number,
      what: fc.constantFrom('reword', 'delete', 'move'),
    }),
  },
)

/** The result of a step in the service, and the model's prediction; they must be equal. */
export interface StepResult {
  readonly said: unknown
  readonly expected: unknown
}

/** @returns undefined if the step has no subject */
export async function take(it: Desk, model: Model, step: Step): Promise<StepResult | undefined> {
  switch (step.do) {
    case 'create':
      return create(it, model, step)
    case 'add':
      return addTo(it, model, pick([...model.pages.keys()], step.page), step)
    case 'task':
    case 'rewrite':
      return rewrite(it, model, pick([...model.blocks.keys()], step.block), step)
    case 'set':
      return set(it, model, pick([...model.pages.keys()], step.page), step)
    case 'revert':
      return revert(it, model, pick([...model.changes.keys()], step.change))
    case 'device':
      return device(it, model, pick([...model.blocks.keys()], step.block), step)
  }
}

const pick = <T>(all: readonly T[], at: number): T | undefined => all[at % all.length]

function done<T>(result: Result<WriteAnswer<T>>): {
  readonly answer: T
  readonly changeId: string | undefined
} {
  if (!result.ok) throw new Error(JSON.stringify(result.refusal))
  return { answer: result.value.value(), changeId: result.value.changeId }
}

async function create(
  { writes, caller }: Desk,
  model: Model,
  { name, mood, blocks }: Steps['create'],
): Promise<StepResult> {
  const held = model.pageNamed(name)
  const result = await writes.createPage(caller, { name, properties: { mood }, blocks: [...blocks] })
  const { answer, changeId } = done(result)
  const { pageId, blockIds } = answer.ids
  if (held === undefined) {
    const touches: Thing[] = [`page ${pageId}`, ...blockIds.map((id): Thing => `block ${id}`)]
    model.change(changeId, touches, () => {
      model.pages.set(pageId, { name, props: new Map([['mood', mood]]) })
      for (const [i, words] of blocks.entries())
        model.blocks.set(blockIds[i]!, { marker: '', words, pageId, parentId: null, order: i + 1 })
    })
  }
  const made = held === undefined
  return {
    said: [answer.existed, answer.changed, pageId, blockIds.length],
    expected: [!made, made, held ?? pageId, made ? blocks.length : 0],
  }
}

async function addTo(
  { writes, caller }: Desk,
  model: Model,
  pageId: string | undefined,
  { words, position, under }: Steps['add'],
): Promise<StepResult | undefined> {
  if (pageId === undefined) return undefined
  const there = [...model.blocks].filter(([, one]) => one.pageId === pageId).map(([id]) => id)
  const parentId = under % 3 === 0 ? null : (pick(there, under) ?? null)
  const order = model.orderAt(pageId, position)
  const body = { text: words, parentId, position }
  const { answer, changeId } = done(await writes.addBlock(caller, model.pages.get(pageId)!.name, body))
  const { blockId } = answer.ids
  model.change(changeId, [`block ${blockId}`], () =>
    model.blocks.set(blockId, { marker: '', words, pageId, parentId, order }),
  )
  return { said: [answer.block.content, answer.block.order], expected: [words, order] }
}

async function rewrite(
  { writes, caller }: Desk,
  model: Model,
  id: string | undefined,
  step: Extract<Step, { do: 'task' | 'rewrite' }>,
): Promise<StepResult | undefined> {
  if (id === undefined) return undefined
  const held = model.blocks.get(id)!
  const after: ModelBlock =
    step.do === 'task' ? { ...held, marker: step.state.toUpperCase() } : { ...held, words: step.words }
  const { answer, changeId } = done(
    step.do === 'task'
      ? await writes.setTask(caller, id, { state: step.state })
      : await writes.updateBlock(caller, id, { text: step.words }),
  )
  model.change(changeId, [`block ${id}`], () => model.blocks.set(id, after))
  return {
    said: [answer.changed, answer.block.content],
    expected: [contentOf(after) !== contentOf(held), contentOf(after)],
  }
}

async function set(
  { writes, caller }: Desk,
  model: Model,
  pageId: string | undefined,
  step: Steps['set'],
): Promise<StepResult | undefined> {
  if (pageId === undefined) return undefined
  const { name, props } = model.pages.get(pageId)!
  const entries = Object.entries(step.props)
  const changed = entries.some(([key, value]) => (props.get(key) ?? null) !== value)
  const { answer, changeId } = done(await writes.setProperties(caller, name, { properties: step.props }))
  const touches = entries.map(([key]): Thing => `property ${pageId} ${key}`)
  model.change(changeId, touches, () => {
    for (const [key, value] of entries) {
      if (value === null) props.delete(key)
      else props.set(key, value)
    }
  })
  return { said: [answer.changed, answer.page.props], expected: [changed, Object.fromEntries(props)] }
}

async function revert(it: Desk, model: Model, id: string | undefined): Promise<StepResult | undefined> {
  if (id === undefined) return undefined
  const result = await it.changes.revert(it.caller.account, id)
  const { reverted } = model.changes.get(id)!
  if (reverted || !result.ok) return { said: result.ok, expected: !reverted }
  const { restored, left } = result.value.value()
  const things = left.map(({ kind, id, key }) => [kind, id, key].filter(Boolean).join(' '))
  const expected = model.revert(id)
  return { said: [restored, new Set(things)], expected: [expected.restored, new Set(expected.left)] }
}

/** A device edits or moves a block, or deletes one without nested blocks. */
async function device(
  it: Desk,
  model: Model,
  id: string | undefined,
  { what }: Steps['device'],
): Promise<undefined> {
  const held = id === undefined ? undefined : model.blocks.get(id)
  if (id === undefined || !held) return
  if (what === 'reword') {
    held.words = 'typed'
    await change(it.graph, id, (one) => reworded(one, contentOf(held), it.clock.now))
  } else if (what === 'move') {
    held.order = model.orderAt(held.pageId, 'end')
    await change(it.graph, id, ({ record }) => moved(record as BlockRecord, held.order))
  } else if (![...model.blocks.values()].some(({ parentId }) => parentId === id)) {
    model.blocks.delete(id)
    await change(it.graph, id, ({ record }) => remove(record, it.clock.now))
  }
}

const moved = (record: BlockRecord, order: number): BlockRecord => ({
  ...record,
  place: { ...record.place, order },
})
