/**
 * The same words through the engine of a device and through the API give the same graph. They are names of pages and days, aliases,
 * the marker and the dates of what somebody typed, a changed text, and references after a rename.
 */
import { readInput, rewriteBlock } from '@notegraph/block-text'
import { dayAt, makeBlock, makePage, type GraphRecord } from '@notegraph/graph'
import { dayOf, readDayTerm } from '@notegraph/query'
import { createEngine, memoryStore, type Engine, type Reply } from '@notegraph/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NOON } from '../../test/notes.ts'
import { desk, type Desk } from '../../test/writes.ts'
import { statusOf, syncService, toErrorBody } from '../index.ts'

const idOf = (n: number): string => `0000000${n}-1111-4111-8111-111111111111`
const TEXTS = [
  'TODO [#A] prune [[Ash]]\nDEADLINE: <2026-11-25 Wed 10:00 +1w>\nid:: mine\nroom:: [[birch]]',
  '# near #ash and [the tree]([[Fraxinus]])\ntags:: Ash, birch',
  '> {{query (and [[Ash]] (page Birch))}} `[[Ash]]`',
]
const RECORDS: readonly GraphRecord[] = [
  makePage({ id: 'p0', name: 'Ash', props: [['alias', 'Fraxinus, Bird tree']], now: NOON - 2_000 }),
  makePage({ id: 'p1', name: 'Birch', props: [['near', '[[Ash]], #cedar']], now: NOON - 1_000 }),
  ...TEXTS.map((content, n) =>
    makeBlock({
      id: idOf(n),
      content,
      rev: `r${n}`,
      pageId: 'p1',
      parentId: null,
      order: n,
      now: NOON - 1_000,
    }),
  ),
]

type Step =
  | { readonly do: 'open'; readonly name: string }
  | { readonly do: 'add'; readonly page: string; readonly text: string }
  | { readonly do: 'change'; readonly block: string; readonly text: string }
  | { readonly do: 'rename'; readonly page: string; readonly to: string; readonly keep_alias: boolean }

// prettier-ignore
const name = fc.constantFrom(
  'Ash', 'ash', 'Fraxinus', ' bird tree ', 'Birch', 'Cedar', 'CEDAR', 'Ash/Twig', '', '..', 'a [[b]]',
  'today', 'friday', '2026-02-30',
)
const page = fc.oneof(name, fc.constantFrom('2026-11-21', 'Nov 21st, 2026'))
// prettier-ignore
const line = fc.constantFrom(
  'sow [[Ash]]', 'TODO sow', 'LATER [#B] #Birch', '# head', '> said', 'plain', '', '   ', '```', '\u0007',
  'id:: other', 'collapsed:: true', 'room:: 4', 'tags:: a, [[b]]',
  'SCHEDULED: 2026-11-21', 'DEADLINE: friday', 'DEADLINE: tomorrow 9:00 +2d', 'SCHEDULED: <2026-11-21>',
  'DEADLINE: 2026-02-30', 'DEADLINE: soon', 'DEADLINE: 2026-11-21 +0d',
)
const text = fc
  .tuple(fc.array(line, { minLength: 1, maxLength: 4 }), fc.constantFrom('\n', '\r\n'))
  .map(([lines, end]) => lines.join(end))
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('open' as const), name }),
  fc.record({ do: fc.constant('add' as const), page, text }),
  fc.record({ do: fc.constant('change' as const), block: fc.nat(TEXTS.length - 1).map(idOf), text }),
  fc.record({ do: fc.constant('rename' as const), page, to: page, keep_alias: fc.boolean() }),
)

/** Whether the API took the step. */
async function overApi({ writes, caller }: Desk, one: Step): Promise<boolean> {
  switch (one.do) {
    case 'open':
      return (await writes.createPage(caller, { name: one.name })).ok
    case 'add':
      return (await writes.addBlock(caller, one.page, { text: one.text })).ok
    case 'change':
      return (await writes.updateBlock(caller, one.block, { text: one.text })).ok
    case 'rename':
      return (await writes.renamePage(caller, one.page, { to: one.to, keep_alias: one.keep_alias })).ok
  }
}

