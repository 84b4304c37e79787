/**
 * Random batches do what the same writes do one after the other, and one revert puts back what was there. A batch that is
 * refused changes nothing. @see assistants 11.1
 *
 * @module-tag both-stores
 */
import { makeBlock, makePage, type GraphRecord } from '@notegraph/graph'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openApi, type Api, type Reply } from './api.ts'
import { NOON } from './notes.ts'

const DAY = 86_400_000
const PAGES = ['Ash', 'Birch', 'Cedar'] as const
const COUNT = 9
const idOf = (n: number): string => `${String(n).padStart(8, '0')}-1111-4111-8111-111111111111`

const RECORDS: readonly GraphRecord[] = [
  ...PAGES.map((name, i) =>
    makePage({ id: `p${i}`, name, props: [['near', `[[${PAGES[(i + 1) % 3]}]], #Ash`]], now: NOON - DAY }),
  ),
  ...Array.from({ length: COUNT }, (_, n) =>
    makeBlock({
      id: idOf(n),
      content: `${n % 2 ? 'TODO ' : ''}${n} [[${PAGES[n % 3]}]] ((${idOf((n + 5) % COUNT)}))`,
      rev: `r${n}`,
      pageId: `p${n % 3}`,
      parentId: n < 3 ? null : idOf(n - 3),
      order: n,
      now: NOON - DAY,
    }),
  ),
]

type Operation = Readonly<Record<string, unknown>> & { readonly op: string }

const block = fc.oneof(
  { weight: 5, arbitrary: fc.nat(COUNT - 1).map(idOf) },
  { weight: 1, arbitrary: fc.constantFrom('$1', '$2', '$2.2') },
)
const page = fc.constantFrom(...PAGES, ...PAGES, ...PAGES, 'Dogwood', '$1')
const words = fc.constantFrom('rain', 'see [[Ash]]', 'TODO #Birch', '[[Dogwood]] SCHEDULED: <2026-11-25 Wed>')
const place = fc.oneof(
  page.map((one): object => ({ page: one })),
  fc
    .tuple(fc.constantFrom('parent_id', 'before', 'after'), block)
    .map(([how, id]): object => ({ [how]: id })),
)
const ids = fc.uniqueArray(block, { minLength: 1, maxLength: 2 })
const name = fc.constantFrom(...PAGES, 'Dogwood')

const operation: fc.Arbitrary<Operation> = fc.oneof(
  fc.record({ op: fc.constant('add_block'), page, text: words }),
  fc.record({ op: fc.constant('add_outline'), page, text: fc.constant('- a\n  - b [[Cedar]]') }),
  fc.record({ op: fc.constant('create_page'), name, blocks: fc.array(words, { maxLength: 2 }) }),
  fc.record({ op: fc.constant('set_task'), block_id: block, state: fc.constantFrom('done', 'todo', 'none') }),
  fc.record({ op: fc.constant('update_block'), block_id: block, text: words }),
  fc.record({ op: fc.constant('set_property'), page, key: fc.constantFrom('mood', 'tags'), value: fc.constantFrom('calm', 'Ash', null) }),
  fc.record({ op: fc.constant('set_property'), page, key: fc.constant('tags'), value: fc.constant({ add: ['Birch'], remove: ['Ash'] }) }),
  fc.record({ op: fc.constant('set_block_properties'), block_id: block, properties: fc.constantFrom({ x: '1' }, { x: null }) }),
  fc.tuple(ids, place).map(([block_ids, to]) => ({ op: 'move_blocks', block_ids, ...to })),
  fc.record({ op: fc.constant('delete_blocks'), block_ids: ids }),
  fc.record({ op: fc.constant('rename_page'), name: page, to: name, merge: fc.boolean() }),
  fc.record({ op: fc.constant('delete_page'), name: page }),
) // prettier-ignore

/** Every page with its names, properties and blocks, as readers see them. New pages and blocks go by their words. */
async function look(api: Api): Promise<unknown> {
  const { body } = await api.get('/pages?sort=name&limit=100')
  const pages = (body['pages'] as { name: string }[]).map(async (listed) => {
    const read = await api.get(`/pages/${encodeURIComponent(listed.name)}`)
    const { aliases, props } = read.body['page'] as { aliases: unknown; props: unknown }
    const blocks = read.body['blocks'] as { depth: number; content: string }[]
    return [listed.name, aliases, props, blocks.map(({ depth, content }) => [depth, content])]
  })
  return Promise.all(pages)
}

async function open(): Promise<Api> {
  const api = await openApi()
  const { ok } = await api.graph.commits.commit({ puts: RECORDS.map((record) => ({ record, from: 0 })) })
  expect(ok).toBe(true)
  return api
}

const send = async (api: Api, operations: readonly Operation[]): Promise<Reply> =>
  api.post('/batch', { operations })

/** The operation with what the earlier answers made in place of `$n` and `$n.m`. */
function resolved(one: Operation, answers: readonly Reply['body'][]): Operation {
  const find = (name: string, value: unknown): unknown => {
    if (Array.isArray(value) && name === 'block_ids') return value.map((id) => find(name, id))
    const [, n, m] = (typeof value === 'string' && /^\$(\d)(?:\.(\d))?$/.exec(value)) || []
    if (n === undefined) return value
    const { ids, page } = answers[Number(n) - 1]!
    return ['page', 'name'].includes(name) ? page.name : (ids.blockIds ?? [ids.blockId])[Number(m ?? 1) - 1]
  }
  return Object.fromEntries(Object.entries(one).map(([key, value]) => [key, find(key, value)])) as Operation
}

/** Sends the batch. If one is refused, nothing is changed, and the batch of those before it is sent. */
async function writeThose(api: Api, asked: readonly Operation[]) {
  const state = async () => [
    await look(api),
    await api.graph.commits.head(),
    (await api.get('/changes')).body,
  ]
  const before = await state()
  const reply = await send(api, asked)
  if (reply.status === 200) return { operations: asked, reply }
  expect(await state()).toEqual(before)
  const [, number] = /^Operation (\d+) \(/.exec(String(reply.body['error']))!
  const operations = asked.slice(0, Number(number) - 1)
  return { operations, reply: operations.length > 0 ? await send(api, operations) : undefined }
}

test('[A11.1] a batch equals its writes one after the other, and one revert puts all back', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 1, maxLength: 10 }), async (asked) => {
      const [together, apart] = [await open(), await open()]
      const before = await look(together)
      const { operations, reply } = await writeThose(together, asked)
      if (!reply) return
      const answers: Record<string, unknown>[] = []
      for (const one of operations) {
        const alone = await send(apart, [resolved(one, answers)])
        expect([alone.status, alone.body['error']]).toEqual([200, undefined])
        answers.push(alone.body['results'][0])
      }
      expect(reply.status).toBe(200)
      const changed = answers.map((one) => one['changed'])
      expect((reply.body['results'] as typeof answers).map((one) => one['changed'])).toEqual(changed)
      expect(await look(together)).toEqual(await look(apart))

      const { changes } = (await together.get('/changes')).body
      expect(changes).toHaveLength(reply.body['changed'] ? 1 : 0)
      for (const { id } of changes as { id: string }[]) {
        const reverted = await together.post(`/changes/${id}/revert`, {})
        expect(reverted.body).toMatchObject({ ok: true, left: [] })
      }
      expect(await look(together)).toEqual(before)
    }),
    { numRuns: 15 },
  )
})
