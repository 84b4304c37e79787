/**
 * Random histories of moves, deletes, renames, merges and their reverts. Reverted from the newest to the oldest, all is
 * as it was. Reverted in any order, no block is lost but those that the answers name. @see assistants 10.5
 *
 * @module-tag both-stores
 */
import { makeBlock, makePage, type GraphRecord } from '@notegraph/graph'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openApi, type Api } from './api.ts'
import { NOON } from './notes.ts'

const DAY = 86_400_000
const PAGES = ['Ash', 'Birch', 'Cedar'] as const
const COUNT = 12
const idOf = (n: number): string => `${String(n).padStart(8, '0')}-1111-4111-8111-111111111111`

const RECORDS: readonly GraphRecord[] = [
  ...PAGES.map((name, i) =>
    makePage({ id: `p${i}`, name, props: [['near', `[[${PAGES[(i + 1) % 3]}]], #Ash`]], now: NOON - DAY }),
  ),
  ...Array.from({ length: COUNT }, (_, n) => {
    const under = n < 3 || n % 4 === 0 ? null : idOf(n - 3)
    const content = `${n} [[${PAGES[n % 3]}]] #Birch ((${idOf((n + 5) % COUNT)}))`
    return makeBlock({
      id: idOf(n),
      content,
      rev: `r${n}`,
      pageId: `p${n % 3}`,
      parentId: under,
      order: n,
      now: NOON - DAY,
    })
  }),
]

type Step = readonly [path: string, body: object]

const block = fc.nat(COUNT - 1).map(idOf)
const page = fc.constantFrom(...PAGES, 'Dogwood')
const place = fc.oneof(
  page.map((one): object => ({ page: one })),
  page.map((one): object => ({ page: one, position: 'start' })),
  fc.tuple(fc.constantFrom('parentId', 'before', 'after'), block).map(([how, id]): object => ({ [how]: id })),
)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(block, place).map(([id, body]): Step => [`/blocks/${id}/move`, body]) },
  { weight: 2, arbitrary: block.map((id): Step => [`/blocks/${id}/delete`, {}]) },
  { weight: 2, arbitrary: fc.tuple(page, page, fc.boolean()).map(([one, to, keep_alias]): Step => [`/pages/${one}/rename`, { to, keep_alias }]) },
  { weight: 1, arbitrary: fc.tuple(page, page).map(([one, to]): Step => [`/pages/${one}/rename`, { to, merge: true }]) },
  { weight: 1, arbitrary: page.map((one): Step => [`/pages/${one}/delete`, {}]) },
) // prettier-ignore

/** Every page with its names, properties and blocks, as readers see them. */
async function look(api: Api): Promise<{ pages: unknown; ids: readonly string[] }> {
  const ids: string[] = []
  const pages: unknown[] = []
  for (let n = 0; n < PAGES.length; n++) {
    const found = await api.graph.pages.find(`p${n}`)
    if (!found) continue
    const { blocks } = await api.graph.blocks.listByPage(found.id, { limit: 100, offset: 0 })
    const { body } = await api.get(`/pages/${encodeURIComponent(found.name)}`)
    const { name, aliases, props } = body['page'] as { name: string; aliases: unknown; props: unknown }
    pages.push([found.id, name, aliases, props, blocks.map(({ id, depth, content }) => [id, depth, content])])
    ids.push(...blocks.map(({ id }) => id))
  }
  return { pages, ids }
}

async function open(): Promise<Api> {
  const api = await openApi()
  const { ok } = await api.graph.commits.commit({ puts: RECORDS.map((record) => ({ record, from: 0 })) })
  expect(ok).toBe(true)
  return api
}

/** Makes the steps; those that are refused change nothing. @returns the ids of the changes, oldest first */
async function run(api: Api, steps: readonly Step[]): Promise<string[]> {
  for (const [path, body] of steps) {
    const { status } = await api.post(path, body)
    expect([200, 400, 404, 409]).toContain(status)
    const { ids } = await look(api)
    expect(new Set(ids).size).toBe(ids.length)
    api.clock.now += 1_000
  }
  const { body } = await api.get('/changes?limit=100')
  return (body['changes'] as { id: string }[]).map(({ id }) => id).toReversed()
}

test('[A10.5] reverts from the newest to the oldest put back words, places, nesting, names and references', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
      const api = await open()
      const before = await look(api)
      for (const id of (await run(api, steps)).toReversed()) {
        const { body } = await api.post(`/changes/${id}/revert`, {})
        expect(body).toMatchObject({ ok: true, left: [] })
        api.clock.now += 1_000
      }
      expect((await look(api)).pages).toEqual(before.pages)
    }),
    { numRuns: 25 },
  )
})

test('[A10.5] reverts in any order lose no block but those that the answers name', async () => {
  const order = fc.infiniteStream(fc.nat(1_000))
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 8 }), order, async (steps, dice) => {
      const api = await open()
      const open_ = await run(api, steps)
      const left = new Set<string>()
      while (open_.length > 0) {
        const [id] = open_.splice(dice.next().value! % open_.length, 1)
        const { status, body } = await api.post(`/changes/${id}/revert`, {})
        expect(status).toBe(200)
        for (const one of body['left'] as { id: string }[]) left.add(one.id)
        api.clock.now += 1_000
        const { ids } = await look(api)
        expect(new Set(ids).size).toBe(ids.length)
      }
      const { ids } = await look(api)
      const lost = Array.from({ length: COUNT }, (_, n) => idOf(n)).filter(
        (id) => !ids.includes(id) && !left.has(id),
      )
      expect(left.has('p0') || left.has('p1') || left.has('p2') ? [] : lost).toEqual([])
    }),
    { numRuns: 25 },
  )
})