const readDay = (written: string) => {
  const term = readDayTerm(written)
  return term && dayOf(term, dayAt(NOON, 'UTC'))
}

/** Whether the engine took the step, as an app asks for it. */
async function overEngine(engine: Engine, one: Step): Promise<boolean> {
  if (one.do === 'open') return (await engine.openPage(one.name)).ok
  if (one.do === 'change') {
    const block = await engine.record(one.block)
    if (block?.kind !== 'block') return false
    const { text: old, rev } = block.words
    const read = readInput(one.text, { readDay, old, ownId: block.id })
    return read.ok && (await engine.setText(block.id, rewriteBlock(old, read.content), { rev })).ok
  }
  const found = await engine.pageNamed(one.page)
  if (one.do === 'rename') {
    const links = one.keep_alias ? 'alias' : 'rewrite'
    return found !== undefined && (await engine.renamePage(found.id, one.to, { links })).ok
  }
  const read = readInput(one.text, { readDay })
  if (!read.ok) return false
  const day = found ? undefined : readDay(one.page)
  if (day !== undefined) await engine.openDay(day)
  const pageId = day === undefined ? found?.id : `journal-${day}`
  return pageId !== undefined && (await engine.addBlock({ pageId }, read.content)).ok
}

/** Each page with its names, its properties and the contents of its blocks. */
async function look({ graph }: Desk): Promise<unknown[]> {
  const all = { limit: 200, offset: 0 }
  const { pages } = await graph.pages.list({}, all)
  const looks = pages.map(async ({ id, name, view }) => {
    const { blocks } = await graph.blocks.listByPage(id, all)
    const { aliases, props } = JSON.parse(view) as { aliases: unknown; props: unknown }
    return [name, aliases, props, blocks.map(({ content }) => content)] as const
  })
  return (await Promise.all(looks)).toSorted(([a], [b]) => (a < b ? -1 : 1))
}

async function open(): Promise<Desk> {
  const it = await desk(0)
  const { ok } = await it.graph.commits.commit({ puts: RECORDS.map((record) => ({ record, from: 0 })) })
  expect(ok).toBe(true)
  return { ...it, caller: { ...it.caller, may: ['organize'] } }
}

/** A device of the account. */
async function device({ store, caller, clock }: Desk): Promise<Engine> {
  const service = syncService(store, { clock: () => clock.now, newId: () => crypto.randomUUID() })
  const me = { account: caller.account, plan: 'active' as const, device: 'one' }
  const reply = <T>(result: Awaited<ReturnType<typeof service.pull | typeof service.push>>): Reply<T> =>
    result.ok
      ? { ok: true, value: structuredClone(result.value.value()) as T }
      : { ok: false, status: statusOf(result.refusal), error: toErrorBody(result.refusal) }
  const engine = createEngine({
    device: 'one',
    store: memoryStore(),
    transport: {
      pull: async (cursor) => reply(await service.pull(me, { ...(cursor !== undefined && { cursor }) })),
      push: async (body) => reply(await service.push(me, structuredClone(body))),
    },
    environment: {
      now: () => clock.now,
      later: () => () => {},
      random: () => 0.5,
      newId: () => crypto.randomUUID(),
    },
  })
  expect(await engine.sync()).toMatchObject({ ok: true })
  return engine
}

test('[sync device 7a] the same words give the same graph through the engine and through the API', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
      const [one, two] = [await open(), await open()]
      const engine = await device(two)
      for (const each of steps) {
        one.clock.now += 1_000
        two.clock.now += 1_000
        expect([each, await overEngine(engine, each)]).toEqual([each, await overApi(one, each)])
      }
      expect(await engine.sync()).toMatchObject({ ok: true })
      expect(await look(two)).toEqual(await look(one))
      await one.store.close()
      await two.store.close()
    }),
    { numRuns: 40 },
  )
})
